"""What the build writes and the index reads alike: units, the keys of areas, and cells of the map."""

NEW_YORK = "new york"
BOROUGHS = {
    "New York County": "Manhattan",
    "Kings County": "Brooklyn",
    "Queens County": "Queens",
    "Bronx County": "Bronx",
    "Richmond County": "Staten Island",
}
"""The borough of each of the city's counties."""

AREA_PARTS = "|"
"""Divides state, city and borough in the key of an area."""

CELLS_PER_DEGREE = 100
CELLS_AROUND = 360 * CELLS_PER_DEGREE
"""Cells of a hundredth of a degree, numbered from the south pole eastward: about a kilometre."""

E7 = 10_000_000
"""Positions are kept in ten-millionths of a degree: about a centimetre."""


def area_key(state: str, city: str, borough: str = "") -> str:
    """The key of an area, by its canonical city."""
    return AREA_PARTS.join((state, city, borough))


WHOLE_NEW_YORK = area_key("NY", NEW_YORK)


def cell_of(lat_e7: int, lng_e7: int) -> int:
    """The number of the cell that a position lies in."""
    row = (lat_e7 + 90 * E7) * CELLS_PER_DEGREE // E7
    return row * CELLS_AROUND + (lng_e7 + 180 * E7) * CELLS_PER_DEGREE // E7
