"""Nested values come back from JSON exactly as they were."""

import json
from collections.abc import Mapping
from datetime import time
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.cargo import Dimensions, Item
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.services import FareUrgency, ServiceType
from haulage.kernel.vehicles import Capacity, Vehicle, VehicleType
from haulage.pricing.sales_tax import SalesTax
from haulage.pricing.trip import Conditions, Load, TimeOfDay, Trip, Weather
from haulage_adapters.sql.codec import from_json, to_json

AMOUNTS = st.fractions(min_value=Fraction(1, 10**9), max_value=1000).filter(lambda value: value > 0)
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)

trips = st.builds(
    Trip,
    service=st.sampled_from(ServiceType),
    miles=AMOUNTS,
    minutes=AMOUNTS,
    urgency=st.sampled_from(FareUrgency),
    load=st.builds(Load, weight_pounds=AMOUNTS, fragile=st.booleans(), assembly=st.booleans()),
    conditions=st.builds(
        Conditions, time_of_day=st.sampled_from(TimeOfDay), weather=st.sampled_from(Weather)
    ),
)
items = st.builds(
    Item,
    description=WORDS,
    weight=AMOUNTS,
    dimensions=st.none() | st.builds(Dimensions, length=AMOUNTS, width=AMOUNTS, height=AMOUNTS),
    fragile=st.booleans(),
    heavy=st.booleans(),
)
vehicles = st.builds(
    Vehicle,
    type=st.sampled_from(VehicleType),
    make=WORDS,
    model=WORDS,
    year=st.integers(1900, 2100),
    capacity=st.builds(Capacity, weight=AMOUNTS, volume=AMOUNTS),
    features=st.frozensets(WORDS, max_size=5),
)
hours = st.builds(HoursRange, start=st.times(), end=st.times())
working_hours = st.builds(
    WorkingHours,
    every_day=st.none() | hours,
    by_weekday=st.none() | st.dictionaries(st.integers(0, 6), hours),
)
taxes = st.builds(SalesTax, service=AMOUNTS, assembly=AMOUNTS)
factors = st.dictionaries(WORDS, st.floats(0, 100))


def _through_json(value: Any, kind: Any) -> Any:
    return from_json(json.loads(json.dumps(to_json(value, kind))), kind)


@given(trips)
def test_a_trip_comes_back_equal(trip: Trip) -> None:
    assert _through_json(trip, Trip) == trip


@given(st.tuples(items, items))
def test_items_come_back_equal(carried: tuple[Item, ...]) -> None:
    assert _through_json(carried, tuple[Item, ...]) == carried


@given(vehicles)
def test_a_vehicle_comes_back_equal(vehicle: Vehicle) -> None:
    assert _through_json(vehicle, Vehicle) == vehicle


@given(working_hours)
def test_working_hours_come_back_equal(stored: WorkingHours) -> None:
    assert _through_json(stored, WorkingHours) == stored


@given(taxes)
def test_tax_rates_come_back_equal(tax: SalesTax) -> None:
    assert _through_json(tax, SalesTax) == tax


@given(factors)
def test_factors_come_back_equal_as_floats(stored: Mapping[str, float]) -> None:
    back = _through_json(stored, Mapping[str, float])
    assert back == stored
    assert all(isinstance(value, float) for value in back.values())


@given(st.frozensets(WORDS), st.lists(WORDS).map(tuple))
def test_sets_and_tuples_keep_their_kind(words: frozenset[str], listed: tuple[str, ...]) -> None:
    assert _through_json(words, frozenset[str]) == words
    assert _through_json(listed, tuple[str, ...]) == listed


def test_a_fraction_is_written_as_numerator_and_denominator() -> None:
    assert to_json(SalesTax(Fraction(33, 400), Fraction(0)), SalesTax) == {
        "service": "33/400",
        "assembly": "0",
    }


def test_equal_sets_are_written_alike() -> None:
    assert to_json(frozenset({"b", "a"}), frozenset[str]) == ["a", "b"]


def test_a_weekday_keeps_its_number() -> None:
    monday = WorkingHours(by_weekday={0: HoursRange(time(22), time(6))})
    assert _through_json(monday, WorkingHours) == monday
