"""The ``Routes`` port without a street graph: an estimate fitted on real trips (OP-99)."""

import math
from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.local_time import instant
from haulage.kernel.measures import METERS_PER_MILE
from haulage.ports.maps.routes import Leg, Route, Step
from haulage_adapters.embedded.calibrated.calibration import Calibration
from haulage_adapters.embedded.calibrated.shore_route import find_shore_route
from haulage_adapters.embedded.calibrated.street_lines import draw
from haulage_adapters.embedded.calibrated.table import NEW_YORK


class CalibratedRoutes:
    """Never shorter than the straight line, and the same distance at every hour."""

    engine = "embedded-estimate"

    def __init__(self, calibration: Calibration = NEW_YORK) -> None:
        self._calibration = calibration

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        return self._drawn(start, end, at)

    async def alternatives(self, start: Point, end: Point, *, at: datetime) -> tuple[Route, ...]:
        return (self._drawn(start, end, at),)

    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg, ...]:
        routes = [self.estimate(start, end, at) for start in starts]
        return tuple(Leg(route.distance_meters, route.duration_seconds) for route in routes)

    def _drawn(self, start: Point, end: Point, at: datetime) -> Route:
        """With the line that people see, which changes neither distance nor time."""
        route = self.estimate(start, end, at)
        return attrs.evolve(route, polyline=draw(find_shore_route(start, end)))

    def estimate(self, start: Point, end: Point, at: datetime) -> Route:
        """The same without waiting, for there is nothing to wait for, and with the corners for a line."""
        route = find_shore_route(start, end)
        miles = max(self._calibration.miles(route), great_circle_miles(start, end))
        minutes = self._calibration.minutes(route, miles, instant(at, field="at"))
        meters, seconds = math.ceil(miles * float(METERS_PER_MILE)), math.ceil(minutes * 60)
        instruction = (
            "Take the " + ", then the ".join(route.crossings) if route.crossings else "Go to the destination"
        )
        return Route(
            distance_meters=meters,
            duration_seconds=seconds,
            engine=self.engine,
            polyline=tuple(Point(*corner) for corner in route.corners),
            steps=(Step(instruction, meters, seconds, start, end),),
            approximate=True,
        )
