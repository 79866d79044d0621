"""A gap between two balances is told from what is only on its way between them."""

from datetime import UTC, datetime, timedelta

from hypothesis import assume, given
from hypothesis import strategies as st

from haulage.payments.settled_gap import GapChange, settled_gap

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_a_gap_that_nothing_has_changed_stays() -> None:
    assert settled_gap(-5_00, [], NOON, after(3_600)) == -5_00


def test_what_the_provider_has_and_the_books_do_not_have_yet_is_no_gap() -> None:
    assert settled_gap(25_98, [GapChange(after(3_598), 25_98)], NOON, after(3_600)) == 0


def test_what_the_books_have_not_heard_of_for_a_minute_is_one() -> None:
    assert settled_gap(25_98, [GapChange(after(3_540), 25_98)], NOON, after(3_600)) == 25_98


def test_what_was_long_ago_is_not_held_against_what_is_now() -> None:
    """Such as what was entered under an earlier time than it happened."""
    changes = [GapChange(after(60), -800_00), GapChange(after(3_000), 797_75)]
    assert settled_gap(-2_25, changes, NOON, after(3_600)) == -2_25


def test_where_no_minute_was_quiet_it_is_what_lasted_longest_in_all() -> None:
    changes = [
        GapChange(after(second), cents)
        for start in range(0, 3_600, 40)
        for second, cents in ((start, 5_00 + start), (start + 15, -5_00 - start))
    ]
    assert settled_gap(7 + 8_60, [*changes, GapChange(after(3_599), 8_60)], NOON, after(3_600)) == 7


def test_what_both_have_within_one_second_was_never_on_its_way() -> None:
    both = [GapChange(after(60), 9_99), GapChange(after(60.7), -9_99)]
    assert settled_gap(1, both, NOON, after(70)) == 1
    assert settled_gap(1, both, NOON, after(60)) == 1


MOVEMENTS = st.lists(
    st.tuples(st.integers(-100_00, 100_00), st.integers(40, 90), st.integers(0, 19)), max_size=40
)
"""Cents, seconds since the one before, and seconds until the books have it."""


@given(true_gap=st.integers(-5_00, 5_00), movements=MOVEMENTS, looked_after=st.integers(0, 60))
def test_whatever_is_on_its_way_the_true_gap_is_found(
    true_gap: int, movements: list[tuple[int, int, int]], looked_after: int
) -> None:
    at, changes, gap = 0, list[GapChange](), true_gap
    now = sum(pause for _, pause, _ in movements) + looked_after
    for cents, pause, delay in movements:
        at += pause
        changes.append(GapChange(after(at), cents))
        if at + delay <= now:
            changes.append(GapChange(after(at + delay), -cents))
        else:
            gap += cents
    assume(gap != 0 or true_gap == 0)
    assert settled_gap(gap, changes, NOON, after(now)) == true_gap
