"""The slots of today and tomorrow, and moving an order into one."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import NOON, a_paid_order, a_started_order, an_assigned_order, an_order
from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.kernel.local_time import PLATFORM_ZONE, platform_time
from haulage.orders import (
    Cancellation,
    Order,
    OrderStatus,
    Slot,
    TooLateToReschedule,
    customer_fee_cents,
    open_slots,
    reschedule,
    slot_at,
    slots_of_day,
)
from haulage.orders.order import accept, cancel, set_out


def new_york(day: int, hour: int, minute: int = 0, *, month: int = 8) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=PLATFORM_ZONE)


def hours(slots: tuple[Slot, ...]) -> list[tuple[int, int, int]]:
    """Day of the month, first hour and last hour on the platform's clock."""
    return [
        (platform_time(slot.start).day, platform_time(slot.start).hour, platform_time(slot.end).hour)
        for slot in slots
    ]


TOMORROW = [(21, 9, 11), (21, 11, 13), (21, 14, 16)]


def test_in_the_morning_all_six_slots_are_open() -> None:
    assert hours(open_slots(new_york(20, 8))) == [(20, 14, 16), (20, 16, 18), (20, 18, 20), *TOMORROW]


@pytest.mark.parametrize(
    ("now", "of_today"),
    [
        (new_york(20, 13, 59), [(20, 14, 16), (20, 16, 18), (20, 18, 20)]),
        (new_york(20, 14), [(20, 16, 18), (20, 18, 20)]),
        (new_york(20, 17, 30), [(20, 18, 20)]),
        (new_york(20, 18), []),
    ],
)
def test_a_slot_that_has_begun_is_hidden(now: datetime, of_today: list[tuple[int, int, int]]) -> None:
    assert hours(open_slots(now)) == of_today + TOMORROW


@given(st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1)))  # noqa: DTZ001
def test_every_open_slot_is_ahead_and_lasts_two_hours(now: datetime) -> None:
    at = now.replace(tzinfo=PLATFORM_ZONE)
    for slot in open_slots(at):
        assert slot.start > at
        assert slot.end - slot.start == timedelta(hours=2)
        assert slot_at(slot.start, at) == slot


@pytest.mark.parametrize(
    "start",
    [
        new_york(20, 7),
        new_york(22, 5),
        new_york(22, 21),
        new_york(19, 14),
        new_york(20, 14) + timedelta(seconds=1),
        new_york(21, 14) + timedelta(days=365),
    ],
)
def test_only_the_start_of_an_open_slot_can_be_chosen(start: datetime) -> None:
    with pytest.raises(InvalidInput, match="start: must be the start of one of the open slots"):
        slot_at(start, new_york(20, 8))


def test_a_day_offers_the_windows_that_a_booking_offers() -> None:
    now = new_york(20, 8)
    assert hours(slots_of_day(date(2026, 8, 22), now)) == [(22, hour, hour + 2) for hour in range(6, 21)]
    assert hours(slots_of_day(date(2026, 8, 20), new_york(20, 18, 30))) == [(20, 19, 21), (20, 20, 22)]
    assert slot_at(new_york(22, 10), now).end == new_york(22, 12)


@pytest.mark.parametrize("day", [date(2026, 8, 19), date(2027, 8, 21), date.min, date.max])
def test_a_day_that_is_over_or_more_than_a_year_ahead_has_none(day: date) -> None:
    with pytest.raises(InvalidInput, match="day: must be between today and 365 days ahead"):
        slots_of_day(day, new_york(20, 8))


def a_slot() -> Slot:
    return open_slots(NOON)[-1]


def test_an_order_keeps_its_price_and_its_driver_who_has_to_say_yes_again() -> None:
    order = accept(an_assigned_order(), "drv_1", NOON)
    moved = reschedule(order, a_slot(), NOON, keeps_driver=True)
    assert (moved.scheduled_time, moved.scheduled_until) == (a_slot().start, a_slot().end)
    assert moved.pickup_due_at == a_slot().end
    assert (moved.driver_id, moved.status, moved.accepted_at) == ("drv_1", OrderStatus.ASSIGNED, None)
    assert moved.price_cents == order.price_cents


def test_a_driver_who_cannot_come_then_is_let_go_and_cancelling_is_free() -> None:
    moved = reschedule(an_assigned_order(), a_slot(), NOON, keeps_driver=False)
    assert (moved.driver_id, moved.assigned_at, moved.status) == (None, None, OrderStatus.PENDING)
    assert moved.is_open_to_drivers
    assert customer_fee_cents(moved, a_slot().start) == 0


def test_it_stays_free_when_that_driver_takes_it_again_after_all() -> None:
    moved = reschedule(an_assigned_order(), a_slot(), NOON, keeps_driver=False)
    taken = accept(moved, "drv_1", NOON)
    assert customer_fee_cents(taken, a_slot().start) == 0


def test_moving_an_order_that_keeps_its_driver_or_has_none_yet_does_not_make_it_free() -> None:
    for order in (an_assigned_order(), a_paid_order()):
        moved = reschedule(order, a_slot(), NOON, keeps_driver=True)
        assert customer_fee_cents(accept(moved, "drv_1", NOON), a_slot().start) == 10_00


def test_an_unpaid_order_waits_for_nobody_yet() -> None:
    moved = reschedule(an_order(), a_slot(), NOON, keeps_driver=True)
    assert (moved.scheduled_time, moved.pickup_due_at) == (a_slot().start, None)


def test_a_paid_order_without_a_driver_moves_too() -> None:
    assert reschedule(a_paid_order(), a_slot(), NOON, keeps_driver=True).status is OrderStatus.PENDING


def test_once_the_driver_has_set_out_it_is_too_late() -> None:
    for order in (set_out(an_assigned_order(), NOON), a_started_order()):
        with pytest.raises(TooLateToReschedule, match="can no longer be rescheduled"):
            reschedule(order, a_slot(), NOON, keeps_driver=True)


def test_an_order_that_has_ended_is_not_moved() -> None:
    ended: Order = cancel(a_paid_order(), Cancellation(NOON, "usr_1", "", 0))
    with pytest.raises(IllegalMove):
        reschedule(ended, a_slot(), NOON, keeps_driver=True)
