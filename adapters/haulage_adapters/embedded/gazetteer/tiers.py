"""The two sizes of the index: the area that the platform serves, built at once, and the whole country.

Both know every city, ZIP code and neighbourhood; the area's knows only the addresses around New York. A
place has the same id in both.
"""

from enum import StrEnum

import attrs

from haulage.kernel.geo import Point


class Tier(StrEnum):
    """How much of the country an index holds."""

    AREA = "area"
    COUNTRY = "country"


@attrs.frozen
class Box:
    """Degrees south, north, west and east."""

    south: float
    north: float
    west: float
    east: float

    def holds(self, point: Point) -> bool:
        return self.south <= point.lat <= self.north and self.west <= point.lng <= self.east


SERVED = Box(40.40, 41.10, -74.40, -73.50)
"""The New York area: questions from here are answered by the area's index."""

SERVED_CITIES = (
    ("NY", "new york", "Manhattan"),
    ("NY", "new york", "Brooklyn"),
    ("NY", "new york", "Queens"),
    ("NY", "new york", "Bronx"),
    ("NY", "new york", "Staten Island"),
    ("NJ", "hoboken", ""),
    ("NJ", "jersey city", ""),
)
"""State, canonical city and borough: streets elsewhere are found by those who name their city."""

COVERED = Box(40.20, 41.25, -74.65, -73.25)
"""The addresses in the area's index: a margin of 20 km more, so that its edge is no edge to who asks."""
