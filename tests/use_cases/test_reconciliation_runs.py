"""The reconciliation as a job: asked for once, told about, and tried again where it broke off."""

from datetime import timedelta

import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden, InvalidInput, Unavailable
from haulage.orders import Order
from haulage.payments.difference import DifferenceKind
from haulage.payments.provider_entry import EntryKind
from haulage.payments.reconciliation_run import RUN_LIMIT, ReconciliationRun, RunState
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.paging import PageRequest
from use_cases.bookkeeping import driven
from use_cases.databases import ON_EACH_DATABASE
from use_cases.reconciling import paid_two_hours_ago
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered and paid, two hours ago; and a charge of nobody's."""
    made = await driven(scenario, ada, dee)
    scenario.cards.enter(EntryKind.CHARGE, 50_00, "ch_foreign", "pi_foreign", fee=1_75)
    await scenario.later(hours=2)
    return made


async def latest(scenario: Scenario) -> tuple[ReconciliationRun, RunState]:
    run, now = await scenario.market.payments.reconciliation_runs.latest(OPERATOR)
    assert run is not None
    return run, run.state(now)


async def test_whoever_asks_gets_the_run_that_is_under_way_and_its_numbers_at_the_end(
    scenario: Scenario, order: Order
) -> None:
    runs = scenario.market.payments.reconciliation_runs
    assert (await runs.latest(OPERATOR))[0] is None
    first, _ = await runs.request(ADMIN)
    assert (await runs.request(OPERATOR))[0] == first
    assert (await latest(scenario))[1] is RunState.WAITING
    await scenario.later(seconds=1)
    run, state = await latest(scenario)
    assert (run.id, state, run.repair) == (first.id, RunState.DONE, True)
    assert (run.entries, run.found, run.open) == (3, 2, 2)
    page = await scenario.market.payments.reconcile.differences(OPERATOR, PageRequest())
    assert {each.kind for each in page.items} == {DifferenceKind.UNKNOWN_CHARGE, DifferenceKind.BALANCE_OFF}
    assert (await runs.request(ADMIN))[0].id != first.id


async def test_a_run_that_breaks_off_says_why_and_is_tried_again(scenario: Scenario, order: Order) -> None:
    asked, _ = await scenario.market.payments.reconciliation_runs.request(ADMIN)
    scenario.cards.down = True
    await scenario.later(seconds=1)
    run, state = await latest(scenario)
    assert (run.id, state) == (asked.id, RunState.FAILED)
    assert run.failure
    scenario.cards.down = False
    await scenario.later(minutes=10)
    run, state = await latest(scenario)
    assert (run.id, state, run.failure) == (asked.id, RunState.DONE, None)


async def test_a_run_whose_process_died_does_not_keep_others_from_asking(
    scenario: Scenario, order: Order
) -> None:
    now = scenario.clock.now()
    died = ReconciliationRun("rec_died", now, repair=True, started_at=now)
    await scenario.storage.write(lambda unit: unit.reconciliation.add_run(died))
    assert (await scenario.market.payments.reconciliation_runs.request(ADMIN))[0] == died
    scenario.clock.turn(seconds=RUN_LIMIT.total_seconds())
    assert (await latest(scenario))[1] is RunState.FAILED
    assert (await scenario.market.payments.reconciliation_runs.request(ADMIN))[0].id != died.id


async def test_the_nightly_run_is_told_and_takes_nothing_from_one_that_waits(
    scenario: Scenario, order: Order
) -> None:
    runs = scenario.market.payments.reconciliation_runs
    asked, _ = await runs.request(ADMIN)
    scenario.clock.turn(seconds=1)
    await runs.of_job("2026-11-23")
    nightly, state = await latest(scenario)
    assert (state, nightly.repair, nightly.found) == (RunState.DONE, False, 2)
    await scenario.later(seconds=1)
    done = await scenario.storage.read(lambda unit: unit.reconciliation.run(asked.id))
    assert done is not None
    assert done.finished_at is not None


async def test_at_once_is_for_who_waits_and_is_the_latest_run_too(scenario: Scenario, order: Order) -> None:
    report = await scenario.market.payments.reconciliation_runs.at_once(OPERATOR)
    run, state = await latest(scenario)
    assert (state, run.entries, run.repair) == (RunState.DONE, report.entries, True)
    scenario.cards.down = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.reconciliation_runs.at_once(OPERATOR)
    assert (await latest(scenario))[1] is RunState.FAILED


async def test_only_operators_and_administrators_ask(scenario: Scenario, ada: Actor) -> None:
    runs = scenario.market.payments.reconciliation_runs
    for asking in (runs.request(ada), runs.at_once(ada), runs.latest(ada)):
        with pytest.raises(Forbidden):
            await asking
    with pytest.raises(InvalidInput, match="since"):
        await runs.request(ADMIN, scenario.clock.now() + timedelta(seconds=1))


async def test_the_nightly_run_comes_back_for_a_gap_that_it_found_for_the_first_time(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await paid_two_hours_ago(scenario, ada, dee)
    runs = scenario.market.payments.reconciliation_runs
    scenario.cards.entered_cents += 1
    with pytest.raises(NotYet) as later:
        await runs.of_job("2026-11-23")
    assert later.value.until == scenario.clock.now() + timedelta(minutes=10)
    run, state = await latest(scenario)
    assert (run.open, state) == (1, RunState.DONE)
    scenario.clock.turn(minutes=10)
    await runs.of_job("2026-11-23")
