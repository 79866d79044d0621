"""The ``Routes`` port over any protocol: remembered, checked, and given the traffic of the hour."""

import logging
import math
from collections.abc import Awaitable, Hashable, Sequence
from datetime import datetime
from typing import TypeVar

from haulage.kernel.geo import Point
from haulage.kernel.local_time import instant, platform_time
from haulage.kernel.measures import METERS_PER_MILE
from haulage.ports.maps.routes import Leg, Route, RouteCalculationError, Step
from haulage_adapters.embedded.calibrated.traffic import Traffic
from haulage_adapters.http_client.client import Answer, ServiceClient
from haulage_adapters.http_client.failures import OutsideFailure
from haulage_adapters.http_client.ttl_cache import TtlCache
from haulage_adapters.road_engines.protocol import EngineLeg, EngineProtocol, EngineRoute, LatLng
from haulage_adapters.road_engines.validation import valid_leg, valid_route

Found = TypeVar("Found")

log = logging.getLogger(__name__)

DECIMALS = 5
"""Places are asked for to about a metre, so that those a step apart share one answer."""

MAX_LINE = 1_000
"""Points kept of a line: enough to draw it, and an upper bound to what the memory holds."""

REMEMBERED_SECONDS = 900.0
"""As long as a quote lives: a route that was shown is the route that is priced."""


class RoadEngine:
    """Routes of a real engine. A failure is a failure: nothing stands in for it here (OP-63).

    With *traffic* the engine counts as free-flow, and its times take the hour's factor; without, the
    engine knows the traffic and is told the hour.
    """

    def __init__(
        self,
        protocol: EngineProtocol,
        line: ServiceClient,
        *,
        traffic: Traffic | None,
        routes: TtlCache[tuple[EngineRoute, ...]],
        legs: TtlCache[tuple[EngineLeg | None, ...]],
    ) -> None:
        self.engine = protocol.name
        self._protocol = protocol
        self._line = line
        self._traffic = traffic
        self._cache = routes
        self._legs = legs

    async def aclose(self) -> None:
        """Close the line."""
        await self._line.aclose()

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        return (await self.alternatives(start, end, at=at))[0]

    async def leg(self, start: Point, end: Point, *, at: datetime) -> Leg:
        return (await self.route(start, end, at=at)).leg

    async def alternatives(self, start: Point, end: Point, *, at: datetime) -> tuple[Route, ...]:
        at = instant(at, field="at")
        a, b = rounded(start), rounded(end)
        key = (a, b, self._hour(at))
        routes = await self._answer_or_refuse(self._cache.get(key, lambda: self._ask_routes(a, b, at)))
        slowness = self._slowness(start, end, routes[0].meters, at)
        return tuple(self._route(route, slowness) for route in routes)

    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg | None, ...]:
        at = instant(at, field="at")
        if not starts:
            return ()
        a, b = tuple(map(rounded, starts)), rounded(end)
        key = (a, b, self._hour(at))
        legs = await self._answer_or_refuse(self._legs.get(key, lambda: self._ask_legs(a, b, at)))
        return tuple(
            None if leg is None else self._leg(leg, start, end, at)
            for start, leg in zip(starts, legs, strict=True)
        )

    def _hour(self, at: datetime) -> Hashable:
        """What of the instant an answer depends on: the hour of the week, or nothing at all."""
        local = platform_time(at)
        return None if self._traffic else (local.weekday(), local.hour)

    async def _answer_or_refuse(self, answer: Awaitable[Found]) -> Found:
        try:
            return await answer
        except OutsideFailure as failure:
            log.warning("%s did not answer as it should: %s", self.engine, failure)
            raise RouteCalculationError from None

    async def _ask_routes(self, start: Point, end: Point, at: datetime) -> tuple[EngineRoute, ...]:
        question = self._protocol.ask_routes(start, end, None if self._traffic else at)

        def read(answer: Answer) -> tuple[EngineRoute, ...]:
            return tuple(valid_route(route, start, end) for route in self._protocol.read_routes(answer))

        return await self._line.ask(question.method, question.path, read, json=question.json)

    async def _ask_legs(
        self, starts: Sequence[Point], end: Point, at: datetime
    ) -> tuple[EngineLeg | None, ...]:
        question = self._protocol.ask_legs(starts, end, None if self._traffic else at)

        def read(answer: Answer) -> tuple[EngineLeg | None, ...]:
            legs = self._protocol.read_legs(answer, len(starts))
            return tuple(leg and valid_leg(leg, start, end) for start, leg in zip(starts, legs, strict=True))

        return await self._line.ask(question.method, question.path, read, json=question.json)

    def _slowness(self, start: Point, end: Point, meters: float, at: datetime) -> float:
        if self._traffic is None:
            return 1.0
        return self._traffic.slowness(start, end, miles=meters / float(METERS_PER_MILE), at=at)

    def _leg(self, leg: EngineLeg, start: Point, end: Point, at: datetime) -> Leg:
        seconds = leg.seconds * self._slowness(start, end, leg.meters, at)
        return Leg(math.ceil(leg.meters), math.ceil(seconds))

    def _route(self, route: EngineRoute, slowness: float) -> Route:
        """One factor for all routes of a trip leaves them in the engine's order."""
        meters = math.ceil(route.meters)
        seconds = math.ceil(route.seconds * slowness)
        lengths = _parts([step.meters for step in route.steps], meters)
        times = _parts([step.seconds for step in route.steps], seconds)
        return Route(
            distance_meters=meters,
            duration_seconds=seconds,
            engine=self.engine,
            polyline=tuple(Point(*place) for place in _thinned(route.line)),
            steps=tuple(
                Step(step.instruction, length, time, Point(*step.start), Point(*step.end))
                for step, length, time in zip(route.steps, lengths, times, strict=True)
            ),
            name=route.name,
        )


def rounded(point: Point) -> Point:
    """The place to about a metre."""
    return Point(round(point.lat, DECIMALS), round(point.lng, DECIMALS))


def _parts(shares: Sequence[float], total: int) -> list[int]:
    """Whole numbers in these shares that add up to *total*."""
    whole, parts, passed, given = sum(shares), [], 0.0, 0
    for share in shares:
        passed += share
        reached = round(total * passed / whole) if whole else 0
        parts.append(reached - given)
        given = reached
    if parts:
        parts[-1] += total - given
    return parts


def _thinned(line: tuple[LatLng, ...]) -> tuple[LatLng, ...]:
    """Every so many points of a long line, and its last."""
    every = -(-len(line) // MAX_LINE)
    return line if every <= 1 else (*line[:-1:every], line[-1])
