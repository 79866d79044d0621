"""What drivers came to have in a period, from the entries of the accounts that are held for them."""

from datetime import datetime

from sqlalchemy import case, func, or_, select

from haulage.ledger import TransactionKind, TransactionState
from haulage.ledger.income import PAID_OUT, Income, accounts_held_for
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import ledger_entries, ledger_transactions


async def income_of(session: Session, driver_id: str, since: datetime, until: datetime) -> Income:
    """By the day of posting. What reverses a payout is no income, as the payout was no loss."""
    entry, head = ledger_entries.c, ledger_transactions.c
    reversed_ = ledger_transactions.alias("reversed")
    is_tip = or_(head.kind == TransactionKind.TIP, reversed_.c.kind == TransactionKind.TIP)
    credit = -entry.amount_cents
    statement = (
        select(
            func.coalesce(func.sum(case((is_tip, 0), else_=credit)), 0).label("earnings"),
            func.coalesce(func.sum(case((is_tip, credit), else_=0)), 0).label("tips"),
        )
        .select_from(ledger_entries)
        .join(ledger_transactions, head.id == entry.transaction_id)
        .outerjoin(reversed_, reversed_.c.id == head.reverses)
        .where(
            entry.account.in_([account.code for account in accounts_held_for(driver_id)]),
            entry.at >= since,
            entry.at < until,
            head.state == TransactionState.POSTED,
            head.kind.not_in(PAID_OUT),
            or_(reversed_.c.id.is_(None), reversed_.c.kind.not_in(PAID_OUT)),
        )
    )
    row = await session.row(statement)
    return Income(int(row["earnings"]), int(row["tips"])) if row else Income()
