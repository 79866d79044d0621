"""Moving an order to another time (OP-26)."""

from datetime import date, datetime, time, timedelta

import attrs

from haulage.kernel.errors import IllegalMove, InvalidInput, RuleBroken
from haulage.kernel.local_time import PLATFORM_ZONE, instant, platform_time
from haulage.orders.lifecycle import OrderStatus, PaymentStatus
from haulage.orders.order import Order

TODAY = ((14, 16), (16, 18), (18, 20))
TOMORROW = ((9, 11), (11, 13), (14, 16))
"""Hours of the platform's clock, from and until (PUB-21)."""

FIRST_HOUR, LAST_HOUR = 6, 20
"""Ours: between which hours of a day a slot of another day may begin, as in a booking."""
SLOT_HOURS = 2
SCHEDULE_HORIZON = timedelta(days=365)
"""Ours: nobody's hours are known further ahead."""


class TooLateToReschedule(RuleBroken):
    """The order cannot be rescheduled: the driver has set out."""

    code = "driver_en_route"
    message = "Your driver is already on the way: this order can no longer be rescheduled."


@attrs.frozen
class Slot:
    """When a pickup can be booked, in UTC; it may begin at any time inside."""

    start: datetime
    end: datetime


def open_slots(now: datetime) -> tuple[Slot, ...]:
    """The calendar of today and tomorrow without what has begun (OP-26)."""
    today = platform_time(now).date()
    slots = [
        _slot(today + timedelta(days=days), hours)
        for days, list_of_hours in enumerate((TODAY, TOMORROW))
        for hours in list_of_hours
    ]
    return tuple(slot for slot in slots if slot.start > now)


def slots_of_day(day: date, now: datetime) -> tuple[Slot, ...]:
    """What can be booked on a day of the platform, without what has begun. Raises ``InvalidInput``."""
    today = platform_time(now).date()
    if not today <= day <= today + SCHEDULE_HORIZON:
        raise InvalidInput("day", f"must be between today and {SCHEDULE_HORIZON.days} days ahead")
    slots = [_slot(day, (hour, hour + SLOT_HOURS)) for hour in range(FIRST_HOUR, LAST_HOUR + 1)]
    return tuple(slot for slot in slots if slot.start > now)


def slot_at(start: datetime, now: datetime) -> Slot:
    """The open slot that begins at *start*. Raises ``InvalidInput``."""
    wanted = instant(start, field="start")
    day = platform_time(wanted).date()
    today = platform_time(now).date()
    if today <= day <= today + SCHEDULE_HORIZON:
        for slot in slots_of_day(day, now):
            if slot.start == wanted:
                return slot
    raise InvalidInput("start", "must be the start of one of the open slots")


def require_reschedulable(order: Order) -> None:
    """Until the driver sets out (OP-26). Raises ``TooLateToReschedule`` or ``IllegalMove``."""
    if order.is_final:
        raise IllegalMove("order", order.status, "be_rescheduled")
    if order.en_route_at is not None:
        raise TooLateToReschedule


def reschedule(order: Order, slot: Slot, now: datetime, *, keeps_driver: bool) -> Order:
    """The same order at the same price in another slot, which is its arrival window from then on.

    A driver who can come then has yet to say yes to it. From one who cannot, the order returns to pending,
    open to all drivers, and cancelling is free from then on, whoever takes it (OP-23, OP-26).
    """
    require_reschedulable(order)
    unpaid = order.payment_status is PaymentStatus.UNPAID
    moved = attrs.evolve(
        order,
        scheduled_time=slot.start,
        scheduled_until=slot.end,
        pickup_due_at=None if unpaid else slot.end,
        accepted_at=None,
        updated_at=now,
    )
    if keeps_driver or order.driver_id is None:
        return moved
    return attrs.evolve(moved, status=OrderStatus.PENDING, driver_id=None, assigned_at=None, handed_back=True)


def _slot(day: date, hours: tuple[int, int]) -> Slot:
    start, end = (datetime.combine(day, time(hour), PLATFORM_ZONE) for hour in hours)
    return Slot(instant(start, field="start"), instant(end, field="end"))
