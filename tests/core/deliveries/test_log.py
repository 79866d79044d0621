"""What is written down of a delivery: breaks in any order, and how far a driver really went."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.deliveries import (
    ClockMove,
    DeliveryLog,
    Mark,
    Path,
    Pause,
    Timer,
    TooManyBreaks,
    lengthened,
    marked,
    timer_of,
)
from haulage.deliveries.log import MOST_MARKS
from haulage.kernel.geo import Point

NOON = datetime(2026, 8, 20, 16, tzinfo=UTC)
PAUSE, RESUME = ClockMove.PAUSE, ClockMove.RESUME


def minute(count: float) -> datetime:
    return NOON + timedelta(minutes=count)


def test_breaks_are_read_by_time_whatever_order_they_came_in() -> None:
    marks = [Mark(minute(30), RESUME), Mark(minute(10), PAUSE), Mark(minute(25), PAUSE)]
    assert timer_of(minute(0), None, marks) == Timer(minute(0), None, (Pause(minute(10), minute(30)),))


def test_a_break_ends_with_the_delivery_and_begins_within_it() -> None:
    marks = [Mark(minute(-5), PAUSE), Mark(minute(50), PAUSE), Mark(minute(70), RESUME)]
    timer = timer_of(minute(0), minute(60), marks)
    assert timer.pauses == (Pause(minute(50), minute(60)),)
    assert timer_of(None, None, marks) == Timer()


MARKS = st.lists(st.builds(Mark, st.integers(-5, 70).map(minute), st.sampled_from(ClockMove)), max_size=12)


@given(marks=MARKS, data=st.data())
def test_the_clock_depends_on_the_set_of_marks_alone(marks: list[Mark], data: st.DataObject) -> None:
    repeated = data.draw(st.permutations(marks + marks))
    log = DeliveryLog()
    for mark in repeated:
        log = marked(log, mark)
    assert len(log.marks) == len(set(marks))
    whole = timer_of(minute(0), minute(60), log.marks)
    assert whole == timer_of(minute(0), minute(60), marks)
    assert timedelta(0) <= whole.worked(minute(60)) <= timedelta(minutes=60)


def test_a_device_that_pauses_for_ever_is_stopped() -> None:
    log = DeliveryLog(marks=tuple(Mark(minute(number), PAUSE) for number in range(MOST_MARKS)))
    assert marked(log, Mark(minute(0), PAUSE)) == log
    with pytest.raises(TooManyBreaks):
        marked(log, Mark(minute(-1), PAUSE))


def north(*steps: float) -> Sequence[Point]:
    """Points along a meridian, in miles from the first."""
    return [Point(40 + miles / 69.1, -74) for miles in steps]


def test_the_way_is_its_corners_and_not_the_wavering_of_who_stands() -> None:
    assert lengthened(Path(), north(0, 0.5, 1)).miles == pytest.approx(1, abs=0.01)
    assert lengthened(Path(), north(0, 0.005, 0, 0.008, 0.001)).miles == 0


def test_a_path_read_in_parts_is_as_long_as_the_whole() -> None:
    points = north(0, 0.2, 0.1, 0.4, 0.41)
    parts = lengthened(lengthened(Path(), points[:2]), points[2:])
    assert parts == lengthened(Path(), points)


def test_a_break_at_the_very_end_is_none() -> None:
    assert timer_of(minute(0), minute(60), [Mark(minute(60), PAUSE)]).pauses == ()
    first = timer_of(minute(0), minute(60), [Mark(minute(0), PAUSE), Mark(minute(5), RESUME)])
    assert first.pauses == (Pause(minute(0), minute(5)),)
