"""The grid over the globe: every position has the number of its cell, and an index finds cells in a row.

A search circle is a few dozen runs of neighbouring cells, so "who is within 20 miles" (MAT-16) reads
those stretches of a plain index on both databases; no spatial extension is needed.
"""

import math

from haulage.kernel.geo import EARTH_RADIUS_MILES, Point
from haulage_adapters.sql.tables import CELLS_PER_DEGREE

_COLUMNS = 360 * CELLS_PER_DEGREE + 1
"""One more than a circle needs: 180 degrees east has a column of its own, though it is 180 west."""

_MARGIN_DEGREES = 1e-9
"""More than what rounding may take from the edge of a circle."""


def cell_of(point: Point) -> int:
    """The number of the grid cell, counted eastward in rows from the south pole."""
    return _row(point.lat) * _COLUMNS + _column(point.lng)


def cells_around(point: Point, miles: float) -> list[tuple[int, int]]:
    """First and last number of every run of cells that a circle touches."""
    angle = miles / EARTH_RADIUS_MILES
    reach = math.degrees(angle) + _MARGIN_DEGREES
    south, north = max(-90.0, point.lat - reach), min(90.0, point.lat + reach)
    columns = _columns(point, angle)
    return [
        (row * _COLUMNS + first, row * _COLUMNS + last)
        for row in range(_row(south), _row(north) + 1)
        for first, last in columns
    ]


def _columns(point: Point, angle: float) -> list[tuple[int, int]]:
    """Runs of columns: two where the circle crosses the line at 180 degrees, and all round a pole."""
    everywhere = [(0, _COLUMNS - 1)]
    if math.radians(abs(point.lat)) + angle >= math.pi / 2:
        return everywhere
    reach = math.degrees(math.asin(min(1.0, math.sin(angle) / math.cos(math.radians(point.lat)))))
    west, east = point.lng - reach - _MARGIN_DEGREES, point.lng + reach + _MARGIN_DEGREES
    if east - west >= 360:
        return everywhere
    if west <= -180:
        return [(0, _column(east)), (_column(west + 360), _COLUMNS - 1)]
    if east >= 180:
        return [(0, _column(east - 360)), (_column(west), _COLUMNS - 1)]
    return [(_column(west), _column(east))]


def _row(lat: float) -> int:
    return math.floor((lat + 90) * CELLS_PER_DEGREE)


def _column(lng: float) -> int:
    return math.floor((lng + 180) * CELLS_PER_DEGREE)
