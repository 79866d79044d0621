"""Ratings of orders, and the mean that they make."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import a_started_order, an_assigned_order, an_order, minutes_later
from haulage.kernel.errors import InvalidInput
from haulage.orders import AlreadyRated, NotCompleted, Order, mean_rating, rate
from haulage.orders.order import complete, confirm_pickup
from haulage.orders.rating import MAX_FEEDBACK_LENGTH

LATER = minutes_later(90)


def a_completed_order() -> Order:
    return complete(confirm_pickup(a_started_order(), minutes_later(40)), minutes_later(60))


def test_a_completed_order_keeps_its_stars_and_text() -> None:
    rated = rate(a_completed_order(), 4, "  Careful with the lamp. ", LATER)
    assert rated.rating is not None
    assert (rated.rating.stars, rated.rating.feedback, rated.rating.at) == (
        4,
        "Careful with the lamp.",
        LATER,
    )


def test_an_order_is_rated_once() -> None:
    with pytest.raises(AlreadyRated, match="rated this order already"):
        rate(rate(a_completed_order(), 5, "", LATER), 1, "", LATER)


@pytest.mark.parametrize("order", [an_order(), an_assigned_order(), a_started_order()])
def test_only_a_completed_order_is_rated(order: Order) -> None:
    with pytest.raises(NotCompleted):
        rate(order, 5, "", LATER)


@pytest.mark.parametrize("stars", [-1, 0, 6, 500])
def test_stars_are_one_to_five(stars: int) -> None:
    with pytest.raises(InvalidInput, match="stars: must be a whole number from 1 to 5"):
        rate(a_completed_order(), stars, "", LATER)


def test_a_text_has_an_end() -> None:
    rate(a_completed_order(), 5, "x" * MAX_FEEDBACK_LENGTH, LATER)
    with pytest.raises(InvalidInput, match="feedback: must be at most 1000 characters"):
        rate(a_completed_order(), 5, "x" * (MAX_FEEDBACK_LENGTH + 1), LATER)


def test_without_ratings_there_is_no_mean() -> None:
    assert mean_rating(0, 0) is None


@given(st.lists(st.integers(1, 5), min_size=1, max_size=400))
def test_the_mean_is_exact_to_two_decimals(given_stars: list[int]) -> None:
    exact = Fraction(sum(given_stars), len(given_stars)) * 100
    hundredths = int(Decimal(exact.numerator * 2 + exact.denominator) // Decimal(exact.denominator * 2))
    assert mean_rating(sum(given_stars), len(given_stars)) == float(Decimal(hundredths).scaleb(-2))


def test_a_half_cent_of_a_star_is_rounded_up() -> None:
    assert mean_rating(4 * 199 + 5, 200) == float(Decimal("4.005").quantize(Decimal("0.01"), ROUND_HALF_UP))
