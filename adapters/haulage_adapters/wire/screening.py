"""Background checks of applicants: consent, results, letters, and the reviewers' cases."""

from typing import Annotated

import msgspec
from msgspec import Meta

from haulage.onboarding import CheckStatus
from haulage.screening import (
    PACKAGES,
    CaseStatus,
    LetterKind,
    NextAction,
    OverallStatus,
    PackageTerms,
    Progress,
    ScreeningCase,
    ScreeningPackage,
    ScreeningPlace,
    Search,
    ViolationSeverity,
)
from haulage.screening.assessment import MAX_FACTOR
from haulage.screening.case import MAX_REASON
from haulage.screening.consent import MAX_SIGNATURE
from haulage.services.screening.check_standing import status_of_case
from haulage.use_cases.screening import OwnScreening, QueuedCase, ReviewedCase
from haulage.use_cases.screening.lawful_steps import ReviewStep
from haulage.use_cases.screening.letters import has_certificate
from haulage.use_cases.screening.take_step import StepRequest
from haulage_adapters.wire.common import In, Instant, Out

MAX_VERSION_LENGTH = 20


class ConsentIn(In):
    """`version` is that of the disclosure which was shown; `signature` the typed name."""

    version: Annotated[str, Meta(min_length=1, max_length=MAX_VERSION_LENGTH)]
    signature: Annotated[str, Meta(min_length=1, max_length=MAX_SIGNATURE, pattern=r"\S")]


