"""What was withheld of drivers' payouts for the tax office, from the entries of the account that holds it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, and_, case, func, or_, select

from haulage.kernel.money import Cents
from haulage.ledger import SubjectKind, TransactionKind, TransactionState
from haulage.ledger.account import WITHHOLDING_PAYABLE
from haulage.ledger.income import WithheldEntry
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions, payouts

_ENTRY, _HEAD = ledger_entries.c, ledger_transactions.c
_CREDIT = -_ENTRY.amount_cents


async def withheld_by(
    session: Session, driver_ids: Collection[str], since: datetime, until: datetime
) -> Mapping[str, Cents]:
    """By driver, of those of whose payouts anything was withheld."""
    whose = func.coalesce(payouts.c.driver_id, _HEAD.subject_id)
    sums = select(whose.label("driver_id"), func.sum(_CREDIT).label("cents"))
    grouped = _withheld(sums, driver_ids, since, until).group_by(whose)
    return {row["driver_id"]: int(row["cents"]) for row in await session.rows(grouped)}


async def withheld_within(session: Session, periods: Sequence[tuple[datetime, datetime]]) -> Sequence[Cents]:
    """Of all drivers in each period."""
    sums = [
        func.coalesce(
            func.sum(case((and_(_ENTRY.at >= since, _ENTRY.at < until), _CREDIT), else_=0)), 0
        ).label(f"period_{number}")
        for number, (since, until) in enumerate(periods)
    ]
    wanted = (
        select(*sums)
        .select_from(ledger_entries)
        .join(ledger_transactions, _ENTRY.transaction_id == _HEAD.id)
        .where(
            _ENTRY.account == WITHHOLDING_PAYABLE.code,
            _ENTRY.at >= min(since for since, _ in periods),
            _ENTRY.at < max(until for _, until in periods),
            _HEAD.state == TransactionState.POSTED,
            _HEAD.kind != TransactionKind.REMITTANCE,
        )
    )
    row = await session.row(wanted)
    assert row is not None, "sums have one row"
    return [int(row[each.name]) for each in sums]


async def list_withheld(
    session: Session, driver_id: str, since: datetime, until: datetime, request: PageRequest
) -> Page[WithheldEntry]:
    """The latest first."""
    at, cents = _ENTRY.at.label("created_at"), _CREDIT.label("cents")
    entries = select(_HEAD.id, payouts.c.id.label("payout_id"), at, cents)
    wanted = _withheld(entries, [driver_id], since, until).subquery()
    return page(await session.rows(page_of(wanted, request)), request, _entry)


def _withheld(
    statement: Select[Any], driver_ids: Collection[str], since: datetime, until: datetime
) -> Select[Any]:
    """Of payouts that were paid, of those that came back, and of what an operator settled."""
    of_payout = and_(_HEAD.subject_kind == SubjectKind.PAYOUT, _HEAD.subject_id == payouts.c.id)
    return (
        statement.select_from(ledger_transactions)
        .join(ledger_entries, _ENTRY.transaction_id == _HEAD.id)
        .outerjoin(payouts, of_payout)
        .where(
            _about(driver_ids),
            _ENTRY.account == WITHHOLDING_PAYABLE.code,
            _ENTRY.at >= since,
            _ENTRY.at < until,
            _HEAD.state == TransactionState.POSTED,
        )
    )


def _about(driver_ids: Collection[str]) -> ColumnElement[bool]:
    """Of the drivers, or of payouts of theirs of which something was withheld."""
    theirs = select(payouts.c.id).where(payouts.c.driver_id.in_(driver_ids), payouts.c.withheld_cents > 0)
    return or_(
        and_(_HEAD.subject_kind == SubjectKind.PAYOUT, _HEAD.subject_id.in_(theirs)),
        and_(_HEAD.subject_kind == SubjectKind.DRIVER, _HEAD.subject_id.in_(driver_ids)),
    )


def _entry(row: RowMapping) -> WithheldEntry:
    return WithheldEntry(row["id"], row["payout_id"], row["created_at"], int(row["cents"]))
