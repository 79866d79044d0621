"""Reads and erases, by the list of tables."""

from collections.abc import Sequence, Set
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any

from attrs import asdict, evolve
from sqlalchemy import RowMapping, bindparam, delete, func, insert, literal, or_, select, tuple_, update

from haulage.kernel.redaction import Redactor
from haulage.orders import OrderStatus
from haulage.ports.storage.personal_data import (
    Cursor,
    Erased,
    ErasureTrace,
    HeldPage,
    Person,
    PersonalDataStore,
    Unfinished,
)
from haulage_adapters.sql.personal_data.erasure import (
    changes,
    driver_change,
    removals,
    without_descriptions,
)
from haulage_adapters.sql.personal_data.redaction import (
    former_addresses,
    free_texts,
    key_of,
    others_concerned,
    page_behind,
    redact,
    traces_about,
)
from haulage_adapters.sql.personal_data.tables import SECTIONS
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    drivers,
    erasure_traces,
    orders,
    payments,
    quotes,
)

WHAT = "personal data"
BY_NAME = {section.name: section for section in SECTIONS}
UNDER_WAY = (OrderStatus.PENDING, OrderStatus.ASSIGNED, OrderStatus.IN_PROGRESS)


class SqlPersonalDataStore(PersonalDataStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def sections(self) -> Sequence[str]:
        return [section.name for section in SECTIONS]

    async def page(self, person: Person, section: str, after: Cursor | None, limit: int) -> HeldPage:
        wanted = BY_NAME[section]
        key = list(wanted.table.primary_key)
        statement = select(wanted.table).where(wanted.about(person)).order_by(*key).limit(limit)
        if after is not None:
            behind = (literal(value, column.type) for value, column in zip(after, key, strict=True))
            statement = statement.where(tuple_(*key) > tuple_(*behind))
        rows = await self._session.rows(statement)
        end = tuple(rows[-1][column.name] for column in key) if len(rows) == limit else None
        return HeldPage([_plain(row, wanted.withheld) for row in rows], end)

    async def unfinished(self, person: Person) -> Unfinished:
        """A driver's orders count once they are theirs."""
        theirs = or_(orders.c.customer_id == person.user_id, orders.c.driver_id == person.drives_as)
        numbers = await self._session.rows(
            select(orders.c.number)
            .where(theirs, orders.c.status.in_(UNDER_WAY))
            .order_by(orders.c.number)
            .with_for_update()
        )
        owed = await self._session.scalar(
            select(func.sum(payments.c.refund_requested_cents - payments.c.refunded_cents)).where(
                payments.c.customer_id == person.user_id
            )
        )
        return Unfinished([row["number"] for row in numbers], int(owed or 0))

    async def traces(self, person: Person) -> Erased:
        addresses = person.addresses | await former_addresses(self._session, person)
        traces = await traces_about(self._session, person, addresses)
        others = await others_concerned(self._session, person) - addresses
        return Erased(addresses, traces, others)

    async def add_erasure_traces(self, traces: Sequence[ErasureTrace]) -> None:
        if traces:
            await self._session.run(insert(erasure_traces), [asdict(each) for each in traces], what=WHAT)

    async def erasure_traces(self, user_id: str) -> Sequence[ErasureTrace]:
        rows = await self._session.rows(
            select(erasure_traces).where(erasure_traces.c.user_id == user_id).order_by(erasure_traces.c.id)
        )
        return [ErasureTrace(**row) for row in rows]

    async def forget_erasure_traces(self, ids: Sequence[str]) -> None:
        if ids:
            await self._session.run(delete(erasure_traces).where(erasure_traces.c.id.in_(ids)), what=WHAT)

    async def erase_texts(
        self,
        person: Person,
        others: frozenset[str],
        redacted: Redactor,
        after: Cursor | None,
        limit: int,
    ) -> Cursor | None:
        """A cursor is the place of the table and the key of its last row; items come after the texts."""
        place, *key = after or (0,)
        texts = free_texts(person, others)
        if place < len(texts):
            last = await redact(self._session, texts[place], redacted, key, limit)
        else:
            last = await self._erase_items(person, key, limit)
        if last is not None:
            return (place, *last)
        return (place + 1,) if place < len(texts) else None

    async def erase(self, person: Person, now: datetime) -> None:
        person = evolve(person, addresses=person.addresses | await former_addresses(self._session, person))
        for statement in removals(person):
            await self._session.run(statement, what=WHAT)
        for statement in changes(person):
            await self._session.run(statement, what=WHAT)
        await self._erase_driver(person, now)

    async def _erase_items(self, person: Person, after: Sequence[Any], limit: int) -> Cursor | None:
        mine = quotes.c.customer_id == person.user_id
        rows = await self._session.rows(page_behind(quotes, ("items",), mine, after, limit))
        if rows:
            described = [{"of": row["id"], "without": without_descriptions(row["items"])} for row in rows]
            without = update(quotes).where(quotes.c.id == bindparam("of"))
            await self._session.run(without.values(items=bindparam("without")), described, what=WHAT)
        return key_of(quotes, rows[-1]) if len(rows) == limit else None

    async def _erase_driver(self, person: Person, now: datetime) -> None:
        """``changed_at`` lets the fleet index see that the driver is gone."""
        row = await self._session.row(select(drivers.c.vehicle).where(drivers.c.user_id == person.user_id))
        if row is None:
            return
        await self._session.run(driver_change(person, row["vehicle"]), what=WHAT)
        gone = update(drivers).where(drivers.c.user_id == person.user_id)
        await self._session.run(gone.values(changed_at=now, updated_at=now), what=WHAT)


def _plain(row: RowMapping, withheld: Set[str]) -> dict[str, Any]:
    return {name: _value(value) for name, value in row.items() if name not in withheld}


def _value(value: Any) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case Decimal():
            return format(value, "f")
        case Enum():
            return value.value
        case _:
            return value
