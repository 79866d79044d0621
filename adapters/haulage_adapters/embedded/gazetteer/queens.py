"""Numbers in Queens' grid, where streets run north and avenues, roads and drives east.

A hyphenated number names the cross street before the hyphen: 37-20 82nd Street is by 37th Avenue, and 82-10
37th Avenue by 82nd Street. Every known address on a numbered street so tells where a street and an avenue
meet, and a corner that nobody knows lies on the plane through the nearest known ones. Half of the known
addresses lie within 42 m of where the others put them (a test holds it under 60 m).
"""

import math
import re
from functools import lru_cache

import attrs

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer.houses import BLOCK, HYPHENATED, House, text_of
from haulage_adapters.embedded.gazetteer.index import METERS_PER_DEGREE, Index
from haulage_adapters.embedded.gazetteer.placing import BEYOND, Spot

BOROUGH = ("NY", "new york", "Queens")
_NAME = re.compile(r"(?P<number>\d{1,3}) (?P<kind>st|pl|ln|ave|rd|dr|ter)")
STREETS = ("st", "pl", "ln")

NEAREST = 6
FARTHEST_BLOCKS = 5.0
"""Known corners farther away than this, in blocks, tell nothing: the grid bends."""

RIDGE = 0.05
"""Keeps the plane flat in a direction in which the corners say nothing."""

ORIGIN = Point(40.7282, -73.8325)
"""Flushing Meadows: any place near would do."""


@attrs.frozen
class _Corner:
    """By which street and which avenue a known address is, and where, in meters east and north."""

    street: float
    avenue: float
    east: float
    north: float
    number: int


class QueensGrid:
    """What the known addresses of an index say about the others."""

    def __init__(self, index: Index) -> None:
        self._index = index
        area = index.area_called(*BOROUGH)
        streets = range(len(index.street_area))
        mine = [street for street in streets if index.street_area[street] == area]
        self._corners = [corner for street in mine for corner in self._known(street)]

    def place(self, street: int, house: House) -> Spot | None:
        """A hyphenated number on a numbered street of Queens; None where too little is known around."""
        wanted = self._meeting(street, house.value)
        if wanted is None:
            return None
        near = sorted(self._corners, key=lambda each: _blocks(each, wanted))[: NEAREST + 1]
        others = [each for each in near if self._index.point_value[each.number] != house.value][:NEAREST]
        if len(others) < NEAREST or _blocks(others[0], wanted) > FARTHEST_BLOCKS:
            return None
        east, north = (_plane(others, wanted, axis) for axis in ("east", "north"))
        number = House(text_of(house.value), house.value)
        return Spot(number, _point(east, north), others[0].number, known=False, cost=BEYOND)

    def _known(self, street: int) -> list[_Corner]:
        found = []
        for number in self._index.points_of(street):
            meeting = self._meeting(street, self._index.point_value[number])
            if meeting is not None:
                found.append(_Corner(*meeting, *_meters(self._index.point(number)), number))
        return found

    def _meeting(self, street: int, value: int) -> tuple[float, float] | None:
        """The street and the avenue that a number names."""
        name = _NAME.fullmatch(self._index.name(self._index.street_name[street]))
        if name is None or value < HYPHENATED:
            return None
        block, house = divmod(value - HYPHENATED, BLOCK)
        # A block of Queens has numbers up to about 60, between its cross street and the next.
        beyond, own = block + min(house, 60) / 60, float(name["number"])
        return (own, beyond) if name["kind"] in STREETS else (beyond, own)


def _blocks(corner: _Corner, wanted: tuple[float, float]) -> float:
    return math.hypot(corner.street - wanted[0], corner.avenue - wanted[1])


def _plane(corners: list[_Corner], wanted: tuple[float, float], axis: str) -> float:
    """The value at *wanted* of the plane that fits the corners best, the nearer ones counting for more."""
    rows = []
    for each in corners:
        weight = 1 / (0.25 + _blocks(each, wanted) ** 2)
        x, y = each.street - wanted[0], each.avenue - wanted[1]
        rows.append((weight, x, y, getattr(each, axis)))
    total = sum(weight for weight, *_ in rows)
    mean_x, mean_y, mean = (sum(row[0] * row[place] for row in rows) / total for place in (1, 2, 3))
    xx = sum(w * (x - mean_x) ** 2 for w, x, _, _ in rows) + RIDGE
    yy = sum(w * (y - mean_y) ** 2 for w, _, y, _ in rows) + RIDGE
    xy = sum(w * (x - mean_x) * (y - mean_y) for w, x, y, _ in rows)
    xv = sum(w * (x - mean_x) * (value - mean) for w, x, _, value in rows)
    yv = sum(w * (y - mean_y) * (value - mean) for w, _, y, value in rows)
    bottom = xx * yy - xy * xy
    slope_x, slope_y = (xv * yy - yv * xy) / bottom, (yv * xx - xv * xy) / bottom
    return float(mean - slope_x * mean_x - slope_y * mean_y)


def _meters(point: Point) -> tuple[float, float]:
    east = (point.lng - ORIGIN.lng) * METERS_PER_DEGREE * math.cos(math.radians(ORIGIN.lat))
    return east, (point.lat - ORIGIN.lat) * METERS_PER_DEGREE


def _point(east: float, north: float) -> Point:
    lng = ORIGIN.lng + east / (METERS_PER_DEGREE * math.cos(math.radians(ORIGIN.lat)))
    return Point(round(ORIGIN.lat + north / METERS_PER_DEGREE, 7), round(lng, 7))


@lru_cache(maxsize=2)
def queens(index: Index) -> QueensGrid:
    """The one of this index; its addresses are read once."""
    return QueensGrid(index)
