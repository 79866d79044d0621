"""Cancel an order, and refund its payment but for the fee (OP-23)."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, InvalidInput, NotFound
from haulage.kernel.money import Cents
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import (
    STANDARD_TERMS,
    Cancellation,
    CancellationFeeRisen,
    CancellationTerms,
    Order,
    OrderEventType,
    PaymentStatus,
)
from haulage.orders.order import cancel
from haulage.payments.dispute import DisputeState
from haulage.payments.payment import (
    Payment,
    PaymentInProgress,
    PaymentState,
    refundable_cents,
    release,
    request_refund,
)
from haulage.payments.payment import cancel as cancel_payment
from haulage.payments.refund import PaymentDisputed
from haulage.ports.messaging.email import EmailKind
from haulage.ports.payments import CardPayments, ChargeResult
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.dispatch.job_offers import withdraw
from haulage.services.orders.order_emails import OrderEmails, cancellation_sentence
from haulage.services.orders.order_log import save_with_event
from haulage.services.payments import ledger_postings
from haulage.services.payments.cancellation_fees import cancellation_fee_cents, retained_fee_cents
from haulage.services.payments.refund_audit import audit_refund_owed
from haulage.use_cases.idempotency import IdempotentRequest, find_response, write_once
from haulage.use_cases.payments.send_refunds import SendRefunds
from haulage.use_cases.payments.settle_payment import TRIES, SettlePayment

MAX_REASON_LENGTH = 500


@attrs.frozen
class _Wish:
    """Why somebody cancels, and what they have read that it costs; None where they read no fee."""

    reason: str
    agreed_fee_cents: Cents | None

    def require_agreed(self, fee: Cents) -> None:
        if self.agreed_fee_cents is not None and fee > self.agreed_fee_cents:
            raise CancellationFeeRisen(fee)


@attrs.frozen
class CancelOrder:
    """End an order by its customer or an admin, and refund all but the fee (OP-23)."""

    storage: Storage
    clock: Clock
    cards: CardPayments
    send_refunds: SendRefunds
    settle_payment: SettlePayment
    emails: OrderEmails
    terms: CancellationTerms = STANDARD_TERMS

    async def __call__(
        self,
        actor: Actor,
        order_id: str,
        reason: str,
        once: IdempotentRequest[Order] | None = None,
        *,
        agreed_fee_cents: Cents | None = None,
    ) -> Order:
        """A fee above the one that was agreed to cancels nothing. Raises ``NotFound``, ``IllegalMove``,
        ``DriverEnRoute``, ``CancellationFeeRisen`` or ``PaymentInProgress``."""
        if len(reason) > MAX_REASON_LENGTH:
            raise InvalidInput("reason", f"must be at most {MAX_REASON_LENGTH} characters")
        closed = await self._close_unpaid_intent(actor, order_id, once)
        order = await self._end(actor, order_id, _Wish(reason, agreed_fee_cents), closed, once)
        await self.send_refunds.of_order(order.id)
        return order

    async def _end(
        self,
        actor: Actor,
        order_id: str,
        wish: _Wish,
        closed: str | None,
        once: IdempotentRequest[Order] | None,
    ) -> Order:
        """Once its intent is *closed* the order ends, whatever becomes of its payment meanwhile: who tries to
        pay is refused by the provider, so that there would be neither a paid order nor a cancelled one."""
        now = self.clock.now()
        for _ in range(TRIES):
            try:
                return await write_once(
                    self.storage,
                    once,
                    lambda unit: self._cancel(unit, actor, order_id, wish, closed, now),
                    now,
                )
            except Conflict:
                continue
        raise Conflict("order")

    async def _close_unpaid_intent(
        self, actor: Actor, order_id: str, once: IdempotentRequest[Order] | None
    ) -> str | None:
        """Nobody may pay for an order that is about to end: the provider hears of it first (OP-24), and
        decides: the intent that it has closed now, or None."""

        async def query(unit: UnitOfWork) -> Payment | None:
            await find_response(unit, once)
            order = await self._cancellable(unit, actor, order_id)
            unpaid = order.payment_status is PaymentStatus.UNPAID
            return await unit.payments.of_order(order_id) if unpaid else None

        payment = await self.storage.read(query)
        if payment is None:
            return None
        if payment.state is PaymentState.PROCESSING:
            raise PaymentInProgress
        if payment.state is PaymentState.SUCCEEDED:
            return None
        closed = await self.cards.cancel(payment.provider_reference)
        if closed.result is ChargeResult.UNDER_WAY:
            raise PaymentInProgress
        if closed.result is ChargeResult.PAID:
            await self.settle_payment.of_payment(payment.id)
        return payment.provider_reference if closed.result is ChargeResult.CANCELED else None

    async def _cancellable(self, unit: UnitOfWork, actor: Actor, order_id: str) -> Order:
        order = await unit.orders.get(order_id)
        owner = order.customer_id if order else None
        authorize(actor, Action.CANCEL_ORDER, Facts("Order", owner_id=owner))
        if order is None:
            raise NotFound("Order")
        if actor.user_id != owner:
            require_another(actor, driver_id=order.driver_id)
        self._fee(actor, order)
        return order

    def _fee(self, actor: Actor, order: Order) -> Cents:
        return cancellation_fee_cents(actor, order, self.clock.now(), self.terms)

    async def _cancel(
        self,
        unit: UnitOfWork,
        actor: Actor,
        order_id: str,
        wish: _Wish,
        closed: str | None,
        now: datetime,
    ) -> Order:
        order = await self._cancellable(unit, actor, order_id)
        payment = await unit.payments.of_order(order.id)
        fee = retained_fee_cents(payment, self._fee(actor, order))
        wish.require_agreed(fee)
        cancelled = cancel(order, Cancellation(now, actor.user_id or "", wish.reason, fee))
        if payment is not None:
            await self._release_payment(unit, actor, payment, order, fee, closed, now)
        if payment is not None and payment.state is PaymentState.SUCCEEDED:
            await self._tell(unit, order, fee, refundable_cents(payment) - fee, now)
        facts = {"fee_cents": fee, "price_cents": order.price_cents, "payment": order.payment_status.value}
        await unit.audit.append(AuditEvent(AuditAction.ORDER_CANCELLED, actor, now, "order", order.id, facts))
        if order.driver_id is not None:
            await unit.drivers.mark_changed(order.driver_id, now)
        await withdraw(unit, order, now)
        return await save_with_event(unit, order, cancelled, OrderEventType.CANCELLED)

    async def _tell(self, unit: UnitOfWork, order: Order, fee: Cents, back: Cents, now: datetime) -> None:
        """Whoever paid, and whoever would have come: an order that nobody had paid was nobody's yet."""
        money = cancellation_sentence(fee, back)
        await self.emails.to_customer(unit, EmailKind.ORDER_CANCELED, order, now, money=money)
        shared = "Your share of the cancellation fee is paid to you."
        what = shared if fee else "It was free to cancel, so there is no fee to share."
        await self.emails.to_driver(unit, EmailKind.JOB_CANCELED, order, now, what=what)

    async def _release_payment(
        self,
        unit: UnitOfWork,
        actor: Actor,
        payment: Payment,
        order: Order,
        fee: Cents,
        closed: str | None,
        now: datetime,
    ) -> None:
        if payment.state is PaymentState.SUCCEEDED:
            if payment.dispute is DisputeState.OPEN:
                raise PaymentDisputed
            owed = request_refund(payment, payment.amount_cents - payment.lost_cents - fee, now)
            await ledger_postings.order_cancelled(unit, actor, owed, order, fee, now)
            await unit.payments.save(payment, owed)
            await audit_refund_owed(unit, actor, owed)
        elif payment.state is PaymentState.PROCESSING:
            if payment.provider_reference != closed:
                raise PaymentInProgress
            await unit.payments.save(payment, cancel_payment(release(payment, now), now))
        else:
            await unit.payments.save(payment, cancel_payment(payment, now))
