"""The way between two places, before anybody says how long it takes: legs on land, and crossings.

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
"""Keeps a way from touching a landing that it only passes."""

SAMPLES = (1 / 6, 1 / 2, 5 / 6)
"""Where along a leg the area is asked for; each stands for a third of it."""


@attrs.frozen
class Leg:
    """A stretch on one piece of land: its straight line and, in Manhattan, its way along the grid."""

    shore: Shore | None
    miles: float
    along: float
    across: float
    areas: tuple[Area, ...]


@attrs.frozen
class Way:
    """The legs and crossings in order, and the corners of the line to draw."""

    legs: tuple[Leg, ...]
    crossing_miles: float
    crossings: tuple[str, ...]
    corners: tuple[LatLng, ...]


def way_between(start: Point, end: Point) -> Way:
    """The way by the shores of New York, or one leg where either end lies outside that area."""
    a, b = (start.lat, start.lng), (end.lat, end.lng)
    if not (in_new_york(a) and in_new_york(b)):
        leg = Leg(None, great_circle_miles(start, end), 0.0, 0.0, (Area.ELSEWHERE,))
        return Way((leg,), 0.0, (), (a, b))
    shore_a, shore_b = shore_of(a), shore_of(b)
    if shore_a is shore_b:
        return Way((leg_between(a, b, shore_a),), 0.0, (), (a, b))
    first, last = _landings(a, shore_a, b, shore_b)
    between = _between(first, last)
    begun = leg_between(a, _LANDINGS[first][1], shore_a)
    rest = leg_between(_LANDINGS[last][1], b, shore_b)
    return Way(
        (begun, *between.legs, rest),
        between.crossing_miles,
        between.crossings,
        (a, *between.corners, b),
    )


def leg_between(a: LatLng, b: LatLng, shore: Shore) -> Leg:
    """A leg whose ends stand on the same shore."""
    along, across = along_and_across(a, b)
    areas = tuple(
        area_of((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), shore) for part in SAMPLES
    )
    return Leg(shore, math.hypot(along, across), abs(along), abs(across), areas)


_LANDINGS: tuple[tuple[Shore, LatLng], ...] = tuple(
    (crossing.shores[side], crossing.landings[side]) for crossing in CROSSINGS for side in (0, 1)
)
"""Two in a row for every crossing: the landing of number n is joined to number n ^ 1."""

_ON_SHORE: dict[Shore, tuple[int, ...]] = {
    shore: tuple(n for n, (own, _) in enumerate(_LANDINGS) if own is shore) for shore in Shore
}


def _effort(a: LatLng, b: LatLng, shore: Shore) -> float:
    along, across = along_and_across(a, b)
    if shore is Shore.MANHATTAN:
        return (abs(along) + abs(across)) * CITY_EFFORT
    return math.hypot(along, across) * STREET_EFFORT


def _landings(a: LatLng, shore_a: Shore, b: LatLng, shore_b: Shore) -> tuple[int, int]:
    """The first and the last landing of the least effort."""
    efforts, _ = _chains()
    lasts = [(n, _effort(_LANDINGS[n][1], b, shore_b)) for n in _ON_SHORE[shore_b]]
    best = (math.inf, -1, -1)
    for first in _ON_SHORE[shore_a]:
        begun, row = _effort(a, _LANDINGS[first][1], shore_a), efforts[first]
        if begun >= best[0]:
            continue
        best = min(best, *((begun + row[last] + rest, first, last) for last, rest in lasts))
    return best[1], best[2]


@functools.cache
def _chains() -> tuple[list[list[float]], list[list[int]]]:
    """Effort from every landing to every other, and the landing to go to next (Floyd and Warshall)."""
    count = len(_LANDINGS)
    efforts = [[math.inf] * count for _ in range(count)]
    following = [list(range(count)) for _ in range(count)]
    for n, (shore, place) in enumerate(_LANDINGS):
        for other in _ON_SHORE[shore]:
            efforts[n][other] = _effort(place, _LANDINGS[other][1], shore) + CHANGE_EFFORT
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
def _between(first: int, last: int) -> Way:
    """What lies between two landings on different shores."""
    _, following = _chains()
    legs, miles, names, here = [], 0.0, [], first
    corners = [_LANDINGS[here][1]]
    while here != last:
        onward = following[here][last]
        if onward == here ^ 1:
            miles += CROSSINGS[here // 2].miles
            names.append(CROSSINGS[here // 2].name)
        else:
            legs.append(leg_between(_LANDINGS[here][1], _LANDINGS[onward][1], _LANDINGS[here][0]))
        here = onward
        corners.append(_LANDINGS[here][1])
    return Way(tuple(legs), miles, tuple(names), tuple(corners))
