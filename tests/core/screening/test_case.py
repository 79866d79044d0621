"""Single steps of a screening case (OP-74, OP-75, OP-77, OP-100)."""

from datetime import UTC, date, datetime, timedelta

import attrs
import pytest

from core.screening.cases import (
    CLEAR,
    CONSIDER,
    FACTORS,
    MONDAY,
    ORDER,
    THEFT,
    a_case,
    a_letter,
    an_assessment,
)
from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.screening import (
    PACKAGES,
    PLACE_RULES,
    CaseStatus,
    CheckUnderWay,
    DeliveredBy,
    DisclosureChanged,
    DisputedAtProvider,
    LetterKind,
    OverallStatus,
    Progress,
    ReportUndecided,
    ScreeningCase,
    ScreeningPlace,
    ScreeningReport,
    WaitingPeriodRuns,
    assessment,
    consent,
    disclosure,
    place_of,
    places,
    steps,
)
from haulage.screening.assessment import MAX_FACTOR
from haulage.screening.consent import MAX_SIGNATURE
from haulage.screening.lifecycle import CASE_LIFECYCLE, CaseMove


def ordered(place: ScreeningPlace = ScreeningPlace.UNITED_STATES) -> ScreeningCase:
    asked = steps.request(a_case(), place, MONDAY)
    return steps.ordered(asked, ORDER, "Agency", MONDAY)


def noticed() -> ScreeningCase:
    case = steps.receive(ordered(), THEFT, MONDAY)
    case = steps.assess(steps.intend(case, "rev", "The conviction.", MONDAY), an_assessment())
    return steps.send_notice(case, a_letter(LetterKind.PRE_ADVERSE_NOTICE, case), MONDAY)


def waiting() -> ScreeningCase:
    return steps.deliver(noticed(), DeliveredBy.EMAIL, MONDAY)


def rejected(case: ScreeningCase, now: datetime) -> ScreeningCase:
    return steps.reject(case, a_letter(LetterKind.FINAL_NOTICE, case), now)


def test_consent_is_given_to_the_text_that_is_shown() -> None:
    shown = disclosure("haulage", "Agency")
    given = consent(shown, shown.version, "  Ann   Lee ", MONDAY)
    assert given.signature == "Ann Lee"
    assert "haulage may obtain a consumer report about you from Agency" in given.text
    with pytest.raises(DisclosureChanged):
        consent(shown, "2020-01", "Ann Lee", MONDAY)
    with pytest.raises(InvalidInput, match="signature"):
        consent(shown, shown.version, " ", MONDAY)
    assert len(consent(shown, shown.version, "A" * MAX_SIGNATURE, MONDAY).signature) == MAX_SIGNATURE
    with pytest.raises(InvalidInput, match="signature"):
        consent(shown, shown.version, "A" * (MAX_SIGNATURE + 1), MONDAY)


def test_a_clear_report_clears_and_any_other_is_looked_at() -> None:
    assert steps.receive(ordered(), CLEAR, MONDAY).overall_status is OverallStatus.APPROVED
    for report in (CONSIDER, THEFT):
        case = steps.receive(ordered(), report, MONDAY)
        assert (case.status, case.overall_status) == (CaseStatus.IN_REVIEW, OverallStatus.REVIEW_REQUIRED)


@pytest.mark.parametrize("progress", [each for each in Progress if each is not Progress.COMPLETE])
def test_a_report_that_is_not_finished_leaves_a_check_under_way(progress: Progress) -> None:
    case = steps.receive(ordered(), ScreeningReport(progress), MONDAY)
    assert (case.status, case.overall_status) == (CaseStatus.ORDERED, None)
    again = steps.receive(steps.receive(ordered(), CLEAR, MONDAY), ScreeningReport(progress), MONDAY)
    assert (again.status, again.overall_status) == (CaseStatus.ORDERED, None)


def test_a_failing_provider_leaves_the_check_pending_and_says_why() -> None:
    asked = steps.request(a_case(), ScreeningPlace.UNITED_STATES, MONDAY)
    failed = steps.failed(asked, "Checkr API error: 503 Service Unavailable", MONDAY)
    expected = "Failed to initiate background check: Checkr API error: 503 Service Unavailable"
    assert (failed.status, failed.failure) == (CaseStatus.TO_ORDER, expected)
    assert steps.ordered(failed, ORDER, "Agency", MONDAY).failure == ""


def test_there_is_one_open_check() -> None:
    with pytest.raises(CheckUnderWay):
        steps.order_again(ordered(), PACKAGES[2].package, MONDAY)
    with pytest.raises(CheckUnderWay):
        steps.agree_again(ordered(), a_case().consent, MONDAY)
    canceled = steps.receive(ordered(), ScreeningReport(Progress.CANCELED), MONDAY)
    again = steps.order_again(canceled, PACKAGES[2].package, MONDAY)
    assert (again.status, again.package, again.order) == (CaseStatus.TO_ORDER, PACKAGES[2].package, None)


