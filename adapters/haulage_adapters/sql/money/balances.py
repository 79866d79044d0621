"""Balances and statements: what the kept sums have, and the few transactions that they do not have yet.

Each answer is one statement, and so one view; see ``checkpoints`` for why that matters.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    ScalarSelect,
    Select,
    case,
    func,
    literal,
    select,
    tuple_,
    union_all,
)

from haulage.kernel.money import Cents
from haulage.ledger import Balance, LedgerAccount, Subject, TransactionState, ledger_account
from haulage.ports.storage.ledger import StatementLine
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.money.checkpoints import is_of, start_of, tail_ids
from haulage_adapters.sql.paging import Place, page_of, read_cursor
from haulage_adapters.sql.paging import page as one_page
from haulage_adapters.sql.rows import columns_of, flat_names
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    RESERVED,
    UNPOSTED,
    ledger_checkpoints,
    ledger_daily_totals,
    ledger_entries,
    ledger_transactions,
)
from haulage_adapters.sql.types import MAX_ID, Text, UtcTime

SUBJECT = ("subject_kind", "subject_id")
_ENTRY, _HEAD = ledger_entries.c, ledger_transactions.c
_LINE = flat_names(StatementLine, without={"transaction_id", "at", "balance_cents", "subject"})


async def balances(session: Session, account: LedgerAccount | None = None) -> dict[LedgerAccount, Balance]:
    """Of one account, or of every account that something was posted to or is reserved in."""
    rows = await session.rows(_sums(account))
    return {
        ledger_account(row["account"]): Balance(int(row["posted"]), int(row["debits"]), int(row["credits"]))
        for row in rows
    }


async def statement(session: Session, account: LedgerAccount, request: PageRequest) -> Page[StatementLine]:
    """The account's entries, newest first, each with the balance after it.

    A reservation counts from the day it was posted on, so that posting it changes no balance that was
    shown for an earlier day.
    """
    page = page_of(_lines(account).subquery("statement"), request)
    held = (
        posted_cents(account)
        if request.cursor is None
        else _held_before(account, read_cursor(request.cursor))
    )
    rows = await session.rows(page.add_columns(held.label("held")))
    found = one_page(rows, request, lambda row: row)
    lines = [_line(row, balance) for row, balance in zip(found.items, _running(found.items), strict=True)]
    return Page(lines, found.next)


def _sums(account: LedgerAccount | None) -> Select[Any]:
    entry, none = _ENTRY.amount_cents, literal(0)
    theirs = () if account is None else (is_of(account),)
    rolled_up = select(
        ledger_checkpoints.c.account,
        ledger_checkpoints.c.posted_cents.label("posted"),
        none.label("debits"),
        none.label("credits"),
    )
    tail = select(_ENTRY.account, entry, none, none).where(_ENTRY.transaction_id.in_(tail_ids()))
    reserved = select(
        _ENTRY.account, none, case((entry > 0, entry), else_=0), case((entry < 0, entry), else_=0)
    ).where(_ENTRY.transaction_id.in_(select(_HEAD.id).where(RESERVED)))
    if account is not None:
        rolled_up = rolled_up.where(ledger_checkpoints.c.account == account.code)
    parts = union_all(rolled_up, tail.where(*theirs), reserved.where(*theirs)).subquery("parts")
    columns: list[ColumnElement[Any]] = [
        parts.c.account,
        *(func.sum(parts.c[name]).label(name) for name in ("posted", "debits", "credits")),
    ]
    return select(*columns).group_by(parts.c.account)


def _lines(account: LedgerAccount) -> Select[Any]:
    """The account's lines under the names that pages are sorted by."""
    return (
        select(
            _ENTRY.transaction_id.label("id"),
            _ENTRY.at.label("created_at"),
            *(_HEAD[name] for name in ("kind", "reference", "order_id", "state", *SUBJECT)),
            _ENTRY.amount_cents,
        )
        .join_from(ledger_entries, ledger_transactions, _HEAD.id == _ENTRY.transaction_id)
        .where(_ENTRY.account == account.code)
    )


def posted_cents(account: LedgerAccount) -> ColumnElement[int]:
    """What the account holds now, for use in a statement."""
    rolled_up = select(ledger_checkpoints.c.posted_cents).where(ledger_checkpoints.c.account == account.code)
    return func.coalesce(rolled_up.scalar_subquery(), 0) + _sum(_of_tail(account))


def _held_before(account: LedgerAccount, place: Place) -> ColumnElement[int]:
    """What all entries come to that stand before a place in the account's order: those of earlier days as
    they are kept, and those of the place's own day one by one."""
    day = place.at.date()
    begin = literal(start_of(day), UtcTime())
    there = tuple_(literal(place.at, UtcTime()), literal(place.id, Text(MAX_ID)))
    rolled_up = select(ledger_daily_totals.c.posted_cents.label("amount_cents")).where(
        ledger_daily_totals.c.account == account.code, ledger_daily_totals.c.day < day
    )
    today = select(_ENTRY.amount_cents).where(
        _ENTRY.account == account.code,
        _ENTRY.at >= begin,
        tuple_(_ENTRY.at, _ENTRY.transaction_id) < there,
    )
    reserved_then = select(_HEAD.id).where(UNPOSTED, _HEAD.at >= begin, tuple_(_HEAD.at, _HEAD.id) < there)
    unposted = select(_ENTRY.amount_cents).where(_ENTRY.transaction_id.in_(reserved_then), is_of(account))
    return _sum(rolled_up) + _sum(_of_tail(account).where(_ENTRY.at < begin)) + _sum(today) - _sum(unposted)


def _of_tail(account: LedgerAccount) -> Select[Any]:
    return select(_ENTRY.amount_cents).where(_ENTRY.transaction_id.in_(tail_ids()), is_of(account))


def _sum(amounts: Select[Any]) -> ScalarSelect[int]:
    found = amounts.subquery()
    return select(func.coalesce(func.sum(found.c.amount_cents), 0)).scalar_subquery()


def _running(rows: Sequence[RowMapping]) -> Iterator[Cents]:
    """The balance after each line, from the newest to the oldest."""
    held = int(rows[0]["held"]) if rows else 0
    for row in rows:
        yield held
        held -= row["amount_cents"] if row["state"] is TransactionState.POSTED else 0


def _line(row: RowMapping, balance: Cents) -> StatementLine:
    return StatementLine(
        transaction_id=row["id"],
        at=row["created_at"],
        balance_cents=balance,
        subject=subject_of(row),
        **columns_of(row, _LINE),
    )


def subject_of(row: RowMapping) -> Subject | None:
    return None if row["subject_id"] is None else Subject(row["subject_kind"], row["subject_id"])
