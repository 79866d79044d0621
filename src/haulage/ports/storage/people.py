"""The list of everybody with an account, and the figures of one of them, as operators see them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol

import attrs

from haulage.kernel.actor import UserType
from haulage.kernel.money import Cents
from haulage.ports.storage.paging import Page, PageRequest


class PersonState(StrEnum):
    """What operators look for."""

    SUSPENDED = "suspended"
    UNAPPROVED = "unapproved"
    """A driver whom nobody has let work yet."""
    ONLINE = "online"
    """A driver who takes requests now."""


@attrs.frozen
class PersonFilter:
    """Which people to list; what is None or empty does not narrow.

    ``text`` is the beginning of a mail address, of a phone number or of a word of a name, or an id.
    """

    text: str = ""
    user_type: UserType | None = None
    state: PersonState | None = None


@attrs.frozen
class ListedPerson:
    """Somebody in the list. ``orders`` are those that they booked, ``jobs`` those that they drove."""

    id: str
    email: str = attrs.field(repr=False)
    name: str = attrs.field(repr=False)
    phone: str = attrs.field(repr=False)
    user_type: UserType
    created_at: datetime
    last_active_at: datetime | None
    suspended_at: datetime | None
    driver_id: str | None
    approved_at: datetime | None
    is_online: bool
    orders: int
    jobs: int


@attrs.frozen
class PersonFigures:
    """What somebody's page counts. ``claims`` are those that they made, ``claims_about`` those about their
    deliveries."""

    last_active_at: datetime | None
    sessions: int
    orders: int
    jobs: int
    paid_cents: Cents
    refunded_cents: Cents
    claims: int
    claims_about: int


class PeopleStore(Protocol):
    """Part of the unit of work; changes nothing."""

    async def list(self, wanted: PersonFilter, page: PageRequest) -> Page[ListedPerson]:
        """Newest first."""
        ...

    async def names_of(self, ids: Sequence[str]) -> Mapping[str, str]:
        """Whose ids of users, accounts and drivers these are, by id. Of nobody with such an id nothing is
        told."""
        ...

    async def figures(self, user_id: str, account_id: str, driver_id: str | None) -> PersonFigures: ...
