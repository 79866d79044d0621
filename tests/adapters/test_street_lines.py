"""The line of an approximate route, held against the map that the browser draws."""

import asyncio
import itertools
import json
import math
import threading
from datetime import datetime
from functools import cache
from pathlib import Path
from random import Random

import polyline
import pytest

from haulage.kernel.geo import Point
from haulage.kernel.local_time import PLATFORM_ZONE
from haulage_adapters.demonstration.drives import DriveLine
from haulage_adapters.demonstration.driving import sample_drive
from haulage_adapters.demonstration.places import PLACES
from haulage_adapters.embedded.calibrated import CalibratedRoutes
from haulage_adapters.embedded.calibrated.geography import CROSSINGS
from haulage_adapters.embedded.calibrated.street_lines.network import FILE
from new_york import trips

pytestmark = pytest.mark.anyio

BASEMAP = Path(__file__).parents[2] / "ui/src/shared/map/basemap/new-york.json"

LAND = ("city", "around")
"""Each without the other; their borders overlap."""

NOON = datetime(2026, 1, 14, 12, 30, tzinfo=PLATFORM_ZONE)
METERS = 111_195.0
EAST = METERS * math.cos(math.radians(40.72))
EVERY_METERS = 40
NEAR_CROSSING_METERS = 60
"""A crossing is drawn straight between its ends, and a bridge of the list is good to this."""
BESIDE_PARK_METERS = 40
ROW = 0.001
"""Degrees of latitude: sides of polygons are looked up by row."""

LONG_ISLAND_CITY, WILLIAMSBURG = Point(40.7440, -73.9540), Point(40.7190, -73.9620)
UPPER_WEST, UPPER_EAST = Point(40.7832, -73.9790), Point(40.7740, -73.9560)
HOBOKEN, JERSEY_CITY = Point(40.7436, -74.0300), Point(40.7178, -74.0431)
ROCKAWAY, KENNEDY, LA_GUARDIA = Point(40.5870, -73.8160), Point(40.6413, -73.7781), Point(40.7745, -73.8720)
LOS_ANGELES, TARRYTOWN, MONTAUK = Point(34.05, -118.24), Point(41.0762, -73.8587), Point(41.036, -71.954)

HARD = (
    (LONG_ISLAND_CITY, WILLIAMSBURG),
    (UPPER_WEST, UPPER_EAST),
    (HOBOKEN, JERSEY_CITY),
    (ROCKAWAY, KENNEDY),
    (LA_GUARDIA, ROCKAWAY),
    (JERSEY_CITY, LA_GUARDIA),
)


