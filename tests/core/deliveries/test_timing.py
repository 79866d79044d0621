"""The clock of a delivery: pauses do not count, and the efficiency has a lid."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.deliveries import AlreadyRunning, NotRunning, Pause, Timer, earns_bonus, efficiency_percent
from haulage.deliveries.timing import begin, end, pause, resume

NOON = datetime(2026, 8, 20, 16, tzinfo=UTC)


def minute(count: float) -> datetime:
    return NOON + timedelta(minutes=count)


def test_the_time_at_work_leaves_the_pauses_out() -> None:
    timer = resume(pause(begin(Timer(), minute(0)), minute(10)), minute(25))
    assert timer.worked(minute(30)) == timedelta(minutes=15)
    ended = end(pause(timer, minute(40)), minute(60))
    assert ended.worked(minute(999)) == timedelta(minutes=25)
    assert not ended.is_open


def test_a_paused_timer_stands_still() -> None:
    timer = pause(begin(Timer(), minute(0)), minute(5))
    assert timer.is_paused
    assert not timer.is_running
    assert timer.worked(minute(50)) == timedelta(minutes=5)


def test_a_break_that_a_fast_clock_tells_of_adds_no_work() -> None:
    to_come = Timer(minute(0), pauses=(Pause(minute(11)),))
    assert to_come.worked(minute(10)) == timedelta(minutes=10)
    half_over = Timer(minute(0), pauses=(Pause(minute(4), minute(11)),))
    assert half_over.worked(minute(10)) == timedelta(minutes=4)


def test_a_delivery_begins_once() -> None:
    with pytest.raises(AlreadyRunning, match="Delivery is already in progress"):
        begin(begin(Timer(), minute(0)), minute(1))


@pytest.mark.parametrize("change", [pause, resume, end])
def test_what_has_not_begun_is_not_in_progress(change: object) -> None:
    with pytest.raises(NotRunning, match="Delivery is not in progress"):
        change(Timer(), minute(0))  # type: ignore[operator]


def test_stopping_twice_changes_nothing() -> None:
    ended = end(begin(Timer(), minute(0)), minute(30))
    assert end(ended, minute(45)) == ended
    with pytest.raises(NotRunning):
        pause(ended, minute(46))


@given(st.lists(st.tuples(st.sampled_from(["pause", "resume", "end"]), st.integers(0, 30)), max_size=30))
def test_work_never_shrinks_and_never_passes_the_time_that_went_by(moves: list[tuple[str, int]]) -> None:
    timer, now, worked = begin(Timer(), NOON), NOON, timedelta(0)
    for word, minutes in moves:
        now += timedelta(minutes=minutes)
        if timer.is_open:
            timer = {"pause": pause, "resume": resume, "end": end}[word](timer, now)
        assert worked <= timer.worked(now) <= now - NOON
        worked = timer.worked(now)


@pytest.mark.parametrize(
    ("minutes", "percent"), [(45, 100), (60, 75), (40, Fraction(225, 2)), (30, 150), (20, 150), (0, 150)]
)
def test_efficiency_is_estimate_over_actual_up_to_a_hundred_and_fifty(
    minutes: int, percent: Fraction | int
) -> None:
    assert efficiency_percent(45, timedelta(minutes=minutes)) == percent


def test_the_bonus_needs_less_than_nine_tenths_of_the_estimate() -> None:
    limit = timedelta(minutes=40, seconds=30)
    assert not earns_bonus(45, limit)
    assert earns_bonus(45, limit - timedelta(microseconds=1))
