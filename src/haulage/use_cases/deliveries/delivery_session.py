"""A delivery as its driver works on it: the order, the log beside it, and what follows from both (DRV-16)."""

from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction

import attrs

from haulage.deliveries import (
    DEFAULT_ESTIMATE_MINUTES,
    Consequence,
    DeliveryLog,
    FarStop,
    Timer,
    efficiency_percent,
    timer_of,
)
from haulage.kernel.errors import NotFound
from haulage.ledger import EarningsBreakdown
from haulage.orders import Order, OrderStatus
from haulage.services.payments.ledger_entries import derived_id

WHAT = "Delivery session"
"""DRV-18: 'Delivery session not found'."""


class DeliveryStatus(StrEnum):
    """DRV-18's three, and what became of orders that somebody cancelled."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


ORDER_STATUS = {
    DeliveryStatus.PENDING: OrderStatus.ASSIGNED,
    DeliveryStatus.IN_PROGRESS: OrderStatus.IN_PROGRESS,
    DeliveryStatus.COMPLETED: OrderStatus.COMPLETED,
    DeliveryStatus.CANCELLED: OrderStatus.CANCELLED,
}
_STATUS = {of_order: status for status, of_order in ORDER_STATUS.items()}

_REQUESTED_WHILE = {
    Consequence.ASK_TO_START: DeliveryStatus.PENDING,
    Consequence.ASK_TO_COMPLETE: DeliveryStatus.IN_PROGRESS,
}


def delivery_id(order: Order) -> str:
    """The id of the present driver's turn at an order; one who takes it again begins anew."""
    if order.driver_id is None:
        raise NotFound(WHAT)
    since = order.assigned_at or order.created_at
    return derived_id("dlv", f"{order.id}/{order.driver_id}/{since.isoformat()}")


def timer_of_order(order: Order, log: DeliveryLog) -> Timer:
    ended_at = order.completed_at
    if ended_at is None and order.cancellation is not None:
        ended_at = order.cancellation.at
    return timer_of(order.started_at, ended_at, log.marks)


def estimate_minutes(order: Order) -> int:
    """DRV-20."""
    return order.estimated_minutes or DEFAULT_ESTIMATE_MINUTES


@attrs.frozen
class DeliverySession:
    """As of an instant of the server's clock. ``actual_miles`` is None where nobody looked, and
    ``payout`` where the order has no payment of its own. ``asks_pin`` is whether it ends with the customer's
    PIN, which was not given yet. ``far_from`` is the stop that is confirmed next, where somebody looked and
    the driver is far away from it."""

    order: Order
    driver_id: str
    log: DeliveryLog
    payout: EarningsBreakdown | None
    as_of: datetime
    actual_miles: float | None = None
    asks_pin: bool = False
    has_proof: bool = False
    far_from: FarStop | None = None

    @property
    def id(self) -> str:
        return delivery_id(self.order)

    @property
    def status(self) -> DeliveryStatus:
        return _STATUS[self.order.status]

    @property
    def timer(self) -> Timer:
        return timer_of_order(self.order, self.log)

    @property
    def worked(self) -> timedelta:
        """Without the breaks."""
        return self.timer.worked(self.as_of)

    @property
    def estimated_completion(self) -> datetime | None:
        """When it will be done at the estimated pace if no break comes any more; while it is under way."""
        if not self.timer.is_open:
            return None
        left = timedelta(minutes=estimate_minutes(self.order)) - self.worked
        return self.as_of + max(left, timedelta(0))

    @property
    def efficiency(self) -> Fraction | None:
        """In per cent, once it is finished (OP-50)."""
        if self.order.completed_at is None:
            return None
        return efficiency_percent(estimate_minutes(self.order), self.worked)

    @property
    def asks(self) -> Consequence | None:
        """What the driver is asked to confirm."""
        request = self.log.request
        return request if request is not None and _REQUESTED_WHILE.get(request) is self.status else None
