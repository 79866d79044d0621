"""Sample drivers on the road."""

from datetime import timedelta

import pytest

from builders import BROOKLYN, NOON, TIMES_SQUARE
from haulage.drivers import DriverPosition
from haulage.kernel.errors import Unavailable
from haulage.kernel.geo import Point, great_circle_miles
from haulage.ports.maps.routes import Route
from haulage_adapters.demonstration.drives import DriveLine, Drives

pytestmark = pytest.mark.anyio

CORNER = Point(TIMES_SQUARE.point.lat, BROOKLYN.point.lng)
START = DriverPosition("drv_1", TIMES_SQUARE.point, NOON)
MINUTE = timedelta(minutes=1)


class RoundTheCorner:
    """Ten minutes, by one corner."""

    async def route(self, start, end, *, at):
        return Route(8000, 600, "corner", (start, CORNER, end))


class OutOfOrder:
    async def route(self, start, end, *, at):
        raise Unavailable("routes")


async def drive(drives, minutes, here=START):
    for _ in range(minutes):
        here = await drives.onward(here, BROOKLYN.point, here.at + MINUTE)
    return here


async def test_a_driver_goes_round_the_corner_and_arrives_when_the_way_says():
    drives = Drives(RoundTheCorner(), 1, MINUTE)
    early = await drive(drives, 2)
    assert early.point.lat == pytest.approx(TIMES_SQUARE.point.lat)
    assert early.heading == pytest.approx(90, abs=0.1)
    late = await drive(drives, 7, early)
    assert late.point.lng == pytest.approx(BROOKLYN.point.lng)
    assert late.heading == 180
    assert late.point != BROOKLYN.point
    assert (await drive(drives, 1, late)).point == BROOKLYN.point


async def test_six_times_as_fast_takes_a_sixth_of_the_time():
    assert (await drive(Drives(RoundTheCorner(), 6, MINUTE), 2)).point == BROOKLYN.point


async def test_however_long_nobody_looked_a_driver_comes_no_further_than_one_step():
    drives = Drives(RoundTheCorner(), 1, MINUTE)
    woken = await drives.onward(START, BROOKLYN.point, NOON + timedelta(days=1))
    assert woken.point == (await drive(Drives(RoundTheCorner(), 1, MINUTE), 1)).point


async def test_another_process_carries_on_from_where_the_driver_is():
    half = await drive(Drives(RoundTheCorner(), 1, MINUTE), 5)
    whole = await drive(Drives(RoundTheCorner(), 1, MINUTE), 10, half)
    assert whole.point == BROOKLYN.point


async def test_without_an_engine_drivers_go_straight():
    here = await drive(Drives(OutOfOrder(), 1, MINUTE), 6)
    assert great_circle_miles(START.point, here.point) == pytest.approx(2.5, abs=0.2)


def test_a_line_without_length_is_its_end():
    assert DriveLine((BROOKLYN.point, BROOKLYN.point)).at(0.3) == (BROOKLYN.point, None)


async def test_an_outing_ends_on_the_way_so_many_miles_from_home():
    place = await Drives(RoundTheCorner(), 1, MINUTE).outing(TIMES_SQUARE.point, BROOKLYN.point, 0.4, NOON)
    assert great_circle_miles(TIMES_SQUARE.point, place) == pytest.approx(0.4, abs=0.01)
    assert place.lat == TIMES_SQUARE.point.lat
