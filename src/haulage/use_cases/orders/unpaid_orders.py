"""Cancel orders that were not paid in time (OP-24)."""

from datetime import datetime, timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import SYSTEM
from haulage.orders import STANDARD_TERMS, Cancellation, CancellationTerms, Order, OrderEventType
from haulage.orders.cancellation import is_abandoned, is_unpaid
from haulage.orders.order import cancel
from haulage.payments import Payment, PaymentState
from haulage.payments.payment import cancel as cancel_payment
from haulage.ports.payments import CardPayments, ChargeResult
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.orders.order_log import save_with_event
from haulage.use_cases.payments.settle_payment import SettlePayment

REASON = "Not paid in time"
LOOK_AGAIN = timedelta(seconds=30)
"""Ours: while a payment is under way, its outcome decides."""


async def end_if_unpaid(unit: UnitOfWork, order: Order, terms: CancellationTerms = STANDARD_TERMS) -> None:
    """Have a new order looked at when its time to be paid is over."""
    due = order.created_at + terms.unpaid_lifetime
    await unit.jobs.enqueue(Job(JobKind.CANCEL_UNPAID_ORDER, order.id, due_at=due), order.created_at)


@attrs.frozen
class CancelUnpaidOrder:
    """Cancel an order that is still unpaid when its time is over: the provider hears of it first, so that
    nobody can pay any more. Money that lands all the same is given back by whoever writes it down."""

    storage: Storage
    clock: Clock
    cards: CardPayments
    settle_payment: SettlePayment
    terms: CancellationTerms = STANDARD_TERMS

    async def __call__(self, order_id: str) -> None:
        """Raises ``NotYet`` while there is time or a payment is under way, and ``Unavailable``."""
        order, payment = await self.storage.read(lambda unit: self._look(unit, order_id))
        if order is None:
            return
        if payment is not None:
            closed = await self.cards.cancel(payment.provider_reference)
            if closed.result is ChargeResult.UNDER_WAY:
                raise NotYet(self.clock.now() + LOOK_AGAIN)
            if closed.result is ChargeResult.PAID:
                await self.settle_payment.of_payment(payment.id)
        now = self.clock.now()
        await self.storage.write(lambda unit: self._cancel(unit, order_id, now))

    async def _look(self, unit: UnitOfWork, order_id: str) -> tuple[Order | None, Payment | None]:
        """The order, if it is to end now, and its payment. Raises ``NotYet``."""
        now = self.clock.now()
        order = await unit.orders.get(order_id)
        if order is None or not is_unpaid(order):
            return None, None
        if not is_abandoned(order, now, self.terms):
            raise NotYet(order.created_at + self.terms.unpaid_lifetime)
        payment = await unit.payments.of_order(order_id)
        if payment is not None and payment.state is PaymentState.PROCESSING:
            raise NotYet(now + LOOK_AGAIN)
        return order, payment

    async def _cancel(self, unit: UnitOfWork, order_id: str, now: datetime) -> None:
        """If it is still to be done; an attempt that began meanwhile raises ``NotYet``."""
        order, payment = await self._look(unit, order_id)
        if order is None:
            return
        if payment is not None:
            await unit.payments.save(payment, cancel_payment(payment, now))
        cancelled = cancel(order, Cancellation(now, SYSTEM.name, REASON, 0))
        facts = {"fee_cents": 0, "price_cents": order.price_cents, "payment": order.payment_status.value}
        await unit.audit.append(
            AuditEvent(AuditAction.ORDER_CANCELLED, SYSTEM, now, "order", order.id, facts)
        )
        await save_with_event(unit, order, cancelled, OrderEventType.CANCELLED)
