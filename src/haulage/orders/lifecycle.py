"""The states of an order and the moves between them (ORD-03, OP-22, OP-23)."""

from enum import StrEnum

from haulage.kernel.lifecycle import Lifecycle


class OrderStatus(StrEnum):
    PENDING = "pending"
    ASSIGNED = "assigned"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class OrderMove(StrEnum):
    ASSIGN = "be_assigned"
    HAND_BACK = "be_handed_back"
    START = "be_started"
    COMPLETE = "be_completed"
    CANCEL = "be_cancelled"


class PaymentStatus(StrEnum):
    """Unpaid orders are hidden from drivers; invoiced ones belong to businesses (OP-24)."""

    UNPAID = "unpaid"
    PAID = "paid"
    INVOICED = "invoiced"


ORDER_LIFECYCLE: Lifecycle[OrderStatus, OrderMove] = Lifecycle(
    subject="order",
    moves={
        OrderStatus.PENDING: {
            OrderMove.ASSIGN: OrderStatus.ASSIGNED,
            OrderMove.CANCEL: OrderStatus.CANCELLED,
        },
        OrderStatus.ASSIGNED: {
            OrderMove.START: OrderStatus.IN_PROGRESS,
            OrderMove.HAND_BACK: OrderStatus.PENDING,
            OrderMove.CANCEL: OrderStatus.CANCELLED,
        },
        OrderStatus.IN_PROGRESS: {
            OrderMove.COMPLETE: OrderStatus.COMPLETED,
            OrderMove.HAND_BACK: OrderStatus.PENDING,
            OrderMove.CANCEL: OrderStatus.CANCELLED,
        },
        OrderStatus.COMPLETED: {},
        OrderStatus.CANCELLED: {},
    },
)
