"""What it costs to cancel, and until when a customer can (OP-23)."""

from datetime import datetime, timedelta

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.money import Cents, dollars
from haulage.orders.lifecycle import ORDER_LIFECYCLE, OrderMove, OrderStatus, PaymentStatus
from haulage.orders.order import Order


@attrs.frozen
class CancellationTerms:
    """The figures of a cancellation."""

    fee_cents: Cents
    free_before_schedule: timedelta
    free_after_payment: timedelta
    late_pickup: timedelta
    unpaid_lifetime: timedelta


STANDARD_TERMS = CancellationTerms(
    fee_cents=10_00,  # PUB-20
    free_before_schedule=timedelta(hours=1),  # PUB-20
    free_after_payment=timedelta(minutes=5),  # OP-23, ours
    late_pickup=timedelta(minutes=30),  # OP-23, ours
    unpaid_lifetime=timedelta(minutes=30),  # OP-24, ours
)


class DriverEnRoute(RuleBroken):
    """A customer cannot cancel once the driver is on the way."""

    code = "driver_en_route"
    message = "Your driver is already on the way: this order can no longer be canceled."


@attrs.define
class CancellationFeeRisen(RuleBroken):
    """Canceling costs more by now than whoever cancels agreed to."""

    code = "cancellation_fee_risen"
    fee_cents: Cents

    @property
    def message(self) -> str:
        return (
            f"Canceling costs {dollars(self.fee_cents)} by now, so nothing was canceled yet. "
            "Please look at the fee and decide again."
        )


def customer_fee_cents(order: Order, now: datetime, terms: CancellationTerms = STANDARD_TERMS) -> Cents:
    """What is kept of a customer's payment if they cancel now.

    Raises ``DriverEnRoute`` when it is too late and ``IllegalMove`` when the order has ended.
    """
    ORDER_LIFECYCLE.after(order.status, OrderMove.CANCEL)
    if order.payment_status is PaymentStatus.UNPAID:
        return 0
    if _pickup_is_late(order, now, terms):
        return 0
    if order.en_route_at is not None:
        raise DriverEnRoute
    return 0 if _is_free(order, now, terms) else min(terms.fee_cents, order.price_cents)


def fee_changes_at(order: Order, now: datetime, terms: CancellationTerms = STANDARD_TERMS) -> datetime | None:
    """When a customer's fee, or whether they may cancel, changes next by time alone; None for never."""
    instant = timedelta(microseconds=1)
    turns = [
        order.scheduled_time and order.scheduled_time - terms.free_before_schedule + instant,
        order.paid_at and order.paid_at + terms.free_after_payment + instant,
        order.pickup_due_at and order.pickup_due_at + terms.late_pickup,
    ]
    present = _fee_or_refused(order, now, terms)
    to_come = sorted(turn for turn in turns if turn is not None and turn > now)
    return next((turn for turn in to_come if _fee_or_refused(order, turn, terms) != present), None)


def _fee_or_refused(order: Order, now: datetime, terms: CancellationTerms) -> Cents | None:
    """None where a customer may not cancel."""
    try:
        return customer_fee_cents(order, now, terms)
    except RuleBroken:
        return None


def _pickup_is_late(order: Order, now: datetime, terms: CancellationTerms) -> bool:
    """A late driver frees the customer even while on the way, until the goods are on board."""
    return (
        order.picked_up_at is None
        and order.pickup_due_at is not None
        and now >= order.pickup_due_at + terms.late_pickup
    )


def _is_free(order: Order, now: datetime, terms: CancellationTerms) -> bool:
    if order.status is OrderStatus.PENDING or order.changed_hands:
        return True
    if order.scheduled_time is not None:
        return order.scheduled_time - now >= terms.free_before_schedule
    just_paid = order.paid_at is not None and now - order.paid_at <= terms.free_after_payment
    return order.accepted_at is None or just_paid


def is_unpaid(order: Order) -> bool:
    """Whether the order waits for its payment."""
    return order.status is OrderStatus.PENDING and order.payment_status is PaymentStatus.UNPAID


def is_abandoned(order: Order, now: datetime, terms: CancellationTerms = STANDARD_TERMS) -> bool:
    """Whether nobody paid in time, so that the order is to be cancelled (OP-24)."""
    return is_unpaid(order) and now - order.created_at >= terms.unpaid_lifetime
