"""Which of several orders a customer is shown first."""

import attrs

from builders import NOON, a_paid_order, a_started_order, an_assigned_order, minutes_later
from haulage.orders import next_order
from haulage.orders.order import set_out


def test_without_orders_there_is_no_next_one() -> None:
    assert next_order([]) is None


def test_what_is_under_way_comes_before_what_is_due() -> None:
    started = a_started_order("ord_2", scheduled_time=minutes_later(90))
    on_the_road = set_out(an_assigned_order("ord_3", scheduled_time=minutes_later(90)), NOON)
    due = an_assigned_order("ord_1")
    assert next_order([due, started]) == started
    assert next_order([due, on_the_road]) == on_the_road


def test_of_the_others_the_first_pickup_comes_first() -> None:
    late = a_paid_order("ord_1", scheduled_time=minutes_later(90))
    soon = a_paid_order("ord_2", scheduled_time=minutes_later(60))
    for_now = attrs.evolve(a_paid_order("ord_3"), created_at=NOON)
    assert next_order([late, soon]) == soon
    assert next_order([late, soon, for_now]) == for_now
