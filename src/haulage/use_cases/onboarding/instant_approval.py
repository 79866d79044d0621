"""Approve an applicant at once, so that the marketplace can be tried out: in test mode alone (ONB-05)."""

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.drivers import Approval
from haulage.kernel.actor import SYSTEM, Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import Application, ApplicationMove, ApplicationStatus, decide, submit
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.onboarding.admit_driver import AdmitDriver
from haulage.use_cases.onboarding.application_standing import AgeTerms, ApplicationStanding, standing_of
from haulage.use_cases.onboarding.apply_to_drive import add_draft

REASON = "Approved at once, without any check, in test mode"


@attrs.frozen
class InstantApproval:
    """Whatever their application holds, and also where they have none. The reviewer is ``system``."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    admit: AdmitDriver
    terms: AgeTerms
    test_mode: bool

    async def __call__(self, actor: Actor) -> ApplicationStanding:
        """Again changes nothing. Raises ``NotFound`` outside test mode, and ``DrivesAlready``."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        if not self.test_mode:
            raise NotFound("Page")
        id, now = self.identifiers.new("app"), self.clock.now()

        async def work(unit: UnitOfWork) -> ApplicationStanding:
            present = await unit.applications.newest_of(actor.user_id or "")
            if present is None or present.status is ApplicationStatus.REJECTED:
                present = await add_draft(unit, actor, id, now)
            if present.status is not ApplicationStatus.APPROVED:
                present = await self._approved(unit, present)
            return await standing_of(unit, present, self.terms, now)

        return await self.storage.write(work)

    async def _approved(self, unit: UnitOfWork, present: Application) -> Application:
        now = self.clock.now()
        sent = submit(present, None, (), now) if present.is_draft else present
        decided = decide(sent, ApplicationMove.APPROVE, by=SYSTEM.name, reason=REASON, now=now)
        driver = await self.admit(unit, SYSTEM, present, Approval(now, SYSTEM.name, REASON))
        saved = await unit.applications.save(present, decided)
        await unit.applications.remove_override(saved.user_id)
        facts: dict[str, Fact] = {"driver": driver.id, "instant": True}
        action = AuditAction.APPLICATION_APPROVED
        await unit.audit.append(AuditEvent(action, SYSTEM, now, "application", saved.id, facts))
        return saved
