"""The ``Routes`` port without a street graph: an estimate fitted on real trips (OP-99)."""

import asyncio
import functools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import attrs

from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.local_time import instant
from haulage.kernel.measures import METERS_PER_MILE
from haulage.ports.maps.routes import Leg, Route, Step
from haulage_adapters.embedded.calibrated.calibration import Calibration
from haulage_adapters.embedded.calibrated.shore_route import ShoreRoute, find_shore_route
from haulage_adapters.embedded.calibrated.street_lines import draw
from haulage_adapters.embedded.calibrated.table import NEW_YORK


class CalibratedRoutes:
    """Never shorter than the straight line, and the same distance at every hour.

    Only routes have a line that people see. To *draw* it takes hundreds of times as long as the estimate and
    changes neither distance nor time.
    """

    engine = "embedded-estimate"

    def __init__(
        self,
        calibration: Calibration = NEW_YORK,
        draw: Callable[[ShoreRoute], tuple[Point, ...]] = draw,
    ) -> None:
        self._calibration = calibration
        self._draw = draw

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        route = self.estimate(start, end, at)
        loop = asyncio.get_running_loop()
        line = await loop.run_in_executor(_drawing_thread(), self._draw, find_shore_route(start, end))
        return attrs.evolve(route, polyline=line)

    async def leg(self, start: Point, end: Point, *, at: datetime) -> Leg:
        return self.estimate(start, end, at).leg

    async def alternatives(self, start: Point, end: Point, *, at: datetime) -> tuple[Route, ...]:
        return (await self.route(start, end, at=at),)

    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg, ...]:
        return tuple(self.estimate(start, end, at).leg for start in starts)

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


@functools.cache
def _drawing_thread() -> ThreadPoolExecutor:
    """One thread of its own: lines wait for each other there, and nothing else waits for them.

    The first line reads the network of streets, which is thus read once.
    """
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="street-lines")
