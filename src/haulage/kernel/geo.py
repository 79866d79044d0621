"""Places on the globe and the straight lines between them."""

import math

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.measures import finite

EARTH_RADIUS_MILES = 3959.0
"""The product's figure for great-circle distances (MAT-07)."""

QUICK_SPEED_MPH = 25.0
"""Speed of the quick estimate, over the straight line, before a route is known (OP-99)."""

SAME_PLACE_DEGREES = 0.001
"""Pickup and dropoff nearer than this, latitudes and longitudes summed, are one place (MAP-16)."""

MAX_ADDRESS_LENGTH = 300

CELL_DEGREES = 0.01
"""Ours: the side of a square of :func:`coarse`, 1.11 km or 0.69 miles from south to north."""


@attrs.frozen
class Point:
    """A WGS84 position in degrees."""

    lat: float
    lng: float

    def __attrs_post_init__(self) -> None:
        finite(self.lat, field="lat")
        finite(self.lng, field="lng")
        if not -90 <= self.lat <= 90:
            raise InvalidInput("lat", "must be between -90 and 90 degrees")
        if not -180 <= self.lng <= 180:
            raise InvalidInput("lng", "must be between -180 and 180 degrees")


@attrs.frozen
class Place:
    """A position with the address that people call it by."""

    point: Point
    address: str

    def __attrs_post_init__(self) -> None:
        if not self.address.strip():
            raise InvalidInput("address", "is required")
        if len(self.address) > MAX_ADDRESS_LENGTH:
            raise InvalidInput("address", f"must be at most {MAX_ADDRESS_LENGTH} characters")


def coarse(point: Point) -> Point:
    """The middle of the square of about a kilometer that a point lies in.

    Squares lie on a fixed grid: however often, and from wherever, one asks about a point within one of them,
    the answer is the same, and so is everything that is worked out from it.
    """
    lat = _middle(point.lat, CELL_DEGREES, 90)
    width = CELL_DEGREES / max(math.cos(math.radians(lat)), CELL_DEGREES)
    return Point(lat, _middle(point.lng, width, 180))


def _middle(degrees: float, step: float, most: float) -> float:
    return max(-most, min(most, round((math.floor(degrees / step) + 0.5) * step, 6)))


def great_circle_miles(a: Point, b: Point) -> float:
    """Straight-line distance by the haversine formula, in miles."""
    lat_a, lat_b = math.radians(a.lat), math.radians(b.lat)
    half = (
        math.sin((lat_b - lat_a) / 2) ** 2
        + math.cos(lat_a) * math.cos(lat_b) * math.sin(math.radians(b.lng - a.lng) / 2) ** 2
    )
    return 2 * EARTH_RADIUS_MILES * math.asin(min(1.0, math.sqrt(half)))


def bearing_degrees(a: Point, b: Point) -> float:
    """The direction in which one leaves *a* for *b*: degrees clockwise from north, from 0 up to 360."""
    lat_a, lat_b, east = math.radians(a.lat), math.radians(b.lat), math.radians(b.lng - a.lng)
    northward = math.cos(lat_a) * math.sin(lat_b) - math.sin(lat_a) * math.cos(lat_b) * math.cos(east)
    # Rounding first: a hair west of north would otherwise become 360 itself.
    return round(math.degrees(math.atan2(math.sin(east) * math.cos(lat_b), northward)), 9) % 360


def quick_minutes(miles: float) -> int:
    """Whole minutes at the quick speed, rounded up, never less than one (OP-21)."""
    return max(1, math.ceil(round(miles / QUICK_SPEED_MPH * 60, 9)))


def same_place(a: Point, b: Point) -> bool:
    """Whether two points are too near each other to be a trip."""
    return abs(a.lat - b.lat) + abs(a.lng - b.lng) < SAME_PLACE_DEGREES
