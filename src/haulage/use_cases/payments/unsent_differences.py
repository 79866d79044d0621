"""The difference of a refund that is owed and does not go out: listed when its tries are used up, closed when
nothing of it is owed any more."""

from datetime import datetime

from haulage.payments import Refund
from haulage.payments.difference import DifferenceKind, DifferenceSubject
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.ledger_entries import derived_id
from haulage.use_cases.payments.comparison import Comparison

SENT_AGAIN = 2
"""Ours: how often a refund that came back is tried again before it is left to people."""


async def list_if_given_up(unit: UnitOfWork, refund: Refund, now: datetime) -> None:
    """Administrators see it at once, and not when the day is over after which any unsent refund is listed."""
    if refund.attempts > SENT_AGAIN:
        await unit.reconciliation.note(Comparison(now).refund_not_sent(refund))


async def close_unsent(unit: UnitOfWork, refund: Refund, now: datetime) -> None:
    """It was sent, settled or withdrawn: nobody has to look at it any more."""
    key = f"{DifferenceKind.NOT_SENT}/{DifferenceSubject.REFUND}/{refund.id}"
    await unit.reconciliation.close_one(derived_id("dif", key), now)
