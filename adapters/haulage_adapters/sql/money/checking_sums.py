"""Holding the sums that are kept against the entries, part by part."""

from datetime import date, datetime, timedelta
from typing import Any

import attrs
from sqlalchemy import ColumnElement, Date, Select, case, func, literal, select, tuple_, union_all

from haulage.ledger.account import REFUNDS_PAYABLE
from haulage.ports.storage.ledger import NOTHING_READ, CheckedPart, LedgerCheck
from haulage_adapters.sql.money import balances
from haulage_adapters.sql.money.checkpoints import (
    be_patient,
    day_of_entry,
    start_of,
    tail_ids,
    unposted_ids,
)
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    REFUND_UNSENT,
    ledger_checkpoints,
    ledger_daily_totals,
    ledger_entries,
    refunds,
)
from haulage_adapters.sql.types import MAX_NAME, Text, UtcTime

_ENTRY, _DAILY, _ACCOUNT = ledger_entries.c, ledger_daily_totals.c, ledger_checkpoints.c
Conditions = tuple[ColumnElement[bool], ...]

ACCOUNTS_AT_ONCE = 500
"""Ours: of most accounts there are few entries of late, and each is asked how many."""
WHOLE = date.max
"""The end of an account of which every day was read."""


@attrs.frozen
class _Edge:
    """Where one part ends and the next begins: before this day of this account."""

    account: str
    day: date

    def written(self) -> str:
        return f"{self.day.isoformat()} {self.account}"

    @classmethod
    def read(cls, written: str) -> "_Edge":
        day, _, account = written.partition(" ")
        return cls(account, date.fromisoformat(day))

    @property
    def of_entries(self) -> Any:
        return _pair(literal(self.account, Text(MAX_NAME)), literal(start_of(self.day), UtcTime()))

    @property
    def of_days(self) -> Any:
        return _pair(literal(self.account, Text(MAX_NAME)), literal(self.day, Date()))


def _pair(*both: Any) -> Any:
    return tuple_(*both)


async def check_daily_totals(
    session: Session, limit: int, after: str | None, since: datetime | None
) -> CheckedPart:
    """In the order of the index, by whole days of an account: about *limit* entries."""
    await be_patient(session)
    begin = None if after is None else _Edge.read(after)
    if since is not None:
        return await _check_days_since(session, limit, begin, since.date())
    end = await _end(session, limit, begin)
    entries, days = _ENTRY.account, _DAILY.account
    of_entries, of_days = _pair(entries, _ENTRY.at), _pair(days, _DAILY.day)
    these: list[ColumnElement[bool]] = []
    those: list[ColumnElement[bool]] = []
    if begin is not None:
        these.append(of_entries >= begin.of_entries)
        those.append(of_days >= begin.of_days)
    if end is not None:
        these.append(of_entries < end.of_entries)
        those.append(of_days < end.of_days)
    row = await session.row(_compared(session.dialect, tuple(these), tuple(those)))
    return _part(row, None if end is None else end.written())


async def _check_days_since(session: Session, limit: int, begin: _Edge | None, since: date) -> CheckedPart:
    """The index is by accounts first: so either several accounts from *since* on, or, where that would be too
    much of one, some of its days."""
    if begin is not None and begin.day != WHOLE:
        return await _check_days_of(session, limit, begin)
    page = select(_ACCOUNT.account).order_by(_ACCOUNT.account).limit(ACCOUNTS_AT_ONCE)
    page = page if begin is None else page.where(_ACCOUNT.account > begin.account)
    codes = (await session.run(page)).scalars().all()
    if not codes:
        return CheckedPart(NOTHING_READ, 0, None)
    few: list[str] = []
    room = limit
    for code in codes:
        room -= await _count_entries(session, _Edge(code, since), room + 1)
        if room < 0:
            break
        few.append(code)
    if not few:
        return await _check_days_of(session, limit, _Edge(codes[0], since))
    these = (_ENTRY.account.in_(few), _ENTRY.at >= literal(start_of(since), UtcTime()))
    those = (_DAILY.account.in_(few), _DAILY.day >= since)
    row = await session.row(_compared(session.dialect, these, those))
    return _part(row, _Edge(few[-1], WHOLE).written())


