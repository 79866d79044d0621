"""The administrators' queue of applications: read, approve and reject."""

from datetime import datetime

import attrs

from haulage.accounts.account import as_type
from haulage.audit import AuditAction, AuditEvent
from haulage.drivers import Approval, DriverProfile, approve, new_driver
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import NotFound, RuleBroken
from haulage.kernel.local_time import platform_time
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import (
    Application,
    ApplicationMove,
    ApplicationStatus,
    age_on,
    begin_review,
    decide,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.onboarding import ListedApplication
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.drivers.application_profile import profile_from
from haulage.use_cases.accounts.audit_events import audit_account
from haulage.use_cases.drivers.driver_emails import DriverEmails
from haulage.use_cases.onboarding.application_emails import ApplicationEmails
from haulage.use_cases.onboarding.application_standing import AgeTerms, ApplicationStanding, standing_of


@attrs.define
class ApplicantTooYoung(RuleBroken):
    """The applicant may apply, and may not drive yet (OP-70)."""

    code = "applicant_too_young"
    least_age: int

    @property
    def message(self) -> str:
        return f"This applicant is under {self.least_age}: they can be approved from their birthday on."


@attrs.frozen
class ReviewApplications:
    """For administrators and operators."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    mails: ApplicationEmails
    driver_mails: DriverEmails
    terms: AgeTerms

    async def list(
        self, actor: Actor, page: PageRequest, status: ApplicationStatus | None = None
    ) -> Page[ListedApplication]:
        """Those that wait for a decision, or those of a status; oldest first. Drafts are nobody's to read."""
        authorize(actor, Action.REVIEW_APPLICATION)
        return await self.storage.read(lambda unit: unit.applications.list(page, status))

    async def show(self, actor: Actor, application_id: str) -> ApplicationStanding:
        """Raises ``NotFound``, for a draft too."""
        authorize(actor, Action.REVIEW_APPLICATION)

        async def work(unit: UnitOfWork) -> ApplicationStanding:
            return await self._standing(unit, await _submitted(unit, application_id))

        return await self.storage.read(work)

    async def begin(self, actor: Actor, application_id: str) -> ApplicationStanding:
        """Say that somebody looks at it. Again changes nothing. Raises ``NotFound``, ``IllegalMove``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ApplicationStanding:
            present = await _submitted(unit, application_id)
            if present.status is ApplicationStatus.UNDER_REVIEW:
                return await self._standing(unit, present)
            return await self._standing(
                unit, await unit.applications.save(present, begin_review(present, now))
            )

        return await self.storage.write(work)

    async def approve(self, actor: Actor, application_id: str, reason: str) -> ApplicationStanding:
        """Make the applicant a driver (OP-78). The approval is an override until documents, background checks
        and training are kept here, and carries its reason (OP-79). Raises ``NotFound``, ``InvalidInput``,
        ``IllegalMove`` and ``ApplicantTooYoung``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        id, now = self.identifiers.new("drv"), self.clock.now()

        async def work(unit: UnitOfWork) -> ApplicationStanding:
            present = await _submitted(unit, application_id)
            decided = decide(present, ApplicationMove.APPROVE, by=actor.name, reason=reason, now=now)
            self._require_age(present, now)
            driver = await self._upsert_driver(unit, present, id, Approval(now, actor.name, decided.reason))
            saved = await unit.applications.save(present, decided)
            await self._audit(unit, AuditAction.APPLICATION_APPROVED, actor, saved, driver=driver.id)
            await self._become_driver(unit, actor, saved.user_id, now)
            await self.driver_mails.approved(unit, driver, now)
            return await self._standing(unit, saved)

        return await self.storage.write(work)

    async def reject(self, actor: Actor, application_id: str, reason: str) -> ApplicationStanding:
        """Tell the applicant why. Raises ``NotFound``, ``InvalidInput`` and ``IllegalMove``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ApplicationStanding:
            present = await _submitted(unit, application_id)
            decided = decide(present, ApplicationMove.REJECT, by=actor.name, reason=reason, now=now)
            saved = await unit.applications.save(present, decided)
            await self._audit(unit, AuditAction.APPLICATION_REJECTED, actor, saved)
            await self.mails.rejected(unit, saved, now)
            return await self._standing(unit, saved)

        return await self.storage.write(work)

    def _require_age(self, application: Application, now: datetime) -> None:
        born, least = application.form.personal.date_of_birth, self.terms.to_be_approved
        if born is None or age_on(born, platform_time(now).date()) < least:
            raise ApplicantTooYoung(least)

    async def _upsert_driver(
        self, unit: UnitOfWork, application: Application, id: str, approval: Approval
    ) -> DriverProfile:
        """One profile a user, whether they signed up as a driver or as a customer."""
        user = await unit.accounts.user(application.user_id)
        if user is None:
            raise NotFound("User")
        present = await unit.drivers.get_by_user(user.id)
        person = application.form.personal
        name = f"{person.first_name.strip()} {person.last_name.strip()}"
        before = present or new_driver(
            id=id, user_id=user.id, name=name, email=user.email, phone=person.phone.strip(), now=approval.at
        )
        after = approve(profile_from(application.form, before, approval.at), approval)
        if present is None:
            await unit.drivers.add(after)
            return after
        return await unit.drivers.save(present, after)

    async def _become_driver(self, unit: UnitOfWork, actor: Actor, user_id: str, now: datetime) -> None:
        """Their orders stay theirs; an administrator stays one."""
        user = await unit.accounts.user(user_id)
        if user is None or user.user_type is not UserType.CUSTOMER:
            return
        await unit.accounts.save_user(user, as_type(user, UserType.DRIVER, now))
        await audit_account(
            unit,
            AuditAction.ROLE_CHANGED,
            actor,
            user.auth_id,
            now,
            before=user.user_type.value,
            after=UserType.DRIVER.value,
        )

    async def _audit(
        self, unit: UnitOfWork, action: AuditAction, actor: Actor, application: Application, **facts: str
    ) -> None:
        """The reason stays with the application: it may say something of a person."""
        at = application.updated_at
        await unit.audit.append(AuditEvent(action, actor, at, "application", application.id, facts))

    async def _standing(self, unit: UnitOfWork, application: Application) -> ApplicationStanding:
        return await standing_of(unit, application, self.terms, self.clock.now())


async def _submitted(unit: UnitOfWork, application_id: str) -> Application:
    found = await unit.applications.get(application_id)
    if found is None or found.is_draft:
        raise NotFound("Application")
    return found
