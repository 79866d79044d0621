"""Open checks that no event told of: the provider is asked, and whatever it does nobody is approved by it."""

import attrs
import pytest

from haulage.email import EmailKind
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import Conflict, Unavailable
from haulage.onboarding import ApplicationStatus
from haulage.ports.screening import FoundScreening
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.screening import (
    CaseStatus,
    NextAction,
    Outcome,
    Progress,
    ProviderOrder,
    ScreeningPlace,
    ScreeningReport,
)
from haulage.use_cases.screening.lawful_steps import ReviewStep
from haulage.use_cases.screening.sweep_reports import STUCK, UNANSWERED, SweepReports
from haulage_adapters.simulated.screening import SAMPLES, SIMULATED_AGENCY
from haulage_adapters.wire.screening import ScreeningOut
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_screening import applied, case_of, noticed, take, turn_to

pytestmark = pytest.mark.anyio


class Agency:
    """A provider with this answer, or none."""

    agency = SIMULATED_AGENCY

    def __init__(self, report: ScreeningReport | None) -> None:
        self.report = report
        self.calls = 0

    async def look_up(self, order: ProviderOrder) -> FoundScreening:
        self.calls += 1
        if self.report is None:
            raise Unavailable("screening")
        return FoundScreening(order, self.report)


def sweeping(scenario: Scenario, agency: Agency, raised: list[tuple[str, dict[str, object]]]) -> SweepReports:
    sweep = scenario.market.screening.sweep
    fetch = attrs.evolve(sweep.fetch, provider=agency, reports_change=True)
    return attrs.evolve(sweep, fetch=fetch, alarm=lambda event, **facts: raised.append((event, facts)))


@pytest.mark.parametrize(
    "progress", [Progress.PENDING, Progress.SUSPENDED, Progress.PAUSED, Progress.UNKNOWN]
)
async def test_a_check_that_is_not_complete_stays_as_it_is(
    scenario: Scenario, ada: Actor, progress: Progress
) -> None:
    application_id = await applied(scenario, ada)
    scenario.clock.turn(days=1)
    agency = Agency(ScreeningReport(progress, Outcome.CLEAR))
    sweep = sweeping(scenario, agency, [])
    await sweep("2026-11-26T10-0500")
    await sweep("2026-11-26T11-0500")
    assert (await case_of(scenario, application_id)).status is CaseStatus.ORDERED
    assert agency.calls == 1


async def test_a_check_that_the_provider_canceled_waits_for_a_reviewer_to_order_it_again(
    scenario: Scenario, ada: Actor
) -> None:
    application_id = await applied(scenario, ada)
    review = scenario.market.screening.review
    scenario.clock.turn(days=1)
    await sweeping(scenario, Agency(ScreeningReport(Progress.CANCELED)), [])("2026-11-26T10-0500")
    (queued,) = (await review.list(ADMIN, PageRequest(5))).items
    assert (queued.case.application_id, queued.next_action) == (application_id, NextAction.ORDER)
    shown = ScreeningOut.of(await case_of(scenario, application_id))
    assert (shown.progress, shown.invitation_url) == (Progress.CANCELED, None)
    await take(scenario, application_id, ReviewStep.ORDER)
    assert (await review.list(ADMIN, PageRequest(5))).items == []


async def test_a_report_that_no_event_told_of_is_found(scenario: Scenario, ada: Actor) -> None:
    application_id = await applied(scenario, ada)
    scenario.clock.turn(days=1)
    await sweeping(scenario, Agency(SAMPLES[Outcome.CONSIDER]), [])("2026-11-26T10-0500")
    assert (await case_of(scenario, application_id)).status is CaseStatus.IN_REVIEW


async def test_a_dispute_at_the_provider_stops_a_rejection(scenario: Scenario, ada: Actor) -> None:
    application_id = await applied(scenario, ada)
    await noticed(scenario, application_id)
    notice = (await case_of(scenario, application_id)).notice
    assert notice is not None
    assert notice.until is not None
    turn_to(scenario, notice.until)
    found = attrs.evolve(SAMPLES[Outcome.CONSIDER], progress=Progress.DISPUTED)
    review = scenario.market.screening.review
    fetch = attrs.evolve(review.fetch, provider=Agency(found), reports_change=True)
    asking = attrs.evolve(scenario.market.screening.take_step, review=attrs.evolve(review, fetch=fetch))
    scenario.market = attrs.evolve(
        scenario.market, screening=attrs.evolve(scenario.market.screening, take_step=asking)
    )
    with pytest.raises(Conflict):
        await take(scenario, application_id, ReviewStep.REJECT)
    disputed = await case_of(scenario, application_id)
    assert disputed.status is CaseStatus.DISPUTED
    assert ScreeningOut.of(disputed).result is None  # a report without its parts must not read as clear
    shown = await scenario.market.onboarding.apply.show(ada)
    assert shown is not None
    assert shown.application.status is ApplicationStatus.SUBMITTED


async def test_a_provider_that_is_down_is_left_alone_and_operators_are_told(
    scenario: Scenario, ada: Actor
) -> None:
    application_id = await applied(scenario, ada)
    seen = await case_of(scenario, application_id)

    async def add(unit: UnitOfWork) -> None:
        for number in range(4):
            copy = attrs.evolve(seen, id=f"scr_n{number}", application_id=f"app_n{number}")
            await unit.screenings.add(attrs.evolve(copy, place=ScreeningPlace.UNITED_STATES))

    await scenario.storage.write(add)
    scenario.clock.turn(days=1)
    raised: list[tuple[str, dict[str, object]]] = []
    agency = Agency(None)
    sweep = sweeping(scenario, agency, raised)
    await sweep("2026-11-26T10-0500")
    assert (agency.calls, raised) == (3, [(UNANSWERED, {"cases": 5})])
    agency.report = ScreeningReport(Progress.PENDING)
    await sweep("2026-11-26T11-0500")
    assert agency.calls == 5
    scenario.clock.turn(days=20)
    raised.clear()
    await sweep("2026-12-16T10-0500")
    assert raised == [(STUCK, {"ordered": 2})]


async def test_administrators_are_told_once_that_a_waiting_period_is_over(
    scenario: Scenario, ada: Actor
) -> None:
    await scenario._user("boss", UserType.ADMIN)
    application_id = await applied(scenario, ada)
    await noticed(scenario, application_id)
    case = await case_of(scenario, application_id)
    sweep = sweeping(scenario, Agency(None), [])
    assert case.status is CaseStatus.WAITING
    await sweep("2026-11-23T15")
    assert (await to_decide(scenario), await counted(scenario)) == (0, 0)
    assert case.notice is not None
    assert case.notice.until is not None
    turn_to(scenario, case.notice.until)
    for _ in range(2):
        await sweep("2026-11-30T15")
        assert (await to_decide(scenario), await counted(scenario)) == (1, 1)


async def to_decide(scenario: Scenario) -> int:
    stored = await scenario.storage.read(lambda unit: unit.emails.latest(50))
    return len([mail for mail in stored if mail.kind is EmailKind.SCREENINGS_TO_DECIDE])


async def counted(scenario: Scenario) -> int:
    return (await scenario.market.overview(ADMIN)).waiting.screenings
