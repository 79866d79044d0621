"""Orders: their lifecycle, cancelling, and what a customer sees of them."""

from haulage.orders.cancellation import STANDARD_TERMS, CancellationTerms, DriverEnRoute, customer_fee_cents
from haulage.orders.event import OrderEvent, OrderEventType
from haulage.orders.lifecycle import ORDER_LIFECYCLE, OrderMove, OrderStatus, PaymentStatus
from haulage.orders.order import Cancellation, Contact, Order, OrderNotPaid, OrderTaken
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
    "ORDER_LIFECYCLE",
    "STANDARD_TERMS",
    "Cancellation",
    "CancellationTerms",
    "Contact",
    "DriverEnRoute",
    "Milestone",
    "Order",
    "OrderEvent",
    "OrderEventType",
    "OrderMove",
    "OrderNotPaid",
    "OrderStatus",
    "OrderTaken",
    "PaymentStatus",
    "Stop",
    "TrackingStatus",
    "customer_fee_cents",
    "next_stop",
    "shows_position",
    "timeline",
    "tracking_status",
]
