"""Drivers as they see themselves and as admins see them."""

from typing import Annotated

import msgspec
from msgspec import Meta

from haulage.drivers import DriverProfile
from haulage.ports.storage import Page
from haulage.use_cases.drivers.driving import MAX_REASON_LENGTH
from haulage_webapp.bodies import Cents, In, Instant, PointIn, VehicleOut


class OnlineIn(In):
    """Where the driver is, if the device knows."""

    location: PointIn | None = None


class ApproveIn(In):
    """Why the driver is approved; kept with the approval."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH)]


class DriverOut(msgspec.Struct):
    id: str
    user_id: str
    name: str
    email: str
    phone: str
    vehicle: VehicleOut
    price_per_mile_cents: Cents
    minimum_fare_cents: Cents
    is_online: bool
    is_available: bool
    is_approved: bool
    approval_date: Instant | None
    rating: float | None
    total_jobs: int
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, driver: DriverProfile) -> "DriverOut":
        return cls(
            id=driver.id,
            user_id=driver.user_id,
            name=driver.name,
            email=driver.email,
            phone=driver.phone,
            vehicle=VehicleOut.of(driver.vehicle),
            price_per_mile_cents=driver.rates.per_mile_cents,
            minimum_fare_cents=driver.rates.minimum_fare_cents,
            is_online=driver.is_online,
            is_available=driver.is_available,
            is_approved=driver.is_approved,
            approval_date=driver.approval.at if driver.approval else None,
            rating=driver.rating,
            total_jobs=driver.total_jobs,
            created_at=driver.created_at,
            updated_at=driver.updated_at,
        )


class DriverPage(msgspec.Struct):
    """Drivers, and the cursor of the rest; null at the end."""

    items: list[DriverOut]
    next: str | None

    @classmethod
    def of(cls, page: Page[DriverProfile]) -> "DriverPage":
        return cls([DriverOut.of(driver) for driver in page.items], page.next)
