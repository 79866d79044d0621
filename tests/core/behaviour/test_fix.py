"""What a receiver may tell, at each bound and beyond it."""

from typing import Any

import pytest

from core.behaviour.drives import START
from haulage.behaviour.fix import MOST_ACCURACY_METERS, MOST_MPH, MOST_OFF_ROUTE_METERS, make_fix
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point

HERE = Point(40.75, -73.98)
BOUNDS = [
    ("speed_mph", MOST_MPH),
    ("limit_mph", MOST_MPH),
    ("accuracy_meters", MOST_ACCURACY_METERS),
    ("off_route_meters", MOST_OFF_ROUTE_METERS),
    ("heading_deg", 360),
]


def given(field: str, value: float) -> Any:
    return getattr(make_fix(START, HERE, **({"speed_mph": 30.0} | {field: value})), field)


@pytest.mark.parametrize(("field", "most"), BOUNDS)
def test_each_figure_is_believed_from_nothing_up_to_its_most(field: str, most: float) -> None:
    assert [given(field, value) for value in (0, most)] == [0, most]


@pytest.mark.parametrize(("field", "most"), BOUNDS)
def test_no_figure_is_believed_below_nothing_or_above_its_most(field: str, most: float) -> None:
    for value in (-1, most + 1, float("nan")):
        with pytest.raises(InvalidInput) as refused:
            given(field, value)
        assert refused.value.field == field
