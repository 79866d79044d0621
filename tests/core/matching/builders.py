"""Drivers and requests that fit each other, so that a test names only what it is about."""

from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any

from haulage.kernel.driver_price import DriverRates
from haulage.kernel.geo import Point
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.services import MatchUrgency, ServiceType
from haulage.kernel.vehicles import Capacity, Vehicle, VehicleType
from haulage.matching import FleetDriver, Item, MatchRequest

UNION_SQUARE = Point(40.7359, -73.9911)
MONDAY_NOON = datetime(2026, 5, 4, 16, 0, tzinfo=UTC)
"""Noon in New York."""

ALL_DAY = WorkingHours(every_day=HoursRange(time(0), time(0)))
MILE_OF_LATITUDE = 360 / (2 * 3.141592653589793 * 3959)


def north_of(point: Point, miles: float) -> Point:
    return Point(point.lat + miles * MILE_OF_LATITUDE, point.lng)


def a_van(
    type: VehicleType = VehicleType.VAN,
    weight: float = 3000,
    volume: float = 250,
    features: tuple[str, ...] = (),
    make: str = "Ford",
) -> Vehicle:
    return Vehicle(type, make, "Transit", 2021, Capacity(weight, volume), frozenset(features))


def a_driver(
    id: str = "d1", *, per_mile_cents: int = 250, minimum_cents: int = 25_00, **changes: Any
) -> FleetDriver:
    facts: Mapping[str, Any] = {
        "vehicle": a_van(),
        "working_hours": ALL_DAY,
        "rates": DriverRates(per_mile_cents, minimum_cents),
        "rating": 5,
        "total_jobs": 12,
        "is_online": True,
        "is_available": True,
        "is_approved": True,
        "current_location": UNION_SQUARE,
        "located_at": MONDAY_NOON,
    }
    return FleetDriver(id, **{**facts, **changes})


def a_request(**changes: Any) -> MatchRequest:
    facts: Mapping[str, Any] = {
        "service_type": ServiceType.DELIVERY,
        "pickup_location": UNION_SQUARE,
        "trip_miles": 4,
        "max_price_cents": 100_00,
        "now": MONDAY_NOON,
        "items": (Item("box", 25),),
        "urgency": MatchUrgency.LOW,
    }
    return MatchRequest(**{**facts, **changes})