def test_nobody_is_rejected_before_the_last_business_day_is_over() -> None:
    case = waiting()
    assert case.notice is not None
    assert case.notice.until == datetime(2026, 3, 10, 4, tzinfo=UTC)
    with pytest.raises(WaitingPeriodRuns) as refused:
        rejected(case, case.notice.until - timedelta(seconds=1))
    assert refused.value.until == case.notice.until
    done = rejected(case, case.notice.until)
    assert (done.status, done.overall_status) == (CaseStatus.REJECTED, OverallStatus.REJECTED)
    assert [each.kind for each in done.letters] == [LetterKind.PRE_ADVERSE_NOTICE, LetterKind.FINAL_NOTICE]


def test_a_dispute_stops_the_waiting_and_its_answer_begins_it_anew() -> None:
    disputed = steps.dispute(waiting(), "That is not me.", MONDAY + timedelta(days=6))
    with pytest.raises(IllegalMove):
        rejected(disputed, MONDAY + timedelta(days=60))
    later = MONDAY + timedelta(days=20)
    letter = a_letter(LetterKind.DISPUTE_RESOLUTION, disputed, later)
    answered = steps.resolve(disputed, "The court confirmed it.", letter, later)
    assert answered.open_dispute is None
    with pytest.raises(IllegalMove):
        rejected(answered, later + timedelta(days=60))
    begun = steps.with_letter(answered, attrs.evolve(letter, mailed_at=later), later)
    assert begun.status is CaseStatus.WAITING
    with pytest.raises(WaitingPeriodRuns):
        rejected(begun, later + timedelta(days=5))


def test_a_notice_is_delivered_by_mail_or_by_opening_it_whichever_is_first() -> None:
    case = noticed()
    opened = attrs.evolve(case.letters[0], opened_at=MONDAY)
    begun = steps.with_letter(case, opened, MONDAY)
    assert begun.notice is not None
    assert begun.notice.delivered_by is DeliveredBy.APPLICATION
    later = MONDAY + timedelta(days=3)
    mailed = steps.with_letter(begun, attrs.evolve(opened, mailed_at=later), later)
    assert mailed.notice == begun.notice


def test_an_old_letter_that_arrives_late_begins_no_waiting() -> None:
    disputed = steps.dispute(noticed(), "That is not me.", MONDAY)
    late = steps.with_letter(disputed, attrs.evolve(disputed.letters[0], mailed_at=MONDAY), MONDAY)
    assert late.status is CaseStatus.DISPUTED


def test_a_report_that_changed_takes_back_what_was_prepared_over_the_old_one() -> None:
    case = steps.receive(waiting(), CONSIDER, MONDAY)
    assert (case.status, case.intent, case.assessment, case.notice) == (
        CaseStatus.IN_REVIEW,
        None,
        None,
        None,
    )
    assert steps.receive(waiting(), CLEAR, MONDAY).status is CaseStatus.CLEARED
    same = waiting()
    assert steps.receive(same, THEFT, MONDAY) is same


def test_a_dispute_at_the_provider_stops_a_rejection_too() -> None:
    there = steps.receive(waiting(), attrs.evolve(THEFT, progress=Progress.DISPUTED), MONDAY)
    assert there.status is CaseStatus.DISPUTED
    assert there.open_dispute is not None
    assert there.open_dispute.at_provider
    with pytest.raises(DisputedAtProvider):
        steps.resolve(there, "It stands.", None, MONDAY)


PENDING = ScreeningReport(Progress.PENDING)


def test_a_check_under_way_can_be_ended_while_nothing_speaks_against_the_applicant() -> None:
    assert steps.close(ordered(), MONDAY).status is CaseStatus.CLOSED
    assert steps.close(steps.receive(ordered(), PENDING, MONDAY), MONDAY).status is CaseStatus.CLOSED


@pytest.mark.parametrize(
    "given_report",
    [
        attrs.evolve(PENDING, records=THEFT.records),
        attrs.evolve(PENDING, suspensions=("Suspended",)),
        attrs.evolve(PENDING, identity_failed=True),
        attrs.evolve(PENDING, registry_match=True),
        attrs.evolve(PENDING, watchlist_match=True),
        attrs.evolve(PENDING, outcome=CONSIDER.outcome),
    ],
)
def test_what_a_report_says_before_it_is_complete_is_no_reason_either(given_report: ScreeningReport) -> None:
    with pytest.raises(ReportUndecided):
        steps.close(steps.receive(ordered(), given_report, MONDAY), MONDAY)


def test_a_report_that_is_open_again_after_its_notice_ends_no_application() -> None:
    reopened = steps.receive(waiting(), PENDING, MONDAY)
    assert reopened.status is CaseStatus.ORDERED
    with pytest.raises(ReportUndecided):
        steps.close(reopened, MONDAY)
    assert steps.close(steps.receive(reopened, CLEAR, MONDAY), MONDAY).status is CaseStatus.CLOSED


def test_every_factor_is_weighed_in_writing() -> None:
    with pytest.raises(InvalidInput, match=r"factors\.safety"):
        assessment({**FACTORS, "safety": " "}, "rev", MONDAY)
    with pytest.raises(InvalidInput, match=r"factors\.luck"):
        assessment({**FACTORS, "luck": "bad"}, "rev", MONDAY)


