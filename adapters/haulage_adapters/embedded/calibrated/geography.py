"""The shores of New York, drawn by hand, and the bridges and tunnels that join them.

Boundaries run along the middle of the rivers and are coarse: no address stands in the water, so all
that matters is on which shore one stands. Coordinates are (latitude, longitude) in WGS84 degrees, read
off public maps; crossings are given by their ends, where the approach leaves the streets.
"""

import itertools
import math
from enum import StrEnum

import attrs

from haulage.kernel.geo import EARTH_RADIUS_MILES

LatLng = tuple[float, float]

MILES_PER_DEGREE = math.pi * EARTH_RADIUS_MILES / 180

GRID_NORTH_DEGREES = 29.0
"""Manhattan's avenues run this far east of north (Commissioners' Plan of 1811)."""

GRID_LATITUDE = 40.75
"""Where a degree of longitude is measured for the grid; over the city it changes by half a percent."""


class Shore(StrEnum):
    """A piece of land that roads leave only over a crossing."""

    MANHATTAN = "manhattan"
    LONG_ISLAND = "long_island"
    MAINLAND = "mainland"
    STATEN_ISLAND = "staten_island"
    WEST = "west"


class Area(StrEnum):
    """Where traffic moves at a pace of its own."""

    DOWNTOWN = "downtown"
    VILLAGES = "villages"
    MIDTOWN_SOUTH = "midtown_south"
    MIDTOWN_EAST = "midtown_east"
    MIDTOWN_WEST = "midtown_west"
    UPPER_EAST = "upper_east"
    UPPER_WEST = "upper_west"
    UPTOWN = "uptown"
    BROOKLYN_QUEENS_RIVERSIDE = "brooklyn_queens_riverside"
    LONG_ISLAND = "long_island"
    MAINLAND = "mainland"
    STATEN_ISLAND = "staten_island"
    WEST = "west"
    ELSEWHERE = "elsewhere"


NEW_YORK_AREA = ((40.40, -74.75), (41.40, -71.80))
"""South-west and north-east corner of the country that this sketch covers."""

HUDSON: tuple[LatLng, ...] = (
    (40.4000, -74.0500),
    (40.6400, -74.0550),
    (40.6900, -74.0300),
    (40.7050, -74.0260),
    (40.7200, -74.0220),
    (40.7350, -74.0195),
    (40.7500, -74.0150),
    (40.7625, -74.0085),
    (40.7750, -74.0005),
    (40.7900, -73.9910),
    (40.8200, -73.9680),
    (40.8500, -73.9545),
    (40.8785, -73.9380),
    (40.9170, -73.9160),
    (41.0000, -73.8930),
    (41.0700, -73.8850),
    (41.1600, -73.9050),
    (41.2300, -73.9650),
    (41.3200, -73.9830),
    (41.4000, -73.9650),
)
"""The river's middle from the Lower Bay to the Highlands, south to north."""

EAST_RIVER: tuple[LatLng, ...] = (
    (40.6985, -74.0160),
    (40.7000, -74.0100),
    (40.7035, -74.0040),
    (40.7063, -73.9967),
    (40.7075, -73.9908),
    (40.7070, -73.9765),
    (40.7136, -73.9720),
    (40.7200, -73.9680),
    (40.7300, -73.9670),
    (40.7400, -73.9665),
    (40.7505, -73.9622),
    (40.7580, -73.9565),
    (40.7650, -73.9503),
    (40.7725, -73.9430),
    (40.7775, -73.9385),
)
"""Its west channel, from the Battery to Hell Gate: Roosevelt Island is reached from Queens."""

HARLEM_RIVER: tuple[LatLng, ...] = (
    (40.7830, -73.9378),
    (40.7925, -73.9335),
    (40.8010, -73.9275),
    (40.8040, -73.9292),
    (40.8075, -73.9325),
    (40.8138, -73.9333),
    (40.8282, -73.9342),
    (40.8360, -73.9325),
    (40.8468, -73.9285),
    (40.8628, -73.9153),
    (40.8690, -73.9105),
    (40.8738, -73.9110),
    (40.8776, -73.9220),
    (40.8785, -73.9380),
)
"""From Hell Gate to the Hudson; Marble Hill lies on the mainland's side."""

MANHATTAN: tuple[LatLng, ...] = (
    *EAST_RIVER,
    *HARLEM_RIVER,
    (40.8500, -73.9545),
    (40.8200, -73.9680),
    (40.7900, -73.9910),
    (40.7750, -74.0005),
    (40.7625, -74.0085),
    (40.7500, -74.0150),
    (40.7350, -74.0195),
    (40.7200, -74.0220),
    (40.7050, -74.0260),
    (40.6985, -74.0260),
)

