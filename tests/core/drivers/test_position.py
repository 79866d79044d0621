"""Where a driver is, and which way they face."""

import pytest

from builders import NOON, minutes_later
from haulage.drivers import DriverPosition, moved_to
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point

HERE = DriverPosition("drv_1", Point(40.75, -73.98), NOON, heading=200)
LATER = minutes_later(1)


def test_a_device_that_tells_its_heading_is_believed() -> None:
    assert moved_to(HERE, "drv_1", Point(40.76, -73.98), LATER, 12.5).heading == 12.5


def test_a_driver_who_moves_heads_where_they_moved() -> None:
    assert moved_to(HERE, "drv_1", Point(40.75, -73.97), LATER).heading == pytest.approx(90, abs=0.1)


def test_a_driver_who_stands_keeps_facing_as_before() -> None:
    wavering = Point(40.75001, -73.98001)
    assert moved_to(HERE, "drv_1", wavering, LATER) == DriverPosition("drv_1", wavering, LATER, 200)


def test_nobody_knows_which_way_a_driver_faces_who_was_never_seen_before() -> None:
    assert moved_to(None, "drv_1", HERE.point, NOON).heading is None


@pytest.mark.parametrize("heading", [-1, 360, float("nan")])
def test_a_heading_off_the_compass_is_refused(heading: float) -> None:
    with pytest.raises(InvalidInput, match="heading"):
        DriverPosition("drv_1", HERE.point, NOON, heading)
