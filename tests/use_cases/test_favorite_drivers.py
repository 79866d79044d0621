"""Favorite drivers: who can be one, and that they come first where they can come at all."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from builders import a_position
from haulage.drivers.favorite import MOST_FAVORITES, FavoriteDriver, TooManyFavorites
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import NotFound, Unauthenticated
from haulage.kernel.geo import Point
from haulage.ports.storage.unit_of_work import UnitOfWork
from use_cases.scenario import Scenario, make_tables, once, open_scenario

pytestmark = pytest.mark.anyio


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    """One driver is asked in turn before everybody is."""
    make_tables(tmp_path / "town.db")
    async with open_scenario(tmp_path / "town.db", offer_turns=1) as opened:
        yield opened


FARTHER = Point(40.80, -73.97)
"""A few miles from the pickup, so that whoever is nearby has the better score."""


async def delivered(scenario: Scenario, customer: Actor, driver: Actor) -> None:
    order = await scenario.assigned(customer, driver)
    await scenario.market.dispatch.accept_offer(driver, order.id)
    steps = scenario.market.deliveries.steps
    await steps.set_out(driver, order.id)
    await steps.start(driver, order.id)
    await steps.confirm_pickup(driver, order.id)
    await steps.complete(driver, order.id, once())


async def listed(scenario: Scenario, actor: Actor) -> list[str]:
    return [each.driver.id for each in await scenario.market.drivers.favorites(actor)]


async def test_a_driver_who_delivered_is_added_once_and_removed(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    favorites = scenario.market.drivers.favorites
    await delivered(scenario, ada, dee)
    for _ in range(2):
        await favorites.add(ada, dee.driver_id or "")
    assert await listed(scenario, ada) == [dee.driver_id]
    assert await listed(scenario, await scenario.customer("bob")) == []
    for _ in range(2):
        await favorites.remove(ada, dee.driver_id or "")
    assert await listed(scenario, ada) == []


async def test_nobody_is_found_who_has_not_delivered_for_the_customer(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await scenario.assigned(ada, dee)
    for driver_id in (dee.driver_id or "", "drv_nobody"):
        with pytest.raises(NotFound):
            await scenario.market.drivers.favorites.add(ada, driver_id)
    with pytest.raises(Unauthenticated):
        await scenario.market.drivers.favorites(ANONYMOUS)


async def test_the_list_has_an_end(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await delivered(scenario, ada, dee)
    others = [await scenario.driver(f"other{number}", at=None) for number in range(MOST_FAVORITES)]
    now = scenario.clock.now()

    async def fill(unit: UnitOfWork) -> None:
        for other in others:
            await unit.favorites.add(FavoriteDriver(ada.user_id or "", other.driver_id or "", now))

    await scenario.storage.write(fill)
    with pytest.raises(TooManyFavorites):
        await scenario.market.drivers.favorites.add(ada, dee.driver_id or "")


async def test_a_favorite_is_shown_first_while_they_are_free(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await delivered(scenario, ada, dee)
    nearer = await scenario.driver("nearer")
    await move(scenario, dee, FARTHER)
    assert await scenario.offered_ids(ada) == [nearer.driver_id, dee.driver_id]
    await scenario.market.drivers.favorites.add(ada, dee.driver_id or "")
    quote = await scenario.quote(ada)
    found = await scenario.market.drivers.find(ada, quote.id)
    assert [(each.driver_id, each.rank) for each in found.offers] == [
        (dee.driver_id, 2),
        (nearer.driver_id, 1),
    ]
    assert found.favorites == {dee.driver_id}
    assert await scenario.offered_ids(await scenario.customer("bob")) == [nearer.driver_id, dee.driver_id]
    await scenario.market.drivers.profiles.go_offline(dee)
    assert await scenario.offered_ids(ada) == [nearer.driver_id]


async def test_a_favorite_is_asked_before_a_better_match(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await delivered(scenario, ada, dee)
    await scenario.market.drivers.favorites.add(ada, dee.driver_id or "")
    nearer, chosen = await scenario.driver("nearer"), await scenario.driver("chosen")
    await move(scenario, dee, FARTHER)
    order = await scenario.assigned(ada, chosen)
    await scenario.market.dispatch.offers.decline(chosen, order.id)
    offers = await scenario.storage.read(lambda unit: unit.job_offers.of_order(order.id))
    assert [(each.driver_id, each.state.value) for each in offers] == [
        (chosen.driver_id, "declined"),
        (dee.driver_id, "open"),
    ]
    assert nearer.driver_id not in {each.driver_id for each in offers}


async def move(scenario: Scenario, driver: Actor, to: Point) -> None:
    position = a_position(driver.driver_id or "", scenario.clock.now(), to)
    await scenario.storage.write(lambda unit: unit.drivers.set_position(position))
