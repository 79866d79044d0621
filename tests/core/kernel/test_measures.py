"""Measured quantities are exact, finite and believable, or refused by the name of their field."""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.cargo import Dimensions, Item, any_fragile, total_cubic_feet, total_pounds
from haulage.kernel.errors import InvalidInput
from haulage.kernel.measures import (
    MAX_TRIP_MILES,
    MAX_TRIP_MINUTES,
    MAX_VOLUME_CUBIC_FEET,
    MAX_WEIGHT_POUNDS,
    Number,
    exact,
)
from haulage.kernel.vehicles import Capacity
from haulage.pricing import Load, Trip

Make = Callable[[Number], object]

QUANTITIES: dict[str, tuple[Make, int]] = {
    "miles": (lambda value: Trip("delivery", value, 20), MAX_TRIP_MILES),
    "minutes": (lambda value: Trip("delivery", 5, value), MAX_TRIP_MINUTES),
    "weight_pounds": (Load, MAX_WEIGHT_POUNDS),
    "weight": (lambda value: Item("A chair", value), MAX_WEIGHT_POUNDS),
    "dimensions": (lambda value: Dimensions(10, value, 10), 1200),
    "vehicle.capacity.weight": (lambda value: Capacity(value, 50), MAX_WEIGHT_POUNDS),
    "vehicle.capacity.volume": (lambda value: Capacity(1000, value), MAX_VOLUME_CUBIC_FEET),
}
FIELDS = pytest.mark.parametrize("field", QUANTITIES)


def refusal(field: str, value: object) -> str:
    """The reason for which *field* refuses the value."""
    with pytest.raises(InvalidInput) as caught:
        QUANTITIES[field][0](value)  # type: ignore[arg-type]
    assert caught.value.field == field
    assert str(caught.value) == f"{field}: {caught.value.reason}"
    return caught.value.reason


@FIELDS
@pytest.mark.parametrize("value", [0, 0.0, -0.0, -1, -0.5, Decimal(0), Decimal("-0.01"), Fraction(-1, 3)])
def test_a_quantity_is_more_than_nothing(field: str, value: Number) -> None:
    assert refusal(field, value).startswith("must be more than 0 ")


@FIELDS
@pytest.mark.parametrize(
    "value",
    [math.nan, math.inf, -math.inf, Decimal("nan"), Decimal("snan"), Decimal("inf"), Decimal("-inf")],
)
def test_what_is_not_finite_is_refused(field: str, value: Number) -> None:
    assert refusal(field, value) == "must be a finite number"


@FIELDS
@pytest.mark.parametrize("value", [True, False, "5", None, [5], 5j])
def test_what_is_no_number_is_refused(field: str, value: object) -> None:
    assert refusal(field, value) == "must be a number"


@FIELDS
@pytest.mark.parametrize(
    "value", [1e9, 1e308, 10**9, 10**400, Fraction(10**400), Decimal("1e400"), Decimal("1e999999999")]
)
def test_absurd_sizes_are_refused(field: str, value: Number) -> None:
    assert refusal(field, value).startswith("must be at most ")


@FIELDS
def test_the_largest_size_is_allowed_and_anything_more_is_not(field: str) -> None:
    make, at_most = QUANTITIES[field]
    make(at_most)
    assert refusal(field, at_most + Fraction(1, 10**9)).startswith(f"must be at most {at_most:,} ")
    assert refusal(field, math.nextafter(at_most, math.inf)).startswith("must be at most ")


@FIELDS
def test_a_decimal_too_small_to_write_out_counts_as_nothing(field: str) -> None:
    assert refusal(field, Decimal("1e-999999999")).startswith("must be more than 0 ")


@FIELDS
@pytest.mark.parametrize("value", [1e-300, 5e-324, Decimal("1e-30"), Fraction(1, 10**40)])
def test_the_smallest_quantities_are_kept_exactly(field: str, value: Number) -> None:
    QUANTITIES[field][0](value)
    assert exact(value) > 0


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (7.53, Fraction(753, 100)),
        (0.1, Fraction(1, 10)),
        (0.1 + 0.2, Fraction("0.30000000000000004")),
        (1e-7, Fraction(1, 10**7)),
        (3, Fraction(3)),
        (Decimal("2.675"), Fraction(2675, 1000)),
        (Fraction(1, 3), Fraction(1, 3)),
    ],
)
def test_a_number_is_kept_as_a_person_reads_it(value: Number, read: Fraction) -> None:
    assert exact(value) == read


@given(st.floats(min_value=0, max_value=MAX_VOLUME_CUBIC_FEET, exclude_min=True))
def test_a_float_is_its_shortest_decimal(value: float) -> None:
    assert exact(value) == Fraction(repr(value))


@given(st.integers(1, MAX_VOLUME_CUBIC_FEET * 10**6))
def test_millionths_are_what_they_read_whatever_type_they_come_in(millionths: int) -> None:
    read = Fraction(millionths, 10**6)
    assert exact(millionths / 10**6) == exact(Decimal(millionths).scaleb(-6)) == read


class Float64(float):
    """A float of another library, which shows itself in its own way."""

    def __repr__(self) -> str:
        return f"Float64({float(self)!r})"


def test_other_libraries_floats_are_read_like_our_own() -> None:
    assert exact(Float64(1 / 3)) == exact(1 / 3)


def test_an_item_twelve_by_twelve_by_twelve_inches_is_one_cubic_foot() -> None:
    assert Dimensions(12, 12, 12).cubic_feet == 1
    assert Dimensions(24.5, 10, 36).cubic_feet == Fraction(8820, 1728)


def test_weights_and_known_volumes_add_up() -> None:
    items = (
        Item("Box", 0.1, Dimensions(12, 12, 24)),
        Item("Bag", 0.2),
        Item("Crate", 7, Dimensions(6, 12, 12)),
    )
    assert total_pounds(items) == Fraction("7.3")
    assert total_cubic_feet(items) == Fraction(5, 2)


def test_one_fragile_item_makes_the_load_fragile() -> None:
    sturdy, fragile = Item("Box", 1), Item("Vase", 1, fragile=True)
    assert not any_fragile([sturdy, sturdy])
    assert any_fragile([sturdy, fragile])
    assert not any_fragile([])


def test_a_description_longer_than_five_hundred_characters_is_refused() -> None:
    Item("x" * 500, 1)
    with pytest.raises(InvalidInput, match=r"^description: must be at most 500 characters$"):
        Item("x" * 501, 1)
