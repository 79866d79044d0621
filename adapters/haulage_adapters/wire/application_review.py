"""Applications as their reviewers read and decide them, and who may drive."""

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from haulage.drivers import DriverProfile
from haulage.onboarding import ApplicationStatus
from haulage.onboarding.application import MAX_REASON_LENGTH
from haulage.ports.storage.onboarding import ListedApplication
from haulage.use_cases.onboarding import DriverStanding, ReviewedApplication
from haulage_adapters.wire.applications import ApplicationOut
from haulage_adapters.wire.common import In, Instant, Out, VehicleOut
from haulage_adapters.wire.driver_profile import PlateOut

Reason = Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH, pattern=r"\S")]
Version = Annotated[int, Meta(ge=1)]


class ApplicationDecisionIn(In):
    """Why; an applicant who is rejected or asked reads it. `version` is that of the application which was
    read: with it, nothing is decided that somebody else changed meanwhile."""

    reason: Reason
    version: Version | None = None


class OverrideConfirmationIn(In):
    version: Version | None = None


class StandingIn(In):
    """Why; the driver reads it."""

    reason: Reason


class OverrideOut(Out):
    """Somebody asks to approve without all that is needed; `may_confirm` is whether the reader can."""

    requested_by: str
    requested_by_name: str | None
    requested_at: Instant
    reason: str
    may_confirm: bool

    @classmethod
    def of(cls, found: ReviewedApplication) -> "OverrideOut | None":
        override = found.override
        if override is None:
            return None
        return cls.from_attributes(
            override, requested_by_name=found.names.get(override.requested_by), may_confirm=found.may_confirm
        )


class ReviewedApplicationOut(ApplicationOut):
    """An application for its reviewers. `lacking` is what an approval still needs, `needs_administrator`
    whether nobody else could confirm an override, `reviewer` who looks at it. Before `approvable_on` the
    applicant is too young, and not even an override approves; it is null for whoever is old enough."""

    lacking: list[str]
    approvable_on: date | None
    override: OverrideOut | None
    needs_administrator: bool
    reviewer: str | None
    reviewer_name: str | None
    reviewed_by: str | None
    reviewed_by_name: str | None

    @classmethod
    def of_reviewed(cls, found: ReviewedApplication) -> "ReviewedApplicationOut":
        standing, application = found.standing, found.standing.application
        own = msgspec.structs.asdict(ApplicationOut.of(standing))
        return cls(
            **own,
            lacking=list(standing.lacking),
            approvable_on=standing.approvable_on,
            override=OverrideOut.of(found),
            needs_administrator=found.is_alone,
            reviewer=application.reviewer,
            reviewer_name=found.names.get(application.reviewer or ""),
            reviewed_by=application.reviewed_by,
            reviewed_by_name=found.names.get(application.reviewed_by or ""),
        )


class NextApplicationOut(Out):
    """null where nothing else waits."""

    id: str | None


class DriverStandingOut(Out):
    """Whether a driver may work. `orders` are those in hand: each stays theirs until it is given to somebody
    else."""

    driver_id: str
    is_approved: bool
    is_online: bool
    suspended_at: Instant | None
    suspension_reason: str | None
    changed_since: Instant | None
    orders: list[str]

    @classmethod
    def of(cls, found: DriverStanding) -> "DriverStandingOut":
        driver, suspension = found.driver, found.driver.suspension
        return cls(
            driver_id=driver.id,
            is_approved=driver.is_approved,
            is_online=driver.is_online,
            suspended_at=suspension.at if suspension else None,
            suspension_reason=suspension.reason if suspension else None,
            changed_since=driver.changed_since,
            orders=list(found.orders),
        )


class ChangedDriverOut(Out):
    """A driver who changed vehicle or plate since an administrator looked."""

    driver_id: str
    user_id: str
    name: str
    vehicle: VehicleOut
    license_plate: PlateOut | None
    changed_since: Instant | None

    @classmethod
    def of(cls, driver: DriverProfile) -> "ChangedDriverOut":
        return cls.from_attributes(
            driver,
            driver_id=driver.id,
            vehicle=VehicleOut.of(driver.vehicle),
            license_plate=PlateOut.of(driver.plate),
        )


class ListedApplicationOut(Out):
    """An application in the review queue, with the name and address of the account."""

    id: str
    user_id: str
    name: str
    email: str
    status: ApplicationStatus
    submitted_at: Instant
    reviewer: str | None
    reviewed_at: Instant | None

    @classmethod
    def of(cls, listed: ListedApplication) -> "ListedApplicationOut":
        return cls.from_attributes(listed)
