"""The route between two places, before anybody says how long it takes: legs on land, and crossings.

A trip between two shores goes by the chain of crossings that costs the least effort. Effort is the same
at every hour, so that the distance, and with it the price, does not change with the clock.
"""

import functools
import math

import attrs

from haulage.kernel.geo import Point, great_circle_miles
from haulage_adapters.embedded.calibrated.geography import (
    CROSSINGS,
    Area,
    Crossing,
    LatLng,
    Shore,
    along_and_across,
    area_of,
    in_new_york,
    shore_of,
)

STREET_EFFORT = 1.04
CITY_EFFORT = 1.0
CROSSING_EFFORT = 0.6
TOLL_EFFORT = 0.6
"""What a mile takes, relative to one by Manhattan's grid: elsewhere roads wind more and move faster,
crossings have no lights; a toll is worth this many miles. Ours, for choosing among crossings only."""

CHANGE_EFFORT = 0.01
"""Keeps a route from touching the end of a crossing that it only passes."""

SAMPLES = (1 / 6, 1 / 2, 5 / 6)
"""Where along a leg the area is asked for; each stands for a third of it."""


@attrs.frozen
class Leg:
    """A stretch on one piece of land: its straight line and, in Manhattan, its route along the grid."""

    shore: Shore | None
    miles: float
    along: float
    across: float
    areas: tuple[Area, ...]


@attrs.frozen
class ShoreRoute:
    """The legs and crossings in order, the corners between them, and from each corner to the next the
    shore that it runs over; None for a crossing, and outside New York."""

    legs: tuple[Leg, ...]
    crossing_miles: float
    crossings: tuple[str, ...]
    corners: tuple[LatLng, ...]
    shores: tuple[Shore | None, ...]


def find_shore_route(start: Point, end: Point) -> ShoreRoute:
    """The route by the shores of New York, or one leg where either end lies outside that area."""
    a, b = (start.lat, start.lng), (end.lat, end.lng)
    if not (in_new_york(a) and in_new_york(b)):
        leg = Leg(None, great_circle_miles(start, end), 0.0, 0.0, (Area.ELSEWHERE,))
        return ShoreRoute((leg,), 0.0, (), (a, b), (None,))
    left, reached = _ashore(a, b), _ashore(b, a)
    if left is None and reached is None:
        return _by_land(a, shore_of(a), b, shore_of(b))
    begun, ended = left or Ashore(a, shore_of(a)), reached or Ashore(b, shore_of(b))
    route = _by_land(begun.endpoint, begun.shore, ended.endpoint, ended.shore)
    return attrs.evolve(
        route,
        crossing_miles=route.crossing_miles + begun.miles + ended.miles,
        crossings=(*begun.names, *route.crossings, *ended.names),
        corners=((a,) if left else ()) + route.corners + ((b,) if reached else ()),
        shores=((None,) if left else ()) + route.shores + ((None,) if reached else ()),
    )


def _by_land(a: LatLng, shore_a: Shore, b: LatLng, shore_b: Shore) -> ShoreRoute:
    """The route between two places that stand on land."""
    if shore_a is shore_b:
        return ShoreRoute((leg_between(a, b, shore_a),), 0.0, (), (a, b), (shore_a,))
    first, last = _nearest_endpoints(a, shore_a, b, shore_b)
    between = _between(first, last)
    begun = leg_between(a, _ENDPOINTS[first][1], shore_a)
    rest = leg_between(_ENDPOINTS[last][1], b, shore_b)
    return ShoreRoute(
        (begun, *between.legs, rest),
        between.crossing_miles,
        between.crossings,
        (a, *between.corners, b),
        (shore_a, *between.shores, shore_b),
    )


@attrs.frozen
class Ashore:
    """Where somebody in the middle of a crossing comes to land, and how far that is over it."""

    endpoint: LatLng
    shore: Shore
    miles: float = 0.0
    names: tuple[str, ...] = ()


def _ashore(place: LatLng, other: LatLng) -> Ashore | None:
    """The end of the crossing that lies towards *other*; None for a place on land.

    Somebody on a bridge cannot turn round, so whoever drives on towards *other* is held to do so.
    """
    for crossing, middle in _midstreams():
        if abs(place[0] - middle[0]) > NEARBY_DEGREES or abs(place[1] - middle[1]) > NEARBY_DEGREES:
            continue
        part = _part_of(crossing, place, middle)
        if part is None:
            continue
        onward = shore_of(other)
        if onward in crossing.shores:
            side = crossing.shores.index(onward)
        else:
            side = min((0, 1), key=lambda end: math.hypot(*along_and_across(crossing.endpoints[end], other)))
        rest = part if side == 0 else 1 - part
        return Ashore(
            crossing.endpoints[side], crossing.shores[side], crossing.miles * rest, (crossing.name,)
        )
    return None


def _part_of(crossing: Crossing, place: LatLng, middle: LatLng) -> float | None:
    """How much of the crossing lies between its first end and *place*; None for a place beside it or
    over land, where streets run below."""
    along, across = along_and_across(crossing.endpoints[0], crossing.endpoints[1])
    north, east = along_and_across(crossing.endpoints[0], place)
    length = math.hypot(along, across)
    aside = abs(along * east - across * north) / length
    away = math.hypot(*along_and_across(place, middle))
    if aside > BESIDE_MILES or away > HALF_WIDTH_MILES[frozenset(crossing.shores)]:
        return None
    return min(1.0, max(0.0, (along * north + across * east) / length**2))


