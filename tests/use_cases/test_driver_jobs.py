"""What drivers see of their work and of what it brought."""

from datetime import date, datetime, timedelta

import attrs
import pytest

from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import Forbidden, NotFound
from haulage.orders import Order
from haulage.ports.storage.payments import OrdersCreated
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.messaging.contact_preferences import PreferenceChange
from use_cases.scenario import ADMIN, Scenario, step_of

pytestmark = pytest.mark.anyio


async def open_order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Paid, and handed back by the driver it was for."""
    order = await scenario.assigned(ada, dee)
    return await scenario.market.deliveries.steps.hand_back(dee, order.id)


async def drive(scenario: Scenario, dee: Actor, order: Order) -> None:
    for step in ("accept", "set_out", "start", "confirm_pickup", "complete"):
        await step_of(scenario.market, step)(dee, order.id)


async def test_open_jobs_say_what_they_would_pay_and_how_far_away_they_are(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await open_order(scenario, ada, dee)
    jobs = await scenario.market.drivers.jobs(dee)
    (job,) = jobs.available
    assert jobs.active == []
    assert (job.order.id, job.fits) == (order.id, True)
    assert job.pays_cents is not None
    assert 0 < job.pays_cents < order.price_cents
    assert job.miles_away is not None
    assert job.miles_away < 5


async def test_what_was_promised_is_what_is_earned(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    (job,) = (await scenario.market.drivers.jobs(dee)).active
    assert (job.order.id, job.order.contact) == (order.id, order.contact)
    await drive(scenario, dee, order)
    figures = await scenario.market.drivers.jobs.figures(dee)
    assert figures.earned_cents == figures.today_cents == job.pays_cents
    assert (figures.total_orders, figures.completed_orders, figures.completion_rate) == (1, 1, 1.0)
    assert (await scenario.market.drivers.jobs(dee)).active == []


async def test_figures_of_a_span_are_of_the_orders_created_in_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    first, figures = await scenario.assigned(ada, dee), scenario.market.drivers.jobs.figures
    await drive(scenario, dee, first)
    scenario.clock.turn(hours=1)
    second = await scenario.assigned(ada, dee)
    await drive(scenario, dee, second)
    ever = await figures(dee)
    early, late = (
        await figures(dee, OrdersCreated(until=second.created_at)),
        await figures(dee, OrdersCreated(since=second.created_at)),
    )
    assert (early.total_orders, late.completed_orders, ever.total_orders) == (1, 1, 2)
    assert early.earned_cents + late.earned_cents == ever.earned_cents
    assert early.earned_cents > 0 < late.earned_cents
    assert early.today_cents == late.today_cents == ever.today_cents
    none = await figures(dee, OrdersCreated(first.created_at, first.created_at))
    assert (none.earned_cents, none.total_orders, none.completion_rate) == (0, 0, None)


async def test_what_was_ever_earned_is_for_the_driver_and_for_admins(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await drive(scenario, dee, await scenario.assigned(ada, dee))
    bob, profiles = await scenario.driver("bob"), scenario.market.drivers.profiles
    ids = [dee.driver_id or "", bob.driver_id or ""]
    earned = {ids[0]: (await scenario.market.drivers.jobs.figures(dee)).earned_cents}
    assert await profiles.earned(dee, ids[:1]) == await profiles.earned(ADMIN, ids) == earned
    assert await profiles.earned(ADMIN, []) == {}
    for actor, asked in ((ada, ids[:1]), (ada, []), (bob, ids), (bob, ids[:1])):
        with pytest.raises(Forbidden):
            await profiles.earned(actor, asked)


async def test_today_begins_at_midnight_in_new_york(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await drive(scenario, dee, await scenario.assigned(ada, dee))
    earned = await scenario.market.drivers.jobs.figures(dee)
    local = datetime.fromisoformat(f"{earned.day}T23:59:59-05:00")
    scenario.clock.at = local
    late = await scenario.market.drivers.jobs.figures(dee)
    assert (late.day, late.today_cents) == (earned.day, earned.today_cents)
    scenario.clock.at = local + timedelta(seconds=1)
    tomorrow = await scenario.market.drivers.jobs.figures(dee)
    assert tomorrow.day == earned.day + timedelta(days=1)
    assert (tomorrow.today_cents, tomorrow.earned_cents) == (0, earned.earned_cents)


async def test_today_begins_at_midnight_where_the_driver_wishes_to_live(
    scenario: Scenario, dee: Actor
) -> None:
    scenario.clock.at = datetime.fromisoformat("2027-03-02T00:30:00-05:00")
    assert (await scenario.market.drivers.jobs.figures(dee)).day == date(2027, 3, 2)
    await scenario.market.messaging.preferences.change(dee, PreferenceChange(timezone="America/Chicago"))
    assert (await scenario.market.drivers.jobs.figures(dee)).day == date(2027, 3, 1)


async def test_a_load_that_is_too_large_says_so(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await open_order(scenario, ada, dee)

    async def shrink(unit: UnitOfWork) -> None:
        driver = await unit.drivers.get(dee.driver_id or "")
        assert driver is not None
        capacity = attrs.evolve(driver.vehicle.capacity, weight=1)
        vehicle = attrs.evolve(driver.vehicle, capacity=capacity)
        await unit.drivers.save(driver, attrs.evolve(driver, vehicle=vehicle))

    await scenario.market.storage.write(shrink)
    (job,) = (await scenario.market.drivers.jobs(dee)).available
    assert not job.fits


async def test_drivers_who_are_not_approved_see_no_open_jobs(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await open_order(scenario, ada, dee)

    async def doubt(unit: UnitOfWork) -> None:
        driver = await unit.drivers.get(dee.driver_id or "")
        assert driver is not None
        doubted = attrs.evolve(driver, approval=None, is_online=False, is_available=False)
        await unit.drivers.save(driver, doubted)

    await scenario.market.storage.write(doubt)
    assert (await scenario.market.drivers.jobs(dee)).available == []


async def test_nobody_sees_the_work_of_somebody_else(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await drive(scenario, dee, await scenario.assigned(ada, dee))
    bob = await scenario.driver("bob")
    figures = await scenario.market.drivers.jobs.figures(bob)
    assert (figures.earned_cents, figures.total_orders, figures.completion_rate) == (0, 0, None)
    for ask in (scenario.market.drivers.jobs, scenario.market.drivers.jobs.figures):
        with pytest.raises(Forbidden):
            await ask(ada)
        with pytest.raises(NotFound):
            await ask(Actor("usr_lost", UserType.DRIVER, "drv_lost"))
