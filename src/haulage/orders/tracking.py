"""What a customer sees of an order: one status and a timeline, both derived (OP-22)."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.orders.lifecycle import OrderStatus, PaymentStatus
from haulage.orders.order import Order


class TrackingStatus(StrEnum):
    CONFIRMED = "confirmed"
    DRIVER_ASSIGNED = "driver_assigned"
    IN_TRANSIT = "in_transit"
    DELIVERED = "delivered"


class Stop(StrEnum):
    """Where a driver is going."""

    PICKUP = "pickup"
    DROPOFF = "dropoff"


@attrs.frozen
class Milestone:
    """One step of the timeline; ``at`` is None until it is reached."""

    label: str
    at: datetime | None


def tracking_status(order: Order) -> TrackingStatus | None:
    """None while the order is unpaid, and once it is cancelled."""
    match order.status:
        case OrderStatus.PENDING:
            unpaid = order.payment_status is PaymentStatus.UNPAID
            return None if unpaid else TrackingStatus.CONFIRMED
        case OrderStatus.ASSIGNED:
            return TrackingStatus.DRIVER_ASSIGNED
        case OrderStatus.IN_PROGRESS:
            on_board = order.picked_up_at is not None
            return TrackingStatus.IN_TRANSIT if on_board else TrackingStatus.DRIVER_ASSIGNED
        case OrderStatus.COMPLETED:
            return TrackingStatus.DELIVERED
        case OrderStatus.CANCELLED:
            return None


def timeline(order: Order) -> tuple[Milestone, ...]:
    """The four steps of 'Track Order' (DRV-28); a delivery that failed ends in steps of its own."""
    begun = (
        Milestone("Order Confirmed", _confirmed_at(order)),
        Milestone("Driver En Route", order.en_route_at),
        Milestone("Pickup Complete", order.picked_up_at),
    )
    if order.failure is None:
        return (*begun, Milestone("Delivered", order.completed_at))
    if order.picked_up_at is None:
        return (*begun[:2], Milestone("Pickup Failed", order.failure.at))
    returned = Milestone("Items Returned", order.failure.returned_at)
    return (*begun, Milestone("Delivery Failed", order.failure.at), returned)


def _confirmed_at(order: Order) -> datetime | None:
    """When it was paid; an invoiced order is paid for later and stands from its beginning (OP-22)."""
    is_invoiced = order.payment_status is PaymentStatus.INVOICED
    return order.paid_at or (order.created_at if is_invoiced else None)


def shows_position(order: Order) -> bool:
    """A driver is seen from setting out until the order ends, and at no other time (OP-53)."""
    return order.en_route_at is not None and not order.is_final


def next_stop(order: Order) -> Stop | None:
    """None before the driver sets out, while they load, and once the order has ended."""
    if not shows_position(order):
        return None
    if order.failure is not None:
        return Stop.PICKUP  # with the goods
    if order.picked_up_at is not None:
        return Stop.DROPOFF
    return Stop.PICKUP if order.started_at is None else None