async def _check_days_of(session: Session, limit: int, begin: _Edge) -> CheckedPart:
    start = literal(start_of(begin.day), UtcTime())
    these: Conditions = (_ENTRY.account == begin.account, _ENTRY.at >= start)
    those: Conditions = (_DAILY.account == begin.account, _DAILY.day >= begin.day)
    row = await session.row(select(_ENTRY.at).where(*these).order_by(_ENTRY.at).offset(limit).limit(1))
    end = WHOLE if row is None else row["at"].date() + timedelta(days=1)
    if end != WHOLE:
        these = (*these, _ENTRY.at < literal(start_of(end), UtcTime()))
        those = (*those, _DAILY.day < end)
    found = await session.row(_compared(session.dialect, these, those))
    return _part(found, _Edge(begin.account, end).written())


async def _count_entries(session: Session, begin: _Edge, at_most: int) -> int:
    start = literal(start_of(begin.day), UtcTime())
    some = select(_ENTRY.at).where(_ENTRY.account == begin.account, _ENTRY.at >= start).limit(at_most)
    return int(await session.scalar(select(func.count()).select_from(some.subquery("some"))) or 0)


async def check_accounts(session: Session, limit: int, after: str | None) -> CheckedPart:
    await be_patient(session)
    page = select(_ACCOUNT.account).order_by(_ACCOUNT.account).limit(limit)
    page = page if after is None else page.where(_ACCOUNT.account > after)
    codes = (await session.run(page)).scalars().all()
    return _part(await session.row(_accounts(codes)), codes[-1] if len(codes) == limit else None)


async def check_refunds_payable(session: Session) -> CheckedPart:
    """All at once: few refunds wait to go out."""
    await be_patient(session)
    open_cents = func.coalesce(func.sum(refunds.c.amount_cents - refunds.c.disputed_cents), 0)
    waiting = select(open_cents.label("cents"), func.count().label("read")).where(REFUND_UNSENT)
    held = balances.posted_cents(REFUNDS_PAYABLE)
    row = await session.row(waiting.add_columns(held.label("held")))
    assert row is not None
    off = -int(row["held"]) - int(row["cents"])
    return CheckedPart(LedgerCheck(0, 0, 0, 0, refunds_payable_off_cents=off), int(row["read"]), None)


async def _end(session: Session, limit: int, begin: _Edge | None) -> _Edge | None:
    """The day after that of the entry which is *limit* entries on; None when there are no more."""
    order = (_ENTRY.account, _ENTRY.at)
    entry = select(*order).order_by(*order).offset(limit).limit(1)
    if begin is not None:
        entry = entry.where(_pair(*order) >= begin.of_entries)
    row = await session.row(entry)
    return None if row is None else _Edge(row["account"], row["at"].date() + timedelta(days=1))


def _compared(dialect: str, these: Conditions, those: Conditions) -> Select[Any]:
    """How many days of accounts there are among *these* entries and *those* kept sums, and at how many both
    do not come to the same. Entries that are not posted, and those of the tail, are not in the sums."""
    day = day_of_entry(dialect)
    entries = select(_ENTRY.account, day.label("day"), _ENTRY.amount_cents.label("cents")).where(*these)
    less = select(_ENTRY.account, day.label("day"), (-_ENTRY.amount_cents).label("cents")).where(*these)
    stored = select(_DAILY.account, _DAILY.day, (-_DAILY.posted_cents).label("cents")).where(*those)
    parts = union_all(
        entries,
        less.where(_ENTRY.transaction_id.in_(unposted_ids())),
        less.where(_ENTRY.transaction_id.in_(tail_ids())),
        stored,
    ).subquery("parts")
    off = func.sum(parts.c.cents)
    return _counted(select(off.label("off")).group_by(parts.c.account, parts.c.day))


def _accounts(codes: Any) -> Select[Any]:
    days = select(func.coalesce(func.sum(_DAILY.posted_cents), 0)).where(_DAILY.account == _ACCOUNT.account)
    off = _ACCOUNT.posted_cents - days.correlate(ledger_checkpoints).scalar_subquery()
    return _counted(select(off.label("off")).where(_ACCOUNT.account.in_(codes)))


def _counted(differences: Select[Any]) -> Select[Any]:
    each = differences.subquery("each")
    wrong = func.coalesce(func.sum(case((each.c.off != 0, 1), else_=0)), 0)
    return select(func.count().label("read"), wrong.label("wrong")).select_from(each)


def _part(row: Any, end: str | None) -> CheckedPart:
    return CheckedPart(LedgerCheck(0, 0, 0, 0, wrong_sums=int(row["wrong"])), int(row["read"]), end)
