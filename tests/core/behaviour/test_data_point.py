"""A driver's latest points."""

import pytest

from core.behaviour.drives import a_fix
from haulage.behaviour import STANDARD_RULES
from haulage.behaviour.data_point import data_points

STANDING = STANDARD_RULES.standing_below_mph


@pytest.mark.parametrize(
    ("speed_mph", "engine_off", "is_idle"),
    [(0, False, True), (0, None, True), (0, True, False), (STANDING, False, False), (30, True, False)],
)
def test_a_vehicle_idles_that_stands_while_its_engine_may_run(
    speed_mph: float, engine_off: bool | None, is_idle: bool
) -> None:
    (point,) = data_points("drv_1", [a_fix(0, speed_mph, engine_off=engine_off)])
    assert point.is_idle is is_idle


def test_acceleration_is_told_by_the_fix_before_and_not_over_a_gap() -> None:
    gap = STANDARD_RULES.gap_seconds
    points = data_points("drv_1", [a_fix(0, 0), a_fix(1, 10), a_fix(1 + gap, 10), a_fix(2 + 2 * gap, 30)])
    assert [point.acceleration_mps2 for point in points] == [None, pytest.approx(4.4704), 0, None]
