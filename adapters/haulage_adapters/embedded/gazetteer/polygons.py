"""Neighbourhoods of New York by their outlines, thinned to what a few metres need.

An outline is rings of degrees; a point is inside when a ray from it crosses the rings an odd number of
times, so holes and islands need no special care.
"""

import math
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

import attrs

Ring = Sequence[tuple[float, float]]
"""Longitude and latitude of each corner."""

Flat: TypeAlias = "array[float]"
"""The same end to end: an eighth of the memory."""

TOLERANCE_DEGREES = 0.00005
"""Corners nearer than this to the line between their neighbours are left out: about five metres."""


@attrs.frozen
class Outline:
    """One area and the box around it: west, south, east, north."""

    rings: tuple[Flat, ...]
    box: tuple[float, float, float, float]

    @classmethod
    def around(cls, rings: Iterable[Ring]) -> "Outline":
        return cls.of(array("d", chain.from_iterable(ring)) for ring in rings)

    @classmethod
    def of(cls, rings: Iterable[Flat]) -> "Outline":
        stored = tuple(rings)
        lngs, lats = [ring[::2] for ring in stored], [ring[1::2] for ring in stored]
        return cls(
            stored, (min(map(min, lngs)), min(map(min, lats)), max(map(max, lngs)), max(map(max, lats)))
        )

    def holds(self, lat: float, lng: float) -> bool:
        west, south, east, north = self.box
        if not (south <= lat <= north and west <= lng <= east):
            return False
        inside = False
        for ring in self.rings:
            before_lng, before_lat = ring[-2:]
            corners = iter(ring)
            for corner_lng, corner_lat in zip(corners, corners, strict=True):
                if (corner_lat > lat) != (before_lat > lat):
                    share = (lat - corner_lat) / (before_lat - corner_lat)
                    inside ^= lng < corner_lng + share * (before_lng - corner_lng)
                before_lng, before_lat = corner_lng, corner_lat
        return inside


def thinned(ring: Ring, tolerance: float = TOLERANCE_DEGREES) -> list[tuple[float, float]]:
    """The corners that shape a ring, by the rule of Douglas and Peucker without recursion."""
    last = len(ring) - 1
    chosen = {0, last}
    spans = [(0, last)]
    while spans:
        start, end = spans.pop()
        far, worst = 0, tolerance
        for place in range(start + 1, end):
            off = _off(ring[place], ring[start], ring[end])
            if off > worst:
                far, worst = place, off
        if far:
            chosen.add(far)
            spans += [(start, far), (far, end)]
    return [ring[place] for place in sorted(chosen)]


def _off(corner: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """Degrees between a corner and the line from start to end."""
    run, rise = end[0] - start[0], end[1] - start[1]
    length = math.hypot(run, rise)
    if not length:
        return math.dist(corner, start)
    return abs(run * (corner[1] - start[1]) - rise * (corner[0] - start[0])) / length
