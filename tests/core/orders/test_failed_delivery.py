"""What a driver may say was not delivered, what it costs, and what the customer is told (OP-23, OP-33)."""

from datetime import timedelta

import attrs
import pytest

from builders import NOON, a_paid_order, a_started_order
from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.orders import OrderStatus
from haulage.orders.cancellation import STANDARD_TERMS
from haulage.orders.failure import (
    GROUNDS,
    MAX_NOTE_LENGTH,
    NotFailed,
    Side,
    deliver_after_all,
    earns_fare,
    end_failed,
    fail,
    failure_fee_cents,
    reasons_for,
    sentence,
)
from haulage.orders.order import Cancellation, Failure, FailureReason, Order

LATER = NOON + timedelta(minutes=20)
AT_PICKUP = a_started_order()
LOADED = attrs.evolve(AT_PICKUP, picked_up_at=NOON)
ENDS = Cancellation(LATER, "usr_1", "It failed", 0)


def a_failure(reason: FailureReason = FailureReason.NOBODY_THERE, *, seen: bool = True) -> Failure:
    return Failure(NOON, reason, seen_there=seen)


def failed(order: Order, reason: FailureReason = FailureReason.NOBODY_THERE) -> Order:
    return fail(order, a_failure(reason))


def test_each_stop_has_the_reasons_that_can_arise_there() -> None:
    of_goods_on_board = {FailureReason.REFUSED, FailureReason.ITEMS_DAMAGED}
    assert set(FailureReason) - set(reasons_for(AT_PICKUP)) == of_goods_on_board
    assert set(FailureReason) - set(reasons_for(LOADED)) == {FailureReason.NOT_AS_BOOKED}
    with pytest.raises(InvalidInput) as refused:
        failed(AT_PICKUP, FailureReason.REFUSED)
    assert refused.value.field == "reason"


def test_a_note_has_at_most_its_length() -> None:
    longest = attrs.evolve(a_failure(), note="x" * MAX_NOTE_LENGTH)
    assert fail(LOADED, longest).failure == longest
    with pytest.raises(InvalidInput) as refused:
        fail(LOADED, attrs.evolve(longest, note="x" * (MAX_NOTE_LENGTH + 1)))
    assert refused.value.field == "note"


def test_saying_it_again_changes_nothing() -> None:
    once = failed(LOADED)
    assert fail(once, attrs.evolve(a_failure(FailureReason.REFUSED), at=LATER)) == once


def test_only_what_is_under_way_fails_or_goes_on() -> None:
    for order in (a_paid_order(), attrs.evolve(LOADED, status=OrderStatus.COMPLETED, completed_at=NOON)):
        with pytest.raises(IllegalMove):
            failed(order)
        with pytest.raises(IllegalMove):
            deliver_after_all(order, LATER)


def test_an_arrival_at_which_nobody_opened_is_corrected() -> None:
    arrived = attrs.evolve(LOADED, status=OrderStatus.COMPLETED, completed_at=NOON)
    corrected = fail(arrived, a_failure(), by_arrival=True)
    assert (corrected.status, corrected.completed_at) == (OrderStatus.IN_PROGRESS, None)
    assert corrected.failure == a_failure()


def test_somebody_who_turns_up_is_delivered_to_after_all() -> None:
    again = deliver_after_all(failed(LOADED), LATER)
    assert (again.status, again.failure, again.updated_at) == (OrderStatus.IN_PROGRESS, None, LATER)
    with pytest.raises(NotFailed):
        deliver_after_all(LOADED, LATER)


@pytest.mark.parametrize(("order", "returned_at"), [(AT_PICKUP, None), (LOADED, LATER)])
def test_an_order_that_failed_ends_cancelled_with_its_goods_back(order: Order, returned_at: object) -> None:
    ended = end_failed(failed(order), ENDS)
    assert (ended.status, ended.cancellation) == (OrderStatus.CANCELLED, ENDS)
    assert ended.failure is not None
    assert ended.failure.returned_at == returned_at
    with pytest.raises(NotFailed):
        end_failed(order, ENDS)


def test_a_customer_who_was_not_there_pays_for_the_way() -> None:
    assert failure_fee_cents(AT_PICKUP, a_failure()) == STANDARD_TERMS.fee_cents
    assert failure_fee_cents(LOADED, a_failure()) == LOADED.price_cents
    assert earns_fare(LOADED, a_failure())
    assert not earns_fare(AT_PICKUP, a_failure())


def test_no_more_is_kept_than_was_paid() -> None:
    cheap = attrs.evolve(AT_PICKUP, price_cents=STANDARD_TERMS.fee_cents - 1)
    assert failure_fee_cents(cheap, a_failure()) == STANDARD_TERMS.fee_cents - 1


@pytest.mark.parametrize("order", [AT_PICKUP, LOADED])
def test_a_driver_whom_nothing_shows_at_the_stop_is_paid_nothing_for_it(order: Order) -> None:
    unseen = a_failure(seen=False)
    assert failure_fee_cents(order, unseen) == 0
    assert not earns_fare(order, unseen)


@pytest.mark.parametrize(
    "reason", [each for each, grounds in GROUNDS.items() if grounds.side is not Side.CUSTOMER]
)
def test_what_is_not_on_the_customers_side_costs_nothing(reason: FailureReason) -> None:
    for order in (AT_PICKUP, LOADED):
        assert failure_fee_cents(order, a_failure(reason)) == 0
        assert not earns_fare(order, a_failure(reason))


def test_the_customer_is_told_why_and_where_the_items_are() -> None:
    assert sentence(LOADED) is None
    empty = sentence(failed(AT_PICKUP))
    assert empty == "Your order could not be picked up: nobody was at the pickup to hand over the items."
    began = "Your order could not be delivered: nobody was there to receive the items."
    assert sentence(failed(LOADED)) == f"{began} Your driver is bringing your items back to the pickup."
    assert sentence(end_failed(failed(LOADED), ENDS)) == f"{began} Your items are back at the pickup."
