"""Where a driver is, and which way they face."""

from datetime import timedelta
from typing import Any

import attrs
import pytest

from builders import NOON, minutes_later
from haulage.drivers import DriverPosition, QualityFlag, judged, moved_to, trail
from haulage.drivers.position import MOST_ACCURACY_METERS, MOST_MPH, UNTOLD_ACCURACY_METERS
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import MAX_ADDRESS_LENGTH, Point

HERE = DriverPosition("drv_1", Point(40.75, -73.98), NOON, heading=200)
LATER = minutes_later(1)


def test_a_device_that_tells_its_heading_is_believed() -> None:
    assert moved_to(HERE, "drv_1", Point(40.76, -73.98), LATER, 12.5).heading == 12.5


def test_a_driver_who_moves_heads_where_they_moved() -> None:
    assert moved_to(HERE, "drv_1", Point(40.75, -73.97), LATER).heading == pytest.approx(90, abs=0.1)


def test_a_driver_who_stands_keeps_facing_as_before() -> None:
    wavering = Point(40.75001, -73.98001)
    assert moved_to(HERE, "drv_1", wavering, LATER) == DriverPosition("drv_1", wavering, LATER, 200)


def test_nobody_knows_which_way_a_driver_faces_who_was_never_seen_before() -> None:
    assert moved_to(None, "drv_1", HERE.point, NOON).heading is None


@pytest.mark.parametrize("heading", [-1, 360, float("nan")])
def test_a_heading_off_the_compass_is_refused(heading: float) -> None:
    with pytest.raises(InvalidInput, match="heading"):
        DriverPosition("drv_1", HERE.point, NOON, heading)


def a_fix(seconds: float, north_miles: float = 0.0, **given: float) -> DriverPosition:
    point = Point(HERE.point.lat + north_miles / 69.1, HERE.point.lng)
    return DriverPosition("drv_1", point, NOON + timedelta(seconds=seconds), accuracy_meters=8, **given)


def test_a_fix_that_a_van_can_have_reached_is_believed() -> None:
    assert judged(a_fix(0), a_fix(60, north_miles=1.5)).quality_flag is None


def test_a_fix_that_nothing_can_have_reached_is_an_impossible_jump() -> None:
    assert judged(a_fix(0), a_fix(10, north_miles=3)).quality_flag is QualityFlag.IMPOSSIBLE_JUMP


def test_only_an_impossible_jump_is_one() -> None:
    assert judged(a_fix(0), a_fix(10, north_miles=3)).is_jump
    assert not judged(a_fix(0), a_fix(60, north_miles=1.5)).is_jump


def test_a_wavering_device_does_not_jump() -> None:
    assert judged(a_fix(0), a_fix(0.1, north_miles=0.009)).quality_flag is None


def test_an_exact_device_that_sends_a_fix_twice_does_not_jump() -> None:
    exact = attrs.evolve(a_fix(0), accuracy_meters=0)
    assert judged(exact, exact).quality_flag is None


def test_a_fix_worse_than_fifty_metres_is_of_poor_accuracy() -> None:
    good, poor = attrs.evolve(HERE, accuracy_meters=50), attrs.evolve(HERE, accuracy_meters=50.1)
    assert (judged(None, good).quality_flag, judged(None, poor).quality_flag) == (
        None,
        QualityFlag.POOR_ACCURACY,
    )


def test_only_a_believed_fix_of_known_accuracy_proves_presence() -> None:
    assert a_fix(0).proves_presence
    assert not HERE.proves_presence, "its device told no accuracy"
    assert not attrs.evolve(a_fix(0), quality_flag=QualityFlag.IMPOSSIBLE_JUMP).proves_presence


def test_what_follows_a_jump_is_judged_by_what_was_before_it() -> None:
    there_and_back = [a_fix(0), a_fix(1, 0.01), a_fix(2, 4), a_fix(3, 4.01), a_fix(4, 0.04), a_fix(5, 0.05)]
    flags = [position.quality_flag for position in trail(None, there_and_back)]
    assert flags == [None, None, QualityFlag.IMPOSSIBLE_JUMP, QualityFlag.IMPOSSIBLE_JUMP, None, None]


def test_after_half_an_hour_of_silence_a_driver_may_be_anywhere() -> None:
    half_an_hour = 30 * 60
    assert (
        judged(a_fix(0), a_fix(half_an_hour - 1, north_miles=80)).quality_flag is QualityFlag.IMPOSSIBLE_JUMP
    )
    assert judged(a_fix(0), a_fix(half_an_hour, north_miles=80)).quality_flag is None


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"speed_mph": 251}, "speed_mph"),
        ({"speed_mph": float("nan")}, "speed_mph"),
        ({"accuracy_meters": -1}, "accuracy_m"),
        ({"accuracy_meters": float("inf")}, "accuracy_m"),
        ({"address": "x" * 301}, "address"),
    ],
)
def test_what_no_device_can_mean_is_refused(given: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput, match=f"^{field}: "):
        DriverPosition("drv_1", HERE.point, NOON, **given)


def test_what_a_device_tells_is_taken_up_to_each_bound() -> None:
    for most in (MOST_MPH, 0):
        assert attrs.evolve(HERE, speed_mph=most).speed_mph == most
    for most in (MOST_ACCURACY_METERS, 0):
        assert attrs.evolve(HERE, accuracy_meters=most).accuracy_meters == most
    assert attrs.evolve(HERE, heading=0).heading == 0
    address = "x" * MAX_ADDRESS_LENGTH
    assert attrs.evolve(HERE, address=address).address == address
    beyond = {"speed_mph": MOST_MPH + 1, "accuracy_meters": -1, "address": address + "x"}
    for field, value in beyond.items():
        with pytest.raises(InvalidInput):
            attrs.evolve(HERE, **{field: value})


@pytest.mark.parametrize(("accuracy", "jumps"), [(None, False), (UNTOLD_ACCURACY_METERS, False), (8, True)])
def test_a_device_that_tells_no_accuracy_is_taken_to_waver_widely(
    accuracy: float | None, jumps: bool
) -> None:
    north_miles = 1.5 * UNTOLD_ACCURACY_METERS / 1609.344
    first, second = (
        attrs.evolve(a_fix(0, north_miles=miles), accuracy_meters=accuracy) for miles in (0, north_miles)
    )
    assert judged(first, second).is_jump is jumps
