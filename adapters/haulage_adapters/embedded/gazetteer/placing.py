"""Where a number lies on a street: at a known address, or by its neighbours.

An unknown number lies between the next known ones on its own side of the street, or else between the next
ones on either side, as far along as its figure says; where these lie too far apart, or there is only one,
it is put at the nearest known number, if that is near in figures. ``beyond`` places the others.
"""

from bisect import bisect_left

import attrs

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import houses
from haulage_adapters.embedded.gazetteer.houses import BLOCK, HYPHENATED, House
from haulage_adapters.embedded.gazetteer.index import Index, meters

WIDEST_GAP_METERS = 3_000
"""Two neighbours farther apart than this tell nothing about what lies between them."""

WIDEST_HYPHENATED_GAP_METERS = 6_000
"""Hyphenated numbers name their cross street, so they grow evenly along a street of Queens."""

BEYOND_NUMBERS, BEYOND_BLOCKS = 100, 3
"""A number this far from the nearest known one is taken to be near it: a few hundred metres."""

NEXT = 40
"""Known numbers that are looked at on each side."""

OTHER_TAIL, OTHER_WRITING, BETWEEN, BEYOND = 0.1, 0.1, 0.25, 0.5


@attrs.frozen
class Spot:
    """A number on a street: its position, the known point that it is, or is next to, and a doubt."""

    house: House
    point: Point
    nearest: int
    known: bool
    cost: float = 0.0


def spots(index: Index, street: int, house: House) -> list[Spot]:
    """Known addresses of that number, one for each ZIP code, or else one estimate, or nothing."""
    for value in houses.alike(house):
        found = _known(index, street, value)
        if found:
            return _by_zip(index, found, house, value)
    estimate = _between(index, street, house)
    return [estimate] if estimate else []


def _known(index: Index, street: int, value: int) -> list[int]:
    points = index.points_of(street)
    place = bisect_left(index.point_value, value, points.start, points.stop)
    found = []
    while place < points.stop and index.point_value[place] == value:
        found.append(place)
        place += 1
    return found


def _by_zip(index: Index, points: list[int], house: House, value: int) -> list[Spot]:
    """The middle one of all points that share a ZIP code; those of exactly that text come first."""
    cost = 0.0 if value == house.value else OTHER_WRITING
    text = "" if house.exact else house.text
    same = [point for point in points if index.tail(point) == text]
    if not same:
        cost += OTHER_TAIL
        same = [point for point in points if not index.point_tail[point]] or points
    groups: dict[int, list[int]] = {}
    for point in same:
        groups.setdefault(index.point_zip[point], []).append(point)
    return [_spot(index, _middle(index, group), value, cost) for group in groups.values()]


def _spot(index: Index, point: int, value: int, cost: float) -> Spot:
    tail = index.tail(point)
    house = House(tail, value, exact=False) if tail else House(houses.text_of(value), value)
    return Spot(house, index.point(point), point, known=True, cost=cost)


def _middle(index: Index, points: list[int]) -> int:
    """The point nearest to the mean of all."""
    if len(points) < 3:
        return points[0]
    mean = Point(
        sum(index.point(point).lat for point in points) / len(points),
        sum(index.point(point).lng for point in points) / len(points),
    )
    return min(points, key=lambda point: meters(mean, index.point(point)))


def _between(index: Index, street: int, house: House) -> Spot | None:
    below, above = _neighbors(index, street, house)
    for side in (_on_side(index, below, house), below):
        for other in (_on_side(index, above, house), above):
            if side and other and meters(index.point(side[-1]), index.point(other[0])) <= _widest(house):
                return _shared(index, side[-1], other[0], house)
    return _beside(index, [*below[-1:], *above[:1]], house)


def _widest(house: House) -> int:
    return WIDEST_HYPHENATED_GAP_METERS if house.hyphenated else WIDEST_GAP_METERS


def _on_side(index: Index, points: list[int], house: House) -> list[int]:
    return [point for point in points if index.point_value[point] % 2 == house.odd]


def _shared(index: Index, low: int, high: int, house: House) -> Spot:
    """Between two known numbers, by the figures."""
    before, after = index.point(low), index.point(high)
    span = index.point_value[high] - index.point_value[low]
    share = (house.value - index.point_value[low]) / span
    point = Point(
        round(before.lat + share * (after.lat - before.lat), 7),
        round(before.lng + share * (after.lng - before.lng), 7),
    )
    return Spot(_plain(house), point, low if share < 0.5 else high, known=False, cost=BETWEEN)


def _beside(index: Index, points: list[int], house: House) -> Spot | None:
    """At the known number that is nearest in figures, where that is near enough."""
    reach = BEYOND_BLOCKS * BLOCK if house.hyphenated else BEYOND_NUMBERS
    away = [(abs(index.point_value[point] - house.value), point) for point in points]
    distance, nearest = min(away, default=(reach + 1, 0))
    if distance > reach:
        return None
    return Spot(_plain(house), index.point(nearest), nearest, known=False, cost=BEYOND)


def _plain(house: House) -> House:
    return House(houses.text_of(house.value), house.value)


def _neighbors(index: Index, street: int, house: House) -> tuple[list[int], list[int]]:
    """The next known numbers of its kind below and above."""
    points = index.points_of(street)
    place = bisect_left(index.point_value, house.value, points.start, points.stop)
    below = range(max(points.start, place - NEXT), place)
    above = range(place, min(points.stop, place + NEXT))
    return [p for p in below if _comparable(index, p, house)], [
        p for p in above if _comparable(index, p, house)
    ]


def _comparable(index: Index, point: int, house: House) -> bool:
    """Plain numbers with plain ones, hyphenated with hyphenated."""
    value = index.point_value[point]
    return bool(value) and (value >= HYPHENATED) == house.hyphenated
