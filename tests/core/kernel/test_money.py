"""Money is whole cents; one function rounds."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import MAX_CENTS, amount, dollars, half_up, split, times

CENTS = st.integers(-MAX_CENTS, MAX_CENTS)
SHARES = st.fractions(0, 1, max_denominator=10_000)


@pytest.mark.parametrize(
    ("numerator", "denominator", "cents"),
    [
        (0, 1, 0),
        (1, 2, 1),
        (3, 2, 2),
        (5, 2, 3),
        (49, 100, 0),
        (50, 100, 1),
        (149, 100, 1),
        (-1, 2, -1),
        (-49, 100, 0),
        (-3, 2, -2),
        (7, 1, 7),
        (10**30 + 5, 10, 10**29 + 1),
    ],
)
def test_halves_are_rounded_away_from_zero(numerator: int, denominator: int, cents: int) -> None:
    assert half_up(numerator, denominator) == cents


@given(numerator=st.integers(-(10**12), 10**12), places=st.integers(0, 9))
def test_rounding_is_that_of_decimal_arithmetic(numerator: int, places: int) -> None:
    exact = Decimal(numerator).scaleb(-places)
    assert half_up(numerator, 10**places) == int(exact.quantize(Decimal(1), ROUND_HALF_UP))


def test_factors_joined_beforehand_are_rounded_once() -> None:
    once = times(101, Fraction(1, 2) * Fraction(1, 2))
    twice = times(times(101, Fraction(1, 2)), Fraction(1, 2))
    assert (once, twice) == (25, 26)


@given(cents=CENTS, share=SHARES)
def test_the_parts_of_a_split_sum_to_the_whole(cents: int, share: Fraction) -> None:
    part, rest = split(cents, share)
    assert part + rest == cents


@given(cents=CENTS, share=SHARES)
def test_no_part_of_a_split_is_more_than_half_a_cent_off(cents: int, share: Fraction) -> None:
    part, _ = split(cents, share)
    assert abs(part - cents * share) <= Fraction(1, 2)


def test_the_odd_cent_of_a_half_goes_to_the_part() -> None:
    assert split(43_31, Fraction(1, 2)) == (21_66, 21_65)


@given(cents=CENTS)
def test_everything_and_nothing_are_shares_too(cents: int) -> None:
    assert split(cents, Fraction(1)) == (cents, 0)
    assert split(cents, Fraction(0)) == (0, cents)


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "$0.00"),
        (5, "$0.05"),
        (99, "$0.99"),
        (1_00, "$1.00"),
        (43_30, "$43.30"),
        (1_234_05, "$1,234.05"),
        (-123_405, "-$1,234.05"),
        (-1, "-$0.01"),
        (MAX_CENTS, "$100,000,000.00"),
    ],
)
def test_dollars_are_written_with_their_cents_and_commas(cents: int, text: str) -> None:
    assert dollars(cents) == text


@pytest.mark.parametrize("value", [0, 1, MAX_CENTS])
def test_an_amount_within_its_bounds_is_taken_as_it_is(value: int) -> None:
    assert amount(value, field="price") == value


@pytest.mark.parametrize("value", [-1, MAX_CENTS + 1])
def test_an_amount_out_of_bounds_is_refused_by_the_name_of_its_field(value: int) -> None:
    with pytest.raises(InvalidInput, match=r"^price: must be between \$0\.00 and \$100,000,000\.00$"):
        amount(value, field="price")


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, Decimal(1), Fraction(1)])
def test_an_amount_that_is_no_whole_number_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput, match=r"^price: must be a whole number of cents$"):
        amount(value, field="price")  # type: ignore[arg-type]
