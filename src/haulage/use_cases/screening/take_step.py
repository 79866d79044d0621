"""Take the next step with a screening case, as a reviewer."""

from collections.abc import Callable, Mapping
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.onboarding import Application, ApplicationMove, decide
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.screening import (
    DEFAULT_PACKAGE,
    Agency,
    CaseStatus,
    Letter,
    LetterKind,
    ScreeningCase,
    ScreeningPackage,
    assessment,
)
from haulage.screening import steps as on_case
from haulage.services.screening.begin_check import BeginCheck
from haulage.services.screening.same_agency import require_same_agency
from haulage.use_cases.screening.lawful_steps import ReviewStep
from haulage.use_cases.screening.letters import letter_of
from haulage.use_cases.screening.review_screenings import WHAT, ReviewedCase, ReviewScreenings

REJECTION_REASON = "Because of the background report, as the final notice says."


@attrs.frozen
class StepRequest:
    """*reason* is what the reviewer wrote: it stands in letters and never in the audit trail. *factors* are
    those of an assessment, and *package* what is to be ordered. *version* is that of the case which the
    reviewer looked at."""

    step: ReviewStep
    version: int
    reason: str = ""
    factors: Mapping[str, str] = attrs.Factory(dict)
    package: ScreeningPackage = DEFAULT_PACKAGE


@attrs.frozen
class _Step:
    """Everything that a step is taken with."""

    case: ScreeningCase
    application: Application
    agency: Agency
    by: str
    request: StepRequest
    now: datetime

    @property
    def intended(self) -> str:
        return self.case.intent.reason if self.case.intent else ""

    def letter(self, kind: LetterKind, text: str = "") -> Letter:
        return letter_of(kind, self.case, self.application, self.agency, self.now, text=text)


def _make_offer(step: _Step) -> ScreeningCase:
    return on_case.make_offer(step.case, step.by, step.letter(LetterKind.CONDITIONAL_OFFER), step.now)


def _order(step: _Step) -> ScreeningCase:
    return on_case.order_again(step.case, step.request.package, step.now)


def _clear(step: _Step) -> ScreeningCase:
    return on_case.clear(step.case, step.request.reason, step.now)


def _intend(step: _Step) -> ScreeningCase:
    return on_case.intend(step.case, step.by, step.request.reason, step.now)


def _assess(step: _Step) -> ScreeningCase:
    return on_case.assess(step.case, assessment(step.request.factors, step.by, step.now))


def _send_notice(step: _Step) -> ScreeningCase:
    return on_case.send_notice(step.case, step.letter(LetterKind.PRE_ADVERSE_NOTICE, step.intended), step.now)


def _resolve(step: _Step) -> ScreeningCase:
    answer = on_case.required(step.request.reason)
    letter = None if step.case.notice is None else step.letter(LetterKind.DISPUTE_RESOLUTION, answer)
    return on_case.resolve(step.case, answer, letter, step.now)


def _reject(step: _Step) -> ScreeningCase:
    return on_case.reject(step.case, step.letter(LetterKind.FINAL_NOTICE, step.intended), step.now)


_STEPS: Mapping[ReviewStep, Callable[[_Step], ScreeningCase]] = {
    ReviewStep.MAKE_OFFER: _make_offer,
    ReviewStep.ORDER: _order,
    ReviewStep.CLEAR: _clear,
    ReviewStep.INTEND: _intend,
    ReviewStep.ASSESS: _assess,
    ReviewStep.SEND_NOTICE: _send_notice,
    ReviewStep.RESOLVE: _resolve,
    ReviewStep.REJECT: _reject,
}

ABOUT_REPORT = frozenset({ReviewStep.SEND_NOTICE, ReviewStep.RESOLVE, ReviewStep.REJECT})
"""Their letters name the agency."""


@attrs.frozen
class TakeScreeningStep:
    """For administrators and operators."""

    storage: Storage
    clock: Clock
    review: ReviewScreenings
    begin: BeginCheck

    async def __call__(self, actor: Actor, application_id: str, request: StepRequest) -> ReviewedCase:
        """Raises ``NotFound``, ``IllegalMove``, ``WaitingPeriodRuns``, ``InvalidInput``, and ``Conflict``
        when the case is no longer what the reviewer looked at; before a rejection also ``Unavailable``, as
        before a letter about the report of an agency that is not asked here."""
        authorize(actor, Action.REVIEW_APPLICATION)
        if request.step is ReviewStep.REJECT:
            await self._ask_once_more(application_id)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> ScreeningCase:
            case = await unit.screenings.of_application(application_id)
            application = await unit.applications.get(application_id)
            if case is None or application is None:
                raise NotFound(WHAT)
            require_another(actor, case.user_id)
            if case.version != request.version:
                raise Conflict("background check")
            if request.step in ABOUT_REPORT:
                require_same_agency(case, self.review.provider.agency)
            step = _Step(case, application, self.review.provider.agency, actor.name, request, now)
            after = _STEPS[request.step](step)
            saved = await unit.screenings.save(case, after)
            await self._follow(unit, actor, case, saved, application, now)
            facts = {"step": str(request.step), "before": str(case.status), "after": str(saved.status)}
            event = AuditEvent(AuditAction.SCREENING_STEP_TAKEN, actor, now, "screening", case.id, facts)
            await unit.audit.append(event)
            return saved

        return self.review.reviewed(await self.storage.write(work))

    async def _ask_once_more(self, application_id: str) -> None:
        """A dispute at the provider that no event told of stops a rejection too (OP-100). While the provider
        cannot be asked nobody is rejected."""
        case = await self.storage.read(lambda unit: unit.screenings.of_application(application_id))
        if case is not None and self.review.fetch.reports_change:
            await self.review.fetch(case.id)

    async def _follow(
        self,
        unit: UnitOfWork,
        actor: Actor,
        before: ScreeningCase,
        after: ScreeningCase,
        application: Application,
        now: datetime,
    ) -> None:
        """What a step brings with it, in its transaction."""
        await self.begin.have_ordered(unit, after, now)
        if len(after.letters) > len(before.letters):
            occasion = str(len(after.letters))
            await unit.jobs.enqueue(Job(JobKind.DELIVER_SCREENING_LETTERS, after.id, occasion), now)
        if after.status is CaseStatus.REJECTED:
            rejected = decide(
                application, ApplicationMove.REJECT, by=actor.name, reason=REJECTION_REASON, now=now
            )
            await unit.applications.save(application, rejected)
            action = AuditAction.APPLICATION_REJECTED
            await unit.audit.append(AuditEvent(action, actor, now, "application", application.id))
