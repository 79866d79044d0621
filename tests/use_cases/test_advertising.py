"""The marketplace's own figures over a real database."""

from datetime import timedelta

import pytest

from haulage.advertising import PERIOD, JobPay
from haulage.kernel.actor import Actor
from haulage.orders import Order
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio


async def delivered(scenario: Scenario, customer: Actor, driver: Actor, minutes: int = 30) -> Order:
    order = await scenario.assigned(customer, driver)
    driving = scenario.market.deliveries.steps
    await scenario.market.dispatch.accept_offer(driver, order.id)
    scenario.clock.turn(minutes=minutes)
    for step in (driving.start, driving.confirm_pickup, driving.complete):
        order = await step(driver, order.id)
    return order


async def pay(scenario: Scenario) -> list[JobPay]:
    since = scenario.clock.now() - PERIOD
    return list(await scenario.storage.read(lambda unit: unit.advertising.job_pay(since, 10)))


async def test_a_job_pays_the_drivers_share_of_its_fare_without_the_tip(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await delivered(scenario, ada, dee, minutes=30)
    shares = await scenario.storage.read(lambda unit: unit.splits.driver_parts([order.id]))
    assert await pay(scenario) == [JobPay(order.service_type, shares[order.id], timedelta(minutes=30))]


async def test_an_order_that_was_not_driven_is_no_job(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await scenario.assigned(ada, dee)
    assert await pay(scenario) == []


async def test_jobs_before_the_last_ninety_days_say_nothing(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await delivered(scenario, ada, dee)
    scenario.clock.turn(days=91)
    assert await pay(scenario) == []


async def test_ratings_are_those_of_customers(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await delivered(scenario, ada, dee)
    await scenario.market.orders.rate(ada, order.id, 4, "Fine.")
    assert list(await scenario.storage.read(lambda unit: unit.advertising.stars(10))) == [4]


async def test_too_few_observations_say_nothing_and_are_read_once_an_hour(
    scenario: Scenario, ada: Actor, dee: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await scenario.market.advertising.see_figures()
    assert (first.rating, first.all_jobs, first.by_service) == (None, None, {})
    order = await delivered(scenario, ada, dee)
    await scenario.market.orders.rate(ada, order.id, 4, "Fine.")
    monkeypatch.setattr("haulage.advertising.figures.OBSERVATIONS_NEEDED", 1)
    assert await scenario.market.advertising.see_figures() is first
    scenario.clock.turn(hours=1)
    later = await scenario.market.advertising.see_figures()
    assert later.rating is not None
    assert later.all_jobs is not None
    assert (later.rating.stars, later.all_jobs.jobs) == (4, 1)