def _midstream(crossing: Crossing) -> LatLng:
    """Where the line between the two ends changes its shore, to a thousandth of it."""
    (lat_a, lng_a), (lat_b, lng_b) = crossing.endpoints
    for step in range(1001):
        place = lat_a + (lat_b - lat_a) * step / 1000, lng_a + (lng_b - lng_a) * step / 1000
        if shore_of(place) is not crossing.shores[0]:
            return place
    raise ValueError(f"{crossing.name} crosses no water")


HALF_WIDTH_MILES: dict[frozenset[Shore], float] = {
    frozenset({Shore.MANHATTAN, Shore.LONG_ISLAND}): 0.1,
    frozenset({Shore.MANHATTAN, Shore.MAINLAND}): 0.05,
    frozenset({Shore.MANHATTAN, Shore.WEST}): 0.4,
    frozenset({Shore.LONG_ISLAND, Shore.MAINLAND}): 0.3,
    frozenset({Shore.MAINLAND, Shore.WEST}): 0.05,
    frozenset({Shore.LONG_ISLAND, Shore.STATEN_ISLAND}): 0.4,
    frozenset({Shore.STATEN_ISLAND, Shore.WEST}): 0.1,
}
"""How far from the middle of a crossing there is water on both sides, and so no address; read off public
maps, with a margin."""
BESIDE_MILES = 0.05
NEARBY_DEGREES = 0.008
"""More than any half width in either direction, to pass over the other crossings quickly."""


@functools.cache
def _midstreams() -> tuple[tuple[Crossing, LatLng], ...]:
    """Bridges only: nobody has a position in a tunnel. Found at the first route, as most processes ask for
    none."""
    return tuple(
        (crossing, _midstream(crossing)) for crossing in CROSSINGS if not crossing.name.endswith("Tunnel")
    )


def leg_between(a: LatLng, b: LatLng, shore: Shore) -> Leg:
    """A leg whose ends stand on the same shore."""
    along, across = along_and_across(a, b)
    areas = tuple(
        area_of((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), shore) for part in SAMPLES
    )
    return Leg(shore, math.hypot(along, across), abs(along), abs(across), areas)


_ENDPOINTS: tuple[tuple[Shore, LatLng], ...] = tuple(
    (crossing.shores[side], crossing.endpoints[side]) for crossing in CROSSINGS for side in (0, 1)
)
"""Two in a row for every crossing: the end of number n is joined to number n ^ 1."""

_ON_SHORE: dict[Shore, tuple[int, ...]] = {
    shore: tuple(n for n, (own, _) in enumerate(_ENDPOINTS) if own is shore) for shore in Shore
}


def _effort(a: LatLng, b: LatLng, shore: Shore) -> float:
    along, across = along_and_across(a, b)
    if shore is Shore.MANHATTAN:
        return (abs(along) + abs(across)) * CITY_EFFORT
    return math.hypot(along, across) * STREET_EFFORT


def _nearest_endpoints(a: LatLng, shore_a: Shore, b: LatLng, shore_b: Shore) -> tuple[int, int]:
    """The ends of crossings where the land route with the least effort begins and ends."""
    efforts, _ = _chains()
    lasts = [(n, _effort(_ENDPOINTS[n][1], b, shore_b)) for n in _ON_SHORE[shore_b]]
    best = (math.inf, -1, -1)
    for first in _ON_SHORE[shore_a]:
        begun, row = _effort(a, _ENDPOINTS[first][1], shore_a), efforts[first]
        if begun >= best[0]:
            continue
        best = min(best, *((begun + row[last] + rest, first, last) for last, rest in lasts))
    return best[1], best[2]


@functools.cache
def _chains() -> tuple[list[list[float]], list[list[int]]]:
    """Effort from every end of a crossing to every other, and the end to go to next (Floyd and Warshall)."""
    count = len(_ENDPOINTS)
    efforts = [[math.inf] * count for _ in range(count)]
    following = [list(range(count)) for _ in range(count)]
    for n, (shore, place) in enumerate(_ENDPOINTS):
        for other in _ON_SHORE[shore]:
            efforts[n][other] = _effort(place, _ENDPOINTS[other][1], shore) + CHANGE_EFFORT
        crossing = CROSSINGS[n // 2]
        efforts[n][n ^ 1] = crossing.miles * CROSSING_EFFORT + TOLL_EFFORT * crossing.tolled
    for middle in range(count):
        onward = efforts[middle]
        for n, row in enumerate(efforts):
            reach = row[middle]
            for other, rest in enumerate(onward):
                if reach + rest < row[other] - 1e-12:
                    row[other] = reach + rest
                    following[n][other] = following[n][middle]
    return efforts, following


@functools.cache
def _between(first: int, last: int) -> ShoreRoute:
    """What lies between two ends of crossings on different shores."""
    _, following = _chains()
    legs, miles, names, here = [], 0.0, [], first
    corners = [_ENDPOINTS[here][1]]
    shores: list[Shore | None] = []
    while here != last:
        onward = following[here][last]
        if onward == here ^ 1:
            miles += CROSSINGS[here // 2].miles
            names.append(CROSSINGS[here // 2].name)
            shores.append(None)
        else:
            shores.append(_ENDPOINTS[here][0])
            legs.append(leg_between(_ENDPOINTS[here][1], _ENDPOINTS[onward][1], _ENDPOINTS[here][0]))
        here = onward
        corners.append(_ENDPOINTS[here][1])
    return ShoreRoute(tuple(legs), miles, tuple(names), tuple(corners), tuple(shores))
