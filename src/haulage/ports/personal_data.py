"""Everything that is held about one person, to hand out and to erase."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

import attrs

from haulage.kernel.money import Cents


@attrs.frozen
class Person:
    """Somebody by all the ids and addresses under which something is held."""

    user_id: str
    account_id: str
    driver_id: str | None
    addresses: frozenset[str] = attrs.field(repr=False)

    @property
    def drives_as(self) -> str:
        """The driver id, or one that nobody has: an absent id must never match rows without a driver."""
        return self.driver_id or "nobody"


@attrs.frozen
class Unfinished:
    """What stands against erasing somebody: orders under way, by number, and money owed to them."""

    orders: Sequence[int] = ()
    owed_cents: Cents = 0


Held = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows by section, as JSON knows values: texts, numbers, true, false, null, lists and objects."""


class PersonalDataStore(Protocol):
    """Part of the unit of work."""

    async def held(self, person: Person) -> Held:
        """Every row about the person. Secrets that prove identities, and other people, are left out."""
        ...

    async def unfinished(self, person: Person) -> Unfinished: ...

    async def erase(self, person: Person, now: datetime) -> None:
        """Forget who the person is, and keep the books.

        Amounts, times, ids and the audit trail stay. Names, addresses, phones, descriptions, sessions,
        codes, factors and mails go; places stay to a hundredth of a degree.
        """
        ...
