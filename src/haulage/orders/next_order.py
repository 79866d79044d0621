"""Which of a customer's orders they mean when they ask where theirs is."""

from collections.abc import Iterable
from datetime import datetime

from haulage.orders.lifecycle import OrderStatus
from haulage.orders.order import Order


def next_order(orders: Iterable[Order]) -> Order | None:
    """Of orders that have not ended: the one in progress, or else the one whose pickup comes first.

    An order for now has no appointment and is due from its booking on. Of several in progress, the one that
    began first is likely to end first.
    """
    return min(orders, key=_urgency, default=None)


def _urgency(order: Order) -> tuple[bool, datetime, str]:
    is_under_way = order.status is OrderStatus.IN_PROGRESS or order.en_route_at is not None
    return not is_under_way, order.scheduled_time or order.created_at, order.id
