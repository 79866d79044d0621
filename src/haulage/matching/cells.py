"""Squares of latitude and longitude, and which of them a circle on the globe can touch."""

import math

import attrs

from haulage.kernel.geo import EARTH_RADIUS_MILES, Point

MARGIN_DEGREES = 1e-9
"""Boxes are this much too large on every side, so that rounding never leaves a place out."""

RIGHT_ANGLE = math.pi / 2


def chord_squared(miles: float) -> float:
    """Straight through the globe of radius 1, squared: it compares like the distance, without a sine."""
    return float(4 * math.sin(min(miles / EARTH_RADIUS_MILES / 2, RIGHT_ANGLE)) ** 2)


def miles_of_chord(squared: float) -> float:
    """The great-circle miles between two places whose chord has this square."""
    return 2 * EARTH_RADIUS_MILES * math.asin(min(1.0, math.sqrt(squared) / 2))


def unit_vector(point: Point) -> tuple[float, float, float]:
    """The place on a globe of radius 1."""
    lat, lng = math.radians(point.lat), math.radians(point.lng)
    across = math.cos(lat)
    return across * math.cos(lng), across * math.sin(lng), math.sin(lat)


@attrs.frozen
class Box:
    """Rows and columns of cells. Columns are not wrapped at the antimeridian: they may lie outside
    ``0 .. columns - 1``, but never span more than all of them."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def holds(self, row: int, column: int, columns: int) -> bool:
        """Whether a cell, its column between 0 and *columns*, is in the box."""
        return self.top <= row <= self.bottom and (column - self.left) % columns <= self.right - self.left

    def unseen(self, row: int, seen: "Box | None") -> tuple[tuple[int, int], ...]:
        """Half-open runs of this row's columns that are not in the narrower box *seen*."""
        if seen is None or not seen.top <= row <= seen.bottom:
            return ((self.left, self.right + 1),)
        return (self.left, seen.left), (seen.right + 1, self.right + 1)


@attrs.frozen
class CellGrid:
    """The globe in cells, *per_degree* of them to a degree. A cell's key is ``row * columns + column``."""

    per_degree: int

    @property
    def columns(self) -> int:
        return 360 * self.per_degree

    def key(self, point: Point) -> int:
        return self.row(point.lat) * self.columns + self.column(point.lng) % self.columns

    def row(self, lat: float) -> int:
        return math.floor((lat + 90) * self.per_degree)

    def column(self, lng: float) -> int:
        return math.floor((lng + 180) * self.per_degree)

    def box(self, center: Point, miles: float) -> Box:
        """Every cell that has a place within *miles* of the center. A wider box holds the narrower,
        column by column as they are numbered here."""
        angle = miles / EARTH_RADIUS_MILES
        reach = math.degrees(angle) + MARGIN_DEGREES
        south, north = center.lat - reach, center.lat + reach
        top, bottom = self.row(max(-90.0, south)), self.row(min(90.0, north))
        middle, all_columns = self.column(center.lng), self.columns
        if south <= -90 or north >= 90:  # A pole is inside: every meridian is near.
            half = 180.0
        else:
            half = math.degrees(math.asin(min(1.0, math.sin(angle) / math.cos(math.radians(center.lat)))))
        half += MARGIN_DEGREES
        left, right = self.column(center.lng - half), self.column(center.lng + half)
        if right - left + 1 >= all_columns:
            left = middle - all_columns // 2
            right = left + all_columns - 1
        return Box(top, bottom, left, right)
