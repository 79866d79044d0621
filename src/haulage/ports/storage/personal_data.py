"""Everything that is held about one person, to hand out and to erase."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

import attrs

from haulage.kernel.money import Cents
from haulage.kernel.redaction import Redactor, Traces


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
    """What stands against erasing somebody: orders under way, by number, and refunds that were not sent
    yet."""

    orders: Sequence[int] = ()
    refunds_cents: Cents = 0


@attrs.frozen
class Erased:
    """What the files beside the database must lose too: mails to *addresses*, and these *traces* in mails to
    *others*, who had orders in common with whom was erased."""

    addresses: frozenset[str] = attrs.field(repr=False)
    traces: Traces
    others: frozenset[str] = attrs.field(repr=False)


@attrs.frozen
class ErasureTrace:
    """Some of what an erasure that is not done looks for, sealed."""

    id: str
    user_id: str
    sealed: str = attrs.field(repr=False)
    created_at: datetime


Cursor = tuple[Any, ...]
"""Where a page of a section ended. Nobody outside the store looks into it."""


@attrs.frozen
class HeldPage:
    """Rows as JSON knows values: texts, numbers, true, false, null, lists and objects. *next* is None at the
    end of the section."""

    rows: Sequence[Mapping[str, Any]]
    next: Cursor | None = None


class PersonalDataStore(Protocol):
    """Part of the unit of work."""

    async def sections(self) -> Sequence[str]:
        """The names of all kinds of record that may be about somebody."""
        ...

    async def page(self, person: Person, section: str, after: Cursor | None, limit: int) -> HeldPage:
        """At most so many rows about the person. Secrets that prove identities, and other people, are left
        out."""
        ...

    async def unfinished(self, person: Person) -> Unfinished: ...

    async def traces(self, person: Person) -> Erased:
        """By what texts tell of the person, and whose mails may; to be read before anything is erased."""
        ...

    async def add_erasure_traces(self, traces: Sequence[ErasureTrace]) -> None: ...

    async def erasure_traces(self, user_id: str) -> Sequence[ErasureTrace]:
        """All of somebody's."""
        ...

    async def forget_erasure_traces(self, ids: Sequence[str]) -> None: ...

    async def erase_texts(
        self,
        person: Person,
        others: frozenset[str],
        redacted: Redactor,
        after: Cursor | None,
        limit: int,
    ) -> Cursor | None:
        """Take the person out of at most *limit* texts: what others wrote about orders that they had in
        common stays, and mails to *others*, without the person's names, phone, mail and street addresses
        (:mod:`haulage.kernel.redaction`), and what was carried loses its description. Where to go on; None
        when that was all. Again changes nothing."""
        ...

    async def erase(self, person: Person, now: datetime) -> None:
        """Forget who the person is, and keep the books.

        Amounts, times, ids and the audit trail stay. Names, addresses, phones, descriptions, sessions,
        codes, factors and mails go; places stay to a hundredth of a degree. The texts of others are
        :meth:`erase_texts`'s.
        """
        ...
