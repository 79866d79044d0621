"""Manhattan's grid: cross streets, and numbers on streets and avenues, that no package lists."""

import re
from collections.abc import Iterator

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import avenues, placing
from haulage_adapters.embedded.gazetteer.houses import House
from haulage_adapters.embedded.gazetteer.index import LAST_CROSS_STREET, CrossStreet, Index
from haulage_adapters.embedded.gazetteer.naming import Typed
from haulage_adapters.embedded.gazetteer.numbering import FIRST_CROSS_STREET, numbering, position
from haulage_adapters.embedded.gazetteer.placing import Spot

MIDDLE = House("150", 150)
"""Between the second and the third avenue: where a street is shown of which no number was typed."""

FIFTH_AVENUE_METERS = 100
"""No other avenue is as near to the middle of the island: both halves of a cross street begin there."""

_NAME = re.compile(r"(e|w) (\d{1,3}) st")


def named(name: str) -> CrossStreet | None:
    """The cross street that canonical words name (`w 23 st`), or None."""
    found = _NAME.fullmatch(name)
    return CrossStreet(found[1], int(found[2])) if found and _inside(int(found[2])) else None


def missing(index: Index, words: tuple[Typed, ...]) -> Iterator[CrossStreet]:
    """The cross streets that typed words may mean, that no package lists, and that can be placed."""
    for number in {int(each.word) for each in words if each.word.isascii() and each.word.isdigit()}:
        for side in "ew":
            street = CrossStreet(side, number)
            if _inside(number) and street not in index.cross_streets and middle(index, street):
                yield street


def spots(index: Index, street: int, house: House) -> list[Spot]:
    """Where a number lies on a street of the index: at its own address, or where the grid puts it."""
    found = placing.spots(index, street, house)
    if any(spot.known for spot in found) or index.street_area[street] != index.manhattan:
        return found
    cross = named(index.name(index.street_name[street]))
    estimate = numbering(index).place(cross, house) if cross else avenues.place(index, street, house)
    return [estimate] if estimate else found


def place(index: Index, street: CrossStreet, house: House) -> Spot | None:
    """Where a number lies on a cross street that no package lists."""
    return numbering(index).place(street, house)


def are_on_grid(index: Index, avenue: int, street: int) -> bool:
    """Whether two streets of the index are an avenue and a cross street of Manhattan's grid."""
    both = (index.street_area[avenue], index.street_area[street])
    name, other = (index.name(index.street_name[each]) for each in (avenue, street))
    return both == (index.manhattan, index.manhattan) and name in avenues.RULES and named(other) is not None


def corner(index: Index, avenue: int, street: int) -> Point | None:
    """Where an avenue and a cross street of the grid meet; None where the avenue is on the other side."""
    cross = named(index.name(index.street_name[street]))
    across = avenues.across(index, avenue)
    along = numbering(index).along(cross.number) if cross else None
    if cross is None or across is None or along is None:
        return None
    other_side = across < -FIFTH_AVENUE_METERS if cross.side == "e" else across > FIFTH_AVENUE_METERS
    return None if other_side else position(across, along)


def middle(index: Index, street: CrossStreet) -> Spot | None:
    """A position on a cross street alone, of no number that anybody typed."""
    return numbering(index).place(street, MIDDLE)


def _inside(number: int) -> bool:
    return FIRST_CROSS_STREET <= number <= LAST_CROSS_STREET
