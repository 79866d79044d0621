"""Until when a customer can cancel, and what is kept: a table of cases, and a model of whole lives."""

from datetime import timedelta

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import NOON, a_paid_order, a_started_order, an_assigned_order, an_order, minutes_later
from haulage.kernel.errors import IllegalMove, RuleBroken
from haulage.orders import (
    Cancellation,
    DriverEnRoute,
    Order,
    PaymentStatus,
    customer_fee_cents,
    fee_changes_at,
)
from haulage.orders.cancellation import is_abandoned
from haulage.orders.order import (
    accept,
    assign,
    cancel,
    complete,
    confirm_pickup,
    hand_back,
    pay,
    set_out,
    start,
)

A_SECOND = timedelta(seconds=1)
FREE, TEN_DOLLARS = 0, 10_00
DUE = minutes_later(30)
"""When the builders' orders for now are due at the pickup."""

SCHEDULED = minutes_later(24 * 60)


def an_accepted_order(**changes: object) -> Order:
    """For now, assigned to the chosen driver, who said yes at once."""
    return accept(an_assigned_order(chosen_driver_id="drv_1", **changes), "drv_1", NOON)


def a_scheduled_order() -> Order:
    return an_accepted_order(scheduled_time=SCHEDULED)


def fee(order: Order, *, after: timedelta = timedelta(0)) -> int:
    return customer_fee_cents(order, NOON + after)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def test_with_an_arrival_window_free_counts_from_its_start_and_late_from_its_end() -> None:
    until = SCHEDULED + timedelta(hours=2)
    order = an_accepted_order(scheduled_time=SCHEDULED, scheduled_until=until)
    hour_before = SCHEDULED - timedelta(hours=1)
    assert customer_fee_cents(order, hour_before) == FREE
    assert customer_fee_cents(order, hour_before + A_SECOND) == TEN_DOLLARS
    late = until + minutes(30)
    assert customer_fee_cents(order, late - A_SECOND) == TEN_DOLLARS
    assert customer_fee_cents(order, late) == FREE
    assert fee_changes_at(order, hour_before + A_SECOND) == late


def test_an_unpaid_order_is_cancelled_free_at_any_time() -> None:
    assert fee(an_order(), after=timedelta(days=9)) == FREE
    assert fee(an_order(scheduled_time=minutes_later(1))) == FREE


@pytest.mark.parametrize(
    ("before", "retained"),
    [
        (minutes(24 * 60), FREE),
        (minutes(60), FREE),
        (minutes(60) - A_SECOND, TEN_DOLLARS),
        (minutes(1), TEN_DOLLARS),
        (minutes(0), TEN_DOLLARS),
        (minutes(-30) + A_SECOND, TEN_DOLLARS),
    ],
)
def test_a_scheduled_order_is_free_until_an_hour_before(before: timedelta, retained: int) -> None:
    assert customer_fee_cents(a_scheduled_order(), SCHEDULED - before) == retained


def test_a_scheduled_order_within_the_hour_costs_even_just_after_payment() -> None:
    soon = an_accepted_order(scheduled_time=minutes_later(59))
    assert fee(soon, after=minutes(1)) == TEN_DOLLARS


def test_an_order_for_now_is_free_until_the_driver_accepts() -> None:
    waiting = an_assigned_order(chosen_driver_id="drv_1")
    assert fee(waiting, after=minutes(29)) == FREE
    assert fee(accept(waiting, "drv_1", minutes_later(29)), after=minutes(29)) == TEN_DOLLARS


@pytest.mark.parametrize(
    ("after", "retained"),
    [
        (minutes(0), FREE),
        (minutes(5), FREE),
        (minutes(5) + A_SECOND, TEN_DOLLARS),
        (minutes(29), TEN_DOLLARS),
    ],
)
def test_an_order_for_now_is_free_for_five_minutes_after_payment_in_any_case(
    after: timedelta, retained: int
) -> None:
    assert fee(an_accepted_order(), after=after) == retained


@pytest.mark.parametrize("price_cents", [1, 9_99, 10_00])
def test_the_fee_never_exceeds_the_amount_paid(price_cents: int) -> None:
    assert fee(an_accepted_order(price_cents=price_cents), after=minutes(9)) == price_cents


def test_a_pending_order_is_free_even_shortly_before_its_time() -> None:
    nobody_came = a_paid_order(scheduled_time=SCHEDULED)
    assert customer_fee_cents(nobody_came, SCHEDULED - A_SECOND) == FREE


