"""What is at a position: the address next to it, or else the street, neighbourhood or ZIP code around."""

import math
from bisect import bisect_left, bisect_right

from haulage.kernel.geo import Point
from haulage_adapters.embedded.gazetteer.houses import House, text_of
from haulage_adapters.embedded.gazetteer.identifiers import Found
from haulage_adapters.embedded.gazetteer.index import METERS_PER_DEGREE, Index, meters
from haulage_adapters.embedded.gazetteer.keys import CELLS_AROUND, E7, cell_of
from haulage_adapters.embedded.gazetteer.outline import in_the_country
from haulage_adapters.embedded.gazetteer.placing import Spot
from haulage_adapters.embedded.gazetteer.tiers import SERVED

ADDRESS_METERS = 150
"""So near an address is the address of a position."""

STREET_METERS = 600
"""So near a street is what a position is called after."""

ZIP_METERS = 25_000
"""So near the middle of a ZIP code a position may still be in it: they are large in the west."""


def found_at(index: Index, point: Point) -> Found | None:
    """The best description of a position, or None where nothing is near."""
    distance, nearest = _nearest(index, point)
    if nearest is not None and distance <= ADDRESS_METERS:
        return _address(index, nearest)
    if not (SERVED.holds(point) or in_the_country(point)):
        return None
    hood = index.hood_at(point)
    if nearest is not None and distance <= STREET_METERS and _same_side(index, nearest, hood is not None):
        return Found("s", index.street_at(nearest))
    if hood is not None:
        return Found("h", hood.number)
    code = _zip(index, point)
    return None if code is None else Found("z", code)


def _same_side(index: Index, nearest: int, in_city: bool) -> bool:
    """A street across the river is not near."""
    return bool(index.point_hood[nearest]) == in_city


def _nearest(index: Index, point: Point) -> tuple[float, int | None]:
    best: tuple[float, int | None] = (math.inf, None)
    home = cell_of(round(point.lat * E7), round(point.lng * E7))
    across = METERS_PER_DEGREE * math.cos(math.radians(point.lat))
    for row in (0, -1, 1):
        for column in (0, -1, 1):
            for each in index.points_in_cell(home + row * CELLS_AROUND + column):
                north = (index.lat[each] / E7 - point.lat) * METERS_PER_DEGREE
                distance = math.hypot(north, (index.lng[each] / E7 - point.lng) * across)
                if (distance, each) < (best[0], best[1] if best[1] is not None else each + 1):
                    best = (distance, each)
    return best


def _address(index: Index, point: int) -> Found:
    """The known address at a point; a street without numbers is itself."""
    street = index.street_at(point)
    value, tail = index.point_value[point], index.tail(point)
    if not value and not tail:
        return Found("s", street)
    house = House(tail, value, exact=False) if tail else House(text_of(value), value)
    return Found("s", street, Spot(house, index.point(point), point, known=True))


def _zip(index: Index, point: Point) -> int | None:
    """The ZIP code with the nearest middle."""
    by_lat, lats = index.columns["zip_by_lat"], index.columns["zip_lat"]
    margin = ZIP_METERS / METERS_PER_DEGREE
    start = bisect_left(by_lat, point.lat - margin, key=lats.__getitem__)
    end = bisect_right(by_lat, point.lat + margin, key=lats.__getitem__)
    around = ((meters(point, index.zip_point(code)), code) for code in by_lat[start:end])
    distance, code = min(around, default=(math.inf, 0))
    return code if distance <= ZIP_METERS else None
