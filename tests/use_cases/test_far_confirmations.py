"""Pickups and deliveries that are confirmed far away from where they are."""

from datetime import timedelta

import pytest

from builders import BROOKLYN, TIMES_SQUARE
from haulage.deliveries import ActionKind, DriverAction, FarStop, Stop
from haulage.kernel.actor import Actor
from haulage.kernel.geo import Point
from haulage.orders import FailureReason, Order
from haulage.orders.views import Reader, view_of
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.deliveries import FailureReport, OfflineAction
from haulage.use_cases.positions import Fix
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

BETWEEN = Point(40.72, -73.96)


async def started(scenario: Scenario, customer: Actor, driver: Actor) -> Order:
    order = await scenario.assigned(customer, driver)
    await scenario.market.dispatch.accept_offer(driver, order.id)
    await scenario.market.deliveries.sessions.start(driver, order.id)
    return order


async def is_at(scenario: Scenario, driver: Actor, point: Point, accuracy: float | None = 8) -> None:
    scenario.clock.turn(minutes=40)
    await scenario.market.positions.report(
        driver, [Fix(scenario.clock.now(), point, accuracy_meters=accuracy)]
    )


async def distances(scenario: Scenario, order: Order) -> dict[str, float]:
    history = await scenario.market.orders.admin.history(ADMIN, order.id)
    return {event.type: event.miles_away for event in history.events if event.miles_away is not None}


async def test_the_driver_is_told_how_far_they_are_and_the_log_keeps_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    sessions, order = scenario.market.deliveries.sessions, await started(scenario, ada, dee)
    await is_at(scenario, dee, BETWEEN)
    far = (await sessions.see(dee, order.id)).far_from
    assert far == FarStop(Stop.PICKUP, 2.95)
    await sessions.confirm_pickup(dee, order.id)
    assert (await sessions.see(dee, order.id)).far_from == FarStop(Stop.DROPOFF, 2.46)
    await sessions.stop(dee, order.id)
    assert (await sessions.see(dee, order.id)).far_from is None
    assert await distances(scenario, order) == {"picked_up": 2.95, "completed": 2.46}


async def test_at_the_stops_nothing_is_asked_or_recorded(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    sessions, order = scenario.market.deliveries.sessions, await started(scenario, ada, dee)
    await is_at(scenario, dee, TIMES_SQUARE.point)
    assert (await sessions.see(dee, order.id)).far_from is None
    await sessions.confirm_pickup(dee, order.id)
    await is_at(scenario, dee, BROOKLYN.point)
    await sessions.stop(dee, order.id)
    assert await distances(scenario, order) == {}


async def on_its_way_back(scenario: Scenario, customer: Actor, driver: Actor) -> Order:
    order = await started(scenario, customer, driver)
    await is_at(scenario, driver, TIMES_SQUARE.point)
    await scenario.market.deliveries.sessions.confirm_pickup(driver, order.id)
    await scenario.market.deliveries.fail.fail(driver, order.id, FailureReport(FailureReason.REFUSED))
    return order


async def test_a_return_far_from_the_pickup_is_asked_for_and_recorded(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await on_its_way_back(scenario, ada, dee)
    await is_at(scenario, dee, BETWEEN)
    seen = await scenario.market.deliveries.sessions.see(dee, order.id)
    assert seen.far_from == FarStop(Stop.PICKUP, 2.95)
    await scenario.market.deliveries.fail.confirm_return(dee, order.id)
    assert await distances(scenario, order) == {"returned": 2.95}


async def test_a_return_at_the_pickup_is_not_asked_for(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await on_its_way_back(scenario, ada, dee)
    assert (await scenario.market.deliveries.sessions.see(dee, order.id)).far_from is None
    await scenario.market.deliveries.fail.confirm_return(dee, order.id)
    assert await distances(scenario, order) == {}


async def test_a_return_without_a_connection_counts_where_it_was_done(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await on_its_way_back(scenario, ada, dee)
    await is_at(scenario, dee, BETWEEN)
    done_at = scenario.clock.now()
    await is_at(scenario, dee, TIMES_SQUARE.point)
    action = DriverAction("a1", done_at, ActionKind.CONFIRM_RETURN)
    await scenario.market.deliveries.sync(dee, [OfflineAction(order.id, action)])
    assert await distances(scenario, order) == {"returned": 2.95}


@pytest.mark.parametrize("accuracy", [None, 300])
async def test_a_position_that_proves_nothing_accuses_nobody(
    scenario: Scenario, ada: Actor, dee: Actor, accuracy: float | None
) -> None:
    sessions, order = scenario.market.deliveries.sessions, await started(scenario, ada, dee)
    await is_at(scenario, dee, BETWEEN, accuracy)
    assert (await sessions.see(dee, order.id)).far_from is None
    await sessions.confirm_pickup(dee, order.id)
    assert await distances(scenario, order) == {}


async def test_leaving_the_pickup_confirms_it_and_is_not_a_far_confirmation(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await started(scenario, ada, dee)
    way = [(0, TIMES_SQUARE.point), (11, TIMES_SQUARE.point), (600, BETWEEN), (611, BETWEEN)]
    now = scenario.clock.now()
    fixes = [Fix(now + timedelta(seconds=after), point, accuracy_meters=8) for after, point in way]
    scenario.clock.turn(minutes=15)
    await scenario.market.positions.report(dee, fixes)
    assert "picked_up" in await scenario.event_types(order)
    assert await distances(scenario, order) == {}


async def test_what_was_confirmed_without_a_connection_counts_where_it_was_done(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await started(scenario, ada, dee)
    await is_at(scenario, dee, BETWEEN)
    done_at = scenario.clock.now()
    await is_at(scenario, dee, TIMES_SQUARE.point)
    action = DriverAction("a1", done_at, ActionKind.CONFIRM_PICKUP)
    await scenario.market.deliveries.sync(dee, [OfflineAction(order.id, action)])
    assert await distances(scenario, order) == {"picked_up": 2.95}


async def test_whoever_follows_by_a_link_is_not_shown_the_distance(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await started(scenario, ada, dee)
    await is_at(scenario, dee, BETWEEN)
    await scenario.market.deliveries.sessions.confirm_pickup(dee, order.id)

    async def events(unit: UnitOfWork) -> object:
        return await unit.orders.events_after(order.id, 0, 50)

    log = await scenario.storage.read(events)
    now = await scenario.order(order.id)

    def shown(reader: Reader) -> list[float]:
        entries = view_of(reader, now).entries(log)  # type: ignore[arg-type]
        return [it.miles_away for it in entries if it.miles_away is not None]

    assert shown(Reader.LINK) == []
    assert shown(Reader.CUSTOMER) == shown(Reader.ADMIN) == [2.95]
