"""Manhattan's grid: cross streets, and numbers on streets and avenues, that no package lists."""

import re
from collections.abc import Iterator

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer import avenues
from haulage_adapters.embedded.gazetteer.houses import House
from haulage_adapters.embedded.gazetteer.index import LAST_CROSS_STREET, CrossStreet, Index
from haulage_adapters.embedded.gazetteer.naming import Typed
from haulage_adapters.embedded.gazetteer.numbering import (
    FIRST_CROSS_STREET,
    MOST_BLOCKS_APART,
    numbering,
    position,
)
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


def place(index: Index, street: CrossStreet, house: House) -> Spot | None:
    """Where a number lies on a cross street that no package lists."""
    return numbering(index).place(street, house)


def code_of(street: CrossStreet) -> int:
    """A cross street that no package lists as a number below those of the index: west ones are odd."""
    return -(2 * street.number + (street.side == "w"))


def name_of(index: Index, street: int) -> str:
    """The canonical name of a street of the index, or of a cross street by its code."""
    return index.name(index.street_name[street]) if street >= 0 else coded(street).name


def shown(index: Index, street: int) -> str:
    """The name of a street, or of a cross street by its code, as it is shown."""
    return index.street_shown(street) if street >= 0 else coded(street).shown


def coded(code: int) -> CrossStreet:
    """The cross street of a code."""
    return CrossStreet("w" if -code % 2 else "e", -code // 2)


def known_beside(index: Index, street: int) -> list[int]:
    """The street itself, or the known ones next to a cross street that no package lists."""
    if street >= 0:
        return [street]
    cross = coded(street)
    numbers = range(cross.number - MOST_BLOCKS_APART, cross.number + MOST_BLOCKS_APART + 1)
    beside = (CrossStreet(cross.side, number) for number in numbers)
    return [index.cross_streets[each] for each in beside if each in index.cross_streets]


def are_on_grid(index: Index, avenue: int, street: int) -> bool:
    """Whether two streets are an avenue of the index and a cross street of Manhattan's grid."""
    if avenue < 0 or any(
        each >= 0 and index.street_area[each] != index.manhattan for each in (avenue, street)
    ):
        return False
    known = name_of(index, avenue) in (*avenues.RULES, avenues.BROADWAY)
    return known and named(name_of(index, street)) is not None


def corner(index: Index, avenue: int, street: int) -> Point | None:
    """Where an avenue and a cross street of the grid meet; None where the avenue is on the other side."""
    cross = named(name_of(index, street))
    along = numbering(index).along(cross.number) if cross else None
    across = None if along is None else avenues.across(index, avenue, along)
    if cross is None or across is None or along is None:
        return None
    other_side = across < -FIFTH_AVENUE_METERS if cross.side == "e" else across > FIFTH_AVENUE_METERS
    return None if other_side else position(across, along)


def middle(index: Index, street: CrossStreet) -> Spot | None:
    """A position on a cross street alone, of no number that anybody typed."""
    return numbering(index).place(street, MIDDLE)


def _inside(number: int) -> bool:
    return FIRST_CROSS_STREET <= number <= LAST_CROSS_STREET
