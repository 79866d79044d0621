"""Confirming a pickup or a delivery far away from it."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.deliveries import FAR_METERS, FarStop, Stop, far_stop, meters_between, next_stop
from haulage.kernel.geo import Point

PLACE = Point(40.7, -74.0)
AT_ONCE = timedelta(0)
METERS_PER_DEGREE = 111_195


def north(meters: float) -> Point:
    return Point(PLACE.lat + meters / METERS_PER_DEGREE, PLACE.lng)


def test_two_miles_away_is_said_in_miles() -> None:
    far = far_stop(Stop.DROPOFF, PLACE, north(3_701), 8, age=AT_ONCE)
    assert far == FarStop(Stop.DROPOFF, 2.3)
    assert far.sentence == "You are 2.3 mi from the dropoff."


@pytest.mark.parametrize(
    ("meters", "accuracy", "is_far"), [(149, 0, False), (152, 0, True), (190, 45, False)]
)
def test_near_is_as_far_as_the_larger_circle_reaches_and_the_accuracy_leaves_open(
    meters: float, accuracy: float, is_far: bool
) -> None:
    assert (far_stop(Stop.PICKUP, PLACE, north(meters), accuracy, age=AT_ONCE) is not None) is is_far


@pytest.mark.parametrize("age", [timedelta(minutes=5, seconds=1), timedelta(seconds=-1)])
def test_a_position_of_another_time_says_nothing(age: timedelta) -> None:
    assert far_stop(Stop.PICKUP, PLACE, north(9_000), 8, age=age) is None
    assert far_stop(Stop.PICKUP, PLACE, north(9_000), 8, age=timedelta(minutes=5)) is not None


@given(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1), st.floats(0, 50))
def test_nobody_is_asked_within_the_circle(lat: float, lng: float, accuracy: float) -> None:
    position = Point(PLACE.lat + lat, PLACE.lng + lng)
    far = far_stop(Stop.PICKUP, PLACE, position, accuracy, age=AT_ONCE)
    assert (far is None) is (meters_between(PLACE, position) - accuracy <= FAR_METERS)


def test_the_pickup_comes_before_the_dropoff() -> None:
    assert next_stop(None) is Stop.PICKUP
    assert next_stop(datetime(2026, 11, 20, tzinfo=UTC)) is Stop.DROPOFF
    assert next_stop(datetime(2026, 11, 20, tzinfo=UTC), is_returning=True) is Stop.PICKUP


def test_the_circle_itself_is_near() -> None:
    position = north(400)
    accuracy = meters_between(PLACE, position) - FAR_METERS
    assert far_stop(Stop.PICKUP, PLACE, position, accuracy, age=AT_ONCE) is None
    assert far_stop(Stop.PICKUP, PLACE, position, accuracy - 0.001, age=AT_ONCE) is not None
