"""What was withheld of drivers' payouts for the tax office, from the entries of the account that holds it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Select, func, select

from haulage.kernel.money import Cents
from haulage.ledger import SubjectKind, TransactionState
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
    sums = select(payouts.c.driver_id, func.sum(_CREDIT).label("cents"))
    grouped = _withheld(sums, driver_ids, since, until).group_by(payouts.c.driver_id)
    return {row["driver_id"]: int(row["cents"]) for row in await session.rows(grouped)}


async def list_withheld(
    session: Session, driver_id: str, since: datetime, until: datetime, request: PageRequest
) -> Page[WithheldEntry]:
    """The latest first."""
    entries = select(_HEAD.id, _HEAD.subject_id, _ENTRY.at.label("created_at"), _CREDIT.label("cents"))
    wanted = _withheld(entries, [driver_id], since, until).subquery()
    return page(await session.rows(page_of(wanted, request)), request, _entry)


def _withheld(
    statement: Select[Any], driver_ids: Collection[str], since: datetime, until: datetime
) -> Select[Any]:
    """Of payouts that were paid, and of those that came back."""
    return (
        statement.select_from(payouts)
        .join(
            ledger_transactions,
            (_HEAD.subject_id == payouts.c.id) & (_HEAD.subject_kind == SubjectKind.PAYOUT),
        )
        .join(ledger_entries, _ENTRY.transaction_id == _HEAD.id)
        .where(
            payouts.c.driver_id.in_(driver_ids),
            payouts.c.withheld_cents > 0,
            _ENTRY.account == WITHHOLDING_PAYABLE.code,
            _ENTRY.at >= since,
            _ENTRY.at < until,
            _HEAD.state == TransactionState.POSTED,
        )
    )


def _entry(row: RowMapping) -> WithheldEntry:
    return WithheldEntry(row["id"], row["subject_id"], row["created_at"], int(row["cents"]))
