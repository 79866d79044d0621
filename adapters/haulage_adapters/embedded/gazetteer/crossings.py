"""Where two streets meet, from the known addresses along both.

Addresses are sparse: a corner may have none. A straight street is taken as the line through its
addresses, and the corner is where the other street, from address to address, passes over that line.
Corners of Manhattan's avenues and cross streets follow from the grid.
"""

import math
from functools import lru_cache
from itertools import pairwise

import attrs

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import grid
from haulage_adapters.embedded.gazetteer.index import METERS_PER_DEGREE, Index, meters

BEYOND_METERS = 350
"""How far beyond its last known address a street may still go on: the longest block of Manhattan."""

WIDEST_GAP_METERS = 700
"""Two addresses of one street farther apart than this do not say where it runs between them."""

STRAIGHT_METERS = 45
"""The mean distance of addresses from the line through them, on a street that is taken as straight."""

WIDEST_ENDS_METERS = 2_500
"""A street of which only two addresses are known is taken as straight between them."""

MOST_POINTS = 400
"""Addresses of a street that are looked at; more are thinned out evenly."""


@attrs.frozen
class Crossing:
    """The corner of two streets, by their numbers; *nearest* is the index's point beside it.

    *other* is a code of ``grid`` where it is a cross street that no package lists.
    """

    one: int
    other: int
    point: Point
    nearest: int


@attrs.frozen
class _Dot:
    """An address in meters east and north of the street's first one."""

    x: float
    y: float
    number: int


@attrs.frozen
class _Line:
    """The line through addresses: its middle, its direction, and how far they reach along it."""

    x: float
    y: float
    dx: float
    dy: float
    reach: float

    def across(self, dot: _Dot) -> float:
        """Meters to the left of the line."""
        return (dot.y - self.y) * self.dx - (dot.x - self.x) * self.dy

    def along(self, x: float, y: float) -> float:
        return (x - self.x) * self.dx + (y - self.y) * self.dy


class Crossings:
    """Finds where the streets of an index meet."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self.find = lru_cache(maxsize=512)(self._find)

    def _find(self, one: int, other: int) -> Crossing | None:
        """The corner of two streets of one area, or None where they do not meet."""
        if one == other or (one < 0 and other < 0):
            return None
        for avenue, street in ((one, other), (other, one)):
            if grid.are_on_grid(self._index, avenue, street):
                corner = grid.corner(self._index, avenue, street)
                if corner is None:
                    return None
                first, second = (one, other) if one >= 0 else (other, one)
                return Crossing(first, second, corner, self._beside(one, other, corner))
        if min(one, other) < 0 or self._index.street_area[one] != self._index.street_area[other]:
            return None
        origin = self._index.point(self._index.points_of(one)[0])
        dots = {street: self._dots(street, origin) for street in (one, other)}
        for straight, bent in ((one, other), (other, one)):
            line = _line(dots[straight])
            dot = None if line is None else _over(dots[bent], line)
            if dot is not None:
                return self._crossing(one, other, dot, origin)
        return None

    def _beside(self, one: int, other: int, corner: Point) -> int:
        """The known address of either street, or of those beside it, that is nearest to their corner."""
        streets = [known for each in (one, other) for known in grid.known_beside(self._index, each)]
        points = [point for street in streets for point in self._index.points_of(street)]
        apart = {point: meters(corner, self._index.point(point)) for point in points}
        return int(min(apart, key=apart.__getitem__))

    def _dots(self, street: int, origin: Point) -> list[_Dot]:
        """The addresses of a street in the order of their numbers."""
        points = self._index.points_of(street)
        east = METERS_PER_DEGREE * math.cos(math.radians(origin.lat))
        found = []
        for number in points[:: 1 + len(points) // MOST_POINTS]:
            at = self._index.point(number)
            found.append(
                _Dot((at.lng - origin.lng) * east, (at.lat - origin.lat) * METERS_PER_DEGREE, number)
            )
        return found

    @staticmethod
    def _crossing(one: int, other: int, corner: _Dot, origin: Point) -> Crossing:
        east = METERS_PER_DEGREE * math.cos(math.radians(origin.lat))
        lat, lng = origin.lat + corner.y / METERS_PER_DEGREE, origin.lng + corner.x / east
        return Crossing(one, other, Point(round(lat, 6), round(lng, 6)), corner.number)


def _line(dots: list[_Dot]) -> _Line | None:
    """The line through the addresses of a straight street: the axis along which they vary most."""
    if len(dots) < 2:
        return None
    x, y = (sum(values) / len(dots) for values in ([dot.x for dot in dots], [dot.y for dot in dots]))
    xx = sum((dot.x - x) ** 2 for dot in dots)
    yy = sum((dot.y - y) ** 2 for dot in dots)
    xy = sum((dot.x - x) * (dot.y - y) for dot in dots)
    angle = math.atan2(2 * xy, xx - yy) / 2
    line = _Line(x, y, math.cos(angle), math.sin(angle), 0.0)
    if sum(abs(line.across(dot)) for dot in dots) / len(dots) > STRAIGHT_METERS:
        return None
    return attrs.evolve(line, reach=max(abs(line.along(dot.x, dot.y)) for dot in dots) + BEYOND_METERS)


def _over(dots: list[_Dot], line: _Line) -> _Dot | None:
    """Where a street passes over a line, with the number of the address beside it."""
    widest = WIDEST_ENDS_METERS if len(dots) == 2 else WIDEST_GAP_METERS
    for start, end in pairwise(dots):
        before, after = line.across(start), line.across(end)
        if before * after > 0 or math.hypot(end.x - start.x, end.y - start.y) > widest:
            continue
        share = before / (before - after) if before != after else 0.5
        x, y = start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)
        if abs(line.along(x, y)) <= line.reach:
            return _Dot(x, y, start.number if share <= 0.5 else end.number)
    return None
