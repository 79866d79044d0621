"""Nobody is the driver of their own order: not matched, asked, assigned, rated or tipped by themselves."""

from datetime import timedelta
from pathlib import Path

import attrs
import pytest

from haulage.drivers import DriverProfile, OwnOrder
from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from use_cases.scenario import ADMIN, Scenario, make_tables, open_scenario, step_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def eve(scenario: Scenario) -> Actor:
    """Another driver at the same place, whose id sorts behind dee's: of equals dee is asked first."""
    return await scenario.driver("eve")


async def own_open_order(scenario: Scenario, dee: Actor, eve: Actor) -> Order:
    """Booked by dee, who drives as well, and open to every driver."""
    return await scenario.open_order(dee, eve)


async def test_a_driver_who_books_is_not_offered_themselves(
    scenario: Scenario, dee: Actor, eve: Actor
) -> None:
    assert await scenario.offered_ids(dee) == [eve.driver_id]
    tomorrow = scenario.clock.now() + timedelta(days=1)
    assert await scenario.offered_ids(dee, scheduled_time=tomorrow) == [eve.driver_id]


async def test_a_driver_finds_their_own_order_nowhere_and_cannot_accept_it(
    scenario: Scenario, ada: Actor, dee: Actor, eve: Actor
) -> None:
    order = await own_open_order(scenario, dee, eve)
    anothers = await scenario.open_order(ada, eve)
    available = await scenario.market.orders.list(dee, OrderFilter(available=True), PageRequest())
    assert [each.id for each in available.items] == [anothers.id]
    assert [each.order.id for each in (await scenario.market.dispatch.offers(dee)).offers] == [anothers.id]
    with pytest.raises(OwnOrder):
        await scenario.market.dispatch.accept_offer(dee, order.id)
    assert (await scenario.market.dispatch.accept_offer(eve, order.id)).driver_id == eve.driver_id


async def test_drivers_are_asked_in_turn_for_any_order_but_their_own(tmp_path: Path) -> None:
    make_tables(tmp_path / "turns.db")
    async with open_scenario(tmp_path / "turns.db", offer_turns=5) as scenario:
        dee, eve = await scenario.driver("dee"), await scenario.driver("eve")
        order = await own_open_order(scenario, dee, eve)
        offers = await scenario.storage.read(lambda unit: unit.job_offers.of_order(order.id))
    assert [offer.driver_id for offer in offers if offer.is_open] == [None]
    assert dee.driver_id not in {offer.driver_id for offer in offers}


async def test_no_administrator_assigns_a_driver_to_their_own_order(
    scenario: Scenario, dee: Actor, eve: Actor
) -> None:
    order = await scenario.assigned(dee, eve)
    candidates = {
        each.driver.id: each.refused
        for each in await scenario.market.dispatch.find_candidates(ADMIN, order.id)
    }
    assert candidates[str(dee.driver_id)] == "This driver booked the order as its customer."
    with pytest.raises(OwnOrder):
        await scenario.market.dispatch.reassign(ADMIN, order.id, str(dee.driver_id), "They live there.")


async def test_an_order_driven_by_its_customer_before_is_neither_rated_nor_tipped(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    for step in ("accept", "start", "confirm_pickup", "complete"):
        order = await step_of(scenario.market, step)(dee, order.id)

    async def make_them_one(unit: UnitOfWork) -> DriverProfile:
        driver = await unit.drivers.get(str(dee.driver_id))
        assert driver is not None
        return await unit.drivers.save(driver, attrs.evolve(driver, user_id=str(ada.user_id)))

    await scenario.storage.write(make_them_one)
    with pytest.raises(OwnOrder):
        await scenario.market.orders.rate(ada, order.id, 5)
    with pytest.raises(OwnOrder):
        await scenario.market.payments.open_tip(ada, order.id, 500)


async def test_an_order_is_found_by_its_number_by_whoever_may_see_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await scenario.book(ada, dee)
    order = await scenario.assigned(ada, dee)
    by_number = OrderFilter(number=order.number)
    for actor, wanted in (
        (ada, by_number),
        (dee, attrs.evolve(by_number, driver_id=dee.driver_id)),
        (ADMIN, by_number),
    ):
        found = await scenario.market.orders.list(actor, wanted, PageRequest())
        assert [each.id for each in found.items] == [order.id]
    assert not (await scenario.market.orders.list(dee, by_number, PageRequest())).items
