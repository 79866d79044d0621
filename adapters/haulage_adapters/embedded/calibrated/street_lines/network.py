"""The streets of New York as a network of lines between junctions; ``ui/scripts/draw_street_network.py``
says where they come from."""

import functools
import itertools
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from haulage_adapters.embedded.calibrated.street_lines.obstacles import Obstacles
from haulage_adapters.embedded.calibrated.street_lines.plane import XY, Cells, decoded, nearest_on

FILE = Path(__file__).with_name("network.json")

DEAREST = {"road": 0.85, "street": 1.0, "grid": 1.0, "bridge": 1.0, "shore": 1.4}
"""What a meter of each kind counts for: main roads are preferred, and the line along a coast is no street."""

CANDIDATES = 4
"""So many streets around an address are tried."""
FARTHEST_CELLS = 12
"""How many squares around an address are searched for a street."""


@attrs.frozen
class Way:
    """A line in one direction: its places, the junctions at its ends, and what its length counts for."""

    number: int
    start: int
    end: int
    places: tuple[XY, ...]
    cost: float
    setting_out: XY
    arriving: XY
    """Directions at its beginning and at its end, of length one."""


@attrs.frozen
class Access:
    """Where an address meets a line: the place, on which piece of the line, and how far from the address."""

    way: int
    piece: int
    place: XY
    meters: float


class Network:
    """Lines in both directions: way 2n runs as the file has it and way 2n + 1 backwards."""

    def __init__(self, lines: Mapping[str, Sequence[str]], obstacles: Obstacles) -> None:
        self.obstacles = obstacles
        self.ways: list[Way] = []
        self.leaving: list[list[int]] = []
        """The ways out of each junction."""
        self.pieces: list[int] = []
        """For each junction a number that all junctions have in common to which roads lead from it."""
        self._cells: Cells[tuple[int, int]] = Cells()
        junctions: dict[XY, int] = {}
        for kind, weight in DEAREST.items():
            for text in lines[kind]:
                self._add(tuple(decoded(text)), weight, junctions)
        self._join()

    def _add(self, places: tuple[XY, ...], weight: float, junctions: dict[XY, int]) -> None:
        if len(places) < 2:
            return
        start, end = (self._junction(place, junctions) for place in (places[0], places[-1]))
        length = sum(itertools.starmap(math.dist, itertools.pairwise(places)))
        number = len(self.ways)
        first, last = _direction(places[0], places[1]), _direction(places[-2], places[-1])
        back = tuple(reversed(places))
        self.ways.append(Way(number, start, end, places, length * weight, first, last))
        self.ways.append(
            Way(number + 1, end, start, back, length * weight, _opposite(last), _opposite(first))
        )
        self.leaving[start].append(number)
        self.leaving[end].append(number + 1)
        for piece, (a, b) in enumerate(itertools.pairwise(places)):
            self._cells.add((number, piece), a, b)

    def _junction(self, place: XY, junctions: dict[XY, int]) -> int:
        number = junctions.setdefault(place, len(self.leaving))
        if number == len(self.leaving):
            self.leaving.append([])
        return number

    def _join(self) -> None:
        """Number the pieces of the network."""
        self.pieces = [-1] * len(self.leaving)
        for junction in range(len(self.leaving)):
            if self.pieces[junction] >= 0:
                continue
            waiting = [junction]
            while waiting:
                here = waiting.pop()
                if self.pieces[here] < 0:
                    self.pieces[here] = junction
                    waiting += [self.ways[way].end for way in self.leaving[here]]

    def piece_at(self, place: XY) -> int:
        """The piece of the network that is nearest to a place."""
        return self.pieces[self.ways[self.accesses(place, None)[0].way].start]

    def accesses(self, place: XY, piece: int | None) -> list[Access]:
        """Where an address meets the streets of a piece, best first: over dry land if at all possible."""
        found: dict[int, Access] = {}
        dry: list[Access] = []
        for distance in range(FARTHEST_CELLS):
            fresh = [each for each in self._near(place, distance, piece) if each.way not in found]
            for each in sorted(fresh, key=lambda access: access.meters):
                found.setdefault(each.way, each)
            ranked = sorted(found.values(), key=lambda access: access.meters)
            dry = [each for each in ranked[: 3 * CANDIDATES] if self._is_open(place, each.place)]
            if dry and (len(dry) >= CANDIDATES or distance > 1):
                return dry[:CANDIDATES]
        return dry or sorted(found.values(), key=lambda access: self._troubles(place, access))[:1]

    def _near(self, place: XY, distance: int, piece: int | None) -> list[Access]:
        found = []
        for way, part in self._cells.around(place, distance):
            line = self.ways[way]
            if piece is None or self.pieces[line.start] == piece:
                at = nearest_on(place, line.places[part], line.places[part + 1])
                found.append(Access(way, part, at, math.dist(place, at)))
        return found

    def _is_open(self, start: XY, end: XY) -> bool:
        return not (self.obstacles.water_between(start, end) or self.obstacles.field_between(start, end))

    def _troubles(self, place: XY, access: Access) -> tuple[bool, float]:
        return self.obstacles.water_between(place, access.place), access.meters


def _direction(start: XY, end: XY) -> XY:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _opposite(direction: XY) -> XY:
    return -direction[0], -direction[1]


@functools.cache
def new_york() -> Network:
    """The packaged network, read once."""
    lines: dict[str, list[str]] = json.loads(FILE.read_text())
    land, fields = ([decoded(ring) for ring in lines[name]] for name in ("land", "field"))
    return Network(lines, Obstacles(land, fields))
