"""A screening case and the parts of one."""

from datetime import UTC, datetime

from haulage.screening import (
    Agency,
    Assessment,
    CriminalRecord,
    Factor,
    Letter,
    LetterKind,
    Outcome,
    Progress,
    ProviderOrder,
    Recipient,
    ScreeningCase,
    ScreeningPlace,
    ScreeningReport,
    assessment,
    consent,
    disclosure,
)

MONDAY = datetime(2026, 3, 2, 15, tzinfo=UTC)
AGENCY = Agency("Agency", "1 Street", "(212) 555-0100", "agency.example")
ANN = Recipient("Ann Lee", "1 Main St", "Brooklyn", "NY", "11201")
CLEAR = ScreeningReport(Progress.COMPLETE, Outcome.CLEAR)
CONSIDER = ScreeningReport(
    Progress.COMPLETE, Outcome.CONSIDER, (CriminalRecord("Disorderly conduct", "misdemeanor", "Convicted"),)
)
THEFT = ScreeningReport(
    Progress.COMPLETE, Outcome.CONSIDER, (CriminalRecord("Theft", "misdemeanor", "Convicted"),)
)
ORDER = ProviderOrder("can_1", MONDAY, "rpt_1")
FACTORS = {str(each): f"Weighed: {each}" for each in Factor}


def a_case(now: datetime = MONDAY) -> ScreeningCase:
    shown = disclosure("haulage", "Agency")
    given = consent(shown, shown.version, "Ann Lee", now)
    return ScreeningCase("scr_1", "app_1", "usr_1", ScreeningPlace.UNITED_STATES, given, now, now)


def a_letter(kind: LetterKind, case: ScreeningCase, now: datetime = MONDAY) -> Letter:
    return Letter(f"{case.id}-{len(case.letters) + 1}", kind, now, ANN, AGENCY, report=case.report)


def an_assessment(now: datetime = MONDAY) -> Assessment:
    return assessment(FACTORS, "usr_admin", now)
