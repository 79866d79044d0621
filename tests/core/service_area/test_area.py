"""Where trips may begin and end, and what each service carries how far."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.services import ServiceType
from haulage.service_area import Bounds, OutsideServiceArea, ServiceArea, Zone

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
LAKE = ((4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0))
ISLAND = ((20.0, 0.0), (22.0, 0.0), (22.0, 2.0), (20.0, 2.0))
BOUNDS = dict.fromkeys(ServiceType, Bounds(max_pounds=500, max_miles=30))
AREA = ServiceArea("Town and Island", (Zone("Town", ((SQUARE, LAKE),)), Zone("Island", ((ISLAND,),))), BOUNDS)


@pytest.mark.parametrize(
    ("lat", "lng", "zone"),
    [
        (1, 1, "Town"),
        (9.999, 9.999, "Town"),
        (5, 3.9, "Town"),
        (5, 5, None),
        (1, 21, "Island"),
        (1, 15, None),
        (-1, 1, None),
        (11, 1, None),
        (80, -170, None),
    ],
)
def test_a_position_lies_in_a_zone_or_in_none(lat: float, lng: float, zone: str | None) -> None:
    assert AREA.zone_at(Point(lat, lng)) == zone


@given(
    st.floats(-12, 12).filter(lambda lat: lat not in {0.0, 10.0}),
    st.floats(-12, 12).filter(lambda lng: lng not in {0.0, 10.0}),
)
def test_a_square_holds_what_is_between_its_sides(lat: float, lng: float) -> None:
    assert Zone("Square", ((SQUARE,),)).holds(Point(lat, lng)) == (0 < lat < 10 and 0 < lng < 10)


@given(st.floats(-60, 60), st.floats(-60, 60), st.integers(0, 3))
def test_which_corner_a_ring_begins_with_makes_no_difference(lat: float, lng: float, start: int) -> None:
    turned = (*SQUARE[start:], *SQUARE[:start])
    assert Zone("Turned", ((turned,),)).holds(Point(lat, lng)) == Zone("As is", ((SQUARE,),)).holds(
        Point(lat, lng)
    )


def test_a_trip_needs_both_ends_inside() -> None:
    inside, outside = Point(1, 1), Point(50, 50)
    AREA.require_trip(inside, Point(1, 21))
    for pickup, dropoff, field in ((outside, inside, "pickup"), (inside, outside, "dropoff")):
        with pytest.raises(OutsideServiceArea) as refused:
            AREA.require_trip(pickup, dropoff)
        assert refused.value.field == field
        assert refused.value.message == "We serve Town and Island for now."


def test_what_is_said_of_a_place_outside_is_nothing_inside() -> None:
    assert AREA.outside(Point(1, 1)) is None
    assert AREA.outside(Point(5, 5)) == "We serve Town and Island for now."


def test_the_bounds_of_a_service_are_allowed_and_what_is_beyond_names_its_field() -> None:
    bounds, service = AREA.bounds[ServiceType.DELIVERY], ServiceType.DELIVERY
    bounds.require_weight(500, service, field="items")
    bounds.require_distance(30, service, field="dropoff")
    with pytest.raises(InvalidInput) as heavy:
        bounds.require_weight(500.1, service, field="items")
    assert heavy.value.message == "items: must be at most 500 lb for delivery"
    with pytest.raises(InvalidInput) as far:
        bounds.require_distance(30.1, service, field="dropoff")
    assert far.value.message == "dropoff: must be at most 30 miles by road for delivery"
