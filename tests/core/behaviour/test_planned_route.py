"""How far a position lies from a planned way."""

import math
import random

import pytest

from core.behaviour.drives import METERS_PER_DEGREE
from haulage.behaviour import planned_route_of
from haulage.behaviour.planned_route import TOLERANCE_METERS
from haulage.kernel.geo import Point

HERE = Point(40.75, -73.98)


def at_meters(east: float, north: float, start: Point = HERE) -> Point:
    squeeze = math.cos(math.radians(start.lat))
    lng = start.lng + east / METERS_PER_DEGREE / squeeze
    return Point(start.lat + north / METERS_PER_DEGREE, (lng + 180) % 360 - 180)


def meters_off(polyline: list[Point], point: Point) -> float:
    route = planned_route_of(polyline)
    assert route is not None
    return route.meters_off(point)


NORTH_THEN_EAST = [at_meters(0, 0), at_meters(0, 1000), at_meters(2000, 1000)]


@pytest.mark.parametrize(
    ("east", "north", "meters"),
    [(0, 500, 0), (300, 500, 300), (1000, 1400, 400), (-30, -40, 50), (2003, 1004, 5), (600, 600, 400)],
)
def test_the_nearest_part_of_the_way_counts(east: float, north: float, meters: float) -> None:
    assert meters_off(NORTH_THEN_EAST, at_meters(east, north)) == pytest.approx(meters, abs=0.01)


def test_a_way_that_is_one_place_or_none() -> None:
    assert planned_route_of([]) is None
    assert meters_off([HERE], at_meters(30, 40)) == pytest.approx(50, abs=0.01)
    assert meters_off([HERE, HERE], at_meters(30, 40)) == pytest.approx(50, abs=0.01)


def test_small_bends_are_left_out_and_large_ones_are_not() -> None:
    chance = random.Random(7)
    bends = [at_meters(step * 10, 300 * math.sin(step / 40) + chance.uniform(-8, 8)) for step in range(1000)]
    route = planned_route_of(bends)
    assert route is not None
    assert len(route.corners) < 100
    assert max(route.meters_off(point) for point in bends) <= TOLERANCE_METERS


def test_a_way_may_cross_the_date_line() -> None:
    start = Point(-17.0, 179.99)
    route = [start, at_meters(4000, 0, start)]
    assert route[1].lng < 0
    assert meters_off(route, at_meters(3000, 700, start)) == pytest.approx(700, abs=1)
