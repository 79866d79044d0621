"""Which cells a circle can touch where the meridians meet."""

import math

import pytest

from haulage.kernel.geo import EARTH_RADIUS_MILES, Point
from haulage.matching.cells import MARGIN_DEGREES, CellGrid

GRID = CellGrid(per_degree=1)
MILES = 100.0
REACH = math.degrees(MILES / EARTH_RADIUS_MILES) + MARGIN_DEGREES


@pytest.mark.parametrize("pole", [90.0, -90.0])
def test_a_circle_that_just_reaches_a_pole_is_near_every_meridian(pole: float) -> None:
    center = Point(math.copysign(90 - REACH, pole), 10)
    assert center.lat + math.copysign(REACH, pole) == pole, "no rounding beside the pole"
    box = GRID.box(center, MILES)
    assert box.right - box.left + 1 == GRID.columns


def test_a_circle_short_of_the_pole_is_near_some_meridians() -> None:
    box = GRID.box(Point(90 - 2 * REACH, 10), MILES)
    assert box.right - box.left + 1 < GRID.columns
