"""A screening case: one applicant's background check, from their consent to what became of it (ONB-36)."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.kernel.local_time import platform_time
from haulage.screening.assessment import Assessment
from haulage.screening.consent import Consent
from haulage.screening.decision import OverallStatus, ScreeningDecision, decide
from haulage.screening.letter import Letter, LetterKind
from haulage.screening.lifecycle import CHECKED, FINISHED, UNDECIDED, CaseStatus
from haulage.screening.packages import DEFAULT_PACKAGE, ScreeningPackage
from haulage.screening.places import ScreeningPlace
from haulage.screening.report import Progress, ScreeningReport

MAX_REASON = 2_000
MAX_FAILURE = 300


@attrs.define
class WaitingPeriodRuns(RuleBroken):
    """Nobody is rejected before the waiting period is over (OP-100)."""

    code = "waiting_period_runs"
    until: datetime

    @property
    def message(self) -> str:
        until = f"{platform_time(self.until):%Y-%m-%d %H:%M %Z}"
        return f"The waiting period runs until {until}. Nothing is decided before."


class ReportUndecided(RuleBroken):
    """Nobody is rejected beside a report that speaks against them, past its notice and waiting period."""

    code = "report_undecided"
    message = (
        "The background check of this applicant is not decided. Clear it first, or reject by its own steps."
    )


class DisputedAtProvider(RuleBroken):
    """Only the provider can answer a dispute that it looks into."""

    code = "disputed_at_provider"
    message = "The provider still looks into the dispute. Wait for its report."


class CheckUnderWay(RuleBroken):
    """There is one open check for an application (OP-74)."""

    code = "check_under_way"
    message = "The background check of this application is under way."


class DeliveredBy(StrEnum):
    """How a notice reached the applicant."""

    EMAIL = "email"
    APPLICATION = "application"


@attrs.frozen
class ProviderOrder:
    """What the provider made of the order. The report's id may come later, once the applicant has accepted
    the invitation at *invitation_url*."""

    candidate_id: str
    ordered_at: datetime
    report_id: str | None = None
    invitation_id: str | None = None
    invitation_url: str | None = None


@attrs.frozen
class Offer:
    """A conditional offer."""

    by: str
    at: datetime


@attrs.frozen
class Intent:
    """Who means to reject, and why."""

    by: str
    at: datetime
    reason: str


@attrs.frozen
class Notice:
    """The notice before a rejection. *until* is the end of the waiting period, known once it was
    delivered."""

    sent_at: datetime
    delivered_at: datetime | None = None
    delivered_by: DeliveredBy | None = None
    until: datetime | None = None


@attrs.frozen
class Dispute:
    """What the applicant says against the report, here or at the provider."""

    reason: str
    submitted_at: datetime
    at_provider: bool = False
    resolution: str = ""
    resolved_at: datetime | None = None


@attrs.frozen
class ScreeningCase:
    """*failure* is the sentence for why the provider could not be asked, empty once it was; *notes* are the
    reviewer's reason for what they decided."""

    id: str
    application_id: str
    user_id: str
    place: ScreeningPlace
    consent: Consent
    created_at: datetime
    updated_at: datetime
    status: CaseStatus = CaseStatus.CONSENTED
    package: ScreeningPackage = DEFAULT_PACKAGE
    provider: str = ""
    requested_at: datetime | None = None
    offer: Offer | None = None
    order: ProviderOrder | None = None
    report: ScreeningReport | None = None
    completed_at: datetime | None = None
    failure: str = ""
    intent: Intent | None = None
    assessment: Assessment | None = None
    notice: Notice | None = None
    disputes: tuple[Dispute, ...] = ()
    letters: tuple[Letter, ...] = ()
    notes: str = ""
    version: int = 1

    @property
    def is_finished(self) -> bool:
        return self.status in FINISHED

    @property
    def has_whole_report(self) -> bool:
        return self.report is not None and self.report.progress is Progress.COMPLETE

    @property
    def is_canceled(self) -> bool:
        """The provider ended its check, and no other was ordered: it goes on once somebody orders again."""
        is_ended = self.report is not None and self.report.progress is Progress.CANCELED
        return self.status is CaseStatus.ORDERED and is_ended

    @property
    def may_be_ended(self) -> bool:
        """Whether the application can be rejected for a reason that is not in the report: none was told yet,
        it says nothing, or somebody has let it pass."""
        if self.status is not CaseStatus.ORDERED:
            return self.status not in UNDECIDED
        was_notified = any(each.kind is LetterKind.PRE_ADVERSE_NOTICE for each in self.letters)
        return not was_notified and (self.report is None or not self.report.speaks_against)

    @property
    def is_checked(self) -> bool:
        return self.status in CHECKED

    @property
    def decision(self) -> ScreeningDecision | None:
        """What the report by itself recommends; None without one."""
        return None if self.report is None else decide(self.report)

    @property
    def overall_status(self) -> OverallStatus | None:
        """What the case says of the applicant. A report alone rejects nobody: until somebody has, it has to
        be reviewed."""
        if self.status is CaseStatus.CLEARED:
            return OverallStatus.APPROVED
        if self.status is CaseStatus.REJECTED:
            return OverallStatus.REJECTED
        return OverallStatus.REVIEW_REQUIRED if self.is_checked else None

    @property
    def open_dispute(self) -> Dispute | None:
        last = self.disputes[-1] if self.disputes else None
        return last if last is not None and last.resolved_at is None else None

    def letter(self, letter_id: str) -> Letter | None:
        return next((each for each in self.letters if each.id == letter_id), None)