def test_an_order_that_was_handed_back_stays_free_with_its_next_driver() -> None:
    returned = hand_back(an_accepted_order(), NOON)
    assert fee(returned, after=minutes(10)) == FREE
    assert fee(accept(returned, "drv_2", NOON), after=minutes(10)) == FREE
    assert fee(accept(returned, "drv_1", NOON), after=minutes(10)) == FREE


def test_another_driver_than_the_chosen_one_makes_it_free() -> None:
    changed = accept(a_paid_order(chosen_driver_id="drv_1"), "drv_2", NOON)
    assert fee(changed, after=minutes(10)) == FREE


@pytest.mark.parametrize("after", [0, 1, 29])
def test_once_the_driver_is_on_the_way_there_is_no_cancelling(after: int) -> None:
    on_the_way = set_out(an_accepted_order(), NOON)
    with pytest.raises(DriverEnRoute, match=r"^Your driver is already on the way"):
        fee(on_the_way, after=minutes(after))


def test_a_change_of_driver_does_not_open_an_order_whose_driver_is_on_the_way() -> None:
    on_the_way = set_out(accept(hand_back(an_accepted_order(), NOON), "drv_2", NOON), NOON)
    with pytest.raises(DriverEnRoute):
        fee(on_the_way)


@pytest.mark.parametrize(
    "order", [an_accepted_order(), set_out(an_accepted_order(), NOON), a_started_order()]
)
def test_a_pickup_thirty_minutes_late_is_free_even_with_the_driver_on_the_way(order: Order) -> None:
    assert customer_fee_cents(order, DUE + minutes(30)) == FREE


@pytest.mark.parametrize("order", [set_out(an_accepted_order(), NOON), a_started_order()])
def test_a_pickup_less_than_thirty_minutes_late_is_not(order: Order) -> None:
    with pytest.raises(DriverEnRoute):
        customer_fee_cents(order, DUE + minutes(30) - A_SECOND)


def test_a_late_scheduled_pickup_counts_from_the_scheduled_time() -> None:
    on_the_way = set_out(a_scheduled_order(), SCHEDULED - minutes(60))
    assert customer_fee_cents(on_the_way, SCHEDULED + minutes(30)) == FREE
    with pytest.raises(DriverEnRoute):
        customer_fee_cents(on_the_way, SCHEDULED + minutes(30) - A_SECOND)


def test_once_the_goods_are_on_board_lateness_no_longer_helps() -> None:
    loaded = confirm_pickup(a_started_order(), NOON)
    with pytest.raises(DriverEnRoute):
        customer_fee_cents(loaded, DUE + minutes(600))


@pytest.mark.parametrize(
    "order",
    [
        complete(confirm_pickup(a_started_order(), NOON), NOON),
        cancel(an_order(), Cancellation(NOON, "usr_1", "", 0)),
    ],
)
def test_an_ended_order_cannot_be_cancelled(order: Order) -> None:
    with pytest.raises(IllegalMove):
        fee(order)


def test_an_order_left_unpaid_for_thirty_minutes_is_abandoned() -> None:
    assert not is_abandoned(an_order(), NOON + minutes(30) - A_SECOND)
    assert is_abandoned(an_order(), NOON + minutes(30))


def test_a_paid_invoiced_or_ended_order_is_never_abandoned() -> None:
    much_later = NOON + timedelta(days=1)
    assert not is_abandoned(a_paid_order(), much_later)
    assert not is_abandoned(an_order(payment_status=PaymentStatus.INVOICED), much_later)
    assert not is_abandoned(cancel(an_order(), Cancellation(NOON, "usr_1", "", 0)), much_later)


