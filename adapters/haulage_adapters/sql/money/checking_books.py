"""Reading all the books, and holding them against what the payments say."""

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, exists, func, literal, or_, select, union_all

from haulage.ledger import AccountKind, LedgerAccount, SplitKind, TransactionState
from haulage.ledger.account import CARD_CLEARING, CUSTOMER_RECEIVABLE, SEPARATOR
from haulage.orders import PaymentStatus
from haulage.payments import PaymentState, RefundKind
from haulage.ports.ledger_storage import LedgerCheck
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    disputes,
    ledger_entries,
    ledger_transactions,
    orders,
    payment_splits,
    payments,
    refunds,
)


async def check_books(session: Session) -> LedgerCheck:
    counted = select(func.count()).select_from(ledger_transactions)
    return LedgerCheck(
        transactions=int(await session.scalar(counted)),
        unbalanced_transactions=int(await session.scalar(_unbalanced())),
        sum_cents=int(await session.scalar(_sum())),
        paid_orders_without_entries=int(await session.scalar(_untold())),
    )


def _sum() -> Select[Any]:
    """All that is not voided: nothing, unless somebody changed the books by hand."""
    return (
        select(func.coalesce(func.sum(ledger_entries.c.amount_cents), 0))
        .outerjoin(ledger_transactions, ledger_entries.c.transaction_id == ledger_transactions.c.id)
        .where(
            or_(
                ledger_transactions.c.state.is_(None),
                ledger_transactions.c.state != TransactionState.VOIDED,
            )
        )
    )


def _unbalanced() -> Select[Any]:
    """Transactions with fewer than two entries, or that do not sum to nothing, and entries of none."""
    zero = literal(0).label("amount_cents")
    lines = union_all(
        select(
            ledger_transactions.c.id.label("id"), zero, literal(1).label("heads"), literal(0).label("entries")
        ),
        select(
            ledger_entries.c.transaction_id.label("id"),
            ledger_entries.c.amount_cents,
            literal(0).label("heads"),
            literal(1).label("entries"),
        ),
    ).subquery("lines")
    bad = (
        select(lines.c.id)
        .group_by(lines.c.id)
        .having(
            or_(
                func.sum(lines.c.amount_cents) != 0,
                func.sum(lines.c.heads) != 1,
                func.sum(lines.c.entries) < 2,
            )
        )
        .subquery("bad")
    )
    return select(func.count()).select_from(bad)


def _untold() -> Select[Any]:
    """Orders that are paid, or have a payment that succeeded, and whose money the books do not tell of as
    payments, splits, refunds and disputes do."""
    succeeded = (payments.c.order_id == orders.c.id, payments.c.state == PaymentState.SUCCEEDED)
    missing = or_(
        ~_entered("charge/", payments.c.id, CUSTOMER_RECEIVABLE, payments.c.amount_cents),
        ~_entered("payment/", payments.c.id, CUSTOMER_RECEIVABLE, -payments.c.amount_cents),
        payments.c.refund_requested_cents != _refunded(),
        _refund_is_missing(),
        _share_is_missing(),
        _dispute_is_missing(),
    )
    marked = orders.c.payment_status == PaymentStatus.PAID
    untold = or_(exists().where(*succeeded, missing), marked & ~exists().where(*succeeded))
    return select(func.count()).select_from(orders).where(untold)


def _entered(
    prefix: str, id: ColumnElement[str], account: LedgerAccount, cents: ColumnElement[int]
) -> ColumnElement[bool]:
    """Whether a transaction with this reference has just this entry."""
    entry = ledger_entries.c
    return exists().where(
        ledger_transactions.c.reference == literal(prefix) + id,
        ledger_transactions.c.id == entry.transaction_id,
        entry.account == account.code,
        entry.amount_cents == cents,
    )


def _refunded() -> ColumnElement[int]:
    sums = select(func.coalesce(func.sum(refunds.c.amount_cents), 0))
    return sums.where(refunds.c.payment_id == payments.c.id).scalar_subquery()


def _refund_is_missing() -> ColumnElement[bool]:
    """What is not kept of a cancelled order is in one transaction with the fee that is."""
    cancelled = refunds.c.kind == RefundKind.CANCELLATION
    amount = -refunds.c.amount_cents
    by_itself = _entered("refund/", refunds.c.id, CARD_CLEARING, amount)
    with_a_fee = _entered("cancellation/", refunds.c.payment_id, CARD_CLEARING, amount)
    return exists().where(
        refunds.c.payment_id == payments.c.id,
        or_(and_(cancelled, ~with_a_fee), and_(~cancelled, ~by_itself)),
    )


def _share_is_missing() -> ColumnElement[bool]:
    """Every share that was earned is in the driver's account."""
    split, entry = payment_splits.c, ledger_entries.c
    prefix = case(
        {SplitKind.FARE: "split/", SplitKind.TIP: "tip/", SplitKind.CANCELLATION_FEE: "cancellation/"},
        value=split.kind,
    )
    entered = exists().where(
        ledger_transactions.c.reference == prefix + split.payment_id,
        ledger_transactions.c.id == entry.transaction_id,
        entry.account == literal(f"{AccountKind.DRIVER}{SEPARATOR}") + split.driver_id,
        entry.amount_cents == -split.driver_cents,
    )
    return exists().where(
        split.payment_id == payments.c.id, split.earned_at.is_not(None), split.driver_cents > 0, ~entered
    )


def _dispute_is_missing() -> ColumnElement[bool]:
    opened = literal("dispute/") + disputes.c.id + literal("/opened")
    entered = exists().where(ledger_transactions.c.reference == opened)
    return exists().where(disputes.c.payment_id == payments.c.id, ~entered)