class ScreeningDisputeIn(In):
    """What is wrong in the report."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON, pattern=r"\S")]


class ScreeningStepIn(In):
    """A step of a reviewer. `reason` is needed to clear, to intend a rejection and to answer a dispute;
    `factors` are those of an assessment, `package` what is to be ordered. `version` is that of the case."""

    step: ReviewStep
    version: Annotated[int, Meta(ge=1)]
    reason: Annotated[str, Meta(max_length=MAX_REASON)] = ""
    factors: Annotated[
        dict[
            Annotated[str, Meta(max_length=32)],
            Annotated[str, Meta(max_length=MAX_FACTOR)],
        ],
        Meta(max_length=8),
    ] = msgspec.field(default_factory=dict)
    package: ScreeningPackage = ScreeningPackage.DRIVER_PRO

    def to_core(self) -> StepRequest:
        return StepRequest(self.step, self.version, self.reason, self.factors, self.package)


class DisclosureOut(Out):
    version: str
    paragraphs: list[str]
    authorization: str


class CriminalRecordOut(Out):
    type: str
    description: str
    disposition: str
    location: str
    on: str | None


class ScreeningViolationOut(Out):
    violation: str
    severity: ViolationSeverity
    points: int
    on: str | None


class ScreeningResultOut(Out):
    """What a report says. `searches` are the parts that were ordered: the others say nothing. `points` are
    the sum and decide nothing. `is_partial` says that a part was canceled or could not be read."""

    progress: Progress
    searches: list[Search]
    records: list[CriminalRecordOut]
    violations: list[ScreeningViolationOut]
    points: int
    suspensions: list[str]
    identity_failed: bool
    registry_match: bool
    watchlist_match: bool
    is_partial: bool


class ScreeningLetterOut(Out):
    id: str
    kind: LetterKind
    made_at: Instant
    mailed_at: Instant | None
    opened_at: Instant | None


class ScreeningDisputeOut(Out):
    reason: str
    submitted_at: Instant
    resolution: str
    resolved_at: Instant | None


class ScreeningOut(Out):
    """A background check as its applicant sees it. `check` is the documented word for how far it is, and
    `overall_status` what it says of them; `progress` is how far the provider
    is, null before it said so; `waiting_until` is when a decision may follow a notice."""

    id: str
    application_id: str
    status: CaseStatus
    progress: Progress | None
    check: CheckStatus | None
    overall_status: OverallStatus | None
    provider: str
    package: ScreeningPackage
    consented_at: Instant
    requested_at: Instant | None
    completed_at: Instant | None
    invitation_url: str | None
    failure: str
    result: ScreeningResultOut | None
    disputes: list[ScreeningDisputeOut]
    letters: list[ScreeningLetterOut]
    has_certificate: bool
    waiting_until: Instant | None

    @classmethod
    def of(cls, case: ScreeningCase) -> "ScreeningOut":
        return cls.from_attributes(case, **_shown(case))


class OwnScreeningOut(Out):
    """`screening` is null before the applicant agreed, `application_id` before they began to apply."""

    disclosure: DisclosureOut
    application_id: str | None
    screening: ScreeningOut | None
    is_simulated: bool

    @classmethod
    def of(cls, own: OwnScreening) -> "OwnScreeningOut":
        return cls(
            disclosure=DisclosureOut.from_attributes(
                own.disclosure, paragraphs=list(own.disclosure.paragraphs)
            ),
            application_id=own.application_id,
            screening=None if own.case is None else ScreeningOut.of(own.case),
            is_simulated=own.is_simulated,
        )


class PackageOut(Out):
    package: ScreeningPackage
    price_cents: int
    least_days: int
    most_days: int
    searches: list[Search]

    @classmethod
    def of(cls, terms: PackageTerms) -> "PackageOut":
        return cls.from_attributes(terms, searches=list(terms.searches))


class AgencyOut(Out):
    name: str
    address: str
    phone: str
    website: str
    simulated: bool


class ReviewedScreeningOut(Out):
    """A case with everything that a reviewer needs: `steps` are those that are lawful now, and no others.
    `recommended` is what the report by itself suggests, with its `reasons`; `package_terms` are all packages
    that can be ordered."""

    screening: ScreeningOut | None
    version: int
    place: ScreeningPlace | None
    candidate_id: str | None
    report_id: str | None
    ordered_at: Instant | None
    recommended: OverallStatus | None
    reasons: list[str]
    notes: str
    intended_reason: str
    delivered_at: Instant | None
    steps: list[ReviewStep]
    agency: AgencyOut
    package_terms: list[PackageOut]

    @classmethod
    def of(cls, reviewed: ReviewedCase) -> "ReviewedScreeningOut":
        case, order = reviewed.case, reviewed.case.order if reviewed.case else None
        decision = case.decision if case else None
        return cls(
            screening=None if case is None else ScreeningOut.of(case),
            version=0 if case is None else case.version,
            place=None if case is None else case.place,
            candidate_id=None if order is None else order.candidate_id,
            report_id=None if order is None else order.report_id,
            ordered_at=None if order is None else order.ordered_at,
            recommended=None if decision is None else decision.status,
            reasons=[] if decision is None else list(decision.reasons),
            notes="" if case is None else case.notes,
            intended_reason="" if case is None or case.intent is None else case.intent.reason,
            delivered_at=None if case is None or case.notice is None else case.notice.delivered_at,
            steps=list(reviewed.steps),
            agency=AgencyOut.from_attributes(reviewed.agency),
            package_terms=[PackageOut.of(each) for each in PACKAGES],
        )


class ListedScreeningOut(Out):
    """A case in the reviewers' queue, with the name of the account. `next_action` is whom it waits for;
    `waiting_until` is when a decision may follow a notice."""

    id: str
    application_id: str
    user_id: str
    name: str
    status: CaseStatus
    created_at: Instant
    updated_at: Instant
    waiting_until: Instant | None
    next_action: NextAction

    @classmethod
    def of(cls, queued: QueuedCase) -> "ListedScreeningOut":
        return cls.from_attributes(queued.case, next_action=queued.next_action)


def _shown(case: ScreeningCase) -> dict[str, object]:
    return {
        "check": status_of_case(case),
        "consented_at": case.consent.given_at,
        "progress": None if case.report is None else case.report.progress,
        "invitation_url": None if case.order is None or case.is_canceled else case.order.invitation_url,
        "result": _result(case),
        "disputes": [ScreeningDisputeOut.from_attributes(each) for each in case.disputes],
        "letters": [ScreeningLetterOut.from_attributes(each) for each in case.letters],
        "has_certificate": has_certificate(case),
        "waiting_until": None if case.notice is None else case.notice.until,
    }


def _result(case: ScreeningCase) -> ScreeningResultOut | None:
    """Only of a complete report: before, a finding may be somebody else's, and of a disputed one nothing is
    told, which must not read as clear."""
    report = case.report
    if report is None or not case.has_whole_report or not case.is_checked:
        return None
    searches = next(each.searches for each in PACKAGES if each.package is case.package)
    return ScreeningResultOut.from_attributes(
        report,
        searches=list(searches),
        records=[
            CriminalRecordOut.from_attributes(each, on=each.on and each.on.isoformat())
            for each in report.records
        ],
        violations=[
            ScreeningViolationOut(
                violation=each.description,
                severity=each.severity,
                points=each.points,
                on=each.on.isoformat() if each.on else None,
            )
            for each in report.violations
        ],
        suspensions=list(report.suspensions),
    )
