"""A driver's earnings and payouts over some days, on both databases (OUT-03, OUT-29, OUT-34)."""

from datetime import timedelta

import pytest

from adapters.query_plans import plan_of
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage_adapters.sql.storage import SqlStorage
from use_cases.bookkeeping import HALF, driven
from use_cases.databases import ON_EACH_DATABASE
from use_cases.paying_out import DRIVER, INSTANT, a_method, ask, faulty, fund
from use_cases.scenario import ADMIN, Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Actor:
    """Dee has earned her half of an order, and has more from elsewhere and a card."""
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    await fund(scenario, 100_00)
    return dee


async def test_a_driver_sees_what_they_earned_and_were_paid(scenario: Scenario, paid: Actor) -> None:
    see = scenario.market.payouts.earnings
    before = await see.summary(paid, DRIVER)
    assert (before.total_payouts, before.average_payout_time_hours) == (0, None)
    sent = await ask(scenario, paid, 20_00, INSTANT)
    await scenario.market.jobs.run.all_due()
    scenario.clock.turn(minutes=45)
    await scenario.market.payouts.send.look_at(sent.id)
    await ask(scenario, paid, 5_00)
    found = await see.summary(paid, DRIVER)
    assert found.total_earnings_cents == before.total_earnings_cents
    assert (found.total_payouts_cents, found.total_payouts) == (20_00, 1)
    assert (found.pending_payouts_cents, found.pending_payouts) == (5_00, 1)
    assert found.average_payout_time_hours == 0.5
    instant = await see.analytics(ADMIN, DRIVER)
    assert (instant.instant_payouts, instant.instant_payouts_cents) == (1, 20_00)
    assert instant.instant_fees_cents == sent.fees.fees_cents > 0
    assert (instant.average_payout_time_minutes, instant.success_rate) == (30, 1)


async def test_earnings_are_those_of_the_ledger(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    found = await scenario.market.payouts.earnings.summary(dee, DRIVER)
    assert (found.total_earnings_cents, found.earnings_cents, found.tips_cents) == (HALF, HALF, 0)


async def test_an_instant_payout_that_went_as_a_standard_one_is_counted_as_one(
    scenario: Scenario, paid: Actor
) -> None:
    faulty(scenario).slow = True
    sent = await ask(scenario, paid, 20_00, INSTANT)
    await scenario.market.payouts.send(sent.id)
    scenario.clock.turn(minutes=45)
    await scenario.market.payouts.send.look_at(sent.id)
    see = scenario.market.payouts.earnings
    assert (await see.summary(paid, DRIVER)).total_payouts_cents == sent.net_cents
    instant = await see.analytics(paid, DRIVER)
    assert (instant.instant_payouts, instant.instant_fees_cents, instant.success_rate) == (0, 0, None)


async def test_a_payout_that_failed_lowers_the_rate_and_is_no_payout(scenario: Scenario, paid: Actor) -> None:
    faulty(scenario).refuses.add("send")
    sent = await ask(scenario, paid, 20_00, INSTANT)
    await scenario.market.payouts.send(sent.id)
    see = scenario.market.payouts.earnings
    found = await see.analytics(paid, DRIVER)
    assert (found.failed_payouts, found.success_rate) == (1, 0)
    summary = await see.summary(paid, DRIVER)
    assert (summary.total_payouts, summary.pending_payouts) == (0, 0)


async def test_only_the_days_that_are_asked_for_count(scenario: Scenario, paid: Actor) -> None:
    await ask(scenario, paid, 5_00)
    see, day = scenario.market.payouts.earnings, timedelta(days=1)
    today = (await see.summary(paid, DRIVER)).days.last
    assert (await see.summary(paid, DRIVER, today, today)).pending_payouts == 1
    assert (await see.summary(paid, DRIVER, today - day, today - day)).pending_payouts == 0
    with pytest.raises(InvalidInput):
        await see.analytics(paid, DRIVER, today, today - day)


async def test_nobody_sees_what_another_driver_earns(scenario: Scenario, paid: Actor, ada: Actor) -> None:
    see, eve = scenario.market.payouts.earnings, await scenario.driver("eve")
    for attempt in (
        see.summary(eve, DRIVER),
        see.analytics(eve, DRIVER),
        see.summary(ada, DRIVER),
        see.summary(ADMIN, "drv_none"),
        see.analytics(ADMIN, "drv_none"),
    ):
        with pytest.raises(NotFound):
            await attempt
    assert (await see.summary(paid, DRIVER)).pending_payouts == 0


async def test_the_figures_are_read_by_an_index(scenario: Scenario, paid: Actor) -> None:
    storage = scenario.storage
    assert isinstance(storage, SqlStorage)
    now = scenario.clock.now()
    since = now - timedelta(days=30)
    plan = await plan_of(storage, lambda unit: unit.payouts.tallies(DRIVER, since, now))
    assert "ix_payouts_driver_id_created_at_id" in plan
