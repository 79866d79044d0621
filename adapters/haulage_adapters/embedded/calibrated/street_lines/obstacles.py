"""What a line from an address to its street may not cross: coasts, Central Park, cemeteries, airports."""

import itertools
from collections.abc import Sequence
from itertools import chain

from haulage_adapters.embedded.calibrated.geography import inside
from haulage_adapters.embedded.calibrated.street_lines.plane import XY, Cells, cross


class Obstacles:
    """The outlines of land and of the fields on it."""

    def __init__(self, land: Sequence[Sequence[XY]], fields: Sequence[Sequence[XY]]) -> None:
        self._coasts = _sides(land)
        self._edges = _sides(fields)
        self._fields = tuple(tuple(ring) for ring in fields)

    def water_between(self, start: XY, end: XY) -> bool:
        return any(cross(start, end, a, b) for a, b in self._coasts.along(start, end))

    def field_between(self, start: XY, end: XY) -> bool:
        """Whether a field lies between; who stands in one has to leave it."""
        if any(inside(start, field) for field in self._fields):
            return False
        return any(cross(start, end, a, b) for a, b in self._edges.along(start, end))


def _sides(rings: Sequence[Sequence[XY]]) -> Cells[tuple[XY, XY]]:
    cells: Cells[tuple[XY, XY]] = Cells()
    for ring in rings:
        for a, b in itertools.pairwise(chain(ring, ring[:1])):
            cells.add((a, b), a, b)
    return cells
