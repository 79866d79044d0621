"""How far drivers drove outlives the positions that say where."""

from datetime import timedelta
from decimal import Decimal

import pytest

from haulage.drivers import DriverPosition
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.kernel.geo import Point
from haulage.orders import Order
from haulage.ports.storage.deliveries import Mileage
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.deliveries.mileage import SETTLED_AFTER
from haulage.use_cases.retention.schedule import duration_of
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

NORTHWARDS = [Point(40.75 + step / 100, -73.98) for step in range(4)]
MILES = 3 * 0.69
"""A hundredth of a degree of latitude is about 0.69 miles."""


async def a_trip(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    order = await scenario.assigned(ada, dee)
    await scenario.market.deliveries.steps.start(dee, order.id)
    places = []
    for place in NORTHWARDS:
        scenario.clock.turn(minutes=2)
        places.append(DriverPosition(dee.driver_id or "", place, scenario.clock.now(), accuracy_meters=5.0))
    now = scenario.clock.now()
    await scenario.storage.write(lambda unit: unit.positions.add(places, now))
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    await scenario.market.deliveries.steps.complete(dee, order.id)
    return order


async def mileage(scenario: Scenario, order: Order, dee: Actor) -> Mileage:
    found = await scenario.storage.read(lambda unit: unit.deliveries.mileage(order.id, dee.driver_id or ""))
    assert found is not None
    return found


async def test_miles_are_written_down_after_a_week_and_outlive_the_positions(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await a_trip(scenario, ada, dee)
    assert await scenario.market.deliveries.record_mileage() == 0
    assert (await mileage(scenario, order, dee)).recorded_at is None
    scenario.clock.turn(seconds=SETTLED_AFTER.total_seconds())
    assert await scenario.market.deliveries.record_mileage() == 1
    scenario.clock.turn(seconds=(duration_of("positions") + timedelta(days=1)).total_seconds())
    await scenario.market.retention.delete_expired()
    start = order.created_at
    assert not await scenario.storage.read(lambda unit: unit.positions.since(dee.driver_id or "", start, 10))
    written = await mileage(scenario, order, dee)
    assert written.miles == pytest.approx(MILES, rel=0.02)
    assert written.ended_at == (await scenario.order(order.id)).completed_at
    session = await scenario.market.deliveries.sessions.see(dee, order.id)
    assert session.actual_miles == written.miles
    assert await scenario.market.deliveries.record_mileage() == 0


async def test_a_driver_who_leaves_has_their_miles_written_down_first(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await a_trip(scenario, ada, dee)
    email = "acc_dee@example.com"
    await scenario.market.payments.settle_driver(email, "transfer-1")
    await scenario.market.personal_data.erase.of(email)
    assert (await mileage(scenario, order, dee)).miles == pytest.approx(MILES, rel=0.02)


async def test_an_order_that_is_still_under_way_is_waited_for(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.deliveries.steps.start(dee, order.id)
    scenario.clock.turn(days=8)
    assert await scenario.market.deliveries.record_mileage() == 0
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    await scenario.market.deliveries.steps.complete(dee, order.id)
    scenario.clock.turn(hours=1)
    assert await scenario.market.deliveries.record_mileage() == 1
    assert (await mileage(scenario, order, dee)).miles is None


async def test_a_years_log_tells_areas_and_miles_and_deducts_the_days_rate(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await a_trip(scenario, ada, dee)
    log = scenario.market.tax.mileage
    waiting = await log(dee, PageRequest())
    assert (waiting.driven.waiting, waiting.driven.miles, waiting.page.items[0].miles) == (1, 0, None)
    assert not waiting.page.items[0].is_verified
    scenario.clock.turn(seconds=SETTLED_AFTER.total_seconds())
    await scenario.market.deliveries.record_mileage()
    found = await log(dee, PageRequest(), waiting.year)
    (shown,) = found.page.items
    assert shown.order_id == order.id
    assert shown.is_verified
    driven = (await scenario.order(order.id)).driven
    assert driven is not None
    assert shown.vehicle == (driven.vehicle.line if driven.vehicle.described else "")
    assert shown.miles == found.driven.miles == pytest.approx(Decimal(MILES), rel=Decimal("0.02"))
    assert shown.deduction_cents == found.deduction_cents
    assert found.deduction_cents == round(found.driven.miles * shown.rate.dollars_per_mile * 100)
    assert order.pickup.address.endswith(shown.from_area)
    assert shown.from_area != order.pickup.address
    assert (found.driven.waiting, found.driven.unknown) == (0, 0)
    assert not (await log(dee, PageRequest(), waiting.year - 1)).page.items


async def test_the_log_is_a_drivers_own_and_its_pages_follow_each_other(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    log = scenario.market.tax.mileage
    orders = []
    for _ in range(3):
        orders.append((await a_trip(scenario, ada, dee)).id)
        scenario.clock.turn(hours=1)
    first = await log(dee, PageRequest(2))
    second = await log(dee, PageRequest(2, first.page.next))
    listed = [each.order_id for page in (first, second) for each in page.page.items]
    assert (listed, second.page.next, second.driven.waiting) == (orders[::-1], None, 3)
    assert not (await log(await scenario.driver("eve"), PageRequest())).page.items
    with pytest.raises(Forbidden):
        await log(ada, PageRequest())
    with pytest.raises(InvalidInput, match="year"):
        await log(dee, PageRequest(), 1999)
