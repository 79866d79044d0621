"""What a finished background check means for an application (ONB-40, OP-76).

A decision is a recommendation to the person who reviews the application: nobody is rejected by it.
"""

from collections.abc import Iterator
from enum import StrEnum

import attrs

from haulage.screening.report import CriminalRecord, Outcome, Progress, ScreeningReport
from haulage.screening.violation import ViolationSeverity, mentions

MOST_GRAVE_VIOLATIONS = 2
"""More major or serious ones than these need a person's look."""

MOST_VIOLATIONS = 2
"""More than these of any kind do too."""


class OverallStatus(StrEnum):
    APPROVED = "approved"
    REJECTED = "rejected"
    REVIEW_REQUIRED = "review_required"


@attrs.frozen
class ScreeningDecision:
    """None while the check is not finished; the reasons are those for what was decided."""

    status: OverallStatus | None
    reasons: tuple[str, ...] = ()


def decide(report: ScreeningReport) -> ScreeningDecision:
    """The documented rule in its order; what it would approve is then held against the graver findings."""
    if report.progress is not Progress.COMPLETE:
        return ScreeningDecision(None, (_unfinished(report.progress),))
    if report.outcome is Outcome.NONE:
        return _review(["The check was finished without a result."])
    convictions = [record for record in report.records if record.is_conviction]
    against = list(_grounds_for_rejection(convictions))
    if against:
        return ScreeningDecision(OverallStatus.REJECTED, tuple(against))
    doubts = [*_doubts(report, convictions), *_graver_findings(report)]
    if doubts:
        return _review(doubts)
    return ScreeningDecision(OverallStatus.APPROVED)


def _unfinished(progress: Progress) -> str:
    if progress is Progress.UNKNOWN:
        return "The status of the check is unknown to this version: it counts as not finished."
    return f"The check is not finished: it is {progress}."


def _review(reasons: list[str]) -> ScreeningDecision:
    return ScreeningDecision(OverallStatus.REVIEW_REQUIRED, tuple(reasons))


def _grounds_for_rejection(convictions: list[CriminalRecord]) -> Iterator[str]:
    for record in convictions:
        if record.is_felony:
            yield f"Convicted of a felony: {record.description}."
        elif mentions(f"{record.type} {record.description}", "dui", "theft"):
            yield f"Convicted: {record.description}."


def _doubts(report: ScreeningReport, convictions: list[CriminalRecord]) -> Iterator[str]:
    grave = [each for each in report.violations if each.severity is not ViolationSeverity.MINOR]
    if len(grave) > MOST_GRAVE_VIOLATIONS:
        yield f"{len(grave)} violations are major or serious."
    elif len(report.violations) > MOST_VIOLATIONS:
        yield f"There are {len(report.violations)} violations."
    for record in convictions:
        yield f"Convicted: {record.description}."


def _graver_findings(report: ScreeningReport) -> Iterator[str]:
    """What a person looks at before anybody is approved, however few there are (OP-76)."""
    for violation in report.violations:
        if violation.severity is ViolationSeverity.SERIOUS:
            yield f"A serious violation: {violation.description}."
    for suspension in report.suspensions:
        yield f"The license: {suspension}."
    if report.identity_failed:
        yield "The identity was not confirmed."
    if report.registry_match:
        yield "The sex offender registry has a match."
    if report.watchlist_match:
        yield "A watchlist has a match."
    if report.is_partial:
        yield "A part of the check was canceled or could not be read."
