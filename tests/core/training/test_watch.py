"""Watch time that nobody can skip, forge or multiply (OP-81)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import NOON
from haulage.onboarding import REQUIRED_MODULES
from haulage.training import HEARTBEAT_INTERVAL, MODULES, Watch, WatchedElsewhere, beat

WATCH = Watch("usr_1", "wat_1", "safety-basics", NOON)


def after(seconds: float) -> timedelta:
    return beat(WATCH, "wat_1", "safety-basics", NOON + timedelta(seconds=seconds))[1]


def test_a_heartbeat_counts_the_time_since_the_last_and_at_most_the_interval() -> None:
    assert after(4) == timedelta(seconds=4)
    assert after(10) == HEARTBEAT_INTERVAL
    assert after(3600) == HEARTBEAT_INTERVAL


def test_a_clock_that_was_set_back_counts_nothing_and_not_twice() -> None:
    held, credit = beat(WATCH, "wat_1", "safety-basics", NOON - timedelta(seconds=60))
    assert (held.beat_at, credit) == (NOON, timedelta())


@pytest.mark.parametrize(
    ("watch", "watch_id", "module_id"),
    [
        (None, "wat_1", "safety-basics"),
        (WATCH, "wat_2", "safety-basics"),
        (WATCH, "wat_1", "customer-service"),
    ],
)
def test_a_heartbeat_of_another_window_counts_nothing(
    watch: Watch | None, watch_id: str, module_id: str
) -> None:
    with pytest.raises(WatchedElsewhere):
        beat(watch, watch_id, module_id, NOON + timedelta(seconds=5))


@given(
    st.lists(
        st.tuples(
            st.integers(0, 30_000),
            st.sampled_from(["begin", "beat"]),
            st.integers(0, 3),
            st.sampled_from(["safety-basics", "customer-service"]),
        ),
        max_size=80,
    )
)
def test_no_combination_of_windows_counts_more_time_than_went_by(
    steps: list[tuple[int, str, int, str]],
) -> None:
    """Windows begin, send heartbeats of their own and of each other, in any order and any hurry."""
    now, watch, total = NOON, None, timedelta()
    for milliseconds, step, window, module in steps:
        now += timedelta(milliseconds=milliseconds)
        if step == "begin":
            watch = Watch("usr_1", f"wat_{window}", module, now)
            continue
        try:
            watch, credit = beat(watch, f"wat_{window}", module, now)
        except WatchedElsewhere:
            continue
        assert timedelta() <= credit <= HEARTBEAT_INTERVAL
        total += credit
    assert total <= now - NOON


def test_onboarding_requires_the_modules_that_there_are_in_their_order() -> None:
    assert tuple(each.id for each in MODULES if each.is_required) == REQUIRED_MODULES
