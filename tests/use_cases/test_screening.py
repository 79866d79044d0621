"""Background checks from consent to what becomes of them (OP-74, OP-77, OP-100)."""

from datetime import datetime, timedelta

import attrs
import pytest

from core.screening.cases import FACTORS
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Conflict, Forbidden, NotFound, Unavailable
from haulage.onboarding import ApplicationStatus
from haulage.ports.screening import FoundScreening, ScreeningRefused, ScreeningRequest
from haulage.ports.storage.paging import PageRequest
from haulage.screening import (
    Agency,
    CaseStatus,
    LetterKind,
    NextAction,
    Outcome,
    OverallStatus,
    ProviderOrder,
    ReportUndecided,
    ScreeningCase,
    WaitingPeriodRuns,
)
from haulage.use_cases.marketplace import Marketplace
from haulage.use_cases.screening import ReviewedCase
from haulage.use_cases.screening.lawful_steps import ReviewStep
from haulage.use_cases.screening.take_step import StepRequest
from haulage_adapters.simulated.screening import SIMULATED_AGENCY
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_applications import WHOLE, submitted

pytestmark = pytest.mark.anyio

OUTSIDE = attrs.evolve(
    WHOLE, personal=attrs.evolve(WHOLE.personal, city="Hoboken", state="NJ", zip_code="07030")
)


async def agree(market: Marketplace, who: Actor) -> None:
    shown = await market.screening.own.show(who)
    await market.screening.own.agree(who, shown.disclosure.version, "Ann Lee")


async def applied(scenario: Scenario, who: Actor) -> str:
    """Submitted outside the city, with consent, and ordered."""
    await scenario.market.onboarding.apply.begin(who)
    await agree(scenario.market, who)
    application_id = await submitted(scenario, who, OUTSIDE)
    await scenario.market.jobs.run.all_due()
    return application_id


async def take(scenario: Scenario, application_id: str, step: ReviewStep, **more: object) -> ReviewedCase:
    screening = scenario.market.screening
    seen = (await screening.review.show(ADMIN, application_id)).case
    assert seen is not None
    request = StepRequest(step, seen.version, **more)  # type: ignore[arg-type]  # the tests' own words
    return await screening.take_step(ADMIN, application_id, request)


async def found(scenario: Scenario, application_id: str, outcome: Outcome) -> ReviewedCase:
    return await scenario.market.screening.review.simulate(OPERATOR, application_id, outcome)


async def case_of(scenario: Scenario, application_id: str) -> ScreeningCase:
    case = (await scenario.market.screening.review.show(ADMIN, application_id)).case
    assert case is not None
    return case


async def noticed(scenario: Scenario, application_id: str) -> None:
    """As far as the notice, which was mailed."""
    await found(scenario, application_id, Outcome.CONSIDER)
    await take(scenario, application_id, ReviewStep.INTEND, reason="The conviction.")
    await take(scenario, application_id, ReviewStep.ASSESS, factors=FACTORS)
    await take(scenario, application_id, ReviewStep.SEND_NOTICE)
    await mailed(scenario)


async def mailed(scenario: Scenario) -> None:
    await scenario.market.jobs.run.all_due()
    await scenario.send_emails()
    await scenario.later(seconds=15)


async def test_a_check_is_ordered_once_there_are_consent_and_a_submitted_application(
    scenario: Scenario, ada: Actor
) -> None:
    own = scenario.market.screening.own
    with pytest.raises(NotFound, match="Application not found"):
        await agree(scenario.market, ada)
    application_id = await submitted(scenario, ada, OUTSIDE)
    assert (await own.show(ada)).case is None
    await agree(scenario.market, ada)
    await scenario.market.jobs.run.all_due()
    case = await case_of(scenario, application_id)
    assert (case.status, case.provider) == (CaseStatus.ORDERED, SIMULATED_AGENCY.name)
    assert "Ann Lee" in case.consent.signature
    standing = (await scenario.market.onboarding.review.show(ADMIN, application_id)).standing
    assert standing.progress.background_check == 50
    with pytest.raises(Conflict):
        await scenario.market.screening.take_step(ADMIN, application_id, StepRequest(ReviewStep.CLEAR, 1))


