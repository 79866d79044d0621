"""Rating: who may, how often, and what it makes of the driver's standing."""

import asyncio

import pytest

from haulage.drivers import DriverProfile
from haulage.kernel.errors import Conflict, NotFound
from haulage.kernel.policy import Actor
from haulage.orders import AlreadyRated, NotCompleted, Order
from haulage.use_cases.once import Replayed
from use_cases.town import ADMIN, Town, once

pytestmark = pytest.mark.anyio


async def delivered(town: Town, customer: Actor, driver: Actor) -> Order:
    order = await town.assigned(customer, driver)
    driving = town.market.driving
    for step in (driving.accept, driving.start, driving.confirm_pickup, driving.complete):
        order = await step(driver, order.id)
    return order


async def standing(town: Town, driver: Actor) -> DriverProfile:
    found = await town.storage.read(lambda unit: unit.drivers.get(driver.driver_id or ""))
    assert found is not None
    return found


async def test_the_drivers_rating_is_the_mean_of_the_rated_and_counts_all_completed(
    town: Town, ada: Actor, dee: Actor
) -> None:
    orders = [await delivered(town, ada, dee) for _ in range(4)]
    for order, stars in zip(orders, (5, 4, 4), strict=False):
        await town.market.rate_order(ada, order.id, stars, "Fine.")
    profile = await standing(town, dee)
    assert (profile.rating, profile.total_jobs) == (4.33, 4)
    assert (await town.told(orders[0]))[-1] == "rated"
    rated = await town.order(orders[0].id)
    assert rated.rating is not None
    assert (rated.rating.stars, rated.rating.feedback) == (5, "Fine.")


async def test_nobody_but_the_customer_rates(town: Town, ada: Actor, dee: Actor) -> None:
    order = await delivered(town, ada, dee)
    before = await standing(town, dee)
    for other in (dee, await town.customer("bob"), ADMIN):
        with pytest.raises(NotFound):
            await town.market.rate_order(other, order.id, 1)
    assert await standing(town, dee) == before
    assert (await town.order(order.id)).rating is None


async def test_an_order_is_rated_once_and_a_repeat_is_answered_as_the_first(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await delivered(town, ada, dee)
    await town.market.rate_order(ada, order.id, 5, "", once())
    with pytest.raises(Replayed):
        await town.market.rate_order(ada, order.id, 5, "", once())
    with pytest.raises(AlreadyRated):
        await town.market.rate_order(ada, order.id, 1)
    assert (await standing(town, dee)).rating == 5.0


async def test_an_order_under_way_is_not_rated(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    with pytest.raises(NotCompleted):
        await town.market.rate_order(ada, order.id, 5)


async def test_of_many_ratings_at_once_each_order_counts_once(town: Town, ada: Actor, dee: Actor) -> None:
    orders = [await delivered(town, ada, dee) for _ in range(3)]
    answers = await asyncio.gather(
        *(town.market.rate_order(ada, order.id, stars) for order in orders for stars in (1, 5)),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    assert len(refused) == 3
    assert all(isinstance(each, AlreadyRated | Conflict) for each in refused)
    ratings = [(await town.order(order.id)).rating for order in orders]
    given = [rating.stars for rating in ratings if rating is not None]
    assert (await standing(town, dee)).rating == round(sum(given) / 3 + 1e-9, 2)