LONG_ISLAND: tuple[LatLng, ...] = (
    *EAST_RIVER,
    (40.7800, -73.9275),
    (40.7870, -73.9200),
    (40.7960, -73.9050),
    (40.7985, -73.8880),
    (40.7990, -73.8600),
    (40.8015, -73.8295),
    (40.8005, -73.7933),
    (40.8200, -73.7720),
    (40.8450, -73.7680),
    (40.8850, -73.7350),
    (40.9300, -73.6600),
    (40.9800, -73.5500),
    (41.0500, -73.2000),
    (41.1500, -72.6000),
    (41.2000, -71.8000),
    (40.4000, -71.8000),
    (40.4000, -74.0000),
    (40.5750, -74.0350),
    (40.6066, -74.0447),
    (40.6400, -74.0550),
    (40.6720, -74.0300),
)

STATEN_ISLAND: tuple[LatLng, ...] = (
    (40.6066, -74.0447),
    (40.6400, -74.0550),
    (40.6478, -74.0850),
    (40.6455, -74.1100),
    (40.6405, -74.1420),
    (40.6430, -74.1750),
    (40.6430, -74.1950),
    (40.6355, -74.1965),
    (40.6150, -74.2030),
    (40.5900, -74.2060),
    (40.5600, -74.2250),
    (40.5520, -74.2490),
    (40.5247, -74.2472),
    (40.5000, -74.2620),
    (40.4850, -74.2500),
    (40.4900, -74.1200),
    (40.5400, -74.0600),
    (40.5750, -74.0350),
)


@attrs.frozen
class Crossing:
    """A bridge or a tunnel: its end on either shore, and the length between them."""

    name: str
    shores: tuple[Shore, Shore]
    endpoints: tuple[LatLng, LatLng]
    miles: float
    tolled: bool = False


M, L, N, S, W = Shore.MANHATTAN, Shore.LONG_ISLAND, Shore.MAINLAND, Shore.STATEN_ISLAND, Shore.WEST

CROSSINGS = (
    Crossing("Brooklyn-Battery Tunnel", (M, L), ((40.7073, -74.0150), (40.6840, -74.0045)), 2.0, True),
    Crossing("Brooklyn Bridge", (M, L), ((40.7125, -74.0040), (40.6985, -73.9895)), 1.4),
    Crossing("Manhattan Bridge", (M, L), ((40.7160, -73.9945), (40.6975, -73.9850)), 1.5),
    Crossing("Williamsburg Bridge", (M, L), ((40.7175, -73.9855), (40.7105, -73.9585)), 1.55),
    Crossing("Queens-Midtown Tunnel", (M, L), ((40.7455, -73.9740), (40.7425, -73.9480)), 1.5, True),
    Crossing("Queensboro Bridge", (M, L), ((40.7605, -73.9635), (40.7500, -73.9405)), 1.5),
    Crossing("Robert F. Kennedy Bridge", (M, L), ((40.8015, -73.9315), (40.7720, -73.9180)), 2.4, True),
    Crossing("Robert F. Kennedy Bridge", (M, N), ((40.8015, -73.9315), (40.8060, -73.9205)), 1.6, True),
    Crossing("Robert F. Kennedy Bridge", (L, N), ((40.7720, -73.9180), (40.8060, -73.9205)), 2.8, True),
    Crossing("Willis Avenue Bridge", (M, N), ((40.8025, -73.9310), (40.8075, -73.9265)), 0.5),
    Crossing("Third Avenue Bridge", (M, N), ((40.8055, -73.9345), (40.8095, -73.9300)), 0.4),
    Crossing("Madison Avenue Bridge", (M, N), ((40.8130, -73.9355), (40.8145, -73.9310)), 0.3),
    Crossing("145th Street Bridge", (M, N), ((40.8200, -73.9360), (40.8190, -73.9300)), 0.35),
    Crossing("Macombs Dam Bridge", (M, N), ((40.8285, -73.9370), (40.8275, -73.9290)), 0.45),
    Crossing("Washington Bridge", (M, N), ((40.8475, -73.9320), (40.8460, -73.9255)), 0.5),
    Crossing("University Heights Bridge", (M, N), ((40.8635, -73.9185), (40.8625, -73.9120)), 0.35),
    Crossing("Broadway Bridge", (M, N), ((40.8715, -73.9130), (40.8755, -73.9090)), 0.4),
    Crossing("Henry Hudson Bridge", (M, N), ((40.8715, -73.9255), (40.8830, -73.9165)), 1.0, True),
    Crossing("Bronx-Whitestone Bridge", (L, N), ((40.7885, -73.8290), (40.8165, -73.8340)), 2.0, True),
    Crossing("Throgs Neck Bridge", (L, N), ((40.7870, -73.7900), (40.8180, -73.8050)), 2.4, True),
    Crossing("Holland Tunnel", (M, W), ((40.7245, -74.0070), (40.7305, -74.0390)), 1.9, True),
    Crossing("Lincoln Tunnel", (M, W), ((40.7585, -73.9965), (40.7680, -74.0240)), 2.1, True),
    Crossing("George Washington Bridge", (M, W), ((40.8495, -73.9380), (40.8545, -73.9700)), 1.8, True),
    Crossing("George Washington Bridge", (N, W), ((40.8460, -73.9255), (40.8545, -73.9700)), 2.6, True),
    Crossing("Mario Cuomo Bridge", (N, W), ((41.0660, -73.8600), (41.0850, -73.9180)), 3.4, True),
    Crossing("Verrazzano-Narrows Bridge", (L, S), ((40.6120, -74.0320), (40.6020, -74.0620)), 1.9, True),
    Crossing("Bayonne Bridge", (S, W), ((40.6290, -74.1440), (40.6530, -74.1400)), 1.8, True),
    Crossing("Goethals Bridge", (S, W), ((40.6290, -74.1800), (40.6395, -74.2110)), 1.9, True),
    Crossing("Outerbridge Crossing", (S, W), ((40.5290, -74.2330), (40.5195, -74.2640)), 1.9, True),
)
"""What drivers use between the shores; the Harlem River's lesser neighbours are left out."""