async def test_in_new_york_city_an_offer_comes_before_the_order(scenario: Scenario, ada: Actor) -> None:
    await scenario.market.onboarding.apply.begin(ada)
    await agree(scenario.market, ada)
    application_id = await submitted(scenario, ada)
    await scenario.market.jobs.run.all_due()
    shown = await scenario.market.screening.review.show(ADMIN, application_id)
    assert shown.case is not None
    assert (shown.case.status, shown.steps) == (CaseStatus.OFFER_NEEDED, (ReviewStep.MAKE_OFFER,))
    await take(scenario, application_id, ReviewStep.MAKE_OFFER)
    await scenario.market.jobs.run.all_due()
    case = await case_of(scenario, application_id)
    assert (case.status, case.letters[0].kind) == (CaseStatus.ORDERED, LetterKind.CONDITIONAL_OFFER)
    mails = await scenario.market.email.manage.latest(10)
    assert "A conditional offer to drive with haulage" in [each.subject for each in mails]


async def test_a_clear_check_is_complete_and_has_a_certificate(scenario: Scenario, ada: Actor) -> None:
    application_id = await applied(scenario, ada)
    reviewed = await found(scenario, application_id, Outcome.CLEAR)
    assert reviewed.case is not None
    assert (reviewed.case.overall_status, reviewed.steps) == (OverallStatus.APPROVED, ())
    standing = (await scenario.market.onboarding.review.show(ADMIN, application_id)).standing
    assert standing.progress.background_check == 100
    letters = scenario.market.screening.letters
    certificate = await letters.of_application(ADMIN, application_id, "certificate")
    assert certificate.content.startswith(b"%PDF")
    with pytest.raises(NotFound):
        await letters.of_application(ADMIN, application_id, "another")


async def test_a_rejection_takes_every_step_and_its_time(scenario: Scenario, ada: Actor) -> None:
    application_id = await applied(scenario, ada)
    await noticed(scenario, application_id)
    case = await case_of(scenario, application_id)
    assert case.status is CaseStatus.WAITING
    assert case.notice is not None
    assert case.notice.until is not None
    with pytest.raises(WaitingPeriodRuns):
        await take(scenario, application_id, ReviewStep.REJECT)
    notice = await scenario.market.screening.letters.own(ada, case.letters[0].id)
    assert notice.content.startswith(b"%PDF")
    turn_to(scenario, case.notice.until)
    done = await take(scenario, application_id, ReviewStep.REJECT)
    assert done.steps == ()
    standing = (await scenario.market.onboarding.review.show(ADMIN, application_id)).standing
    assert standing.application.status is ApplicationStatus.REJECTED
    assert [each.type for each in standing.progress.blockers] == ["background_check"]
    trail = await scenario.market.audit.list(OPERATOR, PageRequest(20))
    assert "conviction" not in str(trail.items).casefold()


async def test_a_dispute_stops_it_and_its_answer_begins_the_waiting_anew(
    scenario: Scenario, ada: Actor
) -> None:
    application_id = await applied(scenario, ada)
    await noticed(scenario, application_id)
    await scenario.market.screening.own.dispute(ada, "That is not me.")
    scenario.clock.turn(days=60)
    reviewed = await scenario.market.screening.review.show(ADMIN, application_id)
    assert reviewed.steps == (ReviewStep.CLEAR, ReviewStep.RESOLVE)
    await take(scenario, application_id, ReviewStep.RESOLVE, reason="The court confirmed it.")
    await mailed(scenario)
    case = await case_of(scenario, application_id)
    assert case.status is CaseStatus.WAITING
    assert case.notice is not None
    assert case.notice.until is not None
    assert case.notice.until > scenario.clock.now() + timedelta(days=5)


async def test_opening_the_notice_delivers_it_where_no_mail_could(scenario: Scenario, ada: Actor) -> None:
    application_id = await applied(scenario, ada)
    await found(scenario, application_id, Outcome.CONSIDER)
    await take(scenario, application_id, ReviewStep.INTEND, reason="The conviction.")
    await take(scenario, application_id, ReviewStep.ASSESS, factors=FACTORS)
    sent = await take(scenario, application_id, ReviewStep.SEND_NOTICE)
    assert sent.case is not None
    await scenario.market.jobs.run.all_due()
    assert (await case_of(scenario, application_id)).status is CaseStatus.NOTICE_SENT
    await scenario.market.screening.letters.own(ada, sent.case.letters[0].id)
    assert (await case_of(scenario, application_id)).status is CaseStatus.WAITING


