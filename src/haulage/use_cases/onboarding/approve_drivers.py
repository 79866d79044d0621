"""Approve drivers who never applied, such as those of a fleet that came as a whole: by two people (OP-79)."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.drivers import Approval, DriverProfile, approve
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import (
    ApplicationStatus,
    ApprovalOverride,
    NoOverride,
    OverrideRequested,
    checked_reason,
    person_behind,
    require_second_person,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.drivers.driver_emails import DriverEmails


class DriverApplied(RuleBroken):
    """Whoever has applied is approved by their application, which has a gate of its own."""

    code = "driver_applied"
    message = "This driver has an application. Decide about it there."


@attrs.frozen
class ApproveDrivers:
    """Nothing of such a driver was checked here, so that every approval is an override."""

    storage: Storage
    clock: Clock
    mails: DriverEmails

    async def request(self, actor: Actor, driver_id: str, reason: str) -> DriverProfile:
        """Ask another administrator to approve this driver; one who is approved stays so. Raises
        ``NotFound``, ``InvalidInput``, ``DriverApplied`` and ``OverrideRequested``."""
        authorize(actor, Action.APPROVE_DRIVER)
        now, words = self.clock.now(), checked_reason(reason)

        async def work(unit: UnitOfWork) -> DriverProfile:
            driver = await _without_application(unit, driver_id)
            if driver.is_approved:
                return driver
            require_another(actor, driver.user_id)
            if await unit.applications.override_of(driver.user_id) is not None:
                raise OverrideRequested
            override = ApprovalOverride(driver.user_id, person_behind(actor), now, words)
            await unit.applications.add_override(override)
            await _audit(unit, AuditAction.OVERRIDE_REQUESTED, actor, driver, now)
            return driver

        return await self.storage.write(work)

    async def confirm(self, actor: Actor, driver_id: str) -> DriverProfile:
        """Approve with the reason of whoever asked, who is never the actor; again changes nothing. The driver
        gets a mail. Raises ``NotFound``, ``DriverApplied``, ``NoOverride`` and ``OwnOverride``."""
        authorize(actor, Action.APPROVE_DRIVER)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DriverProfile:
            driver = await _without_application(unit, driver_id)
            if driver.is_approved:
                return driver
            require_another(actor, driver.user_id)
            requested = await unit.applications.override_of(driver.user_id)
            override = require_second_person(requested, person_behind(actor))
            approved = approve(driver, Approval(now, actor.name, override.reason))
            saved = await unit.drivers.save(driver, approved)
            await unit.applications.remove_override(driver.user_id)
            facts = {"requested_by": override.requested_by}
            await _audit(unit, AuditAction.DRIVER_APPROVED, actor, saved, now, **facts)
            await self.mails.approved(unit, saved, now)
            return saved

        return await self.storage.write(work)

    async def withdraw(self, actor: Actor, driver_id: str) -> DriverProfile:
        """By whoever asked, or by whoever will not confirm it. Raises ``NotFound`` and ``NoOverride``."""
        authorize(actor, Action.APPROVE_DRIVER)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> DriverProfile:
            driver = await _without_application(unit, driver_id)
            require_another(actor, driver.user_id)
            if not await unit.applications.remove_override(driver.user_id):
                raise NoOverride
            await _audit(unit, AuditAction.OVERRIDE_WITHDRAWN, actor, driver, now)
            return driver

        return await self.storage.write(work)


async def _without_application(unit: UnitOfWork, driver_id: str) -> DriverProfile:
    """Raises ``NotFound`` and ``DriverApplied``."""
    driver = await unit.drivers.get(driver_id)
    if driver is None:
        raise NotFound("Driver")
    application = await unit.applications.newest_of(driver.user_id)
    if application is not None and application.status is not ApplicationStatus.REJECTED:
        raise DriverApplied
    return driver


async def _audit(
    unit: UnitOfWork, action: AuditAction, actor: Actor, driver: DriverProfile, at: datetime, **facts: str
) -> None:
    """The reason stays with the approval: it may say something of a person."""
    await unit.audit.append(AuditEvent(action, actor, at, "driver", driver.id, facts))
