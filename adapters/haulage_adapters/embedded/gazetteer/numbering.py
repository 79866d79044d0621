"""House numbers along Manhattan's cross streets, where the number is in no package.

Numbers begin at Fifth Avenue, or between 59th and 110th Street at Central Park on the west side, and grow
by about a hundred an avenue, alike on every street. So where a number lies across the island is told by all
known addresses of that side and band of streets, and where a street lies along it by its own addresses or
by those of its neighbors. The avenues run 29 degrees east of north (the Commissioners' Plan of 1811).

Half of the known addresses lie within 22 m of where all others put them (a test holds it under 60 m).
"""

import math
import statistics
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import lru_cache

import attrs

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer.houses import HYPHENATED, House
from haulage_adapters.embedded.gazetteer.index import LAST_CROSS_STREET, METERS_PER_DEGREE, CrossStreet, Index
from haulage_adapters.embedded.gazetteer.placing import BETWEEN, Spot

AVENUES_EAST_OF_NORTH = math.radians(29)
ORIGIN = Point(40.7645, -73.9733)
"""Fifth Avenue at 59th Street: any place near would do."""

FIRST_CROSS_STREET = 14
"""South of it the streets of Greenwich Village do not follow the grid."""

BANDS = ((FIRST_CROSS_STREET, 59), (60, 110), (111, LAST_CROSS_STREET))
"""First and last street of each: the numbers of the west side begin at the park, not at Fifth Avenue."""

METERS_PER_NUMBER = 2.5
"""Avenues are 244 m apart on the west side, a hundred numbers each."""

ALIKE, FEWEST = 60, 3
"""Known numbers this far from the wanted one count, if there are so many of them."""

MOST_BLOCKS_APART = 6
"""A street's own place is told by known streets no farther away than this."""


@attrs.frozen
class _Known:
    """A known address: meters across the island, to the southeast, and along it, to the northeast."""

    value: int
    across: float
    along: float
    number: int
    street: CrossStreet


class Numbering:
    """What the known addresses of an index say about the others."""

    def __init__(self, index: Index) -> None:
        known = sorted(_known(index), key=lambda each: each.value)
        self._sides = {(band, side): _of(known, band, side) for band in BANDS for side in "ew"}
        self._own: dict[CrossStreet, list[_Known]] = {}
        for each in known:
            self._own.setdefault(each.street, []).append(each)
        by_street: dict[int, list[float]] = {}
        for each in known:
            by_street.setdefault(each.street.number, []).append(each.along)
        self._along = {street: statistics.median(by_street[street]) for street in sorted(by_street)}
        self._streets = list(self._along.items())

    def place(self, street: CrossStreet, house: House) -> Spot | None:
        """Where a number lies; None beyond the last known numbers of its side."""
        band = next((each for each in BANDS if each[0] <= street.number <= each[1]), None)
        along = self.along(street.number)
        if band is None or along is None or house.hyphenated:
            return None
        near = self._near(band, street.side, house.value)
        others = [each for each in near if each.street != street]
        if len(others) < FEWEST:
            return None
        west = -1 if street.side == "w" else 1
        across = statistics.median(
            each.across + west * METERS_PER_NUMBER * (house.value - each.value) for each in others
        )
        # Its ZIP code is that of its own street where that is known: the next street may have another.
        own = self._own.get(street, others)
        nearest = min(own, key=lambda each: math.hypot(each.across - across, each.along - along))
        point = position(across, along)
        return Spot(House(str(house.value), house.value), point, nearest.number, known=False, cost=BETWEEN)

    def _near(self, band: tuple[int, int], side: str, value: int) -> list[_Known]:
        known = self._sides[band, side]
        start = bisect_left(known, value - ALIKE, key=lambda each: each.value)
        return known[start : bisect_right(known, value + ALIKE, key=lambda each: each.value)]

    def along(self, street: float) -> float | None:
        """Meters along the island of a cross street, or of a place between two of them, by known streets."""
        low, high = self._next(math.floor(street), -1), self._next(math.ceil(street), 1)
        if low is None or high is None:
            return None
        if low[0] == high[0]:
            return low[1]
        return low[1] + (high[1] - low[1]) * (street - low[0]) / (high[0] - low[0])

    def street_at(self, along: float) -> float | None:
        """The cross street so many meters along the island; None off the grid."""
        place = bisect_right(self._streets, along, key=lambda each: each[1])
        if not 0 < place < len(self._streets):
            return None
        (low, start), (high, end) = self._streets[place - 1 : place + 1]
        return low + (high - low) * (along - start) / (end - start)

    def _next(self, street: int, step: int) -> tuple[int, float] | None:
        for number in range(street, street + step * (MOST_BLOCKS_APART + 1), step):
            if number in self._along:
                return number, self._along[number]
        return None


@lru_cache(maxsize=2)
def numbering(index: Index) -> Numbering:
    """The one of this index; its addresses are read once."""
    return Numbering(index)


def _known(index: Index) -> Iterable[_Known]:
    for street, number in index.cross_streets.items():
        for point in index.points_of(number):
            value = index.point_value[point]
            if 0 < value < HYPHENATED:
                across, along = on_grid(index.point(point))
                yield _Known(value, across, along, point, street)


def _of(known: Iterable[_Known], band: tuple[int, int], side: str) -> list[_Known]:
    return [each for each in known if each.street.side == side and band[0] <= each.street.number <= band[1]]


def on_grid(point: Point) -> tuple[float, float]:
    """Meters across the island, to the southeast, and along it, to the northeast."""
    east = (point.lng - ORIGIN.lng) * METERS_PER_DEGREE * math.cos(math.radians(ORIGIN.lat))
    north = (point.lat - ORIGIN.lat) * METERS_PER_DEGREE
    sine, cosine = math.sin(AVENUES_EAST_OF_NORTH), math.cos(AVENUES_EAST_OF_NORTH)
    return east * cosine - north * sine, east * sine + north * cosine


def position(across: float, along: float) -> Point:
    """The point so many meters across and along the island."""
    sine, cosine = math.sin(AVENUES_EAST_OF_NORTH), math.cos(AVENUES_EAST_OF_NORTH)
    east, north = across * cosine + along * sine, along * cosine - across * sine
    lng = ORIGIN.lng + east / (METERS_PER_DEGREE * math.cos(math.radians(ORIGIN.lat)))
    return Point(round(ORIGIN.lat + north / METERS_PER_DEGREE, 7), round(lng, 7))
