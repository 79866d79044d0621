"""What a customer sees of an order: one status, and a timeline."""

import attrs
import pytest

from builders import NOON, a_paid_order, a_started_order, an_assigned_order, an_order, minutes_later
from haulage.orders import (
    Cancellation,
    Order,
    PaymentStatus,
    Stop,
    TrackingStatus,
    next_stop,
    shows_position,
    timeline,
    tracking_status,
)
from haulage.orders.order import (
    Failure,
    FailureReason,
    assign,
    cancel,
    complete,
    confirm_pickup,
    hand_back,
    set_out,
    start,
)

LOADED = confirm_pickup(a_started_order(), NOON)
CANCELLATION = Cancellation(NOON, "usr_1", "", 0)


@pytest.mark.parametrize(
    ("order", "status"),
    [
        (an_order(), None),
        (a_paid_order(), TrackingStatus.CONFIRMED),
        (an_order(payment_status=PaymentStatus.INVOICED), TrackingStatus.CONFIRMED),
        (an_assigned_order(), TrackingStatus.DRIVER_ASSIGNED),
        (set_out(an_assigned_order(), NOON), TrackingStatus.DRIVER_ASSIGNED),
        (a_started_order(), TrackingStatus.DRIVER_ASSIGNED),
        (LOADED, TrackingStatus.IN_TRANSIT),
        (complete(LOADED, NOON), TrackingStatus.DELIVERED),
        (hand_back(a_started_order(), NOON), TrackingStatus.CONFIRMED),
        (cancel(an_order(), CANCELLATION), None),
        (cancel(an_assigned_order(), CANCELLATION), None),
    ],
    ids=[
        "unpaid",
        "paid",
        "invoiced",
        "assigned",
        "on the way",
        "begun",
        "loaded",
        "delivered",
        "handed back",
        "cancelled unpaid",
        "cancelled",
    ],
)
def test_the_tracking_status_follows_from_the_stored_state(
    order: Order, status: TrackingStatus | None
) -> None:
    assert tracking_status(order) is status


def test_the_timeline_has_four_steps_in_their_words() -> None:
    assert [step.label for step in timeline(an_order())] == [
        "Order Confirmed",
        "Driver En Route",
        "Pickup Complete",
        "Delivered",
    ]


def times(order: Order) -> list[object]:
    return [step.at for step in timeline(order)]


def test_each_step_of_the_timeline_lights_up_at_its_own_time() -> None:
    order = an_order()
    assert times(order) == [None, None, None, None]
    order = an_assigned_order()
    assert times(order) == [NOON, None, None, None]
    order = set_out(order, minutes_later(2))
    assert times(order) == [NOON, minutes_later(2), None, None]
    order = start(order, minutes_later(9))
    assert times(order) == [NOON, minutes_later(2), None, None]
    order = confirm_pickup(order, minutes_later(12))
    assert times(order) == [NOON, minutes_later(2), minutes_later(12), None]
    order = complete(order, minutes_later(30))
    assert times(order) == [NOON, minutes_later(2), minutes_later(12), minutes_later(30)]


def test_an_invoiced_order_is_confirmed_from_its_beginning() -> None:
    order = an_order(payment_status=PaymentStatus.INVOICED, created_at=NOON, updated_at=minutes_later(3))
    assert times(order) == [NOON, None, None, None]
    assert times(assign(order, "drv_1", minutes_later(5))) == [NOON, None, None, None]
    assert times(attrs.evolve(order, paid_at=minutes_later(9)))[0] == minutes_later(9)


def test_handing_back_puts_driver_en_route_out_again() -> None:
    assert times(hand_back(set_out(an_assigned_order(), NOON), NOON)) == [NOON, None, None, None]


@pytest.mark.parametrize(
    ("order", "stop", "shown"),
    [
        (a_paid_order(), None, False),
        (an_assigned_order(), None, False),
        (set_out(an_assigned_order(), NOON), Stop.PICKUP, True),
        (a_started_order(), None, True),
        (LOADED, Stop.DROPOFF, True),
        (complete(LOADED, NOON), None, False),
        (hand_back(a_started_order(), NOON), None, False),
        (cancel(set_out(an_assigned_order(), NOON), CANCELLATION), None, False),
    ],
    ids=["paid", "assigned", "on the way", "loading", "loaded", "delivered", "handed back", "cancelled"],
)
def test_a_driver_is_seen_from_setting_out_to_the_end_and_heads_for_the_next_stop(
    order: Order, stop: Stop | None, shown: bool
) -> None:
    assert next_stop(order) is stop
    assert shows_position(order) is shown


LATER = minutes_later(30)


def test_a_delivery_that_failed_ends_its_timeline_where_it_failed() -> None:
    failure = Failure(LATER, FailureReason.NOBODY_THERE)
    at_pickup = attrs.evolve(a_started_order(), failure=failure)
    assert [(step.label, step.at) for step in timeline(at_pickup)][2:] == [("Pickup Failed", LATER)]
    loaded = attrs.evolve(LOADED, failure=attrs.evolve(failure, returned_at=minutes_later(60)))
    assert [(step.label, step.at) for step in timeline(loaded)][2:] == [
        ("Pickup Complete", LOADED.picked_up_at),
        ("Delivery Failed", LATER),
        ("Items Returned", minutes_later(60)),
    ]
