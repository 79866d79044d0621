"""A driver's profile: their vehicle, hours, rates and standing (DRV-07)."""

from datetime import datetime, time

import attrs

from haulage.kernel.carrier import VerifiedCredential
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import RuleBroken
from haulage.kernel.local_time import HoursRange, WorkingHours, platform_time
from haulage.kernel.plate import LicensePlate
from haulage.kernel.vehicles import UNKNOWN_MODEL, Capacity, Vehicle, VehicleType

NEW_DRIVER_HOURS = WorkingHours(every_day=HoursRange(time(8), time(20)))  # AUT-09
NEW_DRIVER_RATES = DriverRates(per_mile_cents=250, minimum_fare_cents=25_00)  # AUT-09
NEW_DRIVER_CAPACITY = Capacity(weight=1000, volume=50)  # AUT-09


class DriverNotApproved(RuleBroken):
    """Only approved drivers go online, are matched or accept (OP-79)."""

    code = "driver_not_approved"
    message = "Your driver account is not approved yet."


class DocumentsLapsed(RuleBroken):
    """A document that a driver needs has expired (OP-80)."""

    code = "documents_lapsed"
    message = "A document of yours has expired. Send a new one, and drive again once it is approved."


@attrs.define
class DriverSuspended(RuleBroken):
    """A driver who is suspended neither goes online nor takes work."""

    code = "driver_suspended"
    reason: str

    @property
    def message(self) -> str:
        return f"Your driver account is suspended. Our reason: {self.reason}"


class OwnOrder(RuleBroken):
    """A driver cannot take an order that they booked: pay, rating and tip would be made up."""

    code = "own_order"
    message = "You cannot drive, rate or tip an order that you booked yourself."


@attrs.frozen
class Approval:
    """Who approved a driver and when. An override carries its reason (OP-79)."""

    at: datetime
    by: str
    reason: str


@attrs.frozen
class Suspension:
    """Who keeps a driver from work for now, since when and why. The approval stays."""

    at: datetime
    by: str
    reason: str


@attrs.frozen
class DriverProfile:
    """What is kept of a driver. ``rating`` is None until somebody has rated them.

    ``earlier_ratings`` and ``earlier_stars`` count what customers gave before orders kept it, such as on
    another platform: a new rating joins them, and does not replace them. ``plate`` stands beside the vehicle
    and not in it: matches and quotes show a vehicle, and nobody's plate. ``changed_since`` is when an
    approved driver first changed their vehicle or plate since an administrator looked at it. ``credentials``
    are those that somebody has verified (OP-102).
    """

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
    works_with_helper: bool = False
    credentials: tuple[VerifiedCredential, ...] = ()
    plate: LicensePlate | None = None
    photo_id: str | None = None
    is_online: bool = False
    is_available: bool = False
    approval: Approval | None = None
    documents_lapsed_at: datetime | None = None
    online_before_lapse: bool = False
    suspension: Suspension | None = None
    changed_since: datetime | None = None
    rating: float | None = None
    total_jobs: int = 0
    earlier_ratings: int = 0
    earlier_stars: int = 0
    version: int = 1

    @property
    def is_approved(self) -> bool:
        return self.approval is not None

    @property
    def may_work(self) -> bool:
        """Approved, not suspended, and nothing that they need has expired: they can be matched and accept."""
        return self.is_approved and self.suspension is None and self.documents_lapsed_at is None

    def booked(self, customer_id: str) -> bool:
        """Whether the customer with this user id is the driver in person."""
        return self.user_id == customer_id


def driver_photo_file(photo_id: str) -> str:
    """What a driver's photo is called in the file storage."""
    return f"drivers/{photo_id}.jpg"


def require_another_customer(driver: DriverProfile, customer_id: str) -> None:
    """Raise ``OwnOrder`` when *driver* and the customer with this user id are one person."""
    if driver.booked(customer_id):
        raise OwnOrder


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


def require_may_work(driver: DriverProfile) -> None:
    """Raises ``DriverNotApproved``, ``DriverSuspended`` or ``DocumentsLapsed``."""
    if not driver.is_approved:
        raise DriverNotApproved
    if driver.suspension is not None:
        raise DriverSuspended(driver.suspension.reason)
    if driver.documents_lapsed_at is not None:
        raise DocumentsLapsed


def go_online(driver: DriverProfile, now: datetime) -> DriverProfile:
    """Online and available are one switch (DRV-06); it is locked until the driver may work."""
    require_may_work(driver)
    return attrs.evolve(driver, is_online=True, is_available=True, updated_at=now)


def go_offline(driver: DriverProfile, now: datetime) -> DriverProfile:
    """A job in hand is kept (OP-95)."""
    return attrs.evolve(driver, is_online=False, is_available=False, updated_at=now)


def lapse_documents(driver: DriverProfile, now: datetime) -> DriverProfile:
    """Offline until what has expired is renewed; again changes nothing. A job in hand is kept (OP-95)."""
    if driver.documents_lapsed_at is not None:
        return driver
    return attrs.evolve(
        go_offline(driver, now), documents_lapsed_at=now, online_before_lapse=driver.is_online
    )


def renew_documents(driver: DriverProfile, now: datetime) -> DriverProfile:
    """Back as they were before the lapse: whoever was online is online again."""
    if driver.documents_lapsed_at is None:
        return driver
    back = attrs.evolve(driver, documents_lapsed_at=None, online_before_lapse=False, updated_at=now)
    return go_online(back, now) if driver.online_before_lapse and back.may_work else back


def approve(driver: DriverProfile, approval: Approval) -> DriverProfile:
    """Approving twice keeps the first approval."""
    if driver.is_approved:
        return driver
    return attrs.evolve(driver, approval=approval, updated_at=approval.at)


def suspend(driver: DriverProfile, suspension: Suspension) -> DriverProfile:
    """Offline at once; a job in hand is kept. Suspending twice keeps the first instant and takes the new
    reason. Raises ``DriverNotApproved``: there is nothing to suspend."""
    if not driver.is_approved:
        raise DriverNotApproved
    since = driver.suspension.at if driver.suspension else suspension.at
    first = attrs.evolve(suspension, at=since)
    offline = go_offline(driver, suspension.at)
    return attrs.evolve(offline, suspension=first, online_before_lapse=False)


def reactivate(driver: DriverProfile, now: datetime) -> DriverProfile:
    """They may go online again, by themselves; the same driver where they were not suspended."""
    if driver.suspension is None:
        return driver
    return attrs.evolve(driver, suspension=None, updated_at=now)


def revoke(driver: DriverProfile, now: datetime) -> DriverProfile:
    """No longer approved, and offline at once; a job in hand is kept. The same driver where they were not
    approved."""
    if not driver.is_approved:
        return driver
    offline = go_offline(driver, now)
    return attrs.evolve(
        offline, approval=None, suspension=None, changed_since=None, online_before_lapse=False
    )


def looked_at(driver: DriverProfile, now: datetime) -> DriverProfile:
    """An administrator has seen what was changed; the same driver where nothing was."""
    if driver.changed_since is None:
        return driver
    return attrs.evolve(driver, changed_since=None, updated_at=now)
