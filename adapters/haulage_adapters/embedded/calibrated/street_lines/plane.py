"""Meters on a plane over New York, and what lies near a place on it."""

import math
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

XY = tuple[float, float]
"""Meters east and north of the equator's crossing with the prime meridian, true around ``LATITUDE``."""

LATITUDE = 40.72
METERS_NORTH = 111_195.0
METERS_EAST = METERS_NORTH * math.cos(math.radians(LATITUDE))

DIGITS = 100_000
"""A degree in the units of the files: about a meter."""

CELL_METERS = 400.0


def on_plane(lat: float, lng: float) -> XY:
    return lng * METERS_EAST, lat * METERS_NORTH


def from_plane(place: XY) -> tuple[float, float]:
    """Latitude and longitude, to a meter."""
    return round(place[1] / METERS_NORTH, 5), round(place[0] / METERS_EAST, 5)


def decoded(text: str) -> list[XY]:
    """Google's polyline algorithm, backwards: latitude first, each point as a step from the last."""
    places: list[XY] = []
    here = [0, 0]
    axis = value = shift = 0
    for letter in text:
        byte = ord(letter) - 63
        value |= (byte & 0x1F) << shift
        shift += 5
        if byte < 0x20:
            here[axis] += ~(value >> 1) if value & 1 else value >> 1
            if axis:
                places.append(on_plane(here[0] / DIGITS, here[1] / DIGITS))
            axis, value, shift = 1 - axis, 0, 0
    return places


class Cells(Generic[T]):
    """Things by the squares that their lines pass through."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[T]] = {}

    def add(self, thing: T, start: XY, end: XY) -> None:
        for cell in _cells(start, end):
            self._cells.setdefault(cell, []).append(thing)

    def along(self, start: XY, end: XY) -> Iterator[T]:
        """What a straight line may meet; the same thing may come twice."""
        for cell in _cells(start, end):
            yield from self._cells.get(cell, ())

    def around(self, place: XY, distance: int) -> Iterator[T]:
        """What lies in the squares exactly so many squares away."""
        column, row = _cell(place)
        for x in range(column - distance, column + distance + 1):
            step = 1 if abs(x - column) == distance else max(1, 2 * distance)
            for y in range(row - distance, row + distance + 1, step):
                yield from self._cells.get((x, y), ())


def _cell(place: XY) -> tuple[int, int]:
    return int(place[0] // CELL_METERS), int(place[1] // CELL_METERS)


def _cells(start: XY, end: XY) -> Iterable[tuple[int, int]]:
    """The squares of the box around a line; a long line is cut, so that its box stays small."""
    pieces = 1 + int(math.dist(start, end) // (4 * CELL_METERS))
    if pieces > 1:
        found: dict[tuple[int, int], None] = {}
        for piece in range(pieces):
            a, b = (
                (
                    start[0] + (end[0] - start[0]) * share / pieces,
                    start[1] + (end[1] - start[1]) * share / pieces,
                )
                for share in (piece, piece + 1)
            )
            found |= dict.fromkeys(_cells(a, b))
        return found
    (west, south), (east, north) = _cell(start), _cell(end)
    return [
        (x, y)
        for x in range(min(west, east), max(west, east) + 1)
        for y in range(min(south, north), max(south, north) + 1)
    ]


def nearest_on(place: XY, start: XY, end: XY) -> XY:
    """The point of a straight line that is nearest to a place."""
    run, rise = end[0] - start[0], end[1] - start[1]
    square = run * run + rise * rise
    if not square:
        return start
    share = ((place[0] - start[0]) * run + (place[1] - start[1]) * rise) / square
    share = min(1.0, max(0.0, share))
    return start[0] + share * run, start[1] + share * rise


def cross(a: XY, b: XY, c: XY, d: XY) -> bool:
    """Whether the lines from *a* to *b* and from *c* to *d* cross."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: XY, b: XY, place: XY) -> float:
    return (b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0])