@pytest.mark.parametrize(
    ("state", "zip_code", "place"),
    [
        ("NY", "11201", ScreeningPlace.NEW_YORK_CITY),
        ("ny", "10001-1234", ScreeningPlace.NEW_YORK_CITY),
        ("NY", "11040", ScreeningPlace.NEW_YORK_CITY),
        ("NY", "14604", ScreeningPlace.NEW_YORK_STATE),
        ("NJ", "07030", ScreeningPlace.UNITED_STATES),
        ("NJ", "10001", ScreeningPlace.UNITED_STATES),
    ],
)
def test_the_place_follows_the_address(state: str, zip_code: str, place: ScreeningPlace) -> None:
    assert place_of(state, zip_code) is place


def test_packages_cost_and_search_what_is_documented() -> None:
    assert [(each.package, each.price_cents, len(each.searches)) for each in PACKAGES] == [
        ("driver_pro", 2999, 6),
        ("driver_standard", 1999, 3),
        ("basic", 999, 2),
    ]
    assert date(2026, 3, 2).weekday() == MONDAY.weekday() == 0


def test_a_factor_and_a_reason_may_have_their_whole_length() -> None:
    longest = "x" * MAX_FACTOR
    assert assessment({**FACTORS, "safety": longest}, "rev", MONDAY).factors["safety"] == longest
    with pytest.raises(InvalidInput, match=r"factors\.safety"):
        assessment({**FACTORS, "safety": longest + "x"}, "rev", MONDAY)
    assert steps.required(" " + "x" * steps.MAX_REASON) == "x" * steps.MAX_REASON
    for text in ("", " ", "x" * (steps.MAX_REASON + 1)):
        with pytest.raises(InvalidInput):
            steps.required(text)


@pytest.mark.parametrize("progress", Progress)
def test_no_report_is_received_for_a_check_that_was_not_ordered(progress: Progress) -> None:
    with pytest.raises(IllegalMove):
        steps.receive(a_case(), ScreeningReport(progress), MONDAY)


def test_only_the_letter_that_arrived_is_noted() -> None:
    disputed = steps.dispute(waiting(), "That is not me.", MONDAY)
    answer = a_letter(LetterKind.DISPUTE_RESOLUTION, disputed)
    answered = steps.resolve(disputed, "The court confirmed it.", answer, MONDAY)
    arrived = steps.with_letter(answered, attrs.evolve(answer, opened_at=MONDAY), MONDAY)
    assert [each.opened_at for each in arrived.letters] == [answered.letters[0].opened_at, MONDAY]


def test_a_dispute_answered_without_a_letter_or_before_any_notice_leads_back_to_the_review() -> None:
    disputed = steps.dispute(waiting(), "That is not me.", MONDAY)
    assert steps.resolve(disputed, "It stands.", None, MONDAY).status is CaseStatus.IN_REVIEW
    before = attrs.evolve(disputed, notice=None)
    letter = a_letter(LetterKind.DISPUTE_RESOLUTION, before)
    back = steps.resolve(before, "It stands.", letter, MONDAY)
    assert (back.status, back.letters) == (CaseStatus.IN_REVIEW, before.letters)


def test_a_place_has_the_rule_that_began_last(monkeypatch: pytest.MonkeyPatch) -> None:
    first, later = PLACE_RULES[0], attrs.evolve(PLACE_RULES[0], since=date(2027, 1, 1))
    monkeypatch.setattr(places, "PLACE_RULES", (later, first))
    days = [date(1990, 1, 1), first.since, date(2026, 12, 31), later.since]
    assert [places.rule_of(first.place, day) for day in days] == [first, first, first, later]


@pytest.mark.parametrize(
    ("status", "move", "sentence"),
    [
        ("offer_needed", "be_ordered_again", "waiting for a conditional offer: it cannot be ordered again"),
        ("consented", "be_cleared", "waiting for its application to be submitted: it cannot be cleared"),
        ("to_order", "lead_to_a_rejection", "being ordered: it cannot lead to a rejection"),
        ("ordered", "be_disputed", "under way: it cannot be disputed"),
        ("in_review", "get_a_notice", "under review: it cannot get a notice"),
        ("cleared", "be_disputed", "cleared: it cannot be disputed"),
        ("rejection_intended", "get_a_notice", "waiting for its assessment: it cannot get a notice"),
        ("assessed", "end_in_a_rejection", "waiting for its notice to be sent: it cannot end in a rejection"),
        (
            "notice_sent",
            "end_in_a_rejection",
            "waiting for its notice to arrive: it cannot end in a rejection",
        ),
        ("waiting", "be_closed", "in its waiting period: it cannot be closed"),
        ("disputed", "be_assessed", "disputed: it cannot be assessed"),
        ("rejected", "be_cleared", "over, and the applicant rejected: it cannot be cleared"),
        ("closed", "be_cleared", "closed: it cannot be cleared"),
    ],
)
def test_a_step_that_does_not_follow_is_refused_in_plain_words(status: str, move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        CASE_LIFECYCLE.after(CaseStatus(status), CaseMove(move))
    assert refused.value.message == f"This background check is {sentence}."
