"""What happened to an order, in the order in which it happened (ORD-08)."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.orders.lifecycle import OrderStatus, PaymentStatus


class OrderEventType(StrEnum):
    CREATED = "created"
    PAYMENT_DECLINED = "payment_declined"
    PAID = "paid"
    CHOSEN_DRIVER_UNAVAILABLE = "chosen_driver_unavailable"
    ASSIGNED = "assigned"
    ACCEPTED = "accepted"
    EN_ROUTE = "en_route"
    STARTED = "started"
    PICKED_UP = "picked_up"
    COMPLETED = "completed"
    HANDED_BACK = "handed_back"
    DECLINED = "declined"
    TIMED_OUT = "timed_out"
    REASSIGNED = "reassigned"
    CANCELLED = "cancelled"
    RESCHEDULED = "rescheduled"
    RATED = "rated"
    DELIVERY_FAILED = "delivery_failed"
    DELIVERY_RESUMED = "delivery_resumed"
    RETURNED = "returned"
    PROVED = "proved"
    CLAIM_OPENED = "claim_opened"
    CLAIM_INFORMATION_REQUESTED = "claim_information_requested"
    CLAIM_ANSWERED = "claim_answered"
    CLAIM_WITHDRAWN = "claim_withdrawn"
    CLAIM_DECIDED = "claim_decided"


CLAIM_EVENTS = frozenset(
    {
        OrderEventType.CLAIM_OPENED,
        OrderEventType.CLAIM_INFORMATION_REQUESTED,
        OrderEventType.CLAIM_ANSWERED,
        OrderEventType.CLAIM_WITHDRAWN,
        OrderEventType.CLAIM_DECIDED,
    }
)
"""What is said between the customer, the driver and the platform, and to nobody else."""


@attrs.frozen
class OrderEvent:
    """One entry of an order's log; ``sequence`` counts from 1 within the order, without gaps.

    ``miles_away`` is how far from the stop the driver confirmed its pickup, delivery or return by hand, where
    that was far.
    """

    order_id: str
    sequence: int
    type: OrderEventType
    status: OrderStatus
    payment_status: PaymentStatus
    driver_id: str | None
    at: datetime
    miles_away: float | None = None