def in_new_york(place: LatLng) -> bool:
    (south, west), (north, east) = NEW_YORK_AREA
    return south <= place[0] <= north and west <= place[1] <= east


def shore_of(place: LatLng) -> Shore:
    """On which piece of land a place within the New York area stands."""
    if inside(place, MANHATTAN):
        return Shore.MANHATTAN
    if inside(place, STATEN_ISLAND):
        return Shore.STATEN_ISLAND
    if inside(place, LONG_ISLAND):
        return Shore.LONG_ISLAND
    return Shore.WEST if place[1] < _hudson_longitude(place[0]) else Shore.MAINLAND


def area_of(place: LatLng, shore: Shore) -> Area:
    """The area that a place on this shore belongs to."""
    if shore is not Shore.MANHATTAN:
        along, across = along_and_across((40.7308, -73.9973), place)
        riverside = shore is Shore.LONG_ISLAND and across < RIVERSIDE_MILES and along > -4.5
        return Area.BROOKLYN_QUEENS_RIVERSIDE if riverside else AREA_OF_SHORE[shore]
    along, across = along_and_across((40.7308, -73.9973), place)
    for end, east, west in MANHATTAN_AREAS:
        if along < end:
            return east if across > 0 else west
    return Area.UPTOWN


RIVERSIDE_MILES = 3.6
"""Brooklyn and Queens this far east of Fifth Avenue's line: LIC, Greenpoint, Williamsburg, Downtown."""

AREA_OF_SHORE = {
    Shore.LONG_ISLAND: Area.LONG_ISLAND,
    Shore.MAINLAND: Area.MAINLAND,
    Shore.STATEN_ISLAND: Area.STATEN_ISLAND,
    Shore.WEST: Area.WEST,
}

MANHATTAN_AREAS = (
    (-0.45, Area.DOWNTOWN, Area.DOWNTOWN),
    (0.35, Area.VILLAGES, Area.VILLAGES),
    (1.15, Area.MIDTOWN_SOUTH, Area.MIDTOWN_SOUTH),
    (2.55, Area.MIDTOWN_EAST, Area.MIDTOWN_WEST),
    (4.95, Area.UPPER_EAST, Area.UPPER_WEST),
)
"""Miles along Fifth Avenue from Washington Square at which an area ends (Houston, 14th, 30th, 59th and
110th Street), and the areas east and west of Fifth Avenue."""

_EAST_MILES = MILES_PER_DEGREE * math.cos(math.radians(GRID_LATITUDE))
_SINE, _COSINE = math.sin(math.radians(GRID_NORTH_DEGREES)), math.cos(math.radians(GRID_NORTH_DEGREES))


def along_and_across(start: LatLng, end: LatLng) -> tuple[float, float]:
    """Miles along Manhattan's avenues (uptown positive) and across them (east positive)."""
    north = (end[0] - start[0]) * MILES_PER_DEGREE
    east = (end[1] - start[1]) * _EAST_MILES
    return north * _COSINE + east * _SINE, east * _COSINE - north * _SINE


def inside(place: tuple[float, float], polygon: tuple[tuple[float, float], ...]) -> bool:
    """Whether a place lies in a polygon, both in the same two coordinates."""
    lat, lng = place
    inside = False
    lat_a, lng_a = polygon[-1]
    for lat_b, lng_b in polygon:
        if (lat_a > lat) != (lat_b > lat) and lng < lng_a + (lat - lat_a) * (lng_b - lng_a) / (lat_b - lat_a):
            inside = not inside
        lat_a, lng_a = lat_b, lng_b
    return inside


def _hudson_longitude(lat: float) -> float:
    for (south, lng_south), (north, lng_north) in itertools.pairwise(HUDSON):
        if lat <= north:
            return lng_south + (lat - south) * (lng_north - lng_south) / (north - south)
    return HUDSON[-1][1]
