"""The moves of an order: paying, assigning, accepting, working, handing back, completing."""

from collections.abc import Callable
from datetime import timedelta

import attrs
import pytest

from builders import (
    NOON,
    a_paid_order,
    a_started_order,
    an_assigned_order,
    an_order,
    minutes_later,
)
from haulage.kernel.errors import IllegalMove
from haulage.orders import Cancellation, Order, OrderNotPaid, OrderStatus, OrderTaken, PaymentStatus
from haulage.orders.order import (
    AlreadyPickedUp,
    PickupNotConfirmed,
    TooEarlyToSetOut,
    accept,
    assign,
    cancel,
    complete,
    confirm_pickup,
    hand_back,
    pay,
    reassign,
    set_out,
    start,
    takes_vehicle,
)

LATER = minutes_later(3)
Work = Callable[[Order], Order]

STEPS: dict[str, Work] = {
    "assign": lambda order: assign(order, "drv_1", LATER),
    "accept": lambda order: accept(order, "drv_1", LATER),
    "set out": lambda order: set_out(order, LATER),
    "start": lambda order: start(order, LATER),
    "confirm the pickup of": lambda order: confirm_pickup(order, LATER),
    "complete": lambda order: complete(order, LATER),
    "hand back": lambda order: hand_back(order, LATER),
    "pay": lambda order: pay(order, LATER, pickup_due_at=None),
}


def a_loaded_order() -> Order:
    return confirm_pickup(a_started_order(), NOON)


def a_completed_order() -> Order:
    return complete(a_loaded_order(), NOON)


def a_cancelled_order(order: Order | None = None) -> Order:
    return cancel(order or an_assigned_order(), Cancellation(NOON, "usr_1", "Changed my mind", 0))


def test_a_new_order_is_pending_unpaid_and_hidden_from_drivers() -> None:
    order = an_order()
    assert (order.status, order.payment_status) == (OrderStatus.PENDING, PaymentStatus.UNPAID)
    assert not order.is_open_to_drivers
    assert not order.is_final


def test_paying_opens_an_order_to_drivers() -> None:
    order = pay(an_order(), LATER, pickup_due_at=minutes_later(20))
    assert order.is_open_to_drivers
    assert (order.payment_status, order.paid_at) == (PaymentStatus.PAID, LATER)
    assert order.pickup_due_at == minutes_later(20)


def test_a_scheduled_pickup_is_due_at_its_time_however_near_the_driver_is() -> None:
    scheduled = an_order(scheduled_time=minutes_later(300))
    assert pay(scheduled, NOON, pickup_due_at=minutes_later(20)).pickup_due_at == minutes_later(300)


def test_an_invoiced_order_is_open_to_drivers() -> None:
    assert an_order(payment_status=PaymentStatus.INVOICED).is_open_to_drivers


def test_an_assigned_order_is_open_to_nobody_else() -> None:
    order = assign(a_paid_order(), "drv_1", LATER)
    assert (order.status, order.driver_id, order.assigned_at) == (OrderStatus.ASSIGNED, "drv_1", LATER)
    assert order.accepted_at is None
    assert not order.is_open_to_drivers


@pytest.mark.parametrize("step", ["assign", "accept"])
def test_nobody_works_an_order_that_is_not_paid_for(step: str) -> None:
    with pytest.raises(OrderNotPaid, match=r"^This order is not paid yet\.$"):
        STEPS[step](an_order())


@pytest.mark.parametrize("driver_id", ["drv_1", "drv_2"])
def test_an_assigned_order_is_not_assigned_again(driver_id: str) -> None:
    with pytest.raises(OrderTaken):
        assign(an_assigned_order(), driver_id, LATER)


def test_accepting_an_open_order_assigns_it_at_once() -> None:
    order = accept(a_paid_order(), "drv_2", LATER)
    assert (order.status, order.driver_id) == (OrderStatus.ASSIGNED, "drv_2")
    assert order.assigned_at == order.accepted_at == LATER


def test_accepting_an_assigned_order_keeps_when_it_was_assigned() -> None:
    order = accept(an_assigned_order(), "drv_1", LATER)
    assert (order.assigned_at, order.accepted_at) == (NOON, LATER)


