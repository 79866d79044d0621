"""Holding the payouts against what the books reserved and posted for them, part by part."""

from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, literal, or_, select

from haulage.ledger import AccountKind, TransactionState
from haulage.ledger.account import SEPARATOR
from haulage.payouts import OPEN, PayoutStatus
from haulage.ports.storage.ledger import CheckedPart, LedgerCheck
from haulage_adapters.sql.money.checkpoints import be_patient
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions, payouts

_PAYOUT, _HEAD, _ENTRY = payouts.c, ledger_transactions.c, ledger_entries.c
_WHOLE = literal("payout/") + _PAYOUT.id
_LESS = _WHOLE + "/less"
_FEES = _PAYOUT.instant_fee_cents + _PAYOUT.provider_fee_cents + _PAYOUT.platform_fee_cents
"""What goes back to the balance where an instant payout is made as a standard one."""


async def check_payouts(
    session: Session, limit: int, after: str | None, since: datetime | None
) -> CheckedPart:
    await be_patient(session)
    page = select(_PAYOUT.id).order_by(_PAYOUT.id).limit(limit)
    page = page if after is None else page.where(_PAYOUT.id > after)
    page = page if since is None else page.where(_PAYOUT.created_at >= since)
    ids = [row["id"] for row in await session.rows(page)]
    wrong = select(_PAYOUT.id).where(_PAYOUT.id.in_(ids), _has_other_entries()).order_by(_PAYOUT.id)
    found = tuple(row["id"] for row in await session.rows(wrong)) if ids else ()
    check = LedgerCheck(0, 0, 0, 0, payouts_without_entries=len(found), payout_ids=found)
    return CheckedPart(check, len(ids), ids[-1] if len(ids) == limit else None)


def _has_other_entries() -> ColumnElement[bool]:
    """An open payout is reserved and one that was paid is posted, over as much as left the balance; of one
    that failed, once it is settled, nothing is left."""
    left_cents = _PAYOUT.amount_cents - _FEES - _PAYOUT.withheld_returned_cents
    paid = _PAYOUT.status == PayoutStatus.PAID
    failed = _PAYOUT.status.in_((PayoutStatus.FAILED, PayoutStatus.CANCELED))
    return or_(
        _PAYOUT.status.in_(OPEN) & ~_taken(_WHOLE, TransactionState.RESERVED, _PAYOUT.amount_cents),
        and_(paid, ~_PAYOUT.fees_returned, ~_taken(_WHOLE, TransactionState.POSTED, _PAYOUT.amount_cents)),
        and_(paid, _PAYOUT.fees_returned, ~_taken(_LESS, TransactionState.POSTED, left_cents)),
        and_(failed, _PAYOUT.settled_at.is_not(None), _stands()),
    )


def _taken(
    reference: ColumnElement[str], state: TransactionState, cents: ColumnElement[int]
) -> ColumnElement[bool]:
    """Whether so much is taken from what the driver had available."""
    return exists().where(
        _HEAD.reference == reference,
        _HEAD.state == state,
        _HEAD.id == _ENTRY.transaction_id,
        _ENTRY.account == literal(f"{AccountKind.DRIVER_AVAILABLE}{SEPARATOR}") + _PAYOUT.driver_id,
        _ENTRY.amount_cents == cents,
    )


def _stands() -> ColumnElement[bool]:
    """Whether something is reserved or posted and was not undone."""
    undoing = ledger_transactions.alias("undoing")
    undone = exists().where(undoing.c.reverses == _HEAD.id)
    return exists().where(
        _HEAD.reference.in_((_WHOLE, _LESS)),
        or_(_HEAD.state == TransactionState.RESERVED, (_HEAD.state == TransactionState.POSTED) & ~undone),
    )
