"""Manhattan's numbered cross streets: streets and numbers that no package lists, by their neighbors.

East and west of Fifth Avenue the blocks of one cross street lie beside those of the next, and house
numbers grow alike on all of them. A number that is not known on its own street therefore lies between
the same number on the next known streets to the south and to the north. Over the known addresses of
14th to 109th Street the median error of this is 42 m (a test holds it under 60 m).
"""

import re
from collections.abc import Iterator

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import houses, placing
from haulage_adapters.embedded.gazetteer.houses import House
from haulage_adapters.embedded.gazetteer.index import LAST_CROSS_STREET, CrossStreet, Index
from haulage_adapters.embedded.gazetteer.naming import Typed
from haulage_adapters.embedded.gazetteer.placing import BETWEEN, Spot

FIRST = 14
"""South of 14th Street the streets of Greenwich Village do not follow the grid."""

MOST_STREETS_BETWEEN = 5
"""Known streets farther away than this many blocks tell nothing."""

_NAME = re.compile(r"(e|w) (\d{1,3}) st")


def named(name: str) -> CrossStreet | None:
    """The cross street that canonical words name (`w 23 st`), or None."""
    found = _NAME.fullmatch(name)
    return CrossStreet(found[1], int(found[2])) if found and _inside(int(found[2])) else None


def missing(index: Index, words: tuple[Typed, ...]) -> Iterator[CrossStreet]:
    """The cross streets that typed words may mean, that no package lists, and that have known neighbors."""
    for number in {int(each.word) for each in words if each.word.isascii() and each.word.isdigit()}:
        for side in "ew":
            street = CrossStreet(side, number)
            if _inside(number) and street not in index.cross_streets and middle(index, street):
                yield street


def spots(index: Index, street: int, house: House) -> list[Spot]:
    """Where a number lies on a street of the index, by its own addresses or by the streets beside it."""
    found = placing.spots(index, street, house)
    if found or index.area(index.street_area[street]).borough != "Manhattan":
        return found
    cross = named(index.name(index.street_name[street]))
    estimate = between(index, cross, house) if cross else None
    return [estimate] if estimate else []


def between(index: Index, street: CrossStreet, house: House) -> Spot | None:
    """A number on a cross street, between the same number on the next known streets on both sides."""
    if house.hyphenated:
        return None
    south, north = (_beside(index, street, house, step) for step in (-1, 1))
    if south is None or north is None:
        return None
    share = south[0] / (south[0] + north[0])
    nearest = south[1] if share <= 0.5 else north[1]
    point = _part_way(south[1].point, north[1].point, share)
    return Spot(House(str(house.value), house.value), point, nearest.nearest, known=False, cost=BETWEEN)


def middle(index: Index, street: CrossStreet) -> Spot | None:
    """A position on a cross street alone: between those of its neighbors, of no number that anybody typed."""
    low, high = (
        next((place for step in steps if (place := index.cross_streets.get(street.beside(step)))), None)
        for steps in (range(-1, -MOST_STREETS_BETWEEN, -1), range(1, MOST_STREETS_BETWEEN))
    )
    if low is None or high is None:
        return None
    points = index.points_of(low)
    known = index.point_value[points[len(points) // 2]]
    return None if known >= houses.HYPHENATED else between(index, street, House(str(known), known))


def _inside(number: int) -> bool:
    return FIRST <= number <= LAST_CROSS_STREET


def _beside(index: Index, street: CrossStreet, house: House, step: int) -> tuple[int, Spot] | None:
    """That number on the next street on one side which can place it, and how many streets away that is."""
    for away in range(1, MOST_STREETS_BETWEEN + 1):
        known = index.cross_streets.get(street.beside(step * away))
        found = placing.spots(index, known, house) if known is not None else []
        if found:
            return away, found[0]
    return None


def _part_way(start: Point, end: Point, share: float) -> Point:
    return Point(
        round(start.lat + share * (end.lat - start.lat), 7),
        round(start.lng + share * (end.lng - start.lng), 7),
    )