def test_another_driver_cannot_accept_an_assigned_order() -> None:
    with pytest.raises(OrderTaken, match=r"^Another driver has taken this order\.$"):
        accept(an_assigned_order(driver_id="drv_1"), "drv_2", LATER)


@pytest.mark.parametrize(
    "order", [accept(an_assigned_order(), "drv_1", NOON), a_started_order(), a_loaded_order()]
)
def test_saying_yes_twice_changes_nothing(order: Order) -> None:
    assert accept(order, "drv_1", LATER) is order


def test_setting_out_accepts_and_is_told_once() -> None:
    order = set_out(an_assigned_order(), LATER)
    assert order.status is OrderStatus.ASSIGNED
    assert order.en_route_at == order.accepted_at == LATER
    assert set_out(order, minutes_later(9)) is order


def test_starting_without_a_word_accepts_and_sets_out() -> None:
    order = start(an_assigned_order(), LATER)
    assert order.status is OrderStatus.IN_PROGRESS
    assert order.started_at == order.en_route_at == order.accepted_at == LATER


def test_starting_keeps_what_was_told_before() -> None:
    accepted = accept(an_assigned_order(), "drv_1", minutes_later(1))
    order = start(set_out(accepted, minutes_later(2)), LATER)
    assert (order.accepted_at, order.en_route_at) == (minutes_later(1), minutes_later(2))


def test_a_pickup_is_confirmed_once() -> None:
    order = confirm_pickup(a_started_order(), LATER)
    assert (order.status, order.picked_up_at) == (OrderStatus.IN_PROGRESS, LATER)
    assert confirm_pickup(order, minutes_later(9)) is order


def test_what_was_never_picked_up_cannot_be_delivered() -> None:
    with pytest.raises(PickupNotConfirmed, match=r"^Confirm the pickup before you complete the delivery\.$"):
        complete(a_started_order(), LATER)


def test_completing_sets_its_time() -> None:
    order = complete(a_loaded_order(), LATER)
    assert (order.status, order.completed_at, order.driver_id) == (OrderStatus.COMPLETED, LATER, "drv_1")
    assert order.is_final


@pytest.mark.parametrize(
    "order", [an_assigned_order(), set_out(an_assigned_order(), NOON), a_started_order()]
)
def test_an_order_handed_back_is_open_to_all_as_if_untouched(order: Order) -> None:
    returned = hand_back(order, LATER)
    assert returned.status is OrderStatus.PENDING
    assert returned.is_open_to_drivers
    assert returned.handed_back
    traces = (
        returned.driver_id,
        returned.assigned_at,
        returned.accepted_at,
        returned.en_route_at,
        returned.started_at,
    )
    assert set(traces) == {None}
    assert accept(returned, "drv_2", LATER).driver_id == "drv_2"


def test_handing_back_keeps_the_payment_and_when_the_pickup_is_due() -> None:
    order = an_assigned_order()
    returned = hand_back(order, LATER)
    assert (returned.payment_status, returned.paid_at) == (PaymentStatus.PAID, NOON)
    assert returned.pickup_due_at == order.pickup_due_at is not None


@pytest.mark.parametrize("order", [a_loaded_order(), a_completed_order()])
def test_what_is_picked_up_cannot_be_handed_back(order: Order) -> None:
    with pytest.raises(AlreadyPickedUp):
        hand_back(order, LATER)


def test_cancelling_keeps_who_when_why_and_how_much() -> None:
    cancellation = Cancellation(LATER, "usr_1", "Changed my mind", 10_00)
    order = cancel(an_assigned_order(), cancellation)
    assert (order.status, order.cancellation, order.updated_at) == (
        OrderStatus.CANCELLED,
        cancellation,
        LATER,
    )


OUT_OF_TURN = [
    ("set out", a_paid_order),
    ("set out", a_started_order),
    ("start", a_paid_order),
    ("start", a_started_order),
    ("confirm the pickup of", a_paid_order),
    ("confirm the pickup of", an_assigned_order),
    ("complete", a_paid_order),
    ("complete", an_assigned_order),
    ("hand back", a_paid_order),
    *((step, a_cancelled_order) for step in STEPS),
    *((step, a_completed_order) for step in STEPS if step != "hand back"),
]


