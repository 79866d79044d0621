"""Where a number lies on a street: at a known address, or between its neighbours on its side."""

from bisect import bisect_left

import attrs

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import houses
from haulage_adapters.embedded.gazetteer.houses import BLOCK, HYPHENATED, House
from haulage_adapters.embedded.gazetteer.index import Index, meters

WIDEST_GAP_METERS = 3_000
"""Two neighbours farther apart than this tell nothing about what lies between them."""

BEYOND_NUMBERS = 100
"""A number this far behind the last known one is taken to be near it: a block or two."""

NEIGHBORING_BLOCKS = 10
"""Queens' hyphenated numbers are compared over no more blocks than this."""

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
    low, high = _neighbors(index, street, house)
    if low is None and high is None:
        return None
    plain = House(houses.text_of(house.value), house.value)
    if low is None or high is None:
        only = low if low is not None else high
        assert only is not None
        if abs(index.point_value[only] - house.value) > BEYOND_NUMBERS:
            return None
        return Spot(plain, index.point(only), only, known=False, cost=BEYOND)
    before, after = index.point(low), index.point(high)
    if meters(before, after) > WIDEST_GAP_METERS:
        return None
    span = index.point_value[high] - index.point_value[low]
    share = (house.value - index.point_value[low]) / span
    point = Point(
        round(before.lat + share * (after.lat - before.lat), 7),
        round(before.lng + share * (after.lng - before.lng), 7),
    )
    return Spot(plain, point, low if share < 0.5 else high, known=False, cost=BETWEEN)


def _neighbors(index: Index, street: int, house: House) -> tuple[int | None, int | None]:
    """The next known numbers below and above, on its own side of the street where there are any."""
    points = index.points_of(street)
    place = bisect_left(index.point_value, house.value, points.start, points.stop)
    below = [
        point for point in range(max(points.start, place - 40), place) if _comparable(index, point, house)
    ]
    above = [
        point for point in range(place, min(points.stop, place + 40)) if _comparable(index, point, house)
    ]
    own = [[point for point in side if index.point_value[point] % 2 == house.odd] for side in (below, above)]
    low = (own[0] or [])[-1:]
    high = (own[1] or [])[:1]
    if not (low and high):
        low, high = (low or below[-1:]), (high or above[:1])
    return (low[0] if low else None), (high[0] if high else None)


def _comparable(index: Index, point: int, house: House) -> bool:
    """Numbers of one kind; hyphenated ones of neighbouring blocks at most."""
    value = index.point_value[point]
    if not value or (value >= HYPHENATED) != house.hyphenated:
        return False
    return not house.hyphenated or abs(value - house.value) < NEIGHBORING_BLOCKS * BLOCK
