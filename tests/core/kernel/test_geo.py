"""Places, and the straight lines between them."""

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import (
    SAME_PLACE_DEGREES,
    Place,
    Point,
    bearing_degrees,
    great_circle_miles,
    quick_minutes,
    same_place,
)

POINTS = st.builds(Point, st.floats(-90, 90), st.floats(-180, 180))
EARTH_RADIUS = 3959
HALF_WAY_ROUND = math.pi * EARTH_RADIUS
ONE_DEGREE = HALF_WAY_ROUND / 180


@pytest.mark.parametrize(
    ("start", "end", "miles"),
    [
        (Point(0, 0), Point(1, 0), ONE_DEGREE),
        (Point(0, 0), Point(0, 1), ONE_DEGREE),
        (Point(60, 10), Point(60, 10), 0),
        (Point(0, 0), Point(0, 180), HALF_WAY_ROUND),
        (Point(90, 0), Point(-90, 0), HALF_WAY_ROUND),
        (Point(0, 17), Point(90, 0), HALF_WAY_ROUND / 2),
        (Point(90, 0), Point(90, 123), 0),
        (Point(0, 179.5), Point(0, -179.5), ONE_DEGREE),
        (Point(0, 180), Point(0, -180), 0),
        (Point(40.7128, -74.0060), Point(34.0522, -118.2437), 2445.6),
        (Point(40.6413, -73.7781), Point(51.4700, -0.4543), 3442.2),
    ],
)
def test_known_distances(start: Point, end: Point, miles: float) -> None:
    assert great_circle_miles(start, end) == pytest.approx(miles, rel=3e-4, abs=1e-9)


def test_the_radius_is_the_products_own() -> None:
    assert great_circle_miles(Point(0, 0), Point(0, 90)) == pytest.approx(6218.78266, abs=1e-4)


@given(POINTS, POINTS)
def test_there_and_back_are_equally_far(a: Point, b: Point) -> None:
    assert great_circle_miles(a, b) == pytest.approx(great_circle_miles(b, a), abs=1e-9)


@given(POINTS, POINTS)
def test_nothing_is_further_than_the_other_side_of_the_globe(a: Point, b: Point) -> None:
    assert 0 <= great_circle_miles(a, b) <= HALF_WAY_ROUND + 1e-6


@given(POINTS, POINTS, POINTS)
def test_a_detour_is_never_shorter(a: Point, b: Point, c: Point) -> None:
    detour = great_circle_miles(a, b) + great_circle_miles(b, c)
    assert great_circle_miles(a, c) <= detour + 1e-3


@given(POINTS)
def test_a_point_is_nowhere_but_where_it_is(point: Point) -> None:
    assert great_circle_miles(point, point) == 0
    assert same_place(point, point)


@pytest.mark.parametrize("lat", [90.000001, -90.000001, 1e300])
def test_latitudes_beyond_the_poles_are_refused(lat: float) -> None:
    with pytest.raises(InvalidInput, match=r"^lat: must be between -90 and 90 degrees$"):
        Point(lat, 0)


@pytest.mark.parametrize("lng", [180.000001, -180.000001])
def test_longitudes_beyond_the_antimeridian_are_refused(lng: float) -> None:
    with pytest.raises(InvalidInput, match=r"^lng: must be between -180 and 180 degrees$"):
        Point(0, lng)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, Decimal("snan")])
@pytest.mark.parametrize("field", ["lat", "lng"])
def test_degrees_that_are_not_finite_are_refused(field: str, value: float) -> None:
    with pytest.raises(InvalidInput, match=f"^{field}: must be a finite number$"):
        Point(**{"lat": 0, "lng": 0, field: value})


@pytest.mark.parametrize("value", [True, "40.7", None])
@pytest.mark.parametrize("field", ["lat", "lng"])
def test_degrees_that_are_no_numbers_are_refused(field: str, value: object) -> None:
    with pytest.raises(InvalidInput, match=f"^{field}: must be a number$"):
        Point(**{"lat": 0, "lng": 0, field: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("corner", [(90, 180), (-90, -180), (0, 0)])
def test_the_corners_of_the_globe_are_places(corner: tuple[float, float]) -> None:
    assert Point(*corner).lat == corner[0]


@pytest.mark.parametrize("address", ["", " ", "\t\n"])
def test_a_place_needs_an_address(address: str) -> None:
    with pytest.raises(InvalidInput, match=r"^address: is required$"):
        Place(Point(0, 0), address)


def test_an_address_has_at_most_three_hundred_characters() -> None:
    Place(Point(0, 0), "x" * 300)
    with pytest.raises(InvalidInput, match=r"^address: must be at most 300 characters$"):
        Place(Point(0, 0), "x" * 301)


@pytest.mark.parametrize(
    ("miles", "minutes"),
    [
        (0, 1),
        (0.0001, 1),
        (25 / 60, 1),
        (0.42, 2),
        (5, 12),
        (25, 60),
        (25.0001, 61),
        (10 / 3, 8),
        (0.1 * 3 * 25 / 60 * 10, 3),
    ],
)
def test_quick_minutes_are_at_twenty_five_miles_an_hour_rounded_up(miles: float, minutes: int) -> None:
    assert quick_minutes(miles) == minutes


@given(st.integers(1, 10_000))
def test_whole_minutes_are_not_rounded_up_by_a_floating_hair(minutes: int) -> None:
    assert quick_minutes(minutes * 25 / 60) == minutes


@given(st.floats(0, 12_500), st.floats(0, 12_500))
def test_further_is_never_quicker(a: float, b: float) -> None:
    near, far = sorted((a, b))
    assert 1 <= quick_minutes(near) <= quick_minutes(far)


@pytest.mark.parametrize(
    ("north", "east", "same"),
    [(0, 0, True), (0.0009, 0, True), (0.0005, 0.0004, True), (0.0006, 0.0005, False), (0, 0.0011, False)],
)
def test_less_than_a_thousandth_of_a_degree_apart_is_the_same_place(
    north: float, east: float, same: bool
) -> None:
    assert same_place(Point(40.7, -74), Point(40.7 + north, -74 + east)) is same
    assert same_place(Point(40.7, -74), Point(40.7 - north, -74 - east)) is same


def test_exactly_a_thousandth_of_a_degree_is_a_trip() -> None:
    assert not same_place(Point(0, 0), Point(SAME_PLACE_DEGREES, 0))
    assert not same_place(Point(0, 0), Point(0, SAME_PLACE_DEGREES))


@pytest.mark.parametrize(
    ("end", "degrees"),
    [(Point(1, 0), 0), (Point(0, 1), 90), (Point(-1, 0), 180), (Point(0, -1), 270), (Point(0, 0), 0)],
)
def test_bearings_are_counted_clockwise_from_north(end: Point, degrees: float) -> None:
    assert bearing_degrees(Point(0, 0), end) == pytest.approx(degrees)


def test_the_shortest_way_between_two_meridians_begins_north_of_east() -> None:
    assert bearing_degrees(Point(40, -74), Point(40, -64)) == pytest.approx(86.78, abs=0.01)


@given(POINTS, POINTS)
def test_every_bearing_is_one_of_the_compass(a: Point, b: Point) -> None:
    assert 0 <= bearing_degrees(a, b) < 360
