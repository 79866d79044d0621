"""A planned route, and how far from it a position lies."""

import math
from collections.abc import Sequence

import attrs

from haulage.kernel.geo import Point

METERS_PER_DEGREE = 111_195.0
"""Of latitude, on the sphere of 3,959 miles."""

TOLERANCE_METERS = 20.0
"""Ours: bends smaller than this are left out; half a kilometre off is what is asked about."""

Flat = tuple[float, float]


@attrs.frozen
class PlannedRoute:
    """A route without its small bends, on a plane that touches the globe at its first point."""

    corners: tuple[Flat, ...]
    lat: float
    lng: float

    def meters_off(self, point: Point) -> float:
        """The distance to the nearest place of the route."""
        here = _flat(point, self.lat, self.lng)
        if len(self.corners) == 1:
            return math.dist(here, self.corners[0])
        return min(
            _meters_to(here, start, end) for start, end in zip(self.corners, self.corners[1:], strict=False)
        )


def planned_route_of(polyline: Sequence[Point]) -> PlannedRoute | None:
    """The route of a polyline; None for an empty one."""
    if not polyline:
        return None
    first = polyline[0]
    flat = [_flat(point, first.lat, first.lng) for point in polyline]
    return PlannedRoute(tuple(_thinned(flat)), first.lat, first.lng)


def _flat(point: Point, lat: float, lng: float) -> Flat:
    """Metres east and north of the first point; the shorter way round the globe."""
    east = (point.lng - lng + 180) % 360 - 180
    return east * METERS_PER_DEGREE * math.cos(math.radians(lat)), (point.lat - lat) * METERS_PER_DEGREE


def _meters_to(here: Flat, start: Flat, end: Flat) -> float:
    across, up = end[0] - start[0], end[1] - start[1]
    length = across * across + up * up
    if length == 0:
        return math.dist(here, start)
    along = ((here[0] - start[0]) * across + (here[1] - start[1]) * up) / length
    share = min(1.0, max(0.0, along))
    return math.dist(here, (start[0] + share * across, start[1] + share * up))


def _thinned(flat: list[Flat]) -> list[Flat]:
    """By Douglas and Peucker: the corners from which no point of the route is further than the tolerance."""
    chosen = {0, len(flat) - 1}
    open_ends = [(0, len(flat) - 1)]
    while open_ends:
        first, last = open_ends.pop()
        inner = range(first + 1, last)
        worst = max(inner, key=lambda place: _meters_to(flat[place], flat[first], flat[last]), default=None)
        if worst is not None and _meters_to(flat[worst], flat[first], flat[last]) > TOLERANCE_METERS:
            chosen.add(worst)
            open_ends += [(first, worst), (worst, last)]
    return [flat[place] for place in sorted(chosen)]
