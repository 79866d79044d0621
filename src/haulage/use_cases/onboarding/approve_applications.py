"""Approve applicants: where everything stands by one administrator, otherwise by two (OP-79)."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.drivers import Approval
from haulage.kernel.actor import Actor
from haulage.kernel.errors import RuleBroken
from haulage.kernel.local_time import platform_time
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import (
    Application,
    ApplicationMove,
    ApprovalGateClosed,
    ApprovalOverride,
    NoOverride,
    OverrideRequested,
    age_on,
    begin_review,
    checked_reason,
    decide,
    person_behind,
    require_second_person,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.onboarding.admit_driver import AdmitDriver
from haulage.use_cases.onboarding.application_standing import AgeTerms, standing_of
from haulage.use_cases.onboarding.reviewed_application import (
    ReviewedApplication,
    reviewed,
    submitted_application,
)


@attrs.define
class ApplicantTooYoung(RuleBroken):
    """The applicant may apply, and may not drive yet (OP-70). No override replaces the age."""

    code = "applicant_too_young"
    least_age: int

    @property
    def message(self) -> str:
        return f"This applicant is under {self.least_age}: they can be approved from their birthday on."


@attrs.frozen
class ApproveApplications:
    """For administrators and operators; *version* is that of the application which somebody read."""

    storage: Storage
    clock: Clock
    admit: AdmitDriver
    terms: AgeTerms

    async def approve(
        self, actor: Actor, application_id: str, reason: str, version: int | None = None
    ) -> ReviewedApplication:
        """Make an applicant a driver with whom everything stands. Raises ``NotFound``, ``InvalidInput``,
        ``IllegalMove``, ``Conflict``, ``ApplicantTooYoung`` and ``ApprovalGateClosed``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ReviewedApplication:
            present = await submitted_application(unit, application_id, version)
            require_another(actor, present.user_id)
            decided = decide(present, ApplicationMove.APPROVE, by=actor.name, reason=reason, now=now)
            self._require_age(present, now)
            standing = await standing_of(unit, present, self.terms, now)
            if standing.lacking:
                raise ApprovalGateClosed(standing.lacking)
            return await self._approved(unit, actor, present, decided, now)

        return await self.storage.write(work)

    async def request_override(
        self, actor: Actor, application_id: str, reason: str, version: int | None = None
    ) -> ReviewedApplication:
        """Ask another administrator to approve somebody with whom not everything stands. Raises likewise, and
        ``OverrideRequested``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        now, words = self.clock.now(), checked_reason(reason)

        async def work(unit: UnitOfWork) -> ReviewedApplication:
            present = await submitted_application(unit, application_id, version)
            require_another(actor, present.user_id)
            self._require_age(present, now)
            if await unit.applications.override_of(present.user_id) is not None:
                raise OverrideRequested
            saved = await unit.applications.save(present, begin_review(present, actor.name, now))
            override = ApprovalOverride(saved.user_id, person_behind(actor), now, words)
            await unit.applications.add_override(override)
            await _audit(unit, AuditAction.OVERRIDE_REQUESTED, actor, saved, now)
            return await reviewed(unit, saved, actor, self.terms, now)

        return await self.storage.write(work)

    async def confirm_override(
        self, actor: Actor, application_id: str, version: int | None = None
    ) -> ReviewedApplication:
        """Approve with the reason of whoever asked, who is never the actor. Raises ``NotFound``,
        ``NoOverride``, ``OwnOverride``, ``ApplicantTooYoung`` and ``Conflict``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ReviewedApplication:
            present = await submitted_application(unit, application_id, version)
            require_another(actor, present.user_id)
            requested = await unit.applications.override_of(present.user_id)
            override = require_second_person(requested, person_behind(actor))
            self._require_age(present, now)
            decided = decide(present, ApplicationMove.APPROVE, by=actor.name, reason=override.reason, now=now)
            return await self._approved(
                unit, actor, present, decided, now, requested_by=override.requested_by
            )

        return await self.storage.write(work)

    async def withdraw_override(self, actor: Actor, application_id: str) -> ReviewedApplication:
        """By whoever asked, or by whoever will not confirm it. Raises ``NotFound`` and ``NoOverride``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ReviewedApplication:
            present = await submitted_application(unit, application_id)
            require_another(actor, present.user_id)
            if not await unit.applications.remove_override(present.user_id):
                raise NoOverride
            await _audit(unit, AuditAction.OVERRIDE_WITHDRAWN, actor, present, now)
            return await reviewed(unit, present, actor, self.terms, now)

        return await self.storage.write(work)

    async def _approved(
        self,
        unit: UnitOfWork,
        actor: Actor,
        present: Application,
        decided: Application,
        now: datetime,
        **facts: str,
    ) -> ReviewedApplication:
        """The approval is recorded once, with the application."""
        approval = Approval(now, actor.name, decided.reason)
        driver = await self.admit(unit, actor, present, approval)
        saved = await unit.applications.save(present, decided)
        await unit.applications.remove_override(saved.user_id)
        await _audit(unit, AuditAction.APPLICATION_APPROVED, actor, saved, now, driver=driver.id, **facts)
        return await reviewed(unit, saved, actor, self.terms, now)

    def _require_age(self, application: Application, now: datetime) -> None:
        born, least = application.form.personal.date_of_birth, self.terms.to_be_approved
        if born is None or age_on(born, platform_time(now).date()) < least:
            raise ApplicantTooYoung(least)


async def _audit(
    unit: UnitOfWork, action: AuditAction, actor: Actor, application: Application, at: datetime, **facts: str
) -> None:
    """The reason stays with the application: it may say something of a person."""
    await unit.audit.append(AuditEvent(action, actor, at, "application", application.id, facts))