@pytest.mark.parametrize(("step", "order"), OUT_OF_TURN)
def test_a_step_out_of_turn_is_refused(step: str, order: Callable[[], Order]) -> None:
    with pytest.raises(IllegalMove):
        STEPS[step](order())


def test_an_ended_order_is_refused_as_ended_and_not_as_taken() -> None:
    with pytest.raises(IllegalMove, match=r"^This order is canceled: it cannot be assigned\.$"):
        accept(a_cancelled_order(), "drv_1", LATER)
    with pytest.raises(IllegalMove, match=r"^This order is canceled: it cannot be assigned\.$"):
        accept(a_cancelled_order(an_order()), "drv_2", LATER)


@pytest.mark.parametrize("order", [a_completed_order(), a_cancelled_order()])
def test_an_ended_order_cannot_be_cancelled(order: Order) -> None:
    with pytest.raises(IllegalMove):
        cancel(order, Cancellation(LATER, "usr_1", "", 0))


CHANGES: list[tuple[str, Callable[[], Order]]] = [
    ("assign", a_paid_order),
    ("accept", an_assigned_order),
    ("set out", an_assigned_order),
    ("start", an_assigned_order),
    ("confirm the pickup of", a_started_order),
    ("complete", a_loaded_order),
    ("hand back", a_started_order),
    ("pay", an_order),
]


@pytest.mark.parametrize(("step", "order"), CHANGES)
def test_every_change_is_dated(step: str, order: Callable[[], Order]) -> None:
    assert STEPS[step](order()).updated_at == LATER


@pytest.mark.parametrize("step", ["set out", "start"])
def test_an_appointment_is_not_worked_more_than_two_hours_before_its_pickup(step: str) -> None:
    work = {"set out": set_out, "start": start}[step]
    tomorrow = an_assigned_order(scheduled_time=minutes_later(26 * 60))
    with pytest.raises(TooEarlyToSetOut) as refused:
        work(tomorrow, NOON)
    assert refused.value.message == "The pickup is in 26 hours. You can set out 2 hours before it."
    assert tomorrow.set_out_from == minutes_later(24 * 60)
    assert work(tomorrow, minutes_later(24 * 60)).en_route_at == minutes_later(24 * 60)
    assert an_assigned_order().set_out_from is None


def test_how_long_the_trip_took_is_known_in_begun_minutes_once_it_is_delivered() -> None:
    loaded = confirm_pickup(a_started_order(), minutes_later(7))
    assert loaded.actual_minutes is None
    assert complete(loaded, minutes_later(29)).actual_minutes == 22
    assert complete(loaded, minutes_later(29) + timedelta(seconds=1)).actual_minutes == 23
    assert an_order().actual_minutes is None


def test_an_order_is_for_now_unless_a_time_is_booked() -> None:
    assert a_paid_order().is_for_now
    assert not attrs.evolve(a_paid_order(), scheduled_time=NOON).is_for_now


def test_the_vehicle_is_noted_at_each_step_that_is_new() -> None:
    assigned = an_assigned_order()
    accepted = accept(assigned, "drv_1", LATER)
    under_way = set_out(accepted, LATER)
    begun = start(under_way, LATER)
    assert all(map(takes_vehicle, (assigned, accepted, under_way), (accepted, under_way, begun)))
    assert not any(map(takes_vehicle, (assigned, accepted, begun), (assigned, accepted, begun)))
    assert not takes_vehicle(a_paid_order(), assigned)
    assert not takes_vehicle(begun, confirm_pickup(begun, LATER))


def test_the_vehicle_of_another_driver_is_noted_anew() -> None:
    accepted = accept(an_assigned_order(), "drv_1", LATER)
    replaced = accept(reassign(accepted, "drv_2", LATER), "drv_2", LATER)
    assert takes_vehicle(accepted, replaced)


def test_an_order_is_foreseen_from_its_time_or_else_from_when_it_was_paid() -> None:
    paid = a_paid_order()
    assert paid.paid_at is not None
    assert an_order().window is None
    assert paid.window is not None
    assert paid.window[0] == paid.paid_at
    booked = attrs.evolve(paid, scheduled_time=minutes_later(600))
    assert booked.window is not None
    assert booked.window[0] == minutes_later(600)
