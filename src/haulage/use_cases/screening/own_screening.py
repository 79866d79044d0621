"""An applicant's own background check: read what it is, agree to it, see it, and dispute its report."""

from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import Application, ApplicationStatus
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.screening import ScreeningProvider
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.screening import Disclosure, ScreeningCase, ScreeningPlace, consent, disclosure
from haulage.screening.steps import agree_again, dispute
from haulage.services.screening.begin_check import BeginCheck

COMPANY = "haulage"
WHAT = "Background check"


@attrs.frozen
class OwnScreening:
    """*case* is None before the applicant agreed; *application_id* is None before they began to apply."""

    disclosure: Disclosure
    application_id: str | None
    case: ScreeningCase | None
    is_simulated: bool


@attrs.frozen
class AgreeToScreening:
    """For the applicant."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    provider: ScreeningProvider
    begin: BeginCheck

    async def show(self, actor: Actor) -> OwnScreening:
        """With the disclosure as it is at present."""
        authorize(actor, Action.APPLY_TO_DRIVE)

        async def query(unit: UnitOfWork) -> tuple[str | None, ScreeningCase | None]:
            application = await unit.applications.newest_of(actor.user_id or "")
            if application is None:
                return None, None
            return application.id, await unit.screenings.of_application(application.id)

        application_id, case = await self.storage.read(query)
        return OwnScreening(self._disclosure(), application_id, case, self.provider.agency.simulated)

    async def agree(self, actor: Actor, version: str, signature: str) -> OwnScreening:
        """Agree to the disclosure of this version; a check is ordered once the application is submitted
        too. Raises ``NotFound`` without an application, ``DisclosureChanged``, ``CheckUnderWay`` and
        ``InvalidInput``."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        id, now = self.identifiers.new("scr"), self.clock.now()
        given = consent(self._disclosure(), version, signature, now)

        async def work(unit: UnitOfWork) -> None:
            application = await _living(unit, actor)
            present = await unit.screenings.of_application(application.id)
            if present is None:
                case = ScreeningCase(
                    id, application.id, application.user_id, ScreeningPlace.UNITED_STATES, given, now, now
                )
                await unit.screenings.add(case)
            else:
                case = await unit.screenings.save(present, agree_again(present, given, now))
            facts = {"version": given.version}
            await _audit(unit, AuditAction.SCREENING_CONSENT_GIVEN, actor, case, now, facts)
            if not application.is_draft:
                await self.begin.agreed(unit, case, application, now)

        await self.storage.write(work)
        return await self.show(actor)

    async def dispute(self, actor: Actor, reason: str) -> OwnScreening:
        """Say what is wrong in the report: the waiting period stops. Raises ``NotFound``, ``IllegalMove``
        and ``InvalidInput``."""
        authorize(actor, Action.APPLY_TO_DRIVE)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> None:
            application = await unit.applications.newest_of(actor.user_id or "")
            present = None if application is None else await unit.screenings.of_application(application.id)
            if present is None:
                raise NotFound(WHAT)
            await unit.screenings.save(present, dispute(present, reason, now))
            await _audit(unit, AuditAction.SCREENING_DISPUTED, actor, present, now)

        await self.storage.write(work)
        return await self.show(actor)

    def _disclosure(self) -> Disclosure:
        agency = self.provider.agency
        return disclosure(COMPANY, agency.name, simulated=agency.simulated)


async def _living(unit: UnitOfWork, actor: Actor) -> Application:
    found = await unit.applications.newest_of(actor.user_id or "")
    if found is None or found.status in {ApplicationStatus.REJECTED, ApplicationStatus.APPROVED}:
        raise NotFound("Application")
    return found


async def _audit(
    unit: UnitOfWork,
    action: AuditAction,
    actor: Actor,
    case: ScreeningCase,
    at: datetime,
    facts: dict[str, str] | None = None,
) -> None:
    await unit.audit.append(AuditEvent(action, actor, at, "screening", case.id, dict(facts or {})))
