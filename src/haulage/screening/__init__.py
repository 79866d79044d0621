"""Screening: what a background check of an applicant says, and what it means for their application."""

from haulage.screening.decision import OverallStatus, ScreeningDecision, decide
from haulage.screening.report import CriminalRecord, Outcome, Progress, ScreeningReport
from haulage.screening.violation import Severity, Violation

__all__ = [
    "CriminalRecord",
    "Outcome",
    "OverallStatus",
    "Progress",
    "ScreeningDecision",
    "ScreeningReport",
    "Severity",
    "Violation",
    "decide",
]