@attrs.define
class Life:
    """An order's life as the rules tell it, in minutes since the payment and without a lifecycle."""

    price_cents: int
    scheduled: int | None
    arrival: int
    driver: str | None = None
    accepted: bool = False
    on_the_way: bool = False
    begun: bool = False
    loaded: bool = False
    delivered: bool = False
    changed: bool = False

    def live(self, step: str, driver: str) -> bool:
        """Take the step if it may be taken, and say whether it was."""
        return bool(getattr(self, step)(driver))

    def assign(self, driver: str) -> bool:
        if self.delivered or self.driver:
            return False
        self.driver = driver
        return True

    def accept(self, driver: str) -> bool:
        if self.delivered or self.driver not in (None, driver):
            return False
        self.driver, self.accepted = driver, True
        return True

    def set_out(self, _: str) -> bool:
        if self.delivered or not self.driver or self.begun:
            return False
        self.on_the_way = self.accepted = True
        return True

    def start(self, _: str) -> bool:
        if not self.set_out(""):
            return False
        self.begun = True
        return True

    def confirm_pickup(self, _: str) -> bool:
        if self.delivered or not self.begun:
            return False
        self.loaded = True
        return True

    def complete(self, _: str) -> bool:
        if self.delivered or not self.loaded:
            return False
        self.delivered = True
        return True

    def hand_back(self, _: str) -> bool:
        if not self.driver or self.loaded:
            return False
        self.driver, self.accepted, self.on_the_way, self.begun = None, False, False, False
        self.changed = True
        return True

    def fee(self, minute: int) -> int | None:
        """What is kept; None where a customer cannot cancel."""
        due = self.arrival if self.scheduled is None else self.scheduled
        if self.delivered:
            return None
        if not self.loaded and minute >= due + 30:
            return 0
        if self.on_the_way:
            return None
        if self.driver is None or self.changed or self.driver != "chosen":
            return 0
        if self.scheduled is not None:
            free = self.scheduled - minute >= 60
        else:
            free = not self.accepted or minute <= 5
        return 0 if free else min(10_00, self.price_cents)


WORK = {
    "assign": assign,
    "accept": accept,
    "set_out": lambda order, _, now: set_out(order, now),
    "start": lambda order, _, now: start(order, now),
    "confirm_pickup": lambda order, _, now: confirm_pickup(order, now),
    "complete": lambda order, _, now: complete(order, now),
    "hand_back": lambda order, _, now: hand_back(order, now),
}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(sorted(WORK)), st.sampled_from(["chosen", "other"]), st.sampled_from([0, 1, 5, 9, 30])
    ),
    max_size=12,
)


@given(
    steps=STEPS,
    price_cents=st.sampled_from([5_00, 10_00, 43_30]),
    scheduled=st.sampled_from([None, 10, 60, 90]),
    arrival=st.sampled_from([5, 20]),
)
def test_through_any_life_the_fee_is_the_models(
    steps: list[tuple[str, str, int]], price_cents: int, scheduled: int | None, arrival: int
) -> None:
    life = Life(price_cents, scheduled, arrival)
    order = an_order(
        price_cents=price_cents,
        chosen_driver_id="chosen",
        scheduled_time=None if scheduled is None else minutes_later(scheduled),
    )
    order = pay(order, NOON, pickup_due_at=minutes_later(arrival))
    minute = 0
    for step, driver, wait in steps:
        minute += wait
        try:
            order = WORK[step](order, driver, minutes_later(minute))
            taken = True
        except RuleBroken:
            taken = False
        assert taken is life.live(step, driver)
        try:
            retained: int | None = customer_fee_cents(order, minutes_later(minute))
        except RuleBroken:
            retained = None
        assert retained == life.fee(minute)


def test_the_next_change_of_the_fee_is_told() -> None:
    order = an_accepted_order()
    after_five = NOON + minutes(5) + timedelta(microseconds=1)
    late = DUE + minutes(30)
    assert fee_changes_at(order, NOON) == after_five
    assert fee_changes_at(order, after_five) == late
    assert fee_changes_at(order, late) is None
    assert fee_changes_at(set_out(order, NOON + minutes(1)), NOON + minutes(2)) == late
    scheduled = a_scheduled_order()
    assert fee_changes_at(scheduled, NOON) == SCHEDULED - minutes(60) + timedelta(microseconds=1)


@given(
    st.sampled_from([an_order(), an_assigned_order(), an_accepted_order(), a_scheduled_order()]),
    st.integers(0, 30 * 60),
)
def test_nothing_changes_before_the_next_change_and_something_does_at_it(order: Order, passed: int) -> None:
    now = NOON + minutes(passed)
    turn = fee_changes_at(order, now)
    until = turn or now + timedelta(days=9)
    fee_cents = customer_fee_cents(order, now)
    last = until - timedelta(microseconds=1)
    for share in (0.0, 0.25, 0.5, 1.0):
        assert customer_fee_cents(order, now + (last - now) * share) == fee_cents
    if turn is not None:
        assert customer_fee_cents(order, turn) != fee_cents
