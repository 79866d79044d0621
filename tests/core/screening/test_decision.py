"""What a background check means (ONB-40 to ONB-42, OP-75, OP-76, OP-82)."""

import attrs
import pytest

from haulage.screening import (
    CriminalRecord,
    Outcome,
    OverallStatus,
    Progress,
    ScreeningReport,
    Violation,
    ViolationSeverity,
    decide,
)

CLEAR = ScreeningReport(Progress.COMPLETE, Outcome.CLEAR)
CONSIDER = ScreeningReport(Progress.COMPLETE, Outcome.CONSIDER)


def violations(*words: str) -> tuple[Violation, ...]:
    return tuple(Violation(each) for each in words)


def convicted(description: str, type: str = "misdemeanor") -> CriminalRecord:
    return CriminalRecord(description, type, "Convicted")


def test_a_clear_check_without_findings_approves() -> None:
    assert decide(CLEAR).status is OverallStatus.APPROVED
    assert decide(CONSIDER).status is OverallStatus.APPROVED


@pytest.mark.parametrize("progress", [each for each in Progress if each is not Progress.COMPLETE])
def test_a_check_that_is_not_finished_decides_nothing(progress: Progress) -> None:
    found = attrs.evolve(CLEAR, progress=progress, records=(convicted("Theft", "felony"),))
    decision = decide(found)
    assert decision.status is None
    assert progress in decision.reasons[0]


def test_a_finished_check_without_a_result_is_looked_at_by_a_person() -> None:
    assert decide(ScreeningReport(Progress.COMPLETE)).status is OverallStatus.REVIEW_REQUIRED


@pytest.mark.parametrize(
    "record",
    [
        convicted("Burglary", "Felony"),
        convicted("Felony assault", ""),
        convicted("DUI, first offense"),
        convicted("Petit theft"),
        CriminalRecord("Identity THEFT", "misdemeanor", "Pled guilty"),
    ],
)
@pytest.mark.parametrize("report", [CLEAR, CONSIDER])
def test_a_conviction_of_a_felony_of_dui_or_of_theft_recommends_rejection(
    record: CriminalRecord, report: ScreeningReport
) -> None:
    decision = decide(attrs.evolve(report, records=(record,)))
    assert decision.status is OverallStatus.REJECTED
    assert record.description in decision.reasons[0]


@pytest.mark.parametrize(
    "disposition",
    [
        "Dismissed",
        "Acquitted",
        "Sealed",
        "Expunged",
        "Pending",
        "Not guilty",
        "Nolle prosequi",
        "Guilty plea, sealed",
        "Conviction vacated",
        "",
    ],
)
def test_a_charge_without_a_conviction_says_nothing(disposition: str) -> None:
    record = CriminalRecord("Grand theft", "felony", disposition)
    assert decide(attrs.evolve(CONSIDER, records=(record,))).status is OverallStatus.APPROVED


def test_any_other_conviction_is_looked_at_by_a_person() -> None:
    decision = decide(attrs.evolve(CONSIDER, records=(convicted("Trespass"),)))
    assert decision.status is OverallStatus.REVIEW_REQUIRED


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("Broken tail light",) * 2, OverallStatus.APPROVED),
        (("Broken tail light",) * 3, OverallStatus.REVIEW_REQUIRED),
        (("Speeding",) * 2, OverallStatus.APPROVED),
        (("Speeding",) * 3, OverallStatus.REVIEW_REQUIRED),
        (("Reckless driving",), OverallStatus.REVIEW_REQUIRED),
    ],
)
def test_violations_are_counted_and_serious_ones_are_looked_at(
    words: tuple[str, ...], status: OverallStatus
) -> None:
    assert decide(attrs.evolve(CLEAR, violations=violations(*words))).status is status


@pytest.mark.parametrize(
    "finding",
    [
        {"suspensions": ("suspended",)},
        {"identity_failed": True},
        {"registry_match": True},
        {"watchlist_match": True},
    ],
)
def test_what_would_be_approved_is_looked_at_on_any_graver_finding(finding: dict[str, object]) -> None:
    decision = decide(attrs.evolve(CLEAR, **finding))
    assert decision.status is OverallStatus.REVIEW_REQUIRED
    assert len(decision.reasons) == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("Broken tail light",) * 3, "There are 3 violations."),
        (("Speeding",) * 3, "3 violations are major or serious."),
    ],
)
def test_grave_violations_are_told_apart_from_many(words: tuple[str, ...], reason: str) -> None:
    assert reason in decide(attrs.evolve(CLEAR, violations=violations(*words))).reasons


def test_points_decide_nothing() -> None:
    many = attrs.evolve(CLEAR, violations=violations("Speeding", "Careless driving"))
    assert (many.points, decide(many).status) == (8, OverallStatus.APPROVED)


@pytest.mark.parametrize(
    ("words", "severity", "points"),
    [
        ("DUI", ViolationSeverity.SERIOUS, 8),
        ("driving under influence", ViolationSeverity.SERIOUS, 8),
        ("Driving Under the Influence of alcohol", ViolationSeverity.SERIOUS, 8),
        ("RECKLESS DRIVING", ViolationSeverity.SERIOUS, 6),
        ("Recklessly passing", ViolationSeverity.SERIOUS, 2),
        ("Hit-and-run", ViolationSeverity.SERIOUS, 2),
        ("Speeding, 16 to 20 over", ViolationSeverity.MAJOR, 4),
        ("careless driving", ViolationSeverity.MAJOR, 4),
        ("Following too closely", ViolationSeverity.MAJOR, 3),
        ("Improper lane change", ViolationSeverity.MAJOR, 3),
        ("Improper lane use", ViolationSeverity.MAJOR, 2),
        ("Failure to yield", ViolationSeverity.MINOR, 3),
        ("Running a red light", ViolationSeverity.MINOR, 4),
        ("Speeding and reckless driving", ViolationSeverity.SERIOUS, 6),
        ("Expired registration", ViolationSeverity.MINOR, 2),
        ("Residuidential zone", ViolationSeverity.MINOR, 2),
    ],
)
def test_the_longest_phrase_of_a_violation_decides(
    words: str, severity: ViolationSeverity, points: int
) -> None:
    violation = Violation(words)
    assert (violation.severity, violation.points) == (severity, points)
