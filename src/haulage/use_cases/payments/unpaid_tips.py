"""Close tips that were not paid in time, and find those whose payment we missed."""

from datetime import datetime, timedelta

import attrs

from haulage.jobs import Job, JobKind
from haulage.payments import Payment, PaymentState
from haulage.ports.payments import CardPayments, ChargeResult
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.settle_payment import SettlePayment

TIP_LIFETIME = timedelta(minutes=30)
"""Ours, as for unpaid orders (OP-24): whoever wants to tip later opens another."""

LOOK_AGAIN = timedelta(seconds=30)
"""Ours: while the provider has not decided either."""

DECIDED = frozenset({PaymentState.SUCCEEDED, PaymentState.CANCELED})


async def close_if_unpaid(unit: UnitOfWork, tip: Payment) -> None:
    """Have a new tip looked at when its time to be paid is over."""
    due = tip.created_at + TIP_LIFETIME
    await unit.jobs.enqueue(Job(JobKind.CLOSE_UNPAID_TIP, tip.id, due_at=due), tip.created_at)


@attrs.frozen
class CloseUnpaidTip:
    """Closes a tip that was not paid in time.

    Browsers show cards to the provider themselves, and an event can get lost: the provider closes the
    tip, or says that it was paid, and our books follow.
    """

    storage: Storage
    clock: Clock
    cards: CardPayments
    settle_payment: SettlePayment

    async def __call__(self, payment_id: str) -> None:
        """Raises ``NotYet`` while there is time or nothing is decided, and ``Unavailable``."""
        tip = await self._undecided(payment_id)
        if tip is None:
            return
        now = self.clock.now()
        if now < tip.created_at + TIP_LIFETIME:
            raise NotYet(tip.created_at + TIP_LIFETIME)
        closed = await self.cards.cancel(tip.provider_reference)
        if closed.result is ChargeResult.UNDER_WAY:
            raise self._later(now)
        await self.settle_payment.of_payment(payment_id)
        if await self._undecided(payment_id) is not None:
            raise self._later(now)

    async def _undecided(self, payment_id: str) -> Payment | None:
        tip = await self.storage.read(lambda unit: unit.payments.get(payment_id))
        return None if tip is None or tip.state in DECIDED else tip

    def _later(self, now: datetime) -> NotYet:
        return NotYet(now + LOOK_AGAIN)
