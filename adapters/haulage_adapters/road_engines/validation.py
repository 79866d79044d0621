"""What must be true of a way before a price may rest on it."""

import itertools
import math

from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.measures import METERS_PER_MILE
from haulage.ports.maps.routes import NoRoute
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.road_engines.protocol import EngineLeg, EngineRoute, LatLng

MAX_SNAP_METERS = 2_000.0
"""From a place to the road where the way begins or ends; beyond it this is another trip."""

TOLERANCE = 0.02
SLACK_METERS = 60.0
SLACK_SECONDS = 60.0
"""Engines round, and measure on an ellipsoid; steps may each be rounded to a metre or a second."""

TOP_METERS_PER_SECOND = 60.0
"""216 km/h: no road trip's average, with or without traffic."""


def believed_way(way: EngineRoute, start: Point, end: Point) -> EngineRoute:
    """The same way. Raises ``InvalidResponse``, or ``NoRoute`` where the engine's roads lie too far away."""
    if not way.line:
        raise InvalidResponse("a way without a line")
    first, last = way.line[0], way.line[-1]
    if max(_straight(first, _of(start)), _straight(last, _of(end))) > MAX_SNAP_METERS:
        raise NoRoute
    _require_length(way.meters, _straight(first, last))
    _require_time(way.meters, way.seconds)
    drawn = sum(_straight(a, b) for a, b in itertools.pairwise(way.line))
    if abs(drawn - way.meters) > 0.1 * way.meters + SLACK_METERS:
        raise InvalidResponse("a line of another length than the way")
    _require_sum([step.meters for step in way.steps], way.meters, SLACK_METERS, "metres")
    _require_sum([step.seconds for step in way.steps], way.seconds, SLACK_SECONDS, "seconds")
    return way


def believed_leg(leg: EngineLeg, start: Point, end: Point) -> EngineLeg:
    """The same leg; where its ends are on the road is not known, only how far they may be."""
    _require_length(leg.meters, _straight(_of(start), _of(end)) - 2 * MAX_SNAP_METERS)
    _require_time(leg.meters, leg.seconds)
    return leg


def _require_length(meters: float, straight: float) -> None:
    if meters < straight * (1 - TOLERANCE) - SLACK_METERS:
        raise InvalidResponse("a way shorter than the straight line")


def _require_time(meters: float, seconds: float) -> None:
    if meters > TOP_METERS_PER_SECOND * (seconds + 1):
        raise InvalidResponse("a way faster than any road")


def _require_sum(parts: list[float], total: float, slack: float, unit: str) -> None:
    if abs(math.fsum(parts) - total) > TOLERANCE * total + slack:
        raise InvalidResponse(f"steps whose {unit} do not add up to the way's")


def _of(point: Point) -> LatLng:
    return point.lat, point.lng


def _straight(a: LatLng, b: LatLng) -> float:
    """Metres along the great circle."""
    return great_circle_miles(Point(*a), Point(*b)) * float(METERS_PER_MILE)
