"""Sample drivers on the road: each follows the engine's route, at its speed times the demonstration's."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate, pairwise

import attrs

from haulage.drivers import DriverPosition
from haulage.kernel.errors import Unavailable
from haulage.kernel.geo import Point, bearing_degrees, great_circle_miles
from haulage.ports.maps.routes import Routes
from haulage.use_cases.arrival_estimates import quick_route


class DriveLine:
    """A route to be driven along; shares of it are shares of its length."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._points = points
        self._marks = (0.0, *accumulate(great_circle_miles(a, b) for a, b in pairwise(points)))

    @property
    def miles(self) -> float:
        return self._marks[-1]

    def at(self, share: float) -> tuple[Point, float | None]:
        """The point at this share of the line, and the direction there; None on a line without length."""
        length = self._marks[-1]
        if not length:
            return self._points[-1], None
        gone = min(share, 1.0) * length
        # The last stretch that has any length, so that whoever stands at the end looks back along it.
        after = min(bisect_right(self._marks, gone), bisect_right(self._marks, length * (1 - 1e-9)))
        start, end = self._points[after - 1], self._points[after]
        part = (gone - self._marks[after - 1]) / (self._marks[after] - self._marks[after - 1])
        return (end if part >= 1 else between(start, end, part)), bearing_degrees(start, end)


@attrs.define
class _Drive:
    """A drive under way: its line, how long it takes, and how much of that has gone by."""

    target: Point
    line: DriveLine
    takes: timedelta
    last: Point
    gone: timedelta = timedelta()


class Drives:
    """The drives of one process. One that another process has begun is planned anew from where it is."""

    def __init__(self, routes: Routes, speed: float, longest_step: timedelta) -> None:
        self._routes = routes
        self._speed = speed
        self._longest_step = longest_step
        self._drives: dict[str, _Drive] = {}
        self._outings: dict[tuple[Point, Point], Point] = {}

    async def onward(self, here: DriverPosition, target: Point, now: datetime) -> DriverPosition:
        """Where the driver has got to by now on their way to *target*."""
        drive = self._drives.get(here.driver_id)
        if drive is None or drive.target != target or drive.last != here.point:
            drive = self._drives[here.driver_id] = await self._begin(here.point, target, now)
        drive.gone += min(now - here.at, self._longest_step) * self._speed
        drive.last, heading = drive.line.at(drive.gone / drive.takes)
        return DriverPosition(here.driver_id, drive.last, now, here.heading if heading is None else heading)

    async def outing(self, home: Point, toward: Point, miles: float, now: datetime) -> Point:
        """A place on the street, so many miles from *home* on the way to *toward*."""
        place = self._outings.get((home, toward))
        if place is None:
            line, _ = await drive_line(self._routes, home, toward, now)
            place = self._outings[home, toward] = line.at(miles / line.miles if line.miles else 1.0)[0]
        return place

    async def _begin(self, start: Point, target: Point, now: datetime) -> _Drive:
        line, takes = await drive_line(self._routes, start, target, now)
        return _Drive(target, line, takes, start)


async def drive_line(
    routes: Routes, start: Point, target: Point, now: datetime
) -> tuple[DriveLine, timedelta]:
    """The line of a route and how long it takes, at least a second; straight where no engine answers."""
    try:
        route = await routes.route(start, target, at=now)
    except Unavailable:
        route = quick_route(start, target)
    line = DriveLine((start, *route.polyline[1:-1], target))
    return line, timedelta(seconds=max(1, route.duration_seconds))


def between(start: Point, end: Point, share: float) -> Point:
    """The point at this share of the straight line."""
    return Point(start.lat + (end.lat - start.lat) * share, start.lng + (end.lng - start.lng) * share)
