"""How far and how long was driven, kept in whole numbers so that no sum depends on how it was split."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import attrs

from haulage.behaviour.detector import NEVER
from haulage.behaviour.fix import MICROSECONDS, Fix, microseconds, time_of
from haulage.behaviour.rules import METERS_PER_SECOND_PER_MPH, STANDARD_RULES, BehaviourRules
from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.kernel.measures import METERS_PER_MILE

MICROMETERS_PER_MILE = int(METERS_PER_MILE * 1_000_000)
HALF = METERS_PER_SECOND_PER_MPH / 2
"""Two speeds in miles an hour, added, times this: their mean in micrometres a microsecond."""


@attrs.frozen
class Totals:
    """What a stretch of driving comes to. Totals of its parts add up to it exactly.

    ``routed_points`` are those with a known route, and ``near_points`` those of them that kept to it.
    """

    points: int = 0
    micrometers: int = 0
    driving_microseconds: int = 0
    idle_microseconds: int = 0
    max_speed_mph: float = 0.0
    routed_points: int = 0
    near_points: int = 0

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.points + other.points,
            self.micrometers + other.micrometers,
            self.driving_microseconds + other.driving_microseconds,
            self.idle_microseconds + other.idle_microseconds,
            max(self.max_speed_mph, other.max_speed_mph),
            self.routed_points + other.routed_points,
            self.near_points + other.near_points,
        )


NOTHING = Totals()


def total(parts: Iterable[Totals]) -> Totals:
    return sum(parts, NOTHING)


@attrs.define
class Odometer:
    """Adds up a driver's fixes by the day of their own clock.

    Between neighbouring fixes the distance is the mean speed times the time, which a parked receiver's
    wavering does not lengthen; over a short gap it is the straight line.
    """

    at: int = NEVER
    speed_mph: float = 0.0
    lat: float = 0.0
    lng: float = 0.0
    idle: bool = False

    def feed(
        self, fixes: Iterable[Fix], zone: ZoneInfo = PLATFORM_ZONE, rules: BehaviourRules = STANDARD_RULES
    ) -> dict[date, Totals]:
        """What these fixes, whose times rise, add to each day; a step belongs to the day it ends on."""
        days: dict[date, Totals] = {}
        day, until, counts = date.min, NEVER, _Counts()
        near = rules.near_route_meters
        for fix in fixes:
            if fix.at <= self.at:
                continue
            if fix.at >= until:
                _add(days, day, counts)
                (day, until), counts = _day_of(fix.at, zone), _Counts()
            counts.points += 1
            self._step(fix, counts, rules)
            counts.max_speed_mph = max(counts.max_speed_mph, fix.speed_mph)
            if fix.off_route_meters is not None:
                counts.routed_points += 1
                counts.near_points += fix.off_route_meters <= near
        _add(days, day, counts)
        return days

    def _step(self, fix: Fix, counts: "_Counts", rules: BehaviourRules) -> None:
        """Add the distance and the time since the fix before, and remember this one."""
        step = fix.at - self.at
        idle = fix.speed_mph < rules.standing_below_mph and not fix.engine_off
        if step <= rules.gap_seconds * MICROSECONDS:
            counts.micrometers += round((fix.speed_mph + self.speed_mph) * HALF * step)
            if idle and self.idle:
                counts.idle_microseconds += step
            else:
                counts.driving_microseconds += step
        elif step <= rules.bridged_seconds * MICROSECONDS:
            self._bridge(fix, step, counts, rules)
        self.at, self.speed_mph, self.idle = fix.at, fix.speed_mph, idle
        self.lat, self.lng = fix.lat, fix.lng

    def _bridge(self, fix: Fix, step: int, counts: "_Counts", rules: BehaviourRules) -> None:
        """The straight line over a gap and its time, unless it was no driving."""
        miles = great_circle_miles(Point(self.lat, self.lng), fix.point)
        mph = miles * 3600 * MICROSECONDS / step
        if rules.standing_below_mph <= mph <= rules.believable_mph:
            counts.micrometers += round(miles * MICROMETERS_PER_MILE)
            counts.driving_microseconds += step


@attrs.define
class _Counts:
    """:class:`Totals` in the making."""

    points: int = 0
    micrometers: int = 0
    driving_microseconds: int = 0
    idle_microseconds: int = 0
    max_speed_mph: float = 0.0
    routed_points: int = 0
    near_points: int = 0


def _add(days: dict[date, Totals], day: date, counts: _Counts) -> None:
    if counts.points:
        days[day] = days.get(day, NOTHING) + Totals(*attrs.astuple(counts))


def _day_of(at: int, zone: ZoneInfo) -> tuple[date, int]:
    """The local day of an instant, and the microsecond at which it is over."""
    day = time_of(at).astimezone(zone).date()
    return day, microseconds(beginning(day + timedelta(days=1), zone))


def beginning(day: date, zone: ZoneInfo) -> datetime:
    """The instant at which a day begins on the clocks of its zone."""
    return datetime.combine(day, time(), zone)
