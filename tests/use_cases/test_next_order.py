"""The one order that the header of every page tells its customer of."""

import pytest

from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import Unauthenticated
from haulage.orders import Order, OrderStatus
from haulage.use_cases.orders.next_order import NextOrder
from use_cases.scenario import ADMIN, Scenario, step_of

pytestmark = pytest.mark.anyio


async def shown(scenario: Scenario, actor: Actor) -> tuple[int, str | None]:
    found = await scenario.market.orders.next(actor)
    return found.open, found.order.id if found.order else None


async def steps(scenario: Scenario, driver: Actor, order: Order, *names: str) -> None:
    for name in names:
        await step_of(scenario.market, name)(driver, order.id)


async def test_nobody_is_told_of_what_is_not_theirs_or_not_paid(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    await scenario.book(ada, dee)
    assert await shown(scenario, ada) == (0, None)
    await scenario.assigned(ada, dee)
    for somebody in (await scenario.customer("bob"), dee, ADMIN):
        assert await shown(scenario, somebody) == (0, None)
    with pytest.raises(Unauthenticated):
        await scenario.market.orders.next(ANONYMOUS)


async def test_an_order_on_its_way_says_when_its_driver_arrives(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await steps(scenario, dee, order, "accept")
    waiting = await scenario.market.orders.next(ada)
    assert waiting.live is not None
    assert waiting.live.arrival is None
    await steps(scenario, dee, order, "set_out")
    coming = await scenario.market.orders.next(ada)
    assert coming.live is not None
    assert coming.live.arrival is not None
    assert coming.live.arrival.at > scenario.clock.now()


async def test_after_the_last_delivery_the_latest_order_stays(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await steps(scenario, dee, order, "accept", "set_out", "start")
    assert await shown(scenario, ada) == (1, order.id)
    await steps(scenario, dee, order, "confirm_pickup", "complete")
    found: NextOrder = await scenario.market.orders.next(ada)
    assert (found.open, found.live) == (0, None)
    assert found.order is not None
    assert (found.order.id, found.order.status) == (order.id, OrderStatus.COMPLETED)
