"""Circles round the stops: two trusted fixes, hysteresis, and nothing that one stray fix can do."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.deliveries import Crossing, Fence, ObservedPosition, meters_between, observe
from haulage.deliveries.geofence import DWELL, OUTER_RADIUS_METERS, RADIUS_METERS
from haulage.kernel.geo import Point

CENTER = Point(40.758, -73.9855)
NOON = datetime(2026, 8, 20, 16, tzinfo=UTC)
METERS_PER_DEGREE = meters_between(CENTER, Point(41.758, -73.9855))


def at(
    seconds: float, meters: float, accuracy: float | None = 10, *, plausible: bool = True
) -> ObservedPosition:
    """A fix so many metres north of the centre, so many seconds after noon."""
    point = Point(CENTER.lat + meters / METERS_PER_DEGREE, CENTER.lng)
    return ObservedPosition(NOON + timedelta(seconds=seconds), point, accuracy, plausible)


def crossings(*observations: ObservedPosition) -> list[tuple[float, Crossing]]:
    """When the circle was crossed, in seconds after noon, and which way."""
    fence, found = Fence(), []
    for observed in observations:
        fence, crossing = observe(fence, CENTER, observed)
        if crossing is not None:
            found.append(((observed.at - NOON).total_seconds(), crossing))
    return found


def test_two_fixes_ten_seconds_apart_are_an_entry() -> None:
    assert crossings(at(0, 50), at(9.9, 50)) == []
    assert crossings(at(0, 50), at(10, 50)) == [(10, Crossing.ENTER)]
    assert crossings(at(0, 99), at(4, 40), at(8, 20), at(12, 5)) == [(12, Crossing.ENTER)]


def test_a_single_fix_is_none_however_near() -> None:
    assert crossings(at(0, 0)) == []


def test_passing_by_outside_starts_the_dwell_anew() -> None:
    assert crossings(at(0, 90), at(5, 200), at(10, 90), at(15, 90)) == []
    assert crossings(at(0, 90), at(5, 200), at(10, 90), at(20, 90)) == [(20, Crossing.ENTER)]


def test_between_the_radii_a_fix_decides_nothing() -> None:
    assert crossings(at(0, 90), at(5, 120), at(10, 90)) == [(10, Crossing.ENTER)]
    inside = (at(0, 50), at(10, 50))
    assert crossings(*inside, at(20, 140), at(40, 140)) == [(10, Crossing.ENTER)]
    assert crossings(*inside, at(20, 160), at(30, 160))[1:] == [(30, Crossing.LEAVE)]


def test_leaving_needs_the_dwell_too() -> None:
    inside = (at(0, 50), at(10, 50))
    assert crossings(*inside, at(20, 400), at(25, 30), at(31, 400)) == [(10, Crossing.ENTER)]


@pytest.mark.parametrize("accuracy", [None, 50.1, 5000, -1])
def test_a_fix_of_poor_or_unknown_accuracy_is_not_trusted(accuracy: float | None) -> None:
    assert crossings(at(0, 10, accuracy), at(20, 10, accuracy)) == []
    assert crossings(at(0, 10), at(20, 10, accuracy)) == []
    assert crossings(at(0, 10, 50), at(20, 10, 50)) == [(20, Crossing.ENTER)]


def test_a_jump_into_the_circle_is_not_trusted() -> None:
    assert crossings(at(0, 10, plausible=False), at(20, 10, plausible=False)) == []


def test_a_fix_that_is_late_or_told_twice_changes_nothing() -> None:
    assert crossings(at(10, 50), at(0, 50), at(10, 50)) == []
    assert crossings(at(10, 50), at(5, 900), at(20, 50)) == [(20, Crossing.ENTER)]


def test_nobody_begins_inside() -> None:
    assert crossings(at(0, 10), at(10, 10), at(20, 10), at(30, 10)) == [(10, Crossing.ENTER)]


fixes = st.lists(
    st.tuples(
        st.integers(0, 600),
        st.floats(0, 500),
        st.one_of(st.none(), st.floats(0, 100)),
        st.booleans(),
    ),
    max_size=60,
)


@given(fixes)
def test_entries_and_leaves_take_turns_and_each_has_two_fixes_to_show(
    sent: list[tuple[int, float, float | None, bool]],
) -> None:
    observations = [at(seconds, meters, accuracy, plausible=ok) for seconds, meters, accuracy, ok in sent]
    found = crossings(*observations)
    assert [crossing for _, crossing in found] == [Crossing.ENTER, Crossing.LEAVE] * (len(found) // 2) + [
        Crossing.ENTER
    ] * (len(found) % 2)
    trusted = [(s, (s.at - NOON).total_seconds()) for s in observations if s.is_trusted]
    for moment, crossing in found:
        wanted = [
            second
            for observed, second in trusted
            if second <= moment
            and (meters_between(CENTER, observed.point) <= RADIUS_METERS) is (crossing is Crossing.ENTER)
            and (crossing is Crossing.ENTER or meters_between(CENTER, observed.point) > OUTER_RADIUS_METERS)
        ]
        assert moment in wanted
        assert any(moment - second >= DWELL.total_seconds() for second in wanted)
