"""The route on which an event happened, for its map."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from haulage.behaviour.event import DrivingEvent
from haulage.behaviour.fix import Fix

AROUND = timedelta(seconds=15)
"""Ours: so much of the route before and after an event is shown."""

MOST_TRACE_POINTS = 90
"""Ours: a long stand is drawn by so many of its fixes."""


def trace_span(event: DrivingEvent) -> tuple[datetime, datetime]:
    """The first and the last instant of an event's trace."""
    return event.start - AROUND, event.end + AROUND


def trace_of(event: DrivingEvent, fixes: Sequence[Fix]) -> tuple[Fix, ...]:
    """Those of the fixes, whose times rise, that show the event; evenly thinned, both ends kept."""
    start, end = trace_span(event)
    near = [fix for fix in fixes if start <= fix.time <= end]
    if len(near) <= MOST_TRACE_POINTS:
        return tuple(near)
    step = (len(near) - 1) / (MOST_TRACE_POINTS - 1)
    return tuple(near[round(place * step)] for place in range(MOST_TRACE_POINTS))