async def test_nobody_sees_anothers_check(scenario: Scenario, ada: Actor) -> None:
    application_id = await applied(scenario, ada)
    letters = scenario.market.screening.letters
    other = await scenario.customer("bob")
    with pytest.raises(NotFound):
        await letters.own(other, "scr_1-1")
    with pytest.raises(Forbidden):
        await scenario.market.screening.review.show(other, application_id)
    with pytest.raises(Forbidden):
        await scenario.market.screening.own.show(ADMIN)


def turn_to(scenario: Scenario, at: datetime) -> None:
    scenario.clock.turn(seconds=(at - scenario.clock.now()).total_seconds())


class Troubled:
    """A provider that fails as it is told, and then orders."""

    agency = Agency("Agency", "1 Street", "1", "agency.example")

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.references: list[str] = []

    async def order(self, request: ScreeningRequest, now: datetime) -> ProviderOrder:
        self.references.append(request.reference)
        if self.errors:
            raise self.errors.pop(0)
        return ProviderOrder("can_1", now)

    async def look_up(self, order: ProviderOrder) -> FoundScreening:
        raise Unavailable("screening")

    async def check(self) -> None: ...


@pytest.mark.parametrize(
    "error",
    [Unavailable("screening", "Checkr API error: 503 Service Unavailable"), ScreeningRefused("No such zip")],
)
async def test_a_provider_that_fails_leaves_it_pending_until_it_is_tried_again(
    scenario: Scenario, ada: Actor, error: Unavailable | ScreeningRefused
) -> None:
    screening, troubled = scenario.market.screening, Troubled(error)
    order = attrs.evolve(screening.order, provider=troubled)
    await scenario.market.onboarding.apply.begin(ada)
    await agree(scenario.market, ada)
    application_id = await submitted(scenario, ada, OUTSIDE)
    case = await case_of(scenario, application_id)
    with pytest.raises(Exception, match=r"Checkr|zip"):
        await order(case.id)
    failed = await case_of(scenario, application_id)
    assert failed.status is CaseStatus.TO_ORDER
    assert failed.failure == f"Failed to initiate background check: {error.message}"
    await order(case.id)
    await order(case.id)
    ordered = await case_of(scenario, application_id)
    assert (ordered.status, ordered.failure) == (CaseStatus.ORDERED, "")
    assert troubled.references == [case.id, case.id]


async def ordered_elsewhere(scenario: Scenario, application_id: str) -> ScreeningCase:
    """As for a command line that was started without the agency's key."""
    case = await case_of(scenario, application_id)
    elsewhere = attrs.evolve(case, provider=Troubled.agency.name)
    return await scenario.market.storage.write(lambda unit: unit.screenings.save(case, elsewhere))


async def test_a_real_agencys_check_is_not_decided_by_the_simulation(scenario: Scenario, ada: Actor) -> None:
    application_id = await applied(scenario, ada)
    before = await ordered_elsewhere(scenario, application_id)
    with pytest.raises(Unavailable, match="ordered from Agency"):
        await found(scenario, application_id, Outcome.CLEAR)
    with pytest.raises(Unavailable, match="ordered from Agency"):
        await scenario.market.screening.review.refresh(ADMIN, application_id)
    assert await case_of(scenario, application_id) == before


async def test_letters_about_a_report_come_from_whoever_asks_its_own_agency(
    scenario: Scenario, ada: Actor
) -> None:
    """They name the agency, and a rejection asks it once more (OP-100)."""
    application_id = await applied(scenario, ada)
    await found(scenario, application_id, Outcome.CONSIDER)
    await take(scenario, application_id, ReviewStep.INTEND, reason="The conviction.")
    await take(scenario, application_id, ReviewStep.ASSESS, factors=FACTORS)
    await ordered_elsewhere(scenario, application_id)
    with pytest.raises(Unavailable, match="ordered from Agency"):
        await take(scenario, application_id, ReviewStep.SEND_NOTICE)
    case = await case_of(scenario, application_id)
    assert (case.status, case.letters) == (CaseStatus.ASSESSED, ())


