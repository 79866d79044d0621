"""One reading of a vehicle's receiver, checked when it comes in."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.local_time import instant
from haulage.kernel.measures import finite

MICROSECONDS = 1_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MOST_MPH = 250
"""Ours: nothing that carries furniture is as fast."""
MOST_ACCURACY_METERS = 100_000
MOST_OFF_ROUTE_METERS = 50_000_000
TRUSTED_ACCURACY_METERS = 100
"""Ours: a position worse than this says nothing about a route."""


class Fix(NamedTuple):
    """Where a vehicle was and how fast; whoever makes one has checked it (:func:`make_fix`).

    A named tuple, because a detector unpacks millions of them. ``at`` is microseconds since 1970 in
    UTC. What is None is not known: a speed limit, the distance from the planned route, whether the engine
    is off, the heading.
    """

    at: int
    speed_mph: float
    lat: float
    lng: float
    limit_mph: float | None = None
    off_route_meters: float | None = None
    engine_off: bool | None = None
    heading_deg: float | None = None
    accuracy_meters: float | None = None

    @property
    def time(self) -> datetime:
        return time_of(self.at)

    @property
    def point(self) -> Point:
        return Point(self.lat, self.lng)


def make_fix(
    at: datetime,
    point: Point,
    speed_mph: float,
    *,
    heading_deg: float | None = None,
    accuracy_meters: float | None = None,
    limit_mph: float | None = None,
    off_route_meters: float | None = None,
    engine_off: bool | None = None,
) -> Fix:
    """A fix whose values can be believed; ``InvalidInput`` names the one that cannot."""
    if heading_deg is not None and not 0 <= finite(heading_deg, field="heading_deg") <= 360:
        raise InvalidInput("heading_deg", "must be between 0 and 360 degrees")
    if accuracy_meters is not None:
        accuracy_meters = _within(accuracy_meters, MOST_ACCURACY_METERS, "accuracy_meters", "meters")
    if limit_mph is not None:
        limit_mph = _within(limit_mph, MOST_MPH, "limit_mph", "mph")
    if off_route_meters is not None:
        off_route_meters = _within(off_route_meters, MOST_OFF_ROUTE_METERS, "off_route_meters", "meters")
    return Fix(
        microseconds(instant(at, field="at")),
        _within(speed_mph, MOST_MPH, "speed_mph", "mph"),
        float(point.lat),
        float(point.lng),
        limit_mph,
        off_route_meters,
        engine_off,
        None if heading_deg is None else float(heading_deg),
        accuracy_meters,
    )


def _within(value: float, at_most: float, field: str, unit: str) -> float:
    if not 0 <= finite(value, field=field) <= at_most:
        raise InvalidInput(field, f"must be between 0 and {at_most:,} {unit}")
    return float(value)


def microseconds(at: datetime) -> int:
    """Whole microseconds since 1970."""
    return (at - EPOCH) // timedelta(microseconds=1)


def time_of(at: int) -> datetime:
    """The instant of so many microseconds since 1970."""
    return EPOCH + timedelta(microseconds=at)


def preferred(one: Fix, other: Fix) -> Fix:
    """Which of two fixes of the same instant counts: the more accurate, whichever came first."""
    return min(one, other, key=_rank)


def _rank(fix: Fix) -> tuple[float, ...]:
    """A total order of a driver's fixes of one instant, so that the choice never depends on arrival."""
    known = (
        float("inf") if value is None else value
        for value in (fix.accuracy_meters, fix.limit_mph, fix.off_route_meters, fix.heading_deg)
    )
    return (*known, fix.speed_mph, fix.lat, fix.lng, fix.engine_off is None, bool(fix.engine_off))
