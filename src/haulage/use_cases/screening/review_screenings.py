"""The reviewers' background checks: list them, look at one, and ask the provider again."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.screening import ScreeningProvider
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.screening import CaseFilter, ListedCase
from haulage.ports.storage.unit_of_work import Storage
from haulage.screening import (
    Agency,
    CaseStatus,
    NextAction,
    Outcome,
    ScreeningCase,
    ScreeningReport,
    next_action,
)
from haulage.services.screening.same_agency import require_same_agency
from haulage.use_cases.screening.fetch_report import FetchReport
from haulage.use_cases.screening.lawful_steps import ReviewStep, lawful_steps

WHAT = "Background check"


@attrs.frozen
class ReviewedCase:
    """A case with what may be done next, and nothing else; *case* is None before the applicant agreed."""

    case: ScreeningCase | None
    steps: tuple[ReviewStep, ...]
    agency: Agency


@attrs.frozen
class QueuedCase:
    """A case in the reviewers' queue, with what comes next."""

    case: ListedCase
    next_action: NextAction


@attrs.frozen
class ReviewScreenings:
    """For administrators and operators. *samples* are the reports of a simulated provider, by their outcome;
    none where a real one is asked."""

    storage: Storage
    clock: Clock
    provider: ScreeningProvider
    fetch: FetchReport
    samples: Mapping[Outcome, ScreeningReport]

    async def list(
        self,
        actor: Actor,
        page: PageRequest,
        status: CaseStatus | None = None,
        opened_days: int | None = None,
    ) -> Page[QueuedCase]:
        """Those that wait for a reviewer, or those of a status; oldest first. With *opened_days* only those
        that are as old."""
        authorize(actor, Action.REVIEW_APPLICATION)
        now = self.clock.now()
        wanted = CaseFilter(status, None if opened_days is None else now - timedelta(days=opened_days))
        found = await self.storage.read(lambda unit: unit.screenings.list(page, wanted))
        return Page([_queued(each, now) for each in found.items], found.next)

    async def show(self, actor: Actor, application_id: str) -> ReviewedCase:
        """Of an application; without a case before its applicant agreed."""
        authorize(actor, Action.REVIEW_APPLICATION)
        found = await self.storage.read(lambda unit: unit.screenings.of_application(application_id))
        return self.reviewed(found)

    async def refresh(self, actor: Actor, application_id: str) -> ReviewedCase:
        """Ask the provider now. Raises ``NotFound`` and ``Unavailable``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        found = await self.storage.read(lambda unit: unit.screenings.of_application(application_id))
        if found is None:
            raise NotFound(WHAT)
        action = AuditAction.SCREENING_REPORT_REQUESTED
        event = AuditEvent(action, actor, self.clock.now(), "screening", found.id)
        await self.storage.write(lambda unit: unit.audit.append(event))
        return self.reviewed(await self.fetch(found.id))

    async def simulate(self, actor: Actor, application_id: str, outcome: Outcome) -> ReviewedCase:
        """Say what a simulated provider found. Raises ``NotFound`` where a real one is asked, and for an
        application without a check that was ordered; ``Unavailable`` for one that a real one was asked
        for."""
        authorize(actor, Action.OPERATE_SERVER)
        found = await self.storage.read(lambda unit: unit.screenings.of_application(application_id))
        if outcome not in self.samples or found is None or found.order is None:
            raise NotFound(WHAT)
        require_same_agency(found, self.provider.agency)
        return self.reviewed(await self.fetch.apply(found.id, self.samples[outcome]))

    def reviewed(self, case: ScreeningCase | None) -> ReviewedCase:
        steps = () if case is None else lawful_steps(case, self.clock.now())
        return ReviewedCase(case, steps, self.provider.agency)


def _queued(case: ListedCase, now: datetime) -> QueuedCase:
    is_queued = case.queued_at is not None
    return QueuedCase(case, next_action(case.status, case.waiting_until, now, is_queued=is_queued))
