"""The best line from an address to another along the network: A*, by ways, so that turns count."""

import heapq
import itertools
import math
from collections.abc import Sequence

import attrs

from haulage_adapters.embedded.calibrated.street_lines.network import Access, Network
from haulage_adapters.embedded.calibrated.street_lines.plane import XY

OFF_STREET = 1.5
"""What a meter between an address and its street counts for."""
TURN, STRAIGHT_ON = 70.0, 0.7
"""A turn counts for so many meters; one of less than 45 degrees (its cosine) is none."""
BACK, BACKWARDS = 1000.0, -0.9
"""Nobody turns round on a street."""

NONE = -1
"""In place of the way before the first one."""


@attrs.frozen
class Goal:
    """A last stretch, along a part of its way to the end's access."""

    way: int
    access: Access
    cost: float


class Search:
    """One search, from where the start meets the streets to where the end does."""

    def __init__(self, network: Network, starts: Sequence[Access], ends: Sequence[Access]) -> None:
        self._network = network
        self._ways = network.ways
        self._target = ends[0].place
        self._best: dict[int, float] = {}
        self._before: dict[int, int] = {}
        self._begun: dict[int, Access] = {}
        self._goals: dict[int, list[Goal]] = {}
        """By the junction that they begin at."""
        self._finishes: list[tuple[Goal, int, Access | None]] = []
        """Goals come to, the way before each, and where it began if it is the only way."""
        self._waiting: list[tuple[float, float, int]] = []
        """Cost at the end if all goes straight, cost so far, and the way, or below zero the finish."""
        for access in ends:
            for way in (access.way, access.way ^ 1):
                cost = self._share(way, access) * self._ways[way].cost + access.meters * OFF_STREET
                self._goals.setdefault(self._ways[way].start, []).append(Goal(way, access, cost))
        for access in starts:
            for way in (access.way, access.way ^ 1):
                rest = (1 - self._share(way, access)) * self._ways[way].cost
                self._push(way, access.meters * OFF_STREET + rest, NONE, access)
        for start, end in itertools.product(starts, ends):
            if start.way == end.way:
                self._finish_at_once(start, end)

    def line(self) -> list[XY]:
        """The places along the best line; empty where no way leads."""
        while self._waiting:
            _, cost, way = heapq.heappop(self._waiting)
            if way < 0:
                return self._traced(*self._finishes[-way - 1])
            if cost > self._best[way]:
                continue
            here = self._ways[way]
            for goal in self._goals.get(here.end, ()):
                self._finish(cost + goal.cost + self._turn(way, goal.way), goal, way)
            for onward in self._network.leaving[here.end]:
                self._push(onward, cost + self._ways[onward].cost + self._turn(way, onward), way)
        return []

    def _push(self, way: int, cost: float, before: int, begun: Access | None = None) -> None:
        if cost >= self._best.get(way, math.inf):
            return
        self._best[way], self._before[way] = cost, before
        if begun is not None:
            self._begun[way] = begun
        left = math.dist(self._ways[way].places[-1], self._target)
        heapq.heappush(self._waiting, (cost + left, cost, way))

    def _finish(self, cost: float, goal: Goal, before: int, begun: Access | None = None) -> None:
        self._finishes.append((goal, before, begun))
        heapq.heappush(self._waiting, (cost, cost, -len(self._finishes)))

    def _finish_at_once(self, start: Access, end: Access) -> None:
        """Both lie on one way."""
        share, other = self._share(start.way, start), self._share(end.way, end)
        along = abs(share - other) * self._ways[start.way].cost
        goal = Goal(start.way if share <= other else start.way ^ 1, end, along)
        self._finish(along + (start.meters + end.meters) * OFF_STREET, goal, NONE, start)

    def _turn(self, way: int, onward: int) -> float:
        arriving, leaving = self._ways[way].arriving, self._ways[onward].setting_out
        cosine = arriving[0] * leaving[0] + arriving[1] * leaving[1]
        if cosine > STRAIGHT_ON:
            return 0.0
        return TURN if cosine > BACKWARDS else BACK

    def _traced(self, goal: Goal, before: int, begun: Access | None) -> list[XY]:
        if begun is not None:
            first, last = self._pieces(goal.way, begun), self._pieces(goal.way, goal.access)
            between = self._ways[goal.way].places[first + 1 : last + 1]
            return [begun.place, *between, goal.access.place]
        chain = []
        while before != NONE:
            chain.append(before)
            before = self._before[before]
        first_way = chain.pop()
        start = self._begun[first_way]
        places = [start.place, *self._ways[first_way].places[self._pieces(first_way, start) + 1 :]]
        for way in reversed(chain):
            places += self._ways[way].places
        return places + self._until(goal.way, goal.access)

    def _pieces(self, way: int, access: Access) -> int:
        """How many whole pieces of a way lie before an access, which counts along the even way."""
        return access.piece if way == access.way else len(self._ways[way].places) - 2 - access.piece

    def _until(self, way: int, access: Access) -> list[XY]:
        return [*self._ways[way].places[: self._pieces(way, access) + 1], access.place]

    def _share(self, way: int, access: Access) -> float:
        """The share of the way's length that lies before the access."""
        return _length(self._until(way, access)) / _length(self._ways[way].places)


def _length(places: Sequence[XY]) -> float:
    return sum(itertools.starmap(math.dist, itertools.pairwise(places)))
