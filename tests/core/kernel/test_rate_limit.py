"""Limits on how often: what is allowed at once, and how it comes back."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.rate_limit import RateLimit, TooManyRequests, take

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
SIX_A_MINUTE = RateLimit(6, timedelta(minutes=1))


def spend(limit: RateLimit, due: datetime | None, now: datetime, wanted: int) -> tuple[int, datetime | None]:
    """How many of *wanted* are allowed at one instant, and the state after."""
    allowed = 0
    for _ in range(wanted):
        taken = take(limit, due, now)
        allowed += taken.allowed
        due = taken.due
    return allowed, due


def test_an_unused_limit_may_be_spent_at_once_and_no_further() -> None:
    assert spend(SIX_A_MINUTE, None, NOON, 10)[0] == 6


def test_a_period_that_does_not_divide_evenly_still_holds_every_time() -> None:
    assert spend(RateLimit(7, timedelta(minutes=5)), None, NOON, 10)[0] == 7


def test_a_spent_limit_says_how_long_to_wait_and_then_allows_one() -> None:
    _, due = spend(SIX_A_MINUTE, None, NOON, 6)
    refused = take(SIX_A_MINUTE, due, NOON)
    assert refused.wait == timedelta(seconds=10)
    assert not take(SIX_A_MINUTE, due, NOON + refused.wait - timedelta(microseconds=1)).allowed
    assert take(SIX_A_MINUTE, due, NOON + refused.wait).allowed


def test_after_the_whole_period_everything_is_back() -> None:
    _, due = spend(SIX_A_MINUTE, None, NOON, 6)
    assert spend(SIX_A_MINUTE, due, NOON + timedelta(minutes=1), 10)[0] == 6


def test_a_refusal_takes_nothing() -> None:
    _, due = spend(SIX_A_MINUTE, None, NOON, 6)
    _, after = spend(SIX_A_MINUTE, due, NOON, 100)
    assert after == due


@given(
    times=st.integers(1, 50),
    seconds=st.integers(1, 3600),
    gaps=st.lists(st.integers(0, 600_000), max_size=200),
)
def test_no_stretch_of_one_period_allows_more_than_twice_the_limit(
    times: int, seconds: int, gaps: list[int]
) -> None:
    """The burst and what comes back meanwhile: the bound of the algorithm."""
    limit, due, now = RateLimit(times, timedelta(seconds=seconds)), None, NOON
    allowed: list[datetime] = []
    for gap in gaps:
        now += timedelta(milliseconds=gap)
        taken = take(limit, due, now)
        due = taken.due
        if taken.allowed:
            allowed.append(now)
    for start in allowed:
        assert sum(start <= at < start + limit.per for at in allowed) <= 2 * times


@given(times=st.integers(1, 50), seconds=st.integers(1, 86_400), ahead=st.integers(0, 400_000_000))
def test_a_clock_that_was_ahead_refuses_nobody_for_longer_than_two_spacings(
    times: int, seconds: int, ahead: int
) -> None:
    """Whatever it left behind, the promised wait is short and kept."""
    limit = RateLimit(times, timedelta(seconds=seconds))
    _, due = spend(limit, None, NOON + timedelta(seconds=ahead), times)
    first = take(limit, due, NOON)
    assert first.wait <= 2 * limit.spacing
    assert first.allowed or take(limit, first.due, NOON + first.wait).allowed


def test_what_a_clock_that_was_ahead_left_behind_is_worth_one_time() -> None:
    _, due = spend(SIX_A_MINUTE, None, NOON + timedelta(days=365), 6)
    assert spend(SIX_A_MINUTE, due, NOON, 10)[0] == 1


def test_the_refusal_counts_seconds_in_words() -> None:
    for seconds in (1, 30):
        line = TooManyRequests(seconds).message
        assert line == "Too many requests. Please wait a few minutes before trying again."
