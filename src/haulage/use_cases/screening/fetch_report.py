"""Ask the provider how a background check stands, and note the answer."""

from datetime import timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import SYSTEM
from haulage.kernel.errors import Conflict
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.screening import FoundScreening, ScreeningProvider
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.screening import CaseStatus, ProviderOrder, ScreeningCase, ScreeningReport
from haulage.screening.steps import invited, receive
from haulage.services.screening.same_agency import require_same_agency
from haulage.use_cases.webhooks.apply_event import APPLIED, IGNORED, Attempt, EventEffect

TRIES = 3


@attrs.frozen
class FetchReport:
    """Whatever tells of news, an event, a reviewer or the clock: the provider is asked, and what it answers
    is what counts. *every* is how often it is asked while it works. Without *reports_change*
    one that is complete stays as it is, and is not asked about."""

    storage: Storage
    clock: Clock
    provider: ScreeningProvider
    every: timedelta
    reports_change: bool = True

    async def __call__(self, case_id: str) -> ScreeningCase | None:
        """The case as it stands then; None for an unknown one. Raises ``Unavailable``."""
        for _ in range(TRIES):
            case = await self.storage.read(lambda unit: unit.screenings.get(case_id))
            if case is None or case.order is None or case.is_finished:
                return case
            if case.has_whole_report and not self.reports_change:
                return case
            require_same_agency(case, self.provider.agency)
            found = await self.provider.look_up(case.order)
            try:
                return await self._note(case_id, case.order, found)
            except Conflict:
                continue
        raise Conflict("background check")

    async def of_provider(self, reference: str) -> bool:
        """An event named this id; whether it is of one of our checks."""
        case = await self.storage.read(lambda unit: unit.screenings.of_provider(reference))
        if case is None:
            return False
        await self(case.id)
        return True

    async def of_event(self, attempt: Attempt) -> EventEffect:
        """The provider told of news."""
        ours = await self.of_provider(attempt.event.object_reference or "")
        return APPLIED if ours else IGNORED

    async def until_done(self, case_id: str) -> None:
        """The job: it comes back until the check is complete or canceled. Raises ``NotYet``."""
        case = await self(case_id)
        if case is not None and case.status is CaseStatus.ORDERED and not case.is_canceled:
            raise NotYet(self.clock.now() + self.every, "The provider still works on this background check.")

    async def apply(self, case_id: str, report: ScreeningReport) -> ScreeningCase | None:
        """Note a report that came another way."""
        case = await self.storage.read(lambda unit: unit.screenings.get(case_id))
        if case is None or case.order is None:
            return case
        return await self._note(case_id, case.order, FoundScreening(case.order, report))

    async def _note(self, case_id: str, order: ProviderOrder, found: FoundScreening) -> ScreeningCase:
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ScreeningCase:
            present = await unit.screenings.get(case_id)
            if present is None or present.order != order:
                raise Conflict("background check")
            after = invited(present, found.order, now)
            if found.report is not None:
                after = receive(after, found.report, now)
            await unit.screenings.note_polled(case_id, now)
            if after == present:
                return present
            saved = await unit.screenings.save(present, after)
            if saved.status is not present.status:
                facts = {"before": str(present.status), "after": str(saved.status)}
                action = AuditAction.SCREENING_REPORT_RECEIVED
                await unit.audit.append(AuditEvent(action, SYSTEM, now, "screening", saved.id, facts))
            return saved

        return await self.storage.write(work)
