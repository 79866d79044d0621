"""The line of a route: its legs along the network's streets, its crossings straight over the water."""

import functools
import itertools
import math
from collections.abc import Sequence

from haulage.kernel.geo import Point
from haulage_adapters.embedded.calibrated.geography import CROSSINGS, LatLng, Shore
from haulage_adapters.embedded.calibrated.shore_route import ShoreRoute
from haulage_adapters.embedded.calibrated.street_lines.network import new_york
from haulage_adapters.embedded.calibrated.street_lines.plane import XY, from_plane, on_plane
from haulage_adapters.embedded.calibrated.street_lines.search import Search

COVERED = ((40.475, -74.32), (40.93, -73.70))
"""South-west and north-east corner of the country whose streets and coasts the network has."""

REMEMBERED = 1024
"""So many legs are remembered: those between crossings, and those of the trips under way."""

STRAIGHT_METERS = 0.5
"""A corner this near to the line past it does not show on a screen."""


def draw(route: ShoreRoute) -> tuple[Point, ...]:
    """The line of a route from its start to its end.

    Where the network ends the line is straight, and so are legs outside of it.
    """
    corners = route.corners
    line: list[LatLng] = [corners[0]]
    for (a, b), shore in zip(itertools.pairwise(corners), route.shores, strict=True):
        line += leg_line(a, b, shore)[1:] if shore and a != b else [b]
    return tuple(Point(*place) for place in line)


@functools.lru_cache(REMEMBERED)
def leg_line(a: LatLng, b: LatLng, shore: Shore) -> tuple[LatLng, ...]:
    """A line over one piece of land."""
    if not (_is_covered(a) or _is_covered(b)):
        return a, b
    network = new_york()
    piece = _piece_of(shore)
    starts, ends = (network.accesses(on_plane(*_within(place)), piece) for place in (a, b))
    found = Search(network, starts, ends).line() if starts and ends else []
    return a, *(from_plane(place) for place in _thinned(found)), b


def _is_covered(place: LatLng) -> bool:
    return place == _within(place)


def _within(place: LatLng) -> LatLng:
    """The nearest place that the network covers."""
    (south, west), (north, east) = COVERED
    return min(north, max(south, place[0])), min(east, max(west, place[1]))


@functools.cache
def _piece_of(shore: Shore) -> int:
    """The piece of the network on a shore: the one at the first of its crossings."""
    first = next(crossing for crossing in CROSSINGS if shore in crossing.shores)
    place = first.endpoints[first.shores.index(shore)]
    return new_york().piece_at(on_plane(*place))


def _thinned(places: Sequence[XY]) -> list[XY]:
    """Without corners that a screen does not show."""
    thin: list[XY] = []
    for place in places:
        while len(thin) > 1 and _is_straight(thin[-2], thin[-1], place):
            thin.pop()
        if not thin or math.dist(thin[-1], place) > 1:
            thin.append(place)
    return thin


def _is_straight(a: XY, b: XY, c: XY) -> bool:
    run, rise = c[0] - a[0], c[1] - a[1]
    length = math.hypot(run, rise)
    ahead = (b[0] - a[0]) * run + (b[1] - a[1]) * rise
    if not length or not 0 <= ahead <= length * length:
        return False
    return abs(run * (b[1] - a[1]) - rise * (b[0] - a[0])) / length < STRAIGHT_METERS
