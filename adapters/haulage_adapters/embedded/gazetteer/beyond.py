"""Where a number lies that is far from all known ones of its street, so that nobody loses what they typed."""

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import houses
from haulage_adapters.embedded.gazetteer.houses import BLOCK, HYPHENATED, House
from haulage_adapters.embedded.gazetteer.index import Index, meters
from haulage_adapters.embedded.gazetteer.placing import Spot

FARTHEST_NUMBERS, FARTHEST_BLOCKS, FARTHEST_METERS = 1_500, 20, 2_000
"""So far from the nearest known number of a street another one is still believed."""

SHORTEST_BASE, MOST_METERS_A_NUMBER = 40, 10.0
"""Two known numbers tell the direction of a street if they are so far apart, and no farther in meters.

They must be at least half as far apart as the wanted number is beyond them: streets bend.
"""

LONGEST_STREET_METERS = 3_000
"""The middle of a longer street says nothing about where a number on it is."""

BEYOND_ALL, ON_STREET = 0.8, 0.85


def place(index: Index, street: int, house: House) -> Spot | None:
    """Farther along than the known numbers, at the nearest of them, or in the middle of the street."""
    points = index.points_of(street)
    alike = [each for each in points if _comparable(index, each, house)]
    if not alike:
        return _in_the_middle(index, points, house)
    by_distance = sorted(alike, key=lambda each: abs(index.point_value[each] - house.value))
    nearest = by_distance[0]
    away = abs(index.point_value[nearest] - house.value)
    if away > (FARTHEST_BLOCKS * BLOCK if house.hyphenated else FARTHEST_NUMBERS):
        return None
    point = index.point(nearest)
    if not house.hyphenated:
        point = _farther_along(index, by_distance, house) or point
    return _spot(house, point, nearest, BEYOND_ALL)


def _farther_along(index: Index, known: list[int], house: House) -> Point | None:
    """Past the last known number, in the direction and by the measure of the numbers before it."""
    last, value = index.point(known[0]), index.point_value[known[0]]
    shortest = max(SHORTEST_BASE, abs(house.value - value) / 2)
    for other in known[1:]:
        figures = value - index.point_value[other]
        if abs(figures) < shortest or (house.value - value) * figures < 0:
            continue
        base = index.point(other)
        apart = meters(last, base)
        share = (house.value - value) / figures
        if apart > MOST_METERS_A_NUMBER * abs(figures) or apart * share > FARTHEST_METERS:
            return None
        return Point(
            round(last.lat + share * (last.lat - base.lat), 7),
            round(last.lng + share * (last.lng - base.lng), 7),
        )
    return None


def _in_the_middle(index: Index, points: range, house: House) -> Spot | None:
    """On a street of which no number is known that could be compared."""
    middle = points[len(points) // 2]
    if meters(index.point(points[0]), index.point(points[-1])) > LONGEST_STREET_METERS:
        return None
    if house.value % HYPHENATED > FARTHEST_NUMBERS * (BLOCK if house.hyphenated else 1):
        return None
    return _spot(house, index.point(middle), middle, ON_STREET)


def _spot(house: House, point: Point, nearest: int, cost: float) -> Spot:
    number = House(houses.text_of(house.value), house.value)
    return Spot(number, point, nearest, known=False, cost=cost)


def _comparable(index: Index, point: int, house: House) -> bool:
    """Plain numbers with plain ones, hyphenated with hyphenated."""
    value = index.point_value[point]
    return bool(value) and (value >= HYPHENATED) == house.hyphenated
