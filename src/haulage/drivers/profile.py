"""A driver's profile: their vehicle, hours, rates and standing (DRV-07)."""

from datetime import datetime, time
from typing import ClassVar

import attrs

from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import InvalidInput, RuleBroken
from haulage.kernel.geo import Point, bearing_degrees, great_circle_miles
from haulage.kernel.local_time import HoursRange, WorkingHours, platform_time
from haulage.kernel.measures import finite
from haulage.kernel.vehicles import UNKNOWN_MODEL, Capacity, Vehicle, VehicleType

NEW_DRIVER_HOURS = WorkingHours(every_day=HoursRange(time(8), time(20)))  # AUT-09
NEW_DRIVER_RATES = DriverRates(per_mile_cents=250, minimum_fare_cents=25_00)  # AUT-09
NEW_DRIVER_CAPACITY = Capacity(weight=1000, volume=50)  # AUT-09
STANDING_MILES = 0.005
"""Ours: eight metres, about as much as a telephone's fix wavers."""


@attrs.define(eq=False, str=False)
class DriverNotApproved(RuleBroken):
    """Only approved drivers go online, are matched or accept (OP-79)."""

    code: ClassVar[str] = "driver_not_approved"

    @property
    def message(self) -> str:
        return "Your driver account is not approved yet."


@attrs.frozen
class Approval:
    """Who approved a driver and when. An override carries its reason (OP-79)."""

    at: datetime
    by: str
    reason: str


@attrs.frozen
class DriverProfile:
    """What is kept of a driver. ``rating`` is None until somebody has rated them."""

    id: str
    user_id: str
    name: str
    email: str
    phone: str
    vehicle: Vehicle
    working_hours: WorkingHours
    rates: DriverRates
    created_at: datetime
    updated_at: datetime
    specialties: frozenset[str] = frozenset()
    is_online: bool = False
    is_available: bool = False
    approval: Approval | None = None
    rating: float | None = None
    total_jobs: int = 0
    version: int = 1

    @property
    def is_approved(self) -> bool:
        return self.approval is not None


@attrs.frozen
class DriverPosition:
    """Where a driver was last seen, and whither: degrees clockwise from north, None while unknown."""

    driver_id: str
    point: Point
    at: datetime
    heading: float | None = None

    def __attrs_post_init__(self) -> None:
        if self.heading is not None and not 0 <= finite(self.heading, field="heading") < 360:
            raise InvalidInput("heading", "must be at least 0 and below 360 degrees")


def moved_to(
    before: DriverPosition | None, driver_id: str, point: Point, at: datetime, heading: float | None = None
) -> DriverPosition:
    """The next position; a device that tells no heading is seen to head where it moved.

    Within ``STANDING_MILES`` a fix only wavers, and who stands keeps facing as before.
    """
    if heading is None and before is not None:
        stands = great_circle_miles(before.point, point) < STANDING_MILES
        heading = before.heading if stands else bearing_degrees(before.point, point)
    return DriverPosition(driver_id, point, at, heading)


def new_driver(*, id: str, user_id: str, name: str, email: str, phone: str, now: datetime) -> DriverProfile:
    """A driver as sign-up leaves them: offline, not approved, with the default vehicle (AUT-08, AUT-09)."""
    return DriverProfile(
        id=id,
        user_id=user_id,
        name=name,
        email=email,
        phone=phone,
        vehicle=Vehicle(
            VehicleType.PICKUP, UNKNOWN_MODEL, UNKNOWN_MODEL, platform_time(now).year, NEW_DRIVER_CAPACITY
        ),
        working_hours=NEW_DRIVER_HOURS,
        rates=NEW_DRIVER_RATES,
        created_at=now,
        updated_at=now,
    )


def go_online(driver: DriverProfile, now: datetime) -> DriverProfile:
    """Online and available are one switch (DRV-06); it is locked until the driver is approved."""
    if not driver.is_approved:
        raise DriverNotApproved
    return attrs.evolve(driver, is_online=True, is_available=True, updated_at=now)


def go_offline(driver: DriverProfile, now: datetime) -> DriverProfile:
    """A job in hand is kept (OP-95)."""
    return attrs.evolve(driver, is_online=False, is_available=False, updated_at=now)


def approve(driver: DriverProfile, approval: Approval) -> DriverProfile:
    """Approving twice keeps the first approval."""
    if driver.is_approved:
        return driver
    return attrs.evolve(driver, approval=approval, updated_at=approval.at)
