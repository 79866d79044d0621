"""What must be true of a route before a price may rest on it."""

import itertools
import math

from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.measures import METERS_PER_MILE
from haulage.ports.maps.routes import NoRoute
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.road_engines.protocol import EngineLeg, EngineRoute, LatLng

MAX_SNAP_METERS = 2_000.0
"""From a place to the road where the route begins or ends; beyond it this is another trip."""

TOLERANCE = 0.02
SLACK_METERS = 60.0
SLACK_SECONDS = 60.0
"""Engines round, and measure on an ellipsoid; steps may each be rounded to a metre or a second."""

TOP_METERS_PER_SECOND = 60.0
"""216 km/h: no road trip's average, with or without traffic."""


def valid_route(route: EngineRoute, start: Point, end: Point) -> EngineRoute:
    """The route itself. Raises ``InvalidResponse``, or ``NoRoute`` where its roads lie too far away."""
    if not route.line:
        raise InvalidResponse("a route without a line")
    first, last = route.line[0], route.line[-1]
    if max(_straight(first, _of(start)), _straight(last, _of(end))) > MAX_SNAP_METERS:
        raise NoRoute
    _require_length(route.meters, _straight(first, last))
    _require_time(route.meters, route.seconds)
    drawn = sum(_straight(a, b) for a, b in itertools.pairwise(route.line))
    if abs(drawn - route.meters) > 0.1 * route.meters + SLACK_METERS:
        raise InvalidResponse("a line of another length than the route")
    _require_sum([step.meters for step in route.steps], route.meters, SLACK_METERS, "metres")
    _require_sum([step.seconds for step in route.steps], route.seconds, SLACK_SECONDS, "seconds")
    return route


def valid_leg(leg: EngineLeg, start: Point, end: Point) -> EngineLeg:
    """The same leg; where its ends are on the road is not known, only how far they may be."""
    _require_length(leg.meters, _straight(_of(start), _of(end)) - 2 * MAX_SNAP_METERS)
    _require_time(leg.meters, leg.seconds)
    return leg


def _require_length(meters: float, straight: float) -> None:
    if meters < straight * (1 - TOLERANCE) - SLACK_METERS:
        raise InvalidResponse("a route shorter than the straight line")


def _require_time(meters: float, seconds: float) -> None:
    if meters > TOP_METERS_PER_SECOND * (seconds + 1):
        raise InvalidResponse("a route faster than any road")


def _require_sum(parts: list[float], total: float, slack: float, unit: str) -> None:
    if abs(math.fsum(parts) - total) > TOLERANCE * total + slack:
        raise InvalidResponse(f"steps whose {unit} do not add up to the route's")


def _of(point: Point) -> LatLng:
    return point.lat, point.lng


def _straight(a: LatLng, b: LatLng) -> float:
    """Metres along the great circle."""
    return great_circle_miles(Point(*a), Point(*b)) * float(METERS_PER_MILE)
