"""Where a house number lies on a street: at its own address, or where the rules of its borough put it."""

from functools import lru_cache

from haulage_adapters.embedded.gazetteer import avenues, beyond, grid, placing
from haulage_adapters.embedded.gazetteer.crossings import Crossings
from haulage_adapters.embedded.gazetteer.houses import House
from haulage_adapters.embedded.gazetteer.index import Index
from haulage_adapters.embedded.gazetteer.numbering import numbering
from haulage_adapters.embedded.gazetteer.placing import Spot
from haulage_adapters.embedded.gazetteer.queens import queens


def spots(index: Index, street: int, house: House) -> list[Spot]:
    """Known addresses of that number, one for each ZIP code, or else one estimate, or nothing."""
    found = placing.spots(index, street, house)
    if any(spot.known for spot in found):
        return found
    estimate = _by_borough(index, street, house)
    if estimate or found:
        return [estimate] if estimate else found
    far = beyond.place(index, street, house)
    return [far] if far else []


def _by_borough(index: Index, street: int, house: House) -> Spot | None:
    borough = index.area(index.street_area[street]).borough
    if borough == "Manhattan":
        cross = grid.named(index.name(index.street_name[street]))
        return numbering(index).place(cross, house) if cross else avenues.place(index, street, house)
    return queens(index).place(street, house) if borough == "Queens" else None


@lru_cache(maxsize=2)
def crossings(index: Index) -> Crossings:
    """The one of this index, which remembers the corners it has found."""
    return Crossings(index)
