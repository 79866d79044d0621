"""Drives made up for tests: a fix a second unless it is said otherwise."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from haulage.behaviour import Fix
from haulage.behaviour.fix import MICROSECONDS, microseconds, time_of

START = datetime(2026, 3, 4, 15, 0, tzinfo=UTC)
"""A Wednesday morning in New York."""
MPH_PER_METER_PER_SECOND = 1 / 0.44704
METERS_PER_DEGREE = 111_195.0


def second(number: float, start: datetime = START) -> int:
    return microseconds(start) + round(number * MICROSECONDS)


def at_second(number: float) -> datetime:
    return time_of(second(number))


def a_fix(number: float, speed_mph: float = 30.0, **changes: Any) -> Fix:
    """A fix of so many seconds after the start, going north along one street."""
    made = Fix(second(number), speed_mph, 40.75 + number * 0.0001, -73.98, heading_deg=0.0)
    return made._replace(**changes)


def a_drive(speeds: Iterable[float], **changes: Any) -> list[Fix]:
    """A fix a second with these speeds in miles an hour."""
    return [a_fix(number, speed, **changes) for number, speed in enumerate(speeds)]


def mps(*speeds: float) -> list[float]:
    """Metres a second as miles an hour."""
    return [speed * MPH_PER_METER_PER_SECOND for speed in speeds]


@st.composite
def drives(draw: st.DrawFn, most: int = 60) -> list[Fix]:
    """Drives with gaps, hard stops, long rests and fast stretches, in the order of their times."""
    limit = draw(st.sampled_from([None, 25.0, 35.0]))
    fixes, at = [], 0.0
    for step, speed, off_route, engine_off, accuracy in draw(st.lists(_MOMENTS, max_size=most)):
        at += step
        fixes.append(
            a_fix(
                at,
                speed,
                limit_mph=limit,
                off_route_meters=off_route,
                engine_off=engine_off and speed == 0,
                accuracy_meters=accuracy,
            )
        )
    return fixes


_MOMENTS = st.tuples(
    st.sampled_from([1, 1, 1, 1, 0.5, 2, 2.000001, 3, 45, 200, 700]),
    st.sampled_from([0.0, 0.0, 0.4, 1.0, 12.5, 28.0, 31.0, 36.5, 48.0, 60.0]),
    st.sampled_from([None, 0.0, 499.0, 501.0, 1200.0, 5000.0]),
    st.booleans(),
    st.sampled_from([None, 5.0, 20.0]),
)


def kinds(events: Sequence[Any]) -> list[str]:
    return [str(event.type) for event in events]
