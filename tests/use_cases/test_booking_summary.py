"""A customer's own bookings, with drivers and figures."""

import pytest

from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import Unauthenticated
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.orders.booking_summary import BookedFigures
from use_cases.scenario import ADMIN, Scenario, step_of

pytestmark = pytest.mark.anyio

FIRST_PAGE = PageRequest(20, None)


async def test_each_order_comes_with_its_driver_newest_first(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    unpaid = await scenario.book(ada, dee)
    assigned = await scenario.assigned(ada, dee)
    page = await scenario.market.orders.booked(ada, FIRST_PAGE)
    assert [booked.order.id for booked in page.items] == [assigned.id, unpaid.id]
    assert [booked.driver and booked.driver.id for booked in page.items] == [dee.driver_id, None]


async def test_spent_counts_what_was_paid_and_is_kept(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await scenario.book(ada, dee)
    order = await scenario.assigned(ada, dee)
    assert await scenario.market.orders.booked.figures(ada) == BookedFigures(0, 1, 0, order.price_cents)
    for step in ("accept", "set_out", "start"):
        await step_of(scenario.market, step)(dee, order.id)
    under_way = await scenario.market.orders.booked.figures(ada)
    assert (under_way.active, under_way.upcoming) == (1, 0)
    for step in ("confirm_pickup", "complete"):
        await step_of(scenario.market, step)(dee, order.id)
    assert await scenario.market.orders.booked.figures(ada) == BookedFigures(0, 0, 1, order.price_cents)


async def test_nobody_sees_the_bookings_of_somebody_else(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    await scenario.assigned(ada, dee)
    for somebody in (await scenario.customer("bob"), dee, ADMIN):
        assert (await scenario.market.orders.booked(somebody, FIRST_PAGE)).items == []
        assert await scenario.market.orders.booked.figures(somebody) == BookedFigures(0, 0, 0, 0)
    with pytest.raises(Unauthenticated):
        await scenario.market.orders.booked(ANONYMOUS, FIRST_PAGE)
