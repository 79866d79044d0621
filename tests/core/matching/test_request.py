from datetime import UTC, datetime
from typing import Any

import pytest

from core.matching.builders import MONDAY_NOON, UNION_SQUARE, a_driver, a_request
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.matching import GridFleet, Item, best_matches


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("trip_miles", 0),
        ("trip_miles", -1),
        ("trip_miles", float("nan")),
        ("trip_miles", float("inf")),
        ("trip_miles", 10_001),
        ("max_price_cents", 0),
        ("max_price_cents", -5),
        ("max_price_cents", 10**12),
        ("extra_fees_cents", -1),
        ("max_distance_miles", 0),
        ("max_distance_miles", float("nan")),
        ("max_distance_miles", 12_501),
        ("now", datetime(2026, 5, 4, 12)),  # noqa: DTZ001
        ("now", datetime(1, 1, 1, tzinfo=UTC)),
        ("scheduled_time", datetime(2026, 5, 4, 12)),  # noqa: DTZ001
        ("special_requirements", ["x"] * 51),
        ("items", [Item("rock", 60_000), Item("rock", 60_000)]),
        ("items", [Item("x", 1)] * 101),
    ],
)
def test_a_request_that_cannot_be_names_its_field(field: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        a_request(**{field: value})
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("trip_miles", 10_000),
        ("max_distance_miles", 12_500),
        ("special_requirements", ["x"] * 50),
        ("items", [Item("rock", 50_000)] * 2),
        ("items", [Item("x", 1)] * 100),
    ],
)
def test_up_to_every_bound_it_can_be(field: str, value: Any) -> None:
    assert a_request(**{field: value})


def test_a_blank_requirement_is_named_by_its_place() -> None:
    with pytest.raises(InvalidInput) as refused:
        a_request(special_requirements=["ramp", "  "])
    assert refused.value.field == "special_requirements[1]"


def test_pickup_and_dropoff_must_be_two_places() -> None:
    beside = Point(UNION_SQUARE.lat + 0.0004, UNION_SQUARE.lng - 0.0005)
    with pytest.raises(InvalidInput, match="Pickup and dropoff locations cannot be the same"):
        a_request(delivery_location=beside)
    a_request(delivery_location=Point(UNION_SQUARE.lat + 0.0006, UNION_SQUARE.lng - 0.0006))


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("rating", {"rating": 5.01}),
        ("rating", {"rating": -1}),
        ("rating", {"rating": float("nan")}),
        ("total_jobs", {"total_jobs": -1}),
        ("located_at", {"located_at": datetime(2026, 5, 4)}),  # noqa: DTZ001
        ("price_per_mile_cents", {"rates": DriverRates(-1, 0)}),
        ("minimum_fare_cents", {"rates": DriverRates(0, -1)}),
    ],
)
def test_a_driver_that_cannot_be_names_its_field(field: str, changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refused:
        a_driver(**changes)
    assert refused.value.field == field


def test_a_driver_needs_an_id() -> None:
    with pytest.raises(InvalidInput):
        a_driver("")


@pytest.mark.parametrize("k", [0, -1])
def test_at_least_one_driver_must_be_asked_for(k: int) -> None:
    for ask in (lambda: best_matches(a_request(), [], k), lambda: GridFleet().top(a_request(), k)):
        with pytest.raises(InvalidInput) as refused:
            ask()
        assert refused.value.field == "top"


def test_a_job_without_a_schedule_starts_now() -> None:
    assert a_request().starts_at == MONDAY_NOON
