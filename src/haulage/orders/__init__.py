"""Orders: their lifecycle, cancelling, and what a customer sees of them."""

from haulage.orders.cancellation import (
    STANDARD_TERMS,
    CancellationFeeRisen,
    CancellationTerms,
    DriverEnRoute,
    customer_fee_cents,
    fee_changes_at,
)
from haulage.orders.event import CLAIM_EVENTS, OrderEvent, OrderEventType
from haulage.orders.failure import GROUNDS, NotFailed, Side
from haulage.orders.lifecycle import ORDER_LIFECYCLE, OrderMove, OrderStatus, PaymentStatus
from haulage.orders.next_order import next_order
from haulage.orders.order import (
    Cancellation,
    Contact,
    Failure,
    FailureReason,
    Order,
    OrderNotPaid,
    OrderTaken,
    Rating,
)
from haulage.orders.rating import AlreadyRated, NotCompleted, mean_rating, rate
from haulage.orders.rescheduling import (
    Slot,
    TooLateToReschedule,
    open_slots,
    require_reschedulable,
    reschedule,
    slot_at,
    slots_of_day,
)
from haulage.orders.tracking import (
    Milestone,
    Stop,
    TrackingStatus,
    next_stop,
    shows_position,
    timeline,
    tracking_status,
)

__all__ = [
    "CLAIM_EVENTS",
    "GROUNDS",
    "ORDER_LIFECYCLE",
    "STANDARD_TERMS",
    "AlreadyRated",
    "Cancellation",
    "CancellationFeeRisen",
    "CancellationTerms",
    "Contact",
    "DriverEnRoute",
    "Failure",
    "FailureReason",
    "Milestone",
    "NotCompleted",
    "NotFailed",
    "Order",
    "OrderEvent",
    "OrderEventType",
    "OrderMove",
    "OrderNotPaid",
    "OrderStatus",
    "OrderTaken",
    "PaymentStatus",
    "Rating",
    "Side",
    "Slot",
    "Stop",
    "TooLateToReschedule",
    "TrackingStatus",
    "customer_fee_cents",
    "fee_changes_at",
    "mean_rating",
    "next_order",
    "next_stop",
    "open_slots",
    "rate",
    "require_reschedulable",
    "reschedule",
    "shows_position",
    "slot_at",
    "slots_of_day",
    "timeline",
    "tracking_status",
]
