"""Drivers as they see themselves and as admins see them."""

from typing import Annotated, Any, Self

from msgspec import Meta

from haulage.drivers import DriverProfile
from haulage.kernel.names import NameForm, shown_name
from haulage.onboarding.application import MAX_REASON_LENGTH
from haulage.use_cases.drivers.favorite_drivers import KnownFavorite
from haulage_adapters.wire.common import Cents, In, Instant, Out, PointIn, VehicleOut
from haulage_adapters.wire.driver_profile import PlateOut, WeekdayHoursOut, clock_text


class OnlineIn(In):
    """Where the driver is, if the device knows."""

    location: PointIn | None = None


class ApproveIn(In):
    """Why the driver is approved; kept with the approval."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH)]


class FavoriteOut(Out):
    """A driver on one's list of favorites, by first name and initial."""

    driver_id: str
    name: str
    vehicle: VehicleOut
    rating: float | None
    total_jobs: int
    added_at: Instant

    @classmethod
    def of(cls, favorite: KnownFavorite) -> "FavoriteOut":
        driver = favorite.driver
        return cls(
            driver.id,
            shown_name(driver.name, NameForm.SHORT) or "",
            VehicleOut.of(driver.vehicle),
            driver.rating,
            driver.total_jobs,
            favorite.added_at,
        )


class DriverOut(Out):
    """Hours stand on New York's clocks; those by weekday go before those of every day. Specialties and the
    vehicle's features are what a customer's special requirements are looked for in. ``photo_id`` changes with
    the photo; null is none."""

    id: str
    user_id: str
    name: str
    email: str
    phone: str
    vehicle: VehicleOut
    license_plate: PlateOut | None
    photo_id: str | None
    vehicle_features: list[str]
    specialties: list[str]
    works_with_helper: bool
    working_hours_start: str | None
    working_hours_end: str | None
    weekday_hours: WeekdayHoursOut | None
    price_per_mile_cents: Cents
    minimum_fare_cents: Cents
    is_online: bool
    is_available: bool
    is_approved: bool
    approval_date: Instant | None
    suspended_at: Instant | None
    suspension_reason: str | None
    documents_lapsed_at: Instant | None
    changed_since: Instant | None
    rating: float | None
    total_jobs: int
    total_earnings_cents: Annotated[
        int,
        Meta(description="US cents: the driver's parts of fares, fees and tips, less what was given back."),
    ]
    created_at: Instant
    updated_at: Instant

    @classmethod
    def of(cls, driver: DriverProfile, earned_cents: int, **others: Any) -> Self:
        hours = driver.working_hours
        every_day = hours.every_day
        return cls.from_attributes(
            driver,
            vehicle=VehicleOut.of(driver.vehicle),
            license_plate=PlateOut.of(driver.plate),
            vehicle_features=sorted(driver.vehicle.features),
            specialties=sorted(driver.specialties),
            working_hours_start=clock_text(every_day.start) if every_day else None,
            working_hours_end=clock_text(every_day.end) if every_day else None,
            weekday_hours=WeekdayHoursOut.of(hours),
            price_per_mile_cents=driver.rates.per_mile_cents,
            minimum_fare_cents=driver.rates.minimum_fare_cents,
            approval_date=driver.approval.at if driver.approval else None,
            suspended_at=driver.suspension.at if driver.suspension else None,
            suspension_reason=driver.suspension.reason if driver.suspension else None,
            total_earnings_cents=earned_cents,
            **others,
        )


class OperatorDriverOut(DriverOut):
    """A driver for the operator, with the reason for which they were approved."""

    approval_reason: str | None

    @classmethod
    def of(cls, driver: DriverProfile, earned_cents: int, **others: Any) -> Self:
        reason = driver.approval.reason if driver.approval else None
        return super().of(driver, earned_cents, approval_reason=reason, **others)
