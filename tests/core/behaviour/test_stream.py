"""However a drive comes in, its report is the same; and a stream never grows."""

import copy
import itertools
import random
from collections.abc import Iterable, Sequence
from datetime import date

import attrs
from hypothesis import given
from hypothesis import strategies as st

from core.behaviour.drives import a_drive, a_fix, drives, mps, second
from haulage.behaviour import (
    LATENESS_SECONDS,
    STANDARD_RULES,
    DriverStream,
    DrivingEvent,
    EventType,
    Fix,
    Totals,
    in_order,
    merged,
    score,
    score_drive,
)
from haulage.behaviour.fix import MICROSECONDS
from haulage.behaviour.odometer import total
from haulage.behaviour.stream import MOST_WAITING

RESTLESS = attrs.evolve(STANDARD_RULES.thresholds[EventType.IDLE], above=0.05)
RULES = attrs.evolve(STANDARD_RULES, thresholds={**STANDARD_RULES.thresholds, EventType.IDLE: RESTLESS})
"""Idling counts after three seconds, so that short drives have all kinds of events."""

Seen = tuple[list[DrivingEvent], dict[date, Totals]]


def seen(batches: Iterable[Sequence[Fix]]) -> Seen:
    """Every event and every day, as they are when these batches have been taken."""
    stream, events, days = DriverStream(), [], []
    for batch in batches:
        settled = stream.take(batch, rules=RULES).settled
        events += settled.events
        days.append(settled.days)
    rest = stream.as_if_over(rules=RULES)
    return in_order([*events, *rest.events]), merged([*days, rest.days])


def in_pieces(fixes: Sequence[Fix], cuts: Iterable[int]) -> list[Sequence[Fix]]:
    places = [0, *sorted(cut % (len(fixes) + 1) for cut in cuts), len(fixes)]
    return [fixes[a:b] for a, b in itertools.pairwise(places)]


def shuffled_within(fixes: list[Fix], seed: int, seconds: float) -> list[Fix]:
    """Each fix delayed by up to so many seconds, and given out in the order of arrival."""
    chance = random.Random(seed)
    return sorted(fixes, key=lambda fix: fix.at + chance.uniform(0, seconds) * MICROSECONDS)


CUTS = st.lists(st.integers(0, 1000), max_size=8)


@given(drives(), CUTS)
def test_a_stream_split_anywhere_gives_the_same_report(drive: list[Fix], cuts: list[int]) -> None:
    assert seen(in_pieces(drive, cuts)) == seen([drive])


@given(drives(), CUTS, st.integers(0, 2**32))
def test_a_stream_shuffled_within_its_window_gives_the_same_report(
    drive: list[Fix], cuts: list[int], seed: int
) -> None:
    shuffled = shuffled_within(drive, seed, LATENESS_SECONDS)
    assert seen(in_pieces(shuffled, cuts)) == seen([drive])


@given(drives(), CUTS, st.integers(0, 2**32))
def test_a_stream_with_repetitions_gives_the_same_report(
    drive: list[Fix], cuts: list[int], seed: int
) -> None:
    chance = random.Random(seed)
    repeated = shuffled_within(
        drive + [fix for fix in drive if chance.random() < 0.4], seed, LATENESS_SECONDS
    )
    assert seen([*in_pieces(repeated, cuts), drive]) == seen([drive])


@given(drives(), CUTS, st.integers(0, 2**32))
def test_two_fixes_of_one_instant_count_once_whichever_came_first(
    drive: list[Fix], cuts: list[int], seed: int
) -> None:
    others = [fix._replace(speed_mph=fix.speed_mph / 2, accuracy_meters=10.0) for fix in drive[::3]]
    plain = seen([drive + others])
    shuffled = shuffled_within(drive + others, seed, LATENESS_SECONDS)
    assert seen(in_pieces(shuffled, cuts)) == plain


@given(drives(), CUTS)
def test_a_stream_and_a_whole_recording_agree_to_the_last_digit(drive: list[Fix], cuts: list[int]) -> None:
    events, days = seen(in_pieces(drive, cuts))
    scored = score_drive(random.Random(1).sample(drive, len(drive)), RULES)
    assert list(scored.events) == events
    assert scored.metrics == score(total(days.values()), events, RULES)


@given(drives(), st.integers(0, 60))
def test_looking_at_a_stream_does_not_change_it(drive: list[Fix], cut: int) -> None:
    stream = DriverStream()
    stream.take(drive[:cut])
    before = copy.deepcopy(stream)
    stream.as_if_over()
    assert stream == before


def test_a_fix_that_comes_after_the_window_is_counted_and_changes_nothing() -> None:
    drive = a_drive([30.0] * 200)
    stream = DriverStream()
    stream.take(drive)
    before = copy.deepcopy(stream)
    taken = stream.take([a_fix(10.5, 80.0), drive[5]])
    assert (taken.accepted, taken.repeated, taken.late) == (0, 0, 2)
    assert stream == before


def test_a_batch_tells_what_was_new() -> None:
    drive = a_drive([30.0] * 10)
    stream = DriverStream()
    assert stream.take(drive[:6]).accepted == 6
    taken = stream.take(drive[4:])
    assert (taken.accepted, taken.repeated, taken.late) == (4, 2, 0)


def test_a_stream_keeps_no_more_than_its_window() -> None:
    stream = DriverStream()
    for start in range(0, 5000, 50):
        stream.take(a_fix(number, 30.0) for number in range(start, start + 50))
        assert len(stream.waiting) <= LATENESS_SECONDS + 1
    stream.take(a_fix(5000 + number / 1000, 30.0) for number in range(3 * MOST_WAITING))
    assert len(stream.waiting) <= MOST_WAITING


def test_closing_a_stream_leaves_nothing_waiting_and_lets_nothing_earlier_in() -> None:
    drive = a_drive(mps(20, 20, 15))
    stream = DriverStream()
    assert stream.take(drive).settled.events == ()
    closed = stream.close()
    assert len(closed.events) == 1
    assert stream.waiting == []
    assert stream.take([a_fix(1.5, 20.0)]).late == 1
    assert stream.take([a_fix(3, 30.0)]).accepted == 1


def test_a_drive_over_midnight_belongs_to_both_days() -> None:
    """New York's midnight, five hours behind in winter."""
    late = [a_fix(0)._replace(at=second(14 * 3600 - 5 + n)) for n in range(10)]
    _, days = seen([late])
    assert list(days) == [date(2026, 3, 4), date(2026, 3, 5)]
    assert [totals.points for totals in days.values()] == [5, 5]
    assert total(days.values()).points == 10


def test_a_stream_remembers_places_from_its_first_fix_until_it_is_closed() -> None:
    stream = DriverStream()
    assert not stream.holds_places
    stream.take(a_drive([20, 20]))
    assert stream.holds_places
    assert not stream.without_places().holds_places


def test_a_stream_knows_its_newest_fix_once_it_has_one() -> None:
    stream = DriverStream()
    assert stream.newest is None
    drive = a_drive([30.0] * 5)
    stream.take(drive, RULES)
    assert stream.newest == drive[-1].at
    assert attrs.evolve(stream, waiting=[], settled_until=drive[-2].at).newest == drive[-2].at
