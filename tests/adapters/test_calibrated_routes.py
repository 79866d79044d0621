"""The embedded routes: laws of every estimate, and distances that people in New York know."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.local_time import PLATFORM_ZONE
from haulage_adapters.embedded.calibrated import CalibratedRoutes
from haulage_adapters.embedded.calibrated.calibration import at_miles
from haulage_adapters.embedded.calibrated.geography import (
    CROSSINGS,
    Area,
    Shore,
    in_new_york,
    shore_of,
)
from haulage_adapters.embedded.calibrated.shore_route import _ashore
from haulage_adapters.embedded.calibrated.table import NEW_YORK
from new_york import addresses

TIMES_SQUARE = Point(40.7580, -73.9855)
UNION_SQUARE = Point(40.7359, -73.9911)
BATTERY = Point(40.7033, -74.0151)
WORLD_TRADE_CENTER = Point(40.7127, -74.0134)
DUMBO = Point(40.7033, -73.9881)
GREENPOINT = Point(40.7302, -73.9515)
STUYVESANT_TOWN = Point(40.7318, -73.9778)
KENNEDY, LA_GUARDIA, NEWARK = Point(40.6413, -73.7781), Point(40.7769, -73.8740), Point(40.6895, -74.1745)
YANKEE_STADIUM = Point(40.8296, -73.9262)
FORT_LEE = Point(40.8509, -73.9701)
JERSEY_CITY, HOBOKEN = Point(40.7178, -74.0431), Point(40.7359, -74.0302)
BAY_RIDGE, SAINT_GEORGE = Point(40.6350, -74.0200), Point(40.6437, -74.0736)
TARRYTOWN, NYACK = Point(41.0762, -73.8587), Point(41.0907, -73.9179)
LOS_ANGELES = Point(34.05, -118.24)

PLACES = (
    *(TIMES_SQUARE, UNION_SQUARE, BATTERY, WORLD_TRADE_CENTER, DUMBO, GREENPOINT, STUYVESANT_TOWN, KENNEDY),
    *(LA_GUARDIA, NEWARK, YANKEE_STADIUM, FORT_LEE, JERSEY_CITY, HOBOKEN, BAY_RIDGE, SAINT_GEORGE),
    *(TARRYTOWN, NYACK, LOS_ANGELES),
)

WEDNESDAY_NOON = datetime(2026, 1, 14, 12, 30, tzinfo=PLATFORM_ZONE)
WEDNESDAY_NIGHT = datetime(2026, 1, 14, 3, 30, tzinfo=PLATFORM_ZONE)

METERS = 1609.344

routes = CalibratedRoutes()

points = st.builds(Point, st.floats(-90, 90), st.floats(-180, 180))
nearby = st.builds(Point, st.floats(40.45, 40.95), st.floats(-74.3, -73.6))


def miles(start, end, at=WEDNESDAY_NOON):
    return routes.estimate(start, end, at).distance_meters / METERS


def minutes(start, end, at=WEDNESDAY_NOON):
    return routes.estimate(start, end, at).duration_seconds / 60


@pytest.mark.parametrize(
    ("start", "end", "least", "most"),
    [
        pytest.param(TIMES_SQUARE, UNION_SQUARE, 1.7, 2.3, id="down Broadway"),
        pytest.param(TIMES_SQUARE, DUMBO, 5.0, 6.6, id="over the Brooklyn Bridge"),
        pytest.param(HOBOKEN, UNION_SQUARE, 3.5, 5.0, id="through the Holland Tunnel"),
        pytest.param(JERSEY_CITY, WORLD_TRADE_CENTER, 3.3, 5.0, id="across the Hudson"),
        pytest.param(GREENPOINT, STUYVESANT_TOWN, 3.8, 5.5, id="across the East River"),
        pytest.param(BAY_RIDGE, SAINT_GEORGE, 6.5, 9.5, id="over the Narrows"),
        pytest.param(SAINT_GEORGE, BATTERY, 12.0, 17.0, id="where the ferry needs five miles"),
        pytest.param(KENNEDY, TIMES_SQUARE, 16.0, 20.0, id="from Kennedy airport"),
        pytest.param(LA_GUARDIA, TIMES_SQUARE, 7.5, 10.0, id="from La Guardia airport"),
        pytest.param(NEWARK, TIMES_SQUARE, 13.5, 18.0, id="from Newark airport"),
        pytest.param(YANKEE_STADIUM, LA_GUARDIA, 6.5, 9.5, id="over the Kennedy Bridge"),
        pytest.param(FORT_LEE, YANKEE_STADIUM, 3.8, 6.0, id="over the Washington Bridge"),
        pytest.param(TARRYTOWN, NYACK, 4.0, 6.0, id="over the Tappan Zee"),
        pytest.param(LOS_ANGELES, TIMES_SQUARE, 2700, 2950, id="across the country"),
    ],
)
def test_a_known_trip_is_about_as_long_as_its_road(start, end, least, most):
    assert least < miles(start, end) < most


@pytest.mark.parametrize(("start", "end"), [(GREENPOINT, STUYVESANT_TOWN), (JERSEY_CITY, WORLD_TRADE_CENTER)])
def test_a_river_between_makes_a_detour(start, end):
    assert miles(start, end) > 2 * great_circle_miles(start, end)
    route = routes.estimate(start, end, WEDNESDAY_NOON)
    assert len(route.polyline) == 4
    assert "Bridge" in route.steps[0].instruction or "Tunnel" in route.steps[0].instruction


def test_in_manhattan_a_way_follows_the_grid():
    """Two miles up an avenue are two miles; as far diagonally means two sides of a block."""
    avenue = Point(TIMES_SQUARE.lat + 0.0253, TIMES_SQUARE.lng + 0.0186)
    diagonal = Point(TIMES_SQUARE.lat - 0.0250, TIMES_SQUARE.lng + 0.0095)
    assert miles(TIMES_SQUARE, avenue) < 1.1 * great_circle_miles(TIMES_SQUARE, avenue)
    assert miles(TIMES_SQUARE, diagonal) > 1.3 * great_circle_miles(TIMES_SQUARE, diagonal)


def test_whoever_is_on_a_bridge_drives_on_to_the_far_shore():
    brooklyn, middle = Point(40.6930, -73.9830), Point(40.7070, -73.9898)
    ahead = routes.estimate(middle, TIMES_SQUARE, WEDNESDAY_NOON)
    whole = routes.estimate(brooklyn, TIMES_SQUARE, WEDNESDAY_NOON)
    assert ahead.distance_meters < whole.distance_meters - 1000
    assert ahead.steps[0].instruction == "Take the Manhattan Bridge"
    assert max(point.lat for point in ahead.polyline) == TIMES_SQUARE.lat
    assert min(point.lat for point in ahead.polyline) == middle.lat


def test_nothing_on_land_counts_as_on_a_bridge():
    """The 8,654 addresses of the city: a way leaves each of them by land."""
    far_away = (40.60, -74.10)
    on_bridges = [each["address"] for each in addresses() if _ashore((each["lat"], each["lng"]), far_away)]
    assert on_bridges == []


@given(points, points)
def test_no_way_is_shorter_than_the_straight_line_and_every_way_takes_time(start, end):
    route = routes.estimate(start, end, WEDNESDAY_NOON)
    straight = great_circle_miles(start, end) * METERS
    assert route.distance_meters >= straight
    assert route.distance_meters <= straight * 1.45 + 80_000
    assert (route.duration_seconds > 0) == (route.distance_meters > 0)


@given(nearby, nearby)
def test_the_way_back_is_as_long(start, end):
    """It may go by another bridge only where both take the same effort."""
    there, back = miles(start, end), miles(end, start)
    assert abs(there - back) <= max(0.01, there * 0.1)


@given(nearby, nearby, st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)))  # noqa: DTZ001 - made aware below
def test_distance_never_depends_on_the_hour(start, end, at):
    assert miles(start, end, at.replace(tzinfo=UTC)) == miles(start, end)


@given(nearby, nearby)
def test_city_speeds_are_those_of_a_city(start, end):
    route = routes.estimate(start, end, WEDNESDAY_NOON)
    if route.distance_meters > 400:
        assert 3 < route.distance_meters / METERS / route.duration_seconds * 3600 < 50


def test_longer_trips_take_longer_and_move_faster():
    away = [Point(TIMES_SQUARE.lat + north / 200, TIMES_SQUARE.lng + north / 270) for north in range(1, 18)]
    times = [minutes(TIMES_SQUARE, end) for end in away]
    assert times == sorted(times)
    trips = [length / 10 for length in range(1, 3000)]
    for knots in (NEW_YORK.minutes_per_mile, tuple((m, 60 / mph) for m, mph in NEW_YORK.elsewhere_mph)):
        durations = [length * at_miles(knots, length) for length in trips]
        assert all(shorter < longer for shorter, longer in itertools.pairwise(durations))
        assert list(knots) == sorted(knots, key=lambda knot: (knot[0], -knot[1]))
        assert [pace for _, pace in knots] == sorted((pace for _, pace in knots), reverse=True)


def test_midday_on_a_weekday_is_slower_than_the_night_and_than_sunday():
    sunday = WEDNESDAY_NOON + timedelta(days=4)
    noon, night = minutes(TIMES_SQUARE, UNION_SQUARE), minutes(TIMES_SQUARE, UNION_SQUARE, WEDNESDAY_NIGHT)
    assert noon > 1.3 * night
    assert night < minutes(TIMES_SQUARE, UNION_SQUARE, sunday) < noon


def test_a_trip_takes_longer_exactly_where_the_table_says_so():
    hours = [WEDNESDAY_NIGHT + timedelta(hours=n) for n in range(24 * 7)]
    by_table = sorted(hours, key=NEW_YORK.at_hour)
    times = [routes.estimate(TIMES_SQUARE, KENNEDY, at).duration_seconds for at in by_table]
    assert times == sorted(times)


def test_the_hours_factor_moves_without_a_jump():
    minutes_of_week = (WEDNESDAY_NIGHT + timedelta(minutes=n) for n in range(0, 7 * 24 * 60, 5))
    factors = [NEW_YORK.at_hour(at) for at in minutes_of_week]
    assert max(abs(a - b) for a, b in itertools.pairwise(factors)) < 0.05


def test_the_hour_is_new_yorks_whatever_the_offset():
    assert minutes(TIMES_SQUARE, KENNEDY, WEDNESDAY_NOON.astimezone(UTC)) == minutes(TIMES_SQUARE, KENNEDY)
    with pytest.raises(InvalidInput, match="offset"):
        routes.estimate(TIMES_SQUARE, KENNEDY, WEDNESDAY_NOON.replace(tzinfo=None))


def test_far_from_new_york_a_town_is_crossed_at_seventeen_miles_an_hour():
    oakland, berkeley = Point(37.80, -122.27), Point(37.8500, -122.27)
    length = miles(oakland, berkeley)
    assert length == pytest.approx(1.42 * great_circle_miles(oakland, berkeley), rel=0.001)
    assert length / minutes(oakland, berkeley) * 60 == pytest.approx(17, rel=0.05)
    assert minutes(oakland, berkeley, WEDNESDAY_NIGHT) == minutes(oakland, berkeley)


def test_from_a_place_to_itself_there_is_no_way():
    route = routes.estimate(TIMES_SQUARE, TIMES_SQUARE, WEDNESDAY_NOON)
    assert (route.distance_meters, route.duration_seconds) == (0, 0)


def test_the_antimeridian_is_no_wall():
    assert miles(Point(51.9, 179.9), Point(51.9, -179.9)) < 15


def test_the_line_runs_from_start_to_end_in_one_step_and_is_marked_approximate():
    for start, end in itertools.permutations(PLACES, 2):
        route = routes.estimate(start, end, WEDNESDAY_NOON)
        assert (route.polyline[0], route.polyline[-1]) == (start, end)
        (step,) = route.steps
        assert (step.start, step.end) == (start, end)
        assert (step.distance_meters, step.duration_seconds) == (
            route.distance_meters,
            route.duration_seconds,
        )
        assert route.approximate
        assert route.engine == "embedded-estimate"


@pytest.mark.anyio
async def test_the_same_question_has_the_same_answer():
    for start, end in itertools.permutations(PLACES, 2):
        first = await routes.route(start, end, at=WEDNESDAY_NOON)
        assert await CalibratedRoutes().route(start, end, at=WEDNESDAY_NOON) == first


def test_every_crossing_lands_on_the_shores_that_it_joins():
    for crossing in CROSSINGS:
        assert tuple(map(shore_of, crossing.endpoints)) == crossing.shores, crossing.name
        straight = great_circle_miles(*(Point(*landing) for landing in crossing.endpoints))
        assert straight <= crossing.miles + 0.02 < 2.5 * straight + 0.3, crossing.name


@pytest.mark.parametrize(
    ("place", "shore"),
    [
        pytest.param((40.7033, -74.0170), Shore.MANHATTAN, id="Battery Park"),
        pytest.param((40.8677, -73.9212), Shore.MANHATTAN, id="Inwood"),
        pytest.param((40.8761, -73.9103), Shore.MAINLAND, id="Marble Hill"),
        pytest.param((40.7620, -73.9490), Shore.LONG_ISLAND, id="Roosevelt Island"),
        pytest.param((40.6750, -74.0120), Shore.LONG_ISLAND, id="Red Hook"),
        pytest.param((40.8470, -73.7860), Shore.MAINLAND, id="City Island"),
        pytest.param((40.8007, -73.7285), Shore.LONG_ISLAND, id="Great Neck"),
        pytest.param((40.7695, -74.0205), Shore.WEST, id="Weehawken"),
        pytest.param((40.6687, -74.1143), Shore.WEST, id="Bayonne"),
        pytest.param((40.5120, -74.2510), Shore.STATEN_ISLAND, id="Tottenville"),
        pytest.param((40.9312, -73.8988), Shore.MAINLAND, id="Yonkers"),
    ],
)
def test_a_neighbourhood_stands_on_its_shore(place, shore):
    assert in_new_york(place)
    assert shore_of(place) is shore


def test_the_table_names_its_source_and_covers_every_area_and_hour():
    assert NEW_YORK.source.endswith("TLC trip records")
    assert set(NEW_YORK.area_factor) == set(Area)
    assert [len(day) for day in NEW_YORK.hour_factor] == [24] * 7
    assert all(0.4 < factor < 2 for day in NEW_YORK.hour_factor for factor in day)
