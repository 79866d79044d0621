"""Since when a customer can make a claim about an order."""

from datetime import datetime

from haulage.orders.lifecycle import OrderStatus
from haulage.orders.order import Order


def claimable_since(order: Order) -> datetime | None:
    """When the order ended; None for one about which nothing can be claimed.

    What failed and was charged for all the same can be contested like what was delivered: both rest on the
    driver's word and position.
    """
    if order.status is OrderStatus.COMPLETED:
        return order.completed_at
    ended = order.cancellation
    return ended.at if order.failure is not None and ended is not None and ended.fee_cents else None
