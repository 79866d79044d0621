"""The batch calculator: every row of it is the core's quote, whatever the numbers."""

from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.numpy_fares import NumpyFares, TripColumns
from benchmarks.numpy_fares import fares as batch
from core.pricing.strategies import CONDITIONS, SERVICES, URGENCIES
from haulage.kernel.errors import InvalidInput
from haulage.kernel.measures import MAX_TRIP_MILES, MAX_TRIP_MINUTES, MAX_WEIGHT_POUNDS
from haulage.kernel.services import FareUrgency, ServiceType
from haulage.pricing import DEMONSTRATION_TAX, STANDARD_TARIFF, Load, SalesTax, Tariff, Trip, quote_fare

BATCH = NumpyFares(DEMONSTRATION_TAX)
ASSEMBLY_APART = SalesTax(service=Fraction(0), assembly=Fraction(8875, 100_000))
SERVICES_APART = SalesTax(service=Fraction(1, 3), assembly=Fraction(0))
HUGE_PARTS = SalesTax(service=Fraction(10**17, 10**18 + 1), assembly=Fraction(1, 7))


def written(at_most: int) -> st.SearchStrategy[float]:
    """Floats of any length, floats as people write them, and the ends of the range."""
    return st.one_of(
        st.floats(0, at_most, exclude_min=True),
        st.integers(1, at_most * 1000).map(lambda thousandths: thousandths / 1000),
        st.sampled_from((5e-324, 1e-9, 0.0025, float(at_most))),
    )


LOADS = st.builds(Load, written(MAX_WEIGHT_POUNDS), fragile=st.booleans(), assembly=st.booleans())
TRIPS = st.builds(
    Trip, SERVICES, written(MAX_TRIP_MILES), written(MAX_TRIP_MINUTES), URGENCIES, LOADS, CONDITIONS
)
TAXES = st.sampled_from((DEMONSTRATION_TAX, ASSEMBLY_APART, SERVICES_APART, HUGE_PARTS))
A_TRIP = Trip(ServiceType.MOVING, 12.34, 47.0, FareUrgency.URGENT, Load(173.5, fragile=True, assembly=True))


def assert_priced_alike(trips: list[Trip], calculator: NumpyFares) -> None:
    fares = calculator.quote(TripColumns.of(trips))
    alone = [quote_fare(trip, calculator.tariff, tax=calculator.tax) for trip in trips]
    assert [fares.fare(row) for row in range(len(fares))] == alone


@given(st.lists(TRIPS, max_size=20), TAXES)
def test_every_row_is_the_quote_of_its_trip(trips: list[Trip], tax: SalesTax) -> None:
    assert_priced_alike(trips, NumpyFares(tax))


def test_rows_keep_their_places_from_block_to_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "BLOCK", 4)
    assert_priced_alike([attrs.evolve(A_TRIP, miles=miles / 7) for miles in range(1, 15)], BATCH)


TOO_DEAR: tuple[dict[str, Any], ...] = (
    {"per_mile_cents": dict.fromkeys(ServiceType, 10**9)},
    {"heavy_per_pound_cents": 10**9},
    {"urgency": dict.fromkeys(FareUrgency, Fraction(10**15, 10**14 + 1))},
    {"driver_share": Fraction(10**30, 2 * 10**30 + 1)},
)


@pytest.mark.parametrize("figures", TOO_DEAR)
def test_figures_too_large_for_64_bits_are_priced_exactly_all_the_same(
    figures: dict[str, Any],
) -> None:
    calculator = NumpyFares(DEMONSTRATION_TAX, attrs.evolve(STANDARD_TARIFF, **figures))
    assert not calculator._fits
    largest = Load(MAX_WEIGHT_POUNDS)
    assert_priced_alike([A_TRIP, attrs.evolve(A_TRIP, miles=9_999.5, load=largest)], calculator)


@pytest.mark.parametrize("tax", [DEMONSTRATION_TAX, ASSEMBLY_APART, SERVICES_APART])
def test_the_standard_prices_fit_the_columns(tax: SalesTax) -> None:
    assert NumpyFares(tax)._fits


def test_each_urgency_may_have_its_own_denominator() -> None:
    shares = dict(zip(FareUrgency, (Fraction(1), Fraction(8, 7), Fraction(12, 11)), strict=True))
    tariff: Tariff = attrs.evolve(STANDARD_TARIFF, urgency=shares)
    calculator = NumpyFares(DEMONSTRATION_TAX, tariff)
    assert_priced_alike([attrs.evolve(A_TRIP, urgency=each) for each in FareUrgency], calculator)


def columns(**changes: Any) -> TripColumns:
    return attrs.evolve(TripColumns.of([A_TRIP, A_TRIP]), **changes)


@pytest.mark.parametrize("value", [0, -1, np.nan, np.inf, -np.inf, 1e9])
@pytest.mark.parametrize("field", ["miles", "minutes", "weight_pounds"])
def test_a_quantity_that_a_trip_refuses_is_refused_in_a_column(field: str, value: float) -> None:
    with pytest.raises(InvalidInput, match=f"^{field}: "):
        columns(**{field: [5, value]})


@pytest.mark.parametrize("place", [-1, 3])
@pytest.mark.parametrize("field", ["service", "urgency"])
def test_a_place_that_names_nothing_is_refused(field: str, place: int) -> None:
    with pytest.raises(InvalidInput, match=f"^{field}: must be a place from 0 to 2$"):
        columns(**{field: [0, place]})


@pytest.mark.parametrize("field", [field.name for field in attrs.fields(TripColumns)][1:])
def test_columns_of_other_lengths_are_refused(field: str) -> None:
    with pytest.raises(InvalidInput, match=f"^{field}: must have 2 rows$"):
        columns(**{field: [1]})


def test_no_trips_have_no_fares() -> None:
    assert len(BATCH.quote(TripColumns.of([]))) == 0
