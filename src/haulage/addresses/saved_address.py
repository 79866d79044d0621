"""A place that a customer saved, and how to get to the door there."""

from collections.abc import Iterable
from datetime import datetime

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.folded import fold
from haulage.kernel.geo import Place
from haulage.kernel.stop_access import NO_ACCESS, StopAccess

MAX_ADDRESSES = 50
"""Ours, for each person: more than anybody looks through in a list."""

MAX_ADDRESS_NAME_LENGTH = 40
"""Ours, in characters: what fits on a phone's line."""

FIRST_NAMES = ("home", "work")
"""These come first in every list."""


class TooManyAddresses(RuleBroken):
    """The person has as many saved addresses as anybody may have."""

    code = "too_many_addresses"
    message = f"You can save up to {MAX_ADDRESSES} addresses. Remove one first."


class AddressNameTaken(RuleBroken):
    """Another saved address of the same person has this name."""

    code = "address_name_taken"
    message = "You have saved another address under this name."
    field = "name"


@attrs.frozen
class SavedAddress:
    """``version`` grows by one with every stored change."""

    id: str
    user_id: str
    name: str
    place: Place
    created_at: datetime
    updated_at: datetime
    access: StopAccess = NO_ACCESS
    version: int = 1

    @property
    def name_key(self) -> str:
        """The name as it is compared."""
        return fold(self.name)


def checked_name(name: str) -> str:
    """Without spaces around it. Raises ``InvalidInput``."""
    trimmed = " ".join(name.split())
    if not trimmed or not fold(trimmed):
        raise InvalidInput("name", "is required")
    if len(trimmed) > MAX_ADDRESS_NAME_LENGTH:
        raise InvalidInput("name", f"must be at most {MAX_ADDRESS_NAME_LENGTH} characters")
    return trimmed


def sorted_addresses(addresses: Iterable[SavedAddress]) -> tuple[SavedAddress, ...]:
    """Home and Work first, then by name."""

    def rank(address: SavedAddress) -> tuple[int, str]:
        key = address.name_key
        return FIRST_NAMES.index(key) if key in FIRST_NAMES else len(FIRST_NAMES), key

    return tuple(sorted(addresses, key=rank))
