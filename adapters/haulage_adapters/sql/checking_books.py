"""Reading all the books, and holding them against what the payments say."""

from typing import Any

from sqlalchemy import Select, exists, func, literal, or_, select, union_all

from haulage.ledger import TransactionKind, TransactionState
from haulage.ledger.account import CUSTOMER_RECEIVABLE
from haulage.orders import PaymentStatus
from haulage.payments import PaymentState
from haulage.ports.ledger_storage import LedgerCheck
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions, orders, payments


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
    """Orders that are paid, or have a payment that succeeded, without that payment in the books."""
    told = (
        exists()
        .where(ledger_transactions.c.id == ledger_entries.c.transaction_id)
        .where(ledger_transactions.c.kind == TransactionKind.PAYMENT)
        .where(ledger_entries.c.account == CUSTOMER_RECEIVABLE.code)
        .where(ledger_entries.c.amount_cents == -payments.c.amount_cents)
        .where(ledger_transactions.c.order_id == payments.c.order_id)
    )
    paid = exists().where(payments.c.order_id == orders.c.id, payments.c.state == PaymentState.SUCCEEDED)
    untold = exists().where(
        payments.c.order_id == orders.c.id, payments.c.state == PaymentState.SUCCEEDED, ~told
    )
    marked = orders.c.payment_status == PaymentStatus.PAID
    return select(func.count()).select_from(orders).where(or_(untold, marked & ~paid))
