"""Sums of posted entries that are kept, so that no balance has to be added up from years of entries.

**Why a sum never misses an entry.** On PostgreSQL transactions become visible in the order of their commits,
which is neither that of their ids nor of their times: a sum "up to here" could leave out what commits later
with an earlier position. So no position tells what a sum has. The database writes the id of every
transaction down in ``ledger_tail`` in the very transaction that posts it (a trigger, so that no writer can
forget), and :func:`roll_up` deletes such ids and adds the entries of exactly those it has deleted to the
sums, in one transaction. What is not visible yet is in no snapshot of the tail, so it is not deleted, and is
found by a later run. Whoever reads sees either the id in the tail or its entries in the sums, never both and
never neither, because one snapshot shows both sides of the move; that is why each balance is read by *one*
statement, which has one snapshot on every level of isolation. The sums stay right without clocks, without
ids in order, and when a database is copied or restored, as a horizon of transaction ids would not.

Writers insert into the tail and change no row that others change. The sums are by account, and by account
and day of posting: what is entered late for an earlier day changes that day's row and no other.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    RowMapping,
    Select,
    delete,
    func,
    insert,
    literal,
    select,
    text,
    union_all,
    update,
)

from haulage.ledger import LedgerAccount
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    UNPOSTED,
    ledger_accounts,
    ledger_checkpoints,
    ledger_daily_totals,
    ledger_entries,
    ledger_tail,
    ledger_transactions,
)
from haulage_adapters.sql.types import MAX_NAME, Text
from haulage_adapters.sql.upserts import insert_ignore, inserting

WHAT = "ledger"
ONE_VIEW = text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
PATIENCE = text("SET LOCAL statement_timeout = '60s'")
"""For one part, on PostgreSQL: on a slow disk it may take longer than what people wait for."""

_ENTRY, _TAIL = ledger_entries.c, ledger_tail.c


def start_of(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def day_of_entry(dialect: str) -> ColumnElement[date]:
    """The day (UTC) that an entry was posted on."""
    at = _ENTRY.at if dialect == "sqlite" else func.timezone("UTC", _ENTRY.at)
    return func.date(at, type_=Date())


def is_of(account: LedgerAccount) -> ColumnElement[bool]:
    """Of the account, among few transactions. Written so that no index on accounts is used for it: SQLite
    would rather read all entries of the account than those of the few transactions."""
    return _ENTRY.account.concat("") == account.code


def unposted_ids() -> Select[Any]:
    return select(ledger_transactions.c.id).where(UNPOSTED)


def tail_ids() -> Select[Any]:
    return select(_TAIL.transaction_id)


async def be_patient(session: Session) -> None:
    if session.dialect == "postgresql":
        await session.run(PATIENCE)


async def roll_up(session: Session, limit: int) -> int:
    """Add at most *limit* transactions of the tail to the sums; how many these were.

    Another run at the same time deletes other rows, or waits and finds none of these left.
    """
    found = (await session.run(tail_ids().limit(limit))).scalars().all()
    mine = delete(ledger_tail).where(_TAIL.transaction_id.in_(found)).returning(_TAIL.transaction_id)
    ids = (await session.run(mine, what=WHAT)).scalars().all() if found else []
    if ids:
        posted = select(_ENTRY.account, _ENTRY.at, _ENTRY.amount_cents).where(_ENTRY.transaction_id.in_(ids))
        await _add(session, await session.rows(posted))
    return len(ids)


async def _add(session: Session, entries: Sequence[RowMapping]) -> None:
    """In the order of accounts and days, so that two runs at once do not wait for each other in a circle."""
    accounts: Counter[str] = Counter()
    days: Counter[tuple[str, date]] = Counter()
    for entry in entries:
        accounts[entry["account"]] += entry["amount_cents"]
        days[entry["account"], entry["at"].date()] += entry["amount_cents"]
    checkpoints = [{"account": name, "posted_cents": cents} for name, cents in sorted(accounts.items())]
    totals = [
        {"account": name, "day": day, "posted_cents": cents} for (name, day), cents in sorted(days.items())
    ]
    for table, key, rows in (
        (ledger_checkpoints, ("account",), checkpoints),
        (ledger_daily_totals, ("account", "day"), totals),
    ):
        new = inserting(session.dialect, table)
        more = {"posted_cents": table.c.posted_cents + new.excluded.posted_cents}
        await session.run(new.on_conflict_do_update(index_elements=key, set_=more), rows, what=WHAT)


async def rebuild_next(session: Session, after: str | None) -> str | None:
    """Make the sums of the next account anew from its entries, without those of the tail; its code, or None
    when there is none. First thing in its unit.

    The unit has one view of everything. Where a roll-up changes a row meanwhile that this one replaces,
    PostgreSQL gives the unit up, and it is run again.
    """
    if session.dialect == "postgresql":
        await session.run(ONE_VIEW)
    await be_patient(session)
    account = await _next_account(session, after)
    if account is None:
        return None
    daily, here = ledger_daily_totals, ledger_checkpoints.c.account == account
    await session.run(delete(daily).where(daily.c.account == account))
    first = {"account": account, "posted_cents": 0}
    await session.run(insert_ignore(session.dialect, ledger_checkpoints, "account"), first, what=WHAT)
    day = day_of_entry(session.dialect)
    sums = insert(daily).from_select(["account", "day", "posted_cents"], _daily_sums(account, day))
    await session.run(sums, what=WHAT)
    whole = select(func.coalesce(func.sum(daily.c.posted_cents), 0)).where(daily.c.account == account)
    await session.run(update(ledger_checkpoints).where(here).values(posted_cents=whole.scalar_subquery()))
    return account


async def _next_account(session: Session, after: str | None) -> str | None:
    """Asked of the index: to list all accounts would read all entries."""
    columns = (_ENTRY.account, ledger_checkpoints.c.account, ledger_accounts.c.code)
    found = [await session.scalar(_first(column, after)) for column in columns]
    return min((account for account in found if account is not None), default=None)


def _first(column: ColumnElement[str], after: str | None) -> Select[Any]:
    first = select(func.min(column))
    return first if after is None else first.where(column > after)


def _daily_sums(account: str, day: ColumnElement[date]) -> Select[Any]:
    every = select(day.label("day"), _ENTRY.amount_cents.label("cents")).where(_ENTRY.account == account)
    less = select(day.label("day"), (-_ENTRY.amount_cents).label("cents")).where(_ENTRY.account == account)
    parts = union_all(
        every,
        less.where(_ENTRY.transaction_id.in_(unposted_ids())),
        less.where(_ENTRY.transaction_id.in_(tail_ids())),
    ).subquery("parts")
    columns: list[ColumnElement[Any]] = [
        literal(account, Text(MAX_NAME)),
        parts.c.day,
        func.sum(parts.c.cents),
    ]
    return select(*columns).group_by(parts.c.day)
