"""Where the money of a failed delivery goes, in the transaction that ends its order or its dispute."""

from datetime import datetime

import attrs

from haulage.kernel.actor import SYSTEM, Actor
from haulage.kernel.money import Cents
from haulage.ledger import SplitKind
from haulage.orders import CancellationTerms, Order
from haulage.orders.failure import earns_fare, failure_fee_cents
from haulage.payments import DisputeState, Payment, PaymentState, RefundKind
from haulage.payments.payment import refundable_cents, request_refund
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments import ledger_postings
from haulage.services.payments.cancellation_fees import retained_fee_cents
from haulage.services.payments.refund_audit import audit_refund_owed


def retained_failure_fee(payment: Payment | None, order: Order, terms: CancellationTerms) -> Cents:
    """The fee that the customer of a failed order is charged."""
    assert order.failure is not None
    return retained_fee_cents(payment, failure_fee_cents(order, order.failure, terms))


def waits_for_bank(payment: Payment, order: Order) -> bool:
    """Whether a dispute keeps the money that is to go back. A fare that is earned is held with its driver's
    share instead."""
    return payment.dispute is DisputeState.OPEN and not _earns_fare(order)


async def settle_failed(
    unit: UnitOfWork, actor: Actor, payment: Payment | None, order: Order, fee_cents: Cents, now: datetime
) -> None:
    """The fare is earned as if it had been delivered, or the payment is refunded but for the fee.

    While a card holder's bank has the money there is none to give back: the driver is let go all the same,
    and what the bank leaves is refunded when the dispute ends.
    """
    if payment is None or payment.state is not PaymentState.SUCCEEDED or waits_for_bank(payment, order):
        return
    if _earns_fare(order):
        await ledger_postings.order_completed(unit, order, now)
        return
    owed = request_refund(payment, payment.amount_cents - payment.lost_cents - fee_cents, now)
    await ledger_postings.order_cancelled(unit, actor, owed, order, fee_cents, now)
    await unit.payments.save(payment, owed)
    await audit_refund_owed(unit, actor, owed)


async def settle_after_dispute(unit: UnitOfWork, payment: Payment, now: datetime) -> None:
    """Settle a failed delivery that waited for the bank. What was settled before, and an order that did not
    fail, stay as they are."""
    order = await unit.orders.get(payment.order_id)
    split = await unit.splits.of_payment(payment.id)
    if order is None or order.cancellation is None or order.failure is None or _earns_fare(order):
        return
    if split is None:  # all of it was lost or went back, and the bank may have changed its verdict
        await _refund_rest(unit, payment, now)
        return
    if split.kind is not SplitKind.FARE:
        return
    fee_cents = retained_fee_cents(payment, order.cancellation.fee_cents)
    if fee_cents != order.cancellation.fee_cents:
        ended = attrs.evolve(order.cancellation, fee_cents=fee_cents)
        order = await unit.orders.save(order, attrs.evolve(order, cancellation=ended, updated_at=now))
    await settle_failed(unit, SYSTEM, payment, order, fee_cents, now)


async def _refund_rest(unit: UnitOfWork, payment: Payment, now: datetime) -> None:
    left = refundable_cents(payment)
    if left:
        owed = request_refund(payment, payment.refund_requested_cents + left, now)
        saved = await unit.payments.save(payment, owed)
        await ledger_postings.refund(unit, SYSTEM, saved, left, RefundKind.NOT_PERFORMED, "", now)
        await audit_refund_owed(unit, SYSTEM, saved)


def _earns_fare(order: Order) -> bool:
    return order.failure is not None and earns_fare(order, order.failure)