class Area:
    """Rings, and whether a place lies within an odd number of them."""

    def __init__(self, rings):
        self.sides = {}
        for ring in rings:
            for a, b in itertools.pairwise([*ring, ring[0]]):
                for row in range(int(min(a[0], b[0]) // ROW), int(max(a[0], b[0]) // ROW) + 1):
                    self.sides.setdefault(row, []).append((a, b))

    def holds(self, lat, lng):
        inside = False
        for (lat_a, lng_a), (lat_b, lng_b) in self.sides.get(int(lat // ROW), ()):
            if (lat_a > lat) != (lat_b > lat):
                inside ^= lng < lng_a + (lat - lat_a) * (lng_b - lng_a) / (lat_b - lat_a)
        return inside

    def meters_from_edge(self, lat, lng):
        rows = range(int(lat // ROW) - 1, int(lat // ROW) + 2)
        sides = [side for row in rows for side in self.sides.get(row, ())]
        return min(meters_from((lat, lng), *side) for side in sides)


def meters_from(place, a, b):
    """Meters between a place and a straight line."""
    (y, x), (ya, xa), (yb, xb) = (((lat - 40.7) * METERS, (lng + 74) * EAST) for lat, lng in (place, a, b))
    run, rise = xb - xa, yb - ya
    square = run * run + rise * rise
    share = min(1.0, max(0.0, ((x - xa) * run + (y - ya) * rise) / square)) if square else 0.0
    return math.hypot(x - xa - share * run, y - ya - share * rise)


@cache
def drawn():
    """Land, Central Park, and the crossings, as they are on the map."""
    basemap, network = (json.loads(file.read_text()) for file in (BASEMAP, FILE))
    land = [Area([polyline.decode(ring) for part in basemap[kind] for ring in part]) for kind in LAND]
    parks = [Area([polyline.decode(ring) for ring in part]) for part in basemap["park"]]
    central = next(park for park in parks if park.holds(40.7812, -73.9665))
    bridges = [pair for text in network["bridge"] for pair in itertools.pairwise(polyline.decode(text))]
    return land, central, [crossing.endpoints for crossing in CROSSINGS] + bridges


def places_along(line):
    for a, b in itertools.pairwise(line):
        count = 1 + int(math.hypot((b.lat - a.lat) * METERS, (b.lng - a.lng) * EAST) / EVERY_METERS)
        for step in range(count):
            yield a.lat + (b.lat - a.lat) * step / count, a.lng + (b.lng - a.lng) * step / count


def troubles(line):
    """Places of a line in the water and not on a crossing, or in Central Park and on no transverse."""
    land, park, crossings = drawn()
    found = []
    for place in places_along(line):
        is_wet = not any(part.holds(*place) for part in land)
        is_green = park.holds(*place) and park.meters_from_edge(*place) > BESIDE_PARK_METERS
        if (is_wet or is_green) and all(
            meters_from(place, *ends) > NEAR_CROSSING_METERS for ends in crossings
        ):
            found.append(place)
    return found


def in_the_park(*points):
    return any(drawn()[1].holds(point.lat, point.lng) for point in points)


def has_no_road(*points):
    """Whether one of them stands on Governors Island, which has addresses and only ferries."""
    return any(40.683 < point.lat < 40.694 and -74.027 < point.lng < -74.010 for point in points)


@cache
def pairs():
    known = [tuple(Point(each["lat"], each["lng"]) for each in pair) for pair in trips(220, seed=11)]
    sample = [tuple(place.point for place in Random(3).sample(PLACES, 2)) for _ in range(40)]
    return [*HARD, *(pair for pair in (*known, *sample) if not in_the_park(*pair) and not has_no_road(*pair))]


async def line_of(start, end):
    return (await CalibratedRoutes().route(start, end, at=NOON)).polyline


async def test_no_line_crosses_water_but_on_a_crossing_nor_central_park_but_on_a_transverse():
    wrong = {pair: found for pair in pairs() if (found := troubles(await line_of(*pair)))}
    assert not wrong


def test_straight_lines_do_cross_them():
    sample = pairs()[:60]
    assert sum(bool(troubles(pair)) for pair in sample) > len(sample) / 4


async def test_a_line_runs_from_its_start_to_its_end():
    for start, end in pairs()[:50]:
        line = await line_of(start, end)
        assert (line[0], line[-1]) == (start, end)


async def test_who_stands_in_central_park_leaves_it_by_the_next_street():
    meadow = Point(40.7712, -73.9735)
    line = await line_of(meadow, UPPER_WEST)
    assert len(troubles(line)) * EVERY_METERS < 600


async def test_the_line_changes_neither_distance_nor_time():
    routes = CalibratedRoutes()
    for start, end in HARD:
        with_line = await routes.route(start, end, at=NOON)
        plain = routes.estimate(start, end, NOON)
        assert with_line.distance_meters == plain.distance_meters
        assert with_line.duration_seconds == plain.duration_seconds
        assert len(with_line.polyline) > len(plain.polyline)


async def test_a_line_is_drawn_while_the_event_loop_goes_on():
    released = threading.Event()

    def slow(route):
        assert released.wait(timeout=10), "the event loop waits for the line"
        return tuple(Point(*corner) for corner in route.corners)

    route = asyncio.create_task(CalibratedRoutes(draw=slow).route(*HARD[0], at=NOON))
    asyncio.get_running_loop().call_later(0, released.set)
    assert len((await route).polyline) >= 2


async def test_distances_and_times_alone_are_given_without_a_line():
    def never(_):
        pytest.fail("a line was drawn")

    start, end = HARD[0]
    routes = CalibratedRoutes(draw=never)
    route = await CalibratedRoutes().route(start, end, at=NOON)
    assert (
        [await routes.leg(start, end, at=NOON)]
        == [*await routes.matrix([start], end, at=NOON)]
        == [route.leg]
    )


async def test_the_same_trip_has_the_same_line():
    assert await line_of(*HARD[0]) == await line_of(*HARD[0])


@pytest.mark.parametrize("end", [LOS_ANGELES, TARRYTOWN, MONTAUK])
async def test_beyond_the_streets_that_are_known_a_line_still_ends_where_it_should(end):
    line = await line_of(UPPER_WEST, end)
    assert (line[0], line[-1]) == (UPPER_WEST, end)


async def test_the_same_place_twice_is_a_line_without_length():
    assert set(await line_of(UPPER_WEST, UPPER_WEST)) == {UPPER_WEST}


async def test_a_sample_drive_stays_out_of_the_water():
    for number, (start, end) in enumerate(pairs()[:30]):
        drive = sample_drive(Random(number), DriveLine(await line_of(start, end)), NOON, 400)
        assert not troubles([fix.point for fix in drive])
