"""The route around an event, as its map shows it."""

import attrs

from core.behaviour.drives import a_fix, at_second
from haulage.behaviour import DrivingEvent, EventType
from haulage.behaviour.rules import Severity
from haulage.behaviour.trace import AROUND, MOST_TRACE_POINTS, trace_of
from haulage.kernel.geo import Point

AROUND_SECONDS = int(AROUND.total_seconds())
EVENT = DrivingEvent(
    EventType.SPEEDING, next(iter(Severity)), at_second(100), at_second(110), 20.0, Point(40.75, -73.98), 60.0
)


def test_an_event_is_shown_with_a_quarter_of_a_minute_on_either_side() -> None:
    first, last = 100 - AROUND_SECONDS, 110 + AROUND_SECONDS
    shown = trace_of(EVENT, [a_fix(number) for number in range(200)])
    assert shown == tuple(a_fix(number) for number in range(first, last + 1))


def test_as_many_fixes_as_are_drawn_stay_as_they_are_and_more_are_thinned() -> None:
    long = attrs.evolve(EVENT, end=at_second(100 + MOST_TRACE_POINTS - 1 - 2 * AROUND_SECONDS))
    every_second = [a_fix(number) for number in range(300)]
    assert len(trace_of(long, every_second)) == MOST_TRACE_POINTS
    doubled = [a_fix(number / 2) for number in range(600)]
    thinned = trace_of(long, doubled)
    assert len(thinned) == MOST_TRACE_POINTS
    whole = [fix for fix in doubled if 85 <= (fix.at - a_fix(0).at) / 1_000_000 <= 174]
    assert (thinned[0], thinned[-1]) == (whole[0], whole[-1])
    assert len(set(thinned)) == MOST_TRACE_POINTS


def test_where_nothing_is_known_nothing_is_shown() -> None:
    assert trace_of(EVENT, []) == ()
