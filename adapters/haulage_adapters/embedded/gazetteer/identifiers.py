"""Place ids that describe what they name, so that they outlive every rebuild of the index.

``address~NY~new-york~queens~37-ave~31-20~11101`` is a house number on a street, known or not;
``street~...`` the street alone, ``city~NJ~hoboken~``, ``hood~QN0101``, ``zip~10036``.
"""

import re

import attrs

from haulage.kernel.errors import NotFound
from haulage_adapters.embedded.gazetteer import curated, estimates, grid, houses
from haulage_adapters.embedded.gazetteer.crossings import Crossing
from haulage_adapters.embedded.gazetteer.houses import House
from haulage_adapters.embedded.gazetteer.index import Area, CrossStreet, Index
from haulage_adapters.embedded.gazetteer.placing import Spot

MARK = "~"
LONGEST = 300
_ALLOWED = re.compile(r"[\w.~-]+")


@attrs.frozen
class Found:
    """What an id names: s street, a area, z ZIP or h neighbourhood by number, or a spot on a street.

    Of kind p is a curated place, of kind x the corner of two streets, the first by *number*. Of kind g is a
    cross street of Manhattan that no package lists: *number* is its own, west ones negative.
    """

    kind: str
    number: int
    spot: Spot | None = None
    crossing: Crossing | None = None


def of_street(index: Index, street: int, spot: Spot | None = None) -> str:
    """The id of a street, or of a number on it."""
    area = index.area(index.street_area[street])
    parts = [*_of_area(area), _joined(index.name(index.street_name[street]))]
    if spot is None:
        return MARK.join(("street", *parts))
    return MARK.join(("address", *parts, spot.house.slug, index.zip_code(index.point_zip[spot.nearest])))


def of_place(number: int) -> str:
    """The id of a curated place."""
    return f"place{MARK}{curated.places()[number].slug}"


def of_crossing(index: Index, crossing: Crossing) -> str:
    """The id of the corner of two streets."""
    area = index.area(index.street_area[crossing.one])
    names = (grid.name_of(index, street) for street in (crossing.one, crossing.other))
    return MARK.join(("corner", *_of_area(area), *map(_joined, names)))


def of_cross_street(index: Index, number: int, spot: Spot | None = None) -> str:
    """The id of a cross street that no package lists, or of a number on it: as if one did."""
    street = cross_street(number)
    parts = [*_of_area(index.area(index.manhattan)), _joined(street.name)]
    if spot is None:
        return MARK.join(("street", *parts))
    return MARK.join(("address", *parts, spot.house.slug, index.zip_code(index.point_zip[spot.nearest])))


def cross_street(number: int) -> CrossStreet:
    """The cross street that stands for a number of kind g."""
    return CrossStreet("w" if number < 0 else "e", abs(number))


def of_area(area: Area) -> str:
    return MARK.join(("city", *_of_area(area)))


def of_zip(code: str) -> str:
    return f"zip{MARK}{code}"


def of_hood(code: str) -> str:
    return f"hood{MARK}{code}"


def find(index: Index, place_id: str) -> Found:
    """What an id names. Raises ``NotFound`` for one that was never given."""
    if len(place_id) <= LONGEST and _ALLOWED.fullmatch(place_id):
        kind, *parts = place_id.split(MARK)
        count, read = _READERS.get(kind, (-1, _zip))
        found = read(index, parts) if len(parts) == count else None
        if found is not None:
            return found
    raise NotFound("Place")


def _of_area(area: Area) -> tuple[str, str, str]:
    return area.state, _joined(area.key), _joined(area.borough.lower())


def _joined(words: str) -> str:
    return words.replace(" ", "-")


def _split(part: str) -> str:
    return part.replace("-", " ")


def _area(index: Index, parts: list[str]) -> Found | None:
    number = index.area_called(parts[0], _split(parts[1]), _split(parts[2]).title())
    return None if number is None else Found("a", number)


def _street(index: Index, parts: list[str]) -> Found | None:
    area, name = _area(index, parts[:3]), index.name_called(_split(parts[3]))
    street = None if area is None or name is None else index.street_in(name, area.number)
    if street is not None:
        return Found("s", street)
    cross = grid.named(_split(parts[3]))
    if area is None or area.number != index.manhattan or cross is None or not grid.middle(index, cross):
        return None
    return Found("g", cross.number if cross.side == "e" else -cross.number)


def _address(index: Index, parts: list[str]) -> Found | None:
    found = _street(index, parts[:4])
    if found is None:
        return None
    for house in _houses(index, found, parts[4]):
        spots = _spots(index, found, house)
        same = [spot for spot in spots if index.zip_code(index.point_zip[spot.nearest]) == parts[5]]
        if same and same[0].house.slug == parts[4]:
            return attrs.evolve(found, spot=same[0])
    return None


def _spots(index: Index, found: Found, house: House) -> list[Spot]:
    if found.kind == "s":
        return estimates.spots(index, found.number, house)
    estimate = grid.place(index, cross_street(found.number), house)
    return [estimate] if estimate else []


def _houses(index: Index, found: Found, slug: str) -> list[House]:
    """The numbers that have this slug: a plain one as it reads, an odd one as the street knows it."""
    read = houses.read(slug)
    if read and read[0].exact:
        return [read[0]]
    if found.kind != "s":
        return []
    points = index.points_of(found.number)
    tails = ((point, index.tail(point)) for point in points if index.point_tail[point])
    odd = (House(tail, index.point_value[point], exact=False) for point, tail in tails)
    return [house for house in odd if house.slug == slug][:1]


def _corner(index: Index, parts: list[str]) -> Found | None:
    streets = [_street(index, [*parts[:3], name]) for name in parts[3:]]
    numbers = [_crossed(found) for found in streets if found]
    crossing = estimates.crossings(index).find(*numbers) if len(numbers) == 2 else None
    return Found("x", crossing.one, crossing=crossing) if crossing else None


def _crossed(street: Found) -> int:
    """The number of a street, or the code of a cross street that no package lists."""
    return street.number if street.kind == "s" else grid.code_of(cross_street(street.number))


def _place(_: Index, parts: list[str]) -> Found | None:
    place = curated.by_slug(parts[0])
    return None if place is None else Found("p", place.number)


def _zip(index: Index, parts: list[str]) -> Found | None:
    number = index.zip_called(parts[0])
    return None if number is None else Found("z", number)


def _hood(index: Index, parts: list[str]) -> Found | None:
    return next((Found("h", hood.number) for hood in index.hoods if hood.code == parts[0]), None)


_READERS = {
    "address": (6, _address),
    "street": (4, _street),
    "corner": (5, _corner),
    "place": (1, _place),
    "city": (3, _area),
    "zip": (1, _zip),
    "hood": (1, _hood),
}
