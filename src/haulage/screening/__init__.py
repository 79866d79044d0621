"""Screening: background checks of applicants, from their consent to what becomes of them."""

from haulage.screening.assessment import QUESTIONS, Assessment, Factor, assessment
from haulage.screening.case import (
    CheckUnderWay,
    DeliveredBy,
    Dispute,
    DisputedAtProvider,
    Intent,
    Notice,
    Offer,
    ProviderOrder,
    ReportUndecided,
    ScreeningCase,
    WaitingPeriodRuns,
)
from haulage.screening.consent import Consent, Disclosure, DisclosureChanged, consent, disclosure
from haulage.screening.decision import OverallStatus, ScreeningDecision, decide
from haulage.screening.letter import Agency, Letter, LetterKind, Recipient
from haulage.screening.lifecycle import ADVERSE, CASE_LIFECYCLE, WITH_OTHERS, CaseMove, CaseStatus
from haulage.screening.next_action import STUCK_AFTER, NextAction, next_action
from haulage.screening.packages import DEFAULT_PACKAGE, PACKAGES, PackageTerms, ScreeningPackage, Search
from haulage.screening.places import PLACE_RULES, PlaceRule, ScreeningPlace, place_of, rule_of, waiting_until
from haulage.screening.report import CriminalRecord, Outcome, Progress, ScreeningReport
from haulage.screening.violation import Violation, ViolationSeverity

__all__ = [
    "ADVERSE",
    "CASE_LIFECYCLE",
    "DEFAULT_PACKAGE",
    "PACKAGES",
    "PLACE_RULES",
    "QUESTIONS",
    "STUCK_AFTER",
    "WITH_OTHERS",
    "Agency",
    "Assessment",
    "CaseMove",
    "CaseStatus",
    "CheckUnderWay",
    "Consent",
    "CriminalRecord",
    "DeliveredBy",
    "Disclosure",
    "DisclosureChanged",
    "Dispute",
    "DisputedAtProvider",
    "Factor",
    "Intent",
    "Letter",
    "LetterKind",
    "NextAction",
    "Notice",
    "Offer",
    "Outcome",
    "OverallStatus",
    "PackageTerms",
    "PlaceRule",
    "Progress",
    "ProviderOrder",
    "Recipient",
    "ReportUndecided",
    "ScreeningCase",
    "ScreeningDecision",
    "ScreeningPackage",
    "ScreeningPlace",
    "ScreeningReport",
    "Search",
    "Violation",
    "ViolationSeverity",
    "WaitingPeriodRuns",
    "assessment",
    "consent",
    "decide",
    "disclosure",
    "next_action",
    "place_of",
    "rule_of",
    "waiting_until",
]
