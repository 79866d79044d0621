"""Place ids that describe what they name, so that they outlive every rebuild of the index.

``address~NY~new-york~queens~37-ave~31-20~11101`` is a house number on a street, known or not;
``street~...`` the street alone, ``city~NJ~hoboken~``, ``hood~QN0101``, ``zip~10036``.
"""

import re

import attrs

from haulage.kernel.errors import NotFound
from haulage_adapters.embedded.gazetteer import houses, placing
from haulage_adapters.embedded.gazetteer.houses import House
from haulage_adapters.embedded.gazetteer.index import Area, Index
from haulage_adapters.embedded.gazetteer.placing import Spot

MARK = "~"
LONGEST = 300
_ALLOWED = re.compile(r"[\w.~-]+")


@attrs.frozen
class Found:
    """What an id names: s street, a area, z ZIP or h neighbourhood by number, or a spot on a street."""

    kind: str
    number: int
    spot: Spot | None = None


def of_street(index: Index, street: int, spot: Spot | None = None) -> str:
    """The id of a street, or of a number on it."""
    area = index.area(index.street_area[street])
    parts = [*_of_area(area), _joined(index.name(index.street_name[street]))]
    if spot is None:
        return MARK.join(("street", *parts))
    return MARK.join(("address", *parts, spot.house.slug, index.zip_code(index.point_zip[spot.nearest])))


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
    return None if street is None else Found("s", street)


def _address(index: Index, parts: list[str]) -> Found | None:
    found = _street(index, parts[:4])
    if found is None:
        return None
    for house in _houses(index, found.number, parts[4]):
        spots = placing.spots(index, found.number, house)
        same = [spot for spot in spots if index.zip_code(index.point_zip[spot.nearest]) == parts[5]]
        if same and same[0].house.slug == parts[4]:
            return attrs.evolve(found, spot=same[0])
    return None


def _houses(index: Index, street: int, slug: str) -> list[House]:
    """The numbers that have this slug: a plain one as it reads, an odd one as the street knows it."""
    read = houses.read(slug)
    if read and read[0].exact:
        return [read[0]]
    points = index.points_of(street)
    tails = ((point, index.tail(point)) for point in points if index.point_tail[point])
    odd = (House(tail, index.point_value[point], exact=False) for point, tail in tails)
    return [house for house in odd if house.slug == slug][:1]


def _zip(index: Index, parts: list[str]) -> Found | None:
    number = index.zip_called(parts[0])
    return None if number is None else Found("z", number)


def _hood(index: Index, parts: list[str]) -> Found | None:
    return next((Found("h", hood.number) for hood in index.hoods if hood.code == parts[0]), None)


_READERS = {
    "address": (6, _address),
    "street": (4, _street),
    "city": (3, _area),
    "zip": (1, _zip),
    "hood": (1, _hood),
}
