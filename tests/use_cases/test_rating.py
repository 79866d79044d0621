"""Rating: who may, how often, and what it makes of the driver's standing."""

import asyncio

import pytest

from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound
from haulage.orders import AlreadyRated, NotCompleted, Order
from haulage.use_cases.idempotency import Replayed
from use_cases.scenario import ADMIN, Scenario, once

pytestmark = pytest.mark.anyio


async def delivered(scenario: Scenario, customer: Actor, driver: Actor) -> Order:
    order = await scenario.assigned(customer, driver)
    driving = scenario.market.deliveries.steps
    for step in (
        scenario.market.dispatch.accept_offer,
        driving.start,
        driving.confirm_pickup,
        driving.complete,
    ):
        order = await step(driver, order.id)
    return order


async def standing(scenario: Scenario, driver: Actor) -> DriverProfile:
    found = await scenario.storage.read(lambda unit: unit.drivers.get(driver.driver_id or ""))
    assert found is not None
    return found


async def test_the_drivers_rating_is_the_mean_of_the_rated_and_counts_all_completed(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    orders = [await delivered(scenario, ada, dee) for _ in range(4)]
    for order, stars in zip(orders, (5, 4, 4), strict=False):
        await scenario.market.orders.rate(ada, order.id, stars, "Fine.")
    profile = await standing(scenario, dee)
    assert (profile.rating, profile.total_jobs) == (4.33, 4)
    assert (await scenario.event_types(orders[0]))[-1] == "rated"
    rated = await scenario.order(orders[0].id)
    assert rated.rating is not None
    assert (rated.rating.stars, rated.rating.feedback) == (5, "Fine.")


async def test_a_new_rating_joins_those_from_before_the_orders(scenario: Scenario, ada: Actor) -> None:
    known = {"rating": 4.7, "total_jobs": 10, "earlier_ratings": 10, "earlier_stars": 47}
    dee = await scenario.driver("dee", **known)
    await scenario.market.orders.rate(ada, (await delivered(scenario, ada, dee)).id, 4)
    profile = await standing(scenario, dee)
    assert (profile.rating, profile.total_jobs) == (4.64, 11)  # 51 stars of 11 ratings


async def test_nobody_but_the_customer_rates(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await delivered(scenario, ada, dee)
    before = await standing(scenario, dee)
    for other in (dee, await scenario.customer("bob"), ADMIN):
        with pytest.raises(NotFound):
            await scenario.market.orders.rate(other, order.id, 1)
    assert await standing(scenario, dee) == before
    assert (await scenario.order(order.id)).rating is None


async def test_an_order_is_rated_once_and_a_repeat_is_answered_as_the_first(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await delivered(scenario, ada, dee)
    await scenario.market.orders.rate(ada, order.id, 5, "", once())
    with pytest.raises(Replayed):
        await scenario.market.orders.rate(ada, order.id, 5, "", once())
    with pytest.raises(AlreadyRated):
        await scenario.market.orders.rate(ada, order.id, 1)
    assert (await standing(scenario, dee)).rating == 5.0


async def test_an_order_under_way_is_not_rated(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    with pytest.raises(NotCompleted):
        await scenario.market.orders.rate(ada, order.id, 5)


async def test_of_many_ratings_at_once_each_order_counts_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    orders = [await delivered(scenario, ada, dee) for _ in range(3)]
    answers = await asyncio.gather(
        *(scenario.market.orders.rate(ada, order.id, stars) for order in orders for stars in (1, 5)),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    assert len(refused) == 3
    assert all(isinstance(each, AlreadyRated | Conflict) for each in refused)
    ratings = [(await scenario.order(order.id)).rating for order in orders]
    given = [rating.stars for rating in ratings if rating is not None]
    assert (await standing(scenario, dee)).rating == round(sum(given) / 3 + 1e-9, 2)
