"""Apply the result of a charge to its payment and order: the only function that does."""

from datetime import datetime, timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.dispatch import STANDARD_OFFER_TERMS, OfferTerms
from haulage.kernel.actor import Actor
from haulage.orders import Order, OrderEventType, OrderStatus, PaymentStatus
from haulage.orders.order import assign, pay
from haulage.payments import Payment, PaymentPurpose, PaymentState
from haulage.payments.payment import cancel, challenge, decline, release, request_refund, succeed
from haulage.ports.payments import Charge, ChargeResult
from haulage.ports.runtime.topics import order_topic
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.dispatch.eligibility import can_take
from haulage.services.dispatch.job_offers import hold_for, look_anew
from haulage.services.orders.order_log import append_event, save_with_event
from haulage.services.payments import ledger_postings
from haulage.services.payments.refund_audit import audit_refund_owed
from haulage.services.payments.saved_cards import keep_paying_card
from haulage.services.receipts.issue_receipt import issue_receipt
from haulage.use_cases.receipts.email_receipt import mail_later

FAILED = "Payment failed. Please try again."
"""PAY-05, where the provider gives no reason that a customer could use."""


@attrs.frozen
class PaymentOutcome:
    """The payment and its order after an attempt. A decline is an outcome, with its reason."""

    payment: Payment
    order: Order

    @property
    def declined(self) -> bool:
        return self.payment.state is PaymentState.REQUIRES_PAYMENT_METHOD


async def apply_charge_result(
    unit: UnitOfWork,
    actor: Actor,
    at: PaymentOutcome,
    charge: Charge,
    now: datetime,
    *,
    assigning: bool,
    terms: OfferTerms = STANDARD_OFFER_TERMS,
) -> PaymentOutcome:
    """Bring a payment and its order to what the provider says of them; saying it again changes nothing.

    Money that came is final, so what else is said of the intent later, or was said earlier and arrives
    late, is ignored.
    """
    payment, order = at.payment, at.order
    if payment.state is PaymentState.SUCCEEDED:
        return at
    if charge.result is ChargeResult.PAID:
        return await _record_success(unit, actor, at, charge, now, assigning=assigning, terms=terms)
    if payment.state is PaymentState.CANCELED:
        return at
    after = _without_money(payment, charge, now)
    if after is payment:
        return at
    if charge.result is ChargeResult.DECLINED:
        await append_event(unit, order, OrderEventType.PAYMENT_DECLINED, now)
    unit.notify(order_topic(order.id))
    return PaymentOutcome(await unit.payments.save(payment, after), order)


def _without_money(payment: Payment, charge: Charge, now: datetime) -> Payment:
    """The payment after a result that brings no money; the same payment if nothing changed."""
    waiting = payment.state is PaymentState.REQUIRES_PAYMENT_METHOD
    match charge.result:
        case ChargeResult.DECLINED:
            reason = charge.reason or FAILED
            if waiting and payment.decline_reason == reason:
                return payment
            return _with_card(decline(payment, reason, now), charge)
        case ChargeResult.NEEDS_AUTHENTICATION:
            return payment if payment.state is PaymentState.REQUIRES_ACTION else challenge(payment, now)
        case ChargeResult.CANCELED:
            free = release(payment, now) if payment.state is PaymentState.PROCESSING else payment
            return cancel(free, now)
        case ChargeResult.OPEN:
            return payment if waiting else release(payment, now)
        case ChargeResult.UNDER_WAY | ChargeResult.PAID:
            return payment


def _with_card(payment: Payment, charge: Charge) -> Payment:
    """With the card that was tried, where the provider tells; what was typed here is known before."""
    return attrs.evolve(
        payment,
        card_brand=charge.card_brand or payment.card_brand,
        card_last4=charge.card_last4 or payment.card_last4,
    )


async def _record_success(
    unit: UnitOfWork,
    actor: Actor,
    at: PaymentOutcome,
    charge: Charge,
    now: datetime,
    *,
    assigning: bool,
    terms: OfferTerms,
) -> PaymentOutcome:
    """Paid: for the order, or to be given back because the order wants it no more (OP-24)."""
    order = at.order
    paid = _with_card(succeed(at.payment, charge.processing_fee_cents, now), charge)
    if not _is_wanted(paid, order):
        paid = request_refund(paid, paid.amount_cents, now)
    elif paid.purpose is PaymentPurpose.ORDER:
        order = await _dispatch_paid_order(unit, order, now, terms, assigning=assigning)
    saved = await unit.payments.save(at.payment, paid)
    unit.notify(order_topic(order.id))
    await ledger_postings.payment_received(unit, actor, saved, order, now)
    await mail_later(unit, await issue_receipt(unit, saved, order, now))
    await _audit_payment(unit, actor, saved, now)
    if charge.saved_card is not None:
        await keep_paying_card(unit, actor, saved, charge.saved_card, now)
    return PaymentOutcome(saved, order)


def _is_wanted(payment: Payment, order: Order) -> bool:
    """An order is paid once and while it lives; a tip is for work that was done."""
    if payment.purpose is PaymentPurpose.TIP:
        return order.status is OrderStatus.COMPLETED
    return not order.is_final and order.payment_status is PaymentStatus.UNPAID


async def _dispatch_paid_order(
    unit: UnitOfWork, order: Order, now: datetime, terms: OfferTerms, *, assigning: bool
) -> Order:
    """Paid; and assigned, if the chosen driver can still come, or else offered to others (OP-24, OP-25)."""
    offer = await unit.quotes.offer(order.quote_id, order.chosen_driver_id or "")
    arrival = timedelta(minutes=offer.arrival_minutes) if offer else None
    due = now + arrival if arrival is not None else None
    paid = await save_with_event(unit, order, pay(order, now, pickup_due_at=due), OrderEventType.PAID)
    driver_id = order.chosen_driver_id
    if driver_id is None:
        await look_anew(unit, paid, now, terms)
        return paid
    await unit.drivers.mark_changed(driver_id, now)  # and locked, until it is decided
    if not (assigning and await can_take(unit, driver_id, paid, now)):
        await append_event(unit, paid, OrderEventType.CHOSEN_DRIVER_UNAVAILABLE, now)
        await look_anew(unit, paid, now, terms)
        return paid
    assigned = await save_with_event(unit, paid, assign(paid, driver_id, now), OrderEventType.ASSIGNED)
    await hold_for(unit, assigned, now, terms)
    return assigned


async def _audit_payment(unit: UnitOfWork, actor: Actor, payment: Payment, now: datetime) -> None:
    """Write to the audit trail what was charged, and what of it is owed back at once."""
    facts: dict[str, Fact] = {
        "order": payment.order_id,
        "cents": payment.amount_cents,
        "attempt": payment.attempts,
    }
    await unit.audit.append(
        AuditEvent(AuditAction.PAYMENT_CAPTURED, actor, now, "payment", payment.id, facts)
    )
    if payment.refund_requested_cents:
        await audit_refund_owed(unit, actor, payment)
