"""Cancellation fees: what the customer does not get back when an order is cancelled."""

from datetime import datetime

from haulage.kernel.actor import Actor
from haulage.kernel.money import Cents
from haulage.orders import (
    ORDER_LIFECYCLE,
    STANDARD_TERMS,
    CancellationTerms,
    Order,
    OrderMove,
    customer_fee_cents,
)
from haulage.payments.payment import (
    Payment,
    PaymentState,
    refundable_cents,
)


def cancellation_fee_cents(
    actor: Actor, order: Order, now: datetime, terms: CancellationTerms = STANDARD_TERMS
) -> Cents:
    """Admins cancel without a fee, whenever the lifecycle allows it."""
    if actor.is_admin and actor.user_id != order.customer_id:
        ORDER_LIFECYCLE.after(order.status, OrderMove.CANCEL)
        return 0
    return customer_fee_cents(order, now, terms)


def retained_fee_cents(payment: Payment | None, fee: Cents) -> Cents:
    """A fee never exceeds what is left of the payment (OP-23)."""
    if payment is None or payment.state is not PaymentState.SUCCEEDED:
        return fee
    return min(fee, refundable_cents(payment))