async def test_nobody_is_rejected_where_the_reports_own_agency_is_not_asked(
    scenario: Scenario, ada: Actor
) -> None:
    application_id = await applied(scenario, ada)
    await noticed(scenario, application_id)
    waiting = await ordered_elsewhere(scenario, application_id)
    assert waiting.notice is not None
    assert waiting.notice.until is not None
    turn_to(scenario, waiting.notice.until)
    with pytest.raises(Unavailable, match="ordered from Agency"):
        await take(scenario, application_id, ReviewStep.REJECT)
    assert (await case_of(scenario, application_id)).status is CaseStatus.WAITING
    cleared = await take(scenario, application_id, ReviewStep.CLEAR, reason="Long ago.")
    assert cleared.case is not None
    assert cleared.case.status is CaseStatus.CLEARED


async def test_a_certificate_names_no_other_agency_than_the_one_that_looked(
    scenario: Scenario, ada: Actor
) -> None:
    application_id = await applied(scenario, ada)
    await found(scenario, application_id, Outcome.CLEAR)
    await ordered_elsewhere(scenario, application_id)
    with pytest.raises(Unavailable, match="ordered from Agency"):
        await scenario.market.screening.letters.of_application(ADMIN, application_id, "certificate")


async def test_outside_test_mode_the_simulation_finds_nothing_by_itself(
    scenario: Scenario, ada: Actor
) -> None:
    application_id = await applied(scenario, ada)
    await scenario.later(days=1)
    assert (await case_of(scenario, application_id)).status is CaseStatus.ORDERED


async def test_the_queue_says_what_comes_next_and_when_the_waiting_is_over(
    scenario: Scenario, ada: Actor
) -> None:
    application_id = await applied(scenario, ada)
    review = scenario.market.screening.review
    assert (await review.list(ADMIN, PageRequest(5))).items == []
    await noticed(scenario, application_id)
    (queued,) = (await review.list(ADMIN, PageRequest(5))).items
    assert (queued.case.application_id, queued.case.status) == (application_id, CaseStatus.WAITING)
    assert queued.next_action is NextAction.WAITING_PERIOD_ENDS
    assert queued.case.waiting_until is not None
    turn_to(scenario, queued.case.waiting_until)
    (queued,) = (await review.list(ADMIN, PageRequest(5), CaseStatus.WAITING, opened_days=1)).items
    assert queued.next_action is NextAction.DECIDE
    assert (await review.list(ADMIN, PageRequest(5), CaseStatus.WAITING, opened_days=365)).items == []


@pytest.mark.parametrize("how_far", ["reported", "intended", "noticed", "disputed"])
async def test_nobody_is_rejected_for_another_reason_beside_a_report_that_is_not_decided(
    scenario: Scenario, ada: Actor, how_far: str
) -> None:
    """Otherwise the reason could be the report, without its notice and its waiting period."""
    application_id, review = await applied(scenario, ada), scenario.market.onboarding.review
    if how_far in {"noticed", "disputed"}:
        await noticed(scenario, application_id)
    else:
        await found(scenario, application_id, Outcome.CONSIDER)
    if how_far == "intended":
        await take(scenario, application_id, ReviewStep.INTEND, reason="The conviction.")
    if how_far == "disputed":
        await scenario.market.screening.own.dispute(ada, "That is not me.")
    before = await case_of(scenario, application_id)
    with pytest.raises(ReportUndecided, match="is not decided"):
        await review.reject(ADMIN, application_id, "Because of the report.")
    assert await case_of(scenario, application_id) == before
    status = (await review.show(ADMIN, application_id)).standing.application.status
    assert status is not ApplicationStatus.REJECTED
    await take(scenario, application_id, ReviewStep.CLEAR, reason="Long ago.")
    rejected = await review.reject(ADMIN, application_id, "No vehicle.")
    assert rejected.standing.application.status is ApplicationStatus.REJECTED


async def test_an_application_rejected_for_another_reason_ends_its_check(
    scenario: Scenario, ada: Actor
) -> None:
    application_id = await applied(scenario, ada)
    await scenario.market.onboarding.review.reject(ADMIN, application_id, "No vehicle.")
    shown = await scenario.market.screening.review.show(ADMIN, application_id)
    assert shown.case is not None
    assert (shown.case.status, shown.steps) == (CaseStatus.CLOSED, ())
