"""The streets that words may mean where two meet: of the index, and of Manhattan's grid."""

from collections.abc import Iterable

import attrs

from haulage_adapters.embedded.gazetteer import grid
from haulage_adapters.embedded.gazetteer.index import Index
from haulage_adapters.embedded.gazetteer.names import Names
from haulage_adapters.embedded.gazetteer.naming import LEFT_OUT_DIRECTION, Typed, name_cost

MOST_MEETING = 24
"""Streets of one name in the boroughs, and of names alike, that are tried for a corner."""

MOST_LEFT_OUT = 1.3
"""Of a cross street people say little more than its number."""


class Meetable:
    """Finds the streets whose corner may be meant."""

    def __init__(self, index: Index, names: Names) -> None:
        self._index = index
        self._names = names

    def likely(
        self, words: tuple[Typed, ...], areas: frozenset[int], *, forgiving: bool
    ) -> list[tuple[float, int]]:
        """The streets of these areas that words mean, with their cost; few, since they are tried in pairs.

        *forgiving* finds mistyped ones too.
        """
        closed = tuple(attrs.evolve(each, open=False) for each in words)
        names = self._names.fitting(closed, areas, alone=False, forgiving=forgiving)
        found = [(cost, street) for cost, name in names for street in in_areas(self._index, name, areas)]
        found = [*found[:MOST_MEETING], *self._missing(closed, areas)]
        return [(max(0.0, cost - self._sides(street)), street) for cost, street in found]

    def _missing(self, words: tuple[Typed, ...], areas: frozenset[int]) -> list[tuple[float, int]]:
        """Cross streets of Manhattan that words mean and no package lists, by their codes."""
        if self._index.manhattan not in areas:
            return []
        streets = grid.missing(self._index, words)
        costs = [(name_cost(words, street.name), street) for street in streets]
        return [(cost, grid.code_of(street)) for cost, street in costs if cost <= MOST_LEFT_OUT]

    def _sides(self, street: int) -> float:
        """What it costs to leave out on which side of Fifth Avenue a corner is: the other street says it."""
        if street < 0:
            return LEFT_OUT_DIRECTION
        manhattan = self._index.street_area[street] == self._index.manhattan
        named = manhattan and grid.named(self._index.name(self._index.street_name[street]))
        return LEFT_OUT_DIRECTION if named else 0.0


def in_areas(index: Index, name: int, areas: frozenset[int]) -> Iterable[int]:
    """The streets of a name in these areas."""
    streets = index.streets_named(name)
    if len(streets) <= 20 * len(areas):
        column = index.street_area[streets.start : streets.stop]
        return [street for street, area in enumerate(column, streets.start) if area in areas]
    found = (index.street_in(name, area) for area in areas)
    return [street for street in found if street is not None]
