"""The administrators' queue of applications: read, ask the applicant again, and reject."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import (
    Application,
    ApplicationMove,
    ApplicationStatus,
    begin_review,
    decide,
    return_to_applicant,
)
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.onboarding import ApplicationFilter, ListedApplication
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.screening.close_check import close_check
from haulage.use_cases.onboarding.application_emails import ApplicationEmails
from haulage.use_cases.onboarding.application_standing import AgeTerms
from haulage.use_cases.onboarding.reviewed_application import (
    ReviewedApplication,
    reviewed,
    submitted_application,
)


@attrs.frozen
class ReviewApplications:
    """For administrators and operators. *version* is that of the application which somebody read: of two who
    decide at once, the slower one gets ``Conflict``."""

    storage: Storage
    clock: Clock
    mails: ApplicationEmails
    terms: AgeTerms

    async def list(
        self,
        actor: Actor,
        page: PageRequest,
        status: ApplicationStatus | None = None,
        *,
        waiting_hours: int | None = None,
        own: bool = False,
    ) -> Page[ListedApplication]:
        """Those that wait for a decision, or those of a status; oldest first. Drafts are nobody's to read.
        *waiting_hours* leaves out what was submitted since then, *own* what the actor does not look at."""
        authorize(actor, Action.REVIEW_APPLICATION)
        wanted = ApplicationFilter(
            status,
            None if waiting_hours is None else self.clock.now() - timedelta(hours=waiting_hours),
            actor.name if own else None,
        )
        return await self.storage.read(lambda unit: unit.applications.list(page, wanted))

    async def next_waiting(self, actor: Actor, after: str) -> str | None:
        """The id of the application that waits behind *after*, and of the first one after the last; None
        where nothing else waits."""
        authorize(actor, Action.REVIEW_APPLICATION)

        async def query(unit: UnitOfWork) -> str | None:
            present = await unit.applications.get(after)
            behind = None if present is None else await unit.applications.waiting_behind(present)
            if behind is not None:
                return behind
            first = (await unit.applications.list(PageRequest(1))).items
            return next((each.id for each in first if each.id != after), None)

        return await self.storage.read(query)

    async def show(self, actor: Actor, application_id: str) -> ReviewedApplication:
        """Raises ``NotFound``, for a draft too."""
        authorize(actor, Action.REVIEW_APPLICATION)

        async def work(unit: UnitOfWork) -> ReviewedApplication:
            return await self._reviewed(unit, await submitted_application(unit, application_id), actor)

        return await self.storage.read(work)

    async def begin(self, actor: Actor, application_id: str) -> ReviewedApplication:
        """Say that the actor looks at it, also in place of somebody else. Again changes nothing. Raises
        ``NotFound``, ``IllegalMove``."""
        authorize(actor, Action.REVIEW_APPLICATION)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ReviewedApplication:
            present = await submitted_application(unit, application_id)
            require_another(actor, present.user_id)
            if (present.status, present.reviewer) == (ApplicationStatus.UNDER_REVIEW, actor.name):
                return await self._reviewed(unit, present, actor)
            saved = await unit.applications.save(present, begin_review(present, actor.name, now))
            await unit.audit.append(
                AuditEvent(AuditAction.APPLICATION_REVIEW_BEGUN, actor, now, "application", saved.id)
            )
            return await self._reviewed(unit, saved, actor)

        return await self.storage.write(work)

    async def ask_again(
        self, actor: Actor, application_id: str, question: str, version: int | None = None
    ) -> ReviewedApplication:
        """Give it back as a draft with what the applicant is asked for; they get a mail. Raises ``NotFound``,
        ``InvalidInput``, ``IllegalMove`` and ``Conflict``."""
        return await self._decided(
            actor,
            application_id,
            version,
            lambda present, now: return_to_applicant(present, question, now),
            AuditAction.APPLICATION_RETURNED,
            self.mails.returned,
        )

    async def reject(
        self, actor: Actor, application_id: str, reason: str, version: int | None = None
    ) -> ReviewedApplication:
        """Tell the applicant why. Raises ``NotFound``, ``InvalidInput``, ``IllegalMove``, ``Conflict``, and
        ``ReportUndecided`` while a report speaks against them."""
        return await self._decided(
            actor,
            application_id,
            version,
            lambda present, now: decide(
                present, ApplicationMove.REJECT, by=actor.name, reason=reason, now=now
            ),
            AuditAction.APPLICATION_REJECTED,
            self.mails.rejected,
        )

    async def _decided(
        self,
        actor: Actor,
        application_id: str,
        version: int | None,
        change: Callable[[Application, datetime], Application],
        action: AuditAction,
        tell: Callable[[UnitOfWork, Application, datetime], Awaitable[None]],
    ) -> ReviewedApplication:
        """An override that was asked for goes. The reason stays with the application: it may say something of
        a person."""
        authorize(actor, Action.REVIEW_APPLICATION)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ReviewedApplication:
            present = await submitted_application(unit, application_id, version)
            require_another(actor, present.user_id)
            saved = await unit.applications.save(present, change(present, now))
            await unit.applications.remove_override(saved.user_id)
            if saved.status is ApplicationStatus.REJECTED:
                await close_check(unit, saved.id, now)
            await unit.audit.append(AuditEvent(action, actor, now, "application", saved.id))
            await tell(unit, saved, now)
            return await self._reviewed(unit, saved, actor)

        return await self.storage.write(work)

    async def _reviewed(
        self, unit: UnitOfWork, application: Application, actor: Actor
    ) -> ReviewedApplication:
        return await reviewed(unit, application, actor, self.terms, self.clock.now())
