"""Failed deliveries: reported by their driver, returned, and settled by their cause."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.deliveries import DeliveryLog, GeofenceEventType, Stop
from haulage.kernel.actor import Actor
from haulage.kernel.money import Cents
from haulage.kernel.policy import Action
from haulage.orders import (
    STANDARD_TERMS,
    Cancellation,
    CancellationTerms,
    Failure,
    FailureReason,
    NotFailed,
    Order,
    OrderEventType,
    OrderStatus,
)
from haulage.orders.failure import (
    can_be_corrected,
    deliver_after_all,
    end_failed,
    fail,
    failure_fee_cents,
    reasons_for,
    sentence,
    words_of,
)
from haulage.payments import Payment, PaymentState
from haulage.payments.payment import refundable_cents
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.deliveries.change_status import distance_from, require_free_hands
from haulage.services.orders.order_emails import MONEY_WAITS, OrderEmails, money_sentence
from haulage.services.orders.order_log import save_with_event
from haulage.services.payments.failed_deliveries import retained_failure_fee, settle_failed, waits_for_bank
from haulage.use_cases.deliveries.delivery_session import DeliverySession, delivery_id
from haulage.use_cases.deliveries.driver_deliveries import held_delivery, own_delivery, session_of
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.payments.send_refunds import SendRefunds

Work = Callable[[UnitOfWork, Order, datetime], Awaitable[Order]]


@attrs.frozen
class FailureReport:
    """Why it cannot be delivered, and what the driver has to say about it."""

    reason: FailureReason
    note: str = ""


@attrs.frozen
class PossibleFailure:
    """A reason that can arise now, and what the customer is charged for it."""

    reason: FailureReason
    customer_pays_cents: Cents


@attrs.frozen
class PossibleFailures:
    """``needs_return`` is whether goods are on board. Without ``seen_there`` nobody is charged anything."""

    items: Sequence[PossibleFailure]
    needs_return: bool
    seen_there: bool


@attrs.frozen
class Failing:
    """Apply a failure to its order, in the caller's unit of work.

    *at* is when it happened, which may be before it was reported at *now*.
    """

    mails: OrderEmails
    terms: CancellationTerms = STANDARD_TERMS

    async def say(
        self, unit: UnitOfWork, actor: Actor, order: Order, report: FailureReport, at: datetime, now: datetime
    ) -> Order:
        """Goods on board have to be brought back; without any the order ends here."""
        log = await unit.deliveries.log(delivery_id(order))
        failure = Failure(at, report.reason, report.note.strip(), is_seen_there(order, log))
        failed = fail(order, failure, by_arrival=await may_be_corrected(unit, order, log))
        if order.status is OrderStatus.COMPLETED:
            await _take_up_again(unit, order, now)
        if failed.picked_up_at is None:
            return await self._end(unit, actor, order, failed, OrderEventType.DELIVERY_FAILED, at, now)
        await self._email_customer(unit, EmailKind.DELIVERY_FAILED, failed, now)
        await _note(unit, actor, failed, now)
        return await save_with_event(unit, order, failed, OrderEventType.DELIVERY_FAILED)

    async def go_on(self, unit: UnitOfWork, order: Order, at: datetime) -> Order:
        after_all = deliver_after_all(order, at)
        return await save_with_event(unit, order, after_all, OrderEventType.DELIVERY_RESUMED)

    async def give_back(
        self, unit: UnitOfWork, actor: Actor, order: Order, at: datetime, now: datetime
    ) -> Order:
        """The goods are back, and the order ends; far away from the pickup the distance is recorded."""
        if order.failure is None:
            raise NotFailed
        if order.failure.returned_at is not None:
            return order
        return await self._end(unit, actor, order, order, OrderEventType.RETURNED, at, now)

    async def _end(
        self,
        unit: UnitOfWork,
        actor: Actor,
        stored: Order,
        failed: Order,
        event: OrderEventType,
        at: datetime,
        now: datetime,
    ) -> Order:
        """The order is over, its driver free, and its money where the cause has it."""
        assert failed.failure is not None
        payment = await unit.payments.of_order(failed.id)
        fee_cents = retained_failure_fee(payment, failed, self.terms)
        why = words_of(failed.failure.reason, loaded=failed.picked_up_at is not None)
        ended = end_failed(failed, Cancellation(at, actor.user_id or "", f"Not delivered: {why}", fee_cents))
        is_return = event is OrderEventType.RETURNED
        kind = EmailKind.ITEMS_RETURNED if is_return else EmailKind.DELIVERY_FAILED
        await self._email_customer(unit, kind, ended, now)
        driver_id = stored.driver_id or ""
        far = await distance_from(unit, stored, driver_id, Stop.PICKUP, at) if is_return else None
        saved = await save_with_event(unit, stored, ended, event, miles_away=far.miles if far else None)
        await settle_failed(unit, actor, payment, saved, fee_cents, now)
        await _note(unit, actor, saved, now)
        await unit.drivers.mark_changed(driver_id, now)
        return saved

    async def _email_customer(self, unit: UnitOfWork, kind: EmailKind, order: Order, now: datetime) -> None:
        payment = await unit.payments.of_order(order.id)
        money = _money_of(payment, order, retained_failure_fee(payment, order, self.terms))
        await self.mails.to_customer(unit, kind, order, now, what=sentence(order) or "", money=money)


@attrs.frozen
class FailDelivery:
    """A driver reports a failed delivery, resumes it, or confirms the return of its goods.

    For the order's driver alone. Administrators end an order by cancelling it.
    """

    storage: Storage
    clock: Clock
    send_refunds: SendRefunds
    failing: Failing

    async def possible(self, actor: Actor, order_id: str) -> PossibleFailures:
        """What the driver may give as the reason now, with what it leads to."""
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> PossibleFailures:
            order, _ = await own_delivery(unit, actor, Action.WORK_ORDER, order_id)
            log = await unit.deliveries.log(delivery_id(order))
            seen = is_seen_there(order, log)
            in_hand = order.status is OrderStatus.IN_PROGRESS and order.failure is None
            corrigible = await may_be_corrected(unit, order, log)
            may = in_hand or can_be_corrected(order, now, by_arrival=corrigible)

            def possible(reason: FailureReason) -> PossibleFailure:
                failure = Failure(now, reason, seen_there=seen)
                return PossibleFailure(reason, failure_fee_cents(order, failure, self.failing.terms))

            found = [possible(reason) for reason in reasons_for(order) if may]
            return PossibleFailures(found, order.picked_up_at is not None, seen)

        return await self.storage.read(query)

    async def fail(
        self,
        actor: Actor,
        order_id: str,
        report: FailureReport,
        once: IdempotentRequest[DeliverySession] | None = None,
    ) -> DeliverySession:
        """Goods on board have to be brought back; without any the order ends here. Saying so again changes
        nothing. Raises ``NotFound``, ``IllegalMove`` and ``InvalidInput``."""

        async def work(unit: UnitOfWork, order: Order, now: datetime) -> Order:
            if order.failure is not None:
                return order
            return await self.failing.say(unit, actor, order, report, now, now)

        return await self._work(actor, order_id, once, work)

    async def deliver_after_all(
        self, actor: Actor, order_id: str, once: IdempotentRequest[DeliverySession] | None = None
    ) -> DeliverySession:
        """Somebody turned up, and the delivery goes on. Raises ``NotFailed``."""
        return await self._work(actor, order_id, once, self.failing.go_on)

    async def confirm_return(
        self, actor: Actor, order_id: str, once: IdempotentRequest[DeliverySession] | None = None
    ) -> DeliverySession:
        """The goods are back, and the order ends; again changes nothing. Raises ``NotFailed``."""

        async def work(unit: UnitOfWork, order: Order, now: datetime) -> Order:
            return await self.failing.give_back(unit, actor, order, now, now)

        return await self._work(actor, order_id, once, work)

    async def _work(
        self, actor: Actor, order_id: str, once: IdempotentRequest[DeliverySession] | None, work: Work
    ) -> DeliverySession:
        now = self.clock.now()

        async def step(unit: UnitOfWork) -> DeliverySession:
            order, _ = await held_delivery(unit, actor, order_id)
            return await session_of(unit, await work(unit, order, now), now)

        session = await write_once(self.storage, once, step, now)
        await self.send_refunds.of_order(order_id)
        return session


def _money_of(payment: Payment | None, order: Order, fee_cents: Cents) -> str:
    """The sentence to the customer about their money; empty where no card was charged."""
    if payment is None or payment.state is not PaymentState.SUCCEEDED:
        return ""
    if waits_for_bank(payment, order):
        return MONEY_WAITS
    return money_sentence(order, fee_cents, refundable_cents(payment))


def is_seen_there(order: Order, log: DeliveryLog) -> bool:
    """Whether two trusted positions, ten seconds apart, have the driver at the stop (OP-49)."""
    if order.picked_up_at is None:
        return log.pickup.is_inside
    return log.dropoff.is_inside or is_by_arrival(log)


def is_by_arrival(log: DeliveryLog) -> bool:
    """Whether arriving at the dropoff completed the order by itself."""
    return any(event.type is GeofenceEventType.DROPOFF_ENTER and event.auto_triggered for event in log.events)


async def may_be_corrected(unit: UnitOfWork, order: Order, log: DeliveryLog) -> bool:
    """Whether the arrival alone completed it: whoever has left a proof of delivery has delivered."""
    return is_by_arrival(log) and not await unit.proofs.proved([order.id])


async def _take_up_again(unit: UnitOfWork, order: Order, now: datetime) -> None:
    """What counted as done is in the driver's hands again. Raises ``DriverBusy``."""
    driver_id = order.driver_id or ""
    await require_free_hands(unit, driver_id, order)
    driver = await unit.drivers.get(driver_id)
    if driver is not None:
        uncounted = attrs.evolve(driver, total_jobs=max(0, driver.total_jobs - 1), updated_at=now)
        await unit.drivers.save(driver, uncounted)
    await unit.drivers.mark_changed(driver_id, now)


async def _note(unit: UnitOfWork, actor: Actor, order: Order, now: datetime) -> None:
    failure, ended = order.failure, order.cancellation
    assert failure is not None
    facts: dict[str, Fact] = {
        "reason": failure.reason.value,
        "seen_there": failure.seen_there,
        "loaded": order.picked_up_at is not None,
        "fee_cents": ended.fee_cents if ended else None,
    }
    action = AuditAction.ITEMS_RETURNED if failure.returned_at else AuditAction.DELIVERY_FAILED
    await unit.audit.append(AuditEvent(action, actor, now, "order", order.id, facts))
