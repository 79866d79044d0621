"""Deliveries: begun, paused and ended by hand, and moved on by where their driver is."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction

import attrs
import pytest

from builders import BROOKLYN, TIMES_SQUARE
from haulage.deliveries import (
    AlreadyRunning,
    Consequence,
    GeofenceEventType,
    GeofencePolicy,
    NotRunning,
)
from haulage.kernel.actor import Actor
from haulage.kernel.cargo import Item
from haulage.kernel.errors import Forbidden, IllegalMove, NotFound
from haulage.kernel.geo import Place, Point
from haulage.kernel.services import ServiceType
from haulage.kernel.split_policy import SplitPolicy
from haulage.ledger import EarningsLine
from haulage.orders import Order, OrderStatus
from haulage.orders.order import PickupNotConfirmed
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.deliveries import DeliverySession, DeliveryStatus, WatchGeofences
from haulage.use_cases.positions import Fix, Reported
from statements import statements
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

PICKUP, DROPOFF = TIMES_SQUARE.point, BROOKLYN.point
BETWEEN = Point(40.72, -73.96)


async def accepted(scenario: Scenario, customer: Actor, driver: Actor, **request: object) -> Order:
    order = await scenario.assigned(customer, driver, **request)
    return await scenario.market.dispatch.accept_offer(driver, order.id)


async def drives(scenario: Scenario, driver: Actor, *way: tuple[float, Point]) -> Reported:
    """Fixes so many minutes from now; two of them, eleven seconds apart, at every place."""
    fixes = [a_fix(scenario, minutes + seconds / 60, at) for minutes, at in way for seconds in (0, 11)]
    return await scenario.market.positions.report(driver, fixes)


def a_fix(scenario: Scenario, minutes: float, at: Point, accuracy: float | None = 8) -> Fix:
    return Fix(scenario.clock.now() + timedelta(minutes=minutes), at, accuracy_meters=accuracy)


async def seen(scenario: Scenario, driver: Actor, order: Order) -> DeliverySession:
    return await scenario.market.deliveries.sessions.see(driver, order.id)


def asking(scenario: Scenario) -> None:
    """An operator chose to have drivers asked."""
    report = attrs.evolve(
        scenario.market.positions.report, on_new=[WatchGeofences(scenario.clock, GeofencePolicy.PROMPT)]
    )
    positions = attrs.evolve(scenario.market.positions, report=report)
    scenario.market = attrs.evolve(scenario.market, positions=positions)


def events(session: DeliverySession) -> list[GeofenceEventType]:
    return [event.type for event in session.log.events]


ALL_THREE = [GeofenceEventType.PICKUP_ENTER, GeofenceEventType.PICKUP_LEAVE, GeofenceEventType.DROPOFF_ENTER]


async def test_a_delivery_is_begun_picked_up_paused_and_ended_by_hand(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    sessions, order = scenario.market.deliveries.sessions, await accepted(scenario, ada, dee)
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.PENDING
    started = await sessions.start(dee, order.id)
    assert (started.status, started.timer.is_running) == (DeliveryStatus.IN_PROGRESS, True)
    scenario.clock.turn(minutes=10)
    paused = await sessions.pause(dee, order.id)
    assert paused.estimated_completion == scenario.clock.now() + timedelta(
        minutes=order.estimated_minutes - 10
    )
    scenario.clock.turn(minutes=5)
    assert (await seen(scenario, dee, order)).worked == timedelta(minutes=10)
    await sessions.pause(dee, order.id)
    await sessions.resume(dee, order.id)
    await sessions.confirm_pickup(dee, order.id)
    scenario.clock.turn(minutes=2)
    ended = await sessions.stop(dee, order.id)
    assert (ended.status, ended.worked) == (DeliveryStatus.COMPLETED, timedelta(minutes=12))
    assert ended.efficiency == Fraction(order.estimated_minutes * 100, 12)
    assert (await scenario.order(order.id)).status is OrderStatus.COMPLETED
    assert await scenario.event_types(order) == [
        "created",
        "paid",
        "assigned",
        "accepted",
        "started",
        "picked_up",
        "completed",
    ]


async def test_ending_again_changes_nothing_and_pays_once(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    sessions, order = scenario.market.deliveries.sessions, await accepted(scenario, ada, dee)
    await sessions.start(dee, order.id)
    await sessions.confirm_pickup(dee, order.id)
    once = await sessions.stop(dee, order.id)
    scenario.clock.turn(minutes=3)
    again = await sessions.stop(dee, order.id)
    assert (again.order, again.worked) == (once.order, once.worked)
    await scenario.later(minutes=1)
    assert len(scenario.cards.transfers) == 1


async def test_what_is_out_of_turn_is_refused_in_the_documented_words(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    sessions, order = scenario.market.deliveries.sessions, await accepted(scenario, ada, dee)
    for early in (sessions.stop, sessions.pause, sessions.resume, sessions.confirm_pickup):
        with pytest.raises(NotRunning, match=r"^Delivery is not in progress$"):
            await early(dee, order.id)
    await sessions.start(dee, order.id)
    with pytest.raises(AlreadyRunning):
        await sessions.start(dee, order.id)
    with pytest.raises(PickupNotConfirmed):
        await sessions.stop(dee, order.id)
    await sessions.confirm_pickup(dee, order.id)
    await sessions.stop(dee, order.id)
    with pytest.raises(IllegalMove):
        await sessions.start(dee, order.id)
    with pytest.raises(NotFound, match=r"^Delivery session not found$"):
        await sessions.stop(dee, "ord_unknown")


async def test_a_delivery_is_its_drivers_business_and_admins_may_look(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    sessions, order, eve = (
        scenario.market.deliveries.sessions,
        await accepted(scenario, ada, dee),
        await scenario.driver("eve"),
    )
    assert (await sessions.see(ADMIN, order.id)).order == order
    for stranger in (eve, ada):
        with pytest.raises(NotFound, match=r"^Delivery session not found$"):
            await sessions.see(stranger, order.id)
    with pytest.raises(NotFound):
        await sessions.start(eve, order.id)
    with pytest.raises(Forbidden):
        await sessions.start(ada, order.id)
    assert (await sessions.list(eve, PageRequest())).items == []
    assert [each.order.id for each in (await sessions.list(dee, PageRequest())).items] == [order.id]
    assert (await sessions.list(dee, PageRequest(), DeliveryStatus.COMPLETED)).items == []


async def test_coming_and_going_begins_picks_up_and_ends_a_delivery(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    began = scenario.clock.now()
    scenario.clock.turn(minutes=40)
    await drives(scenario, dee, (-38, PICKUP), (-30, BETWEEN), (-10, DROPOFF))
    session = await seen(scenario, dee, order)
    assert (session.status, events(session)) == (DeliveryStatus.COMPLETED, ALL_THREE)
    assert all(event.auto_triggered for event in session.log.events)
    assert session.timer.started_at == began + timedelta(minutes=2, seconds=11)
    assert session.timer.ended_at == began + timedelta(minutes=30, seconds=11)
    assert session.actual_miles == pytest.approx(5.6, abs=0.5)
    assert await scenario.event_types(order) == [
        "created",
        "paid",
        "assigned",
        "accepted",
        "started",
        "picked_up",
        "completed",
    ]
    await scenario.later(minutes=1)
    assert len(scenario.cards.transfers) == 1


async def test_each_circle_acts_once_however_often_it_is_crossed_and_told(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=60)
    way = [(-58.0, PICKUP), (-50, BETWEEN), (-40, PICKUP), (-30, BETWEEN)]
    await drives(scenario, dee, *way)
    once = await seen(scenario, dee, order)
    await drives(scenario, dee, *way)
    again = await seen(scenario, dee, order)
    assert (events(again), again.order) == (ALL_THREE[:2], once.order)


async def test_fixes_told_one_by_one_do_what_a_batch_does(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=40)
    for leg in [(-38.0, PICKUP), (-30.0, BETWEEN), (-10.0, DROPOFF)]:
        for seconds in (0, 11):
            fix = a_fix(scenario, leg[0] + seconds / 60, leg[1])
            await scenario.market.positions.report(dee, [fix])
    assert events(await seen(scenario, dee, order)) == ALL_THREE


async def test_a_forged_jump_into_the_circle_completes_nothing(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=30)
    await drives(scenario, dee, (-28, PICKUP), (-20, BETWEEN))
    await drives(scenario, dee, (-19.5, DROPOFF))
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.IN_PROGRESS


async def test_where_the_driver_was_before_the_pickup_ends_nothing_however_late_it_is_told(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=30)
    await scenario.market.deliveries.sessions.start(dee, order.id)
    await drives(scenario, dee, (-28, PICKUP), (-20, BETWEEN))
    assert (await seen(scenario, dee, order)).order.picked_up_at is None
    await scenario.market.deliveries.sessions.confirm_pickup(dee, order.id)
    await drives(scenario, dee, (-50, DROPOFF), (-1, DROPOFF))
    session = await seen(scenario, dee, order)
    assert (session.status, events(session)) == (DeliveryStatus.IN_PROGRESS, [])
    scenario.clock.turn(minutes=30)
    await drives(scenario, dee, (-1, DROPOFF))
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.COMPLETED


async def test_passing_the_dropoff_on_the_way_to_the_pickup_does_not_use_its_circle_up(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    await scenario.market.deliveries.sessions.start(dee, order.id)
    scenario.clock.turn(minutes=30)
    await drives(scenario, dee, (-1, DROPOFF))
    await scenario.market.deliveries.sessions.confirm_pickup(dee, order.id)
    scenario.clock.turn(minutes=1)
    await drives(scenario, dee, (-0.5, DROPOFF))
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.COMPLETED


@pytest.mark.parametrize("accuracy", [None, 51])
async def test_a_fix_of_poor_or_unknown_accuracy_moves_nothing(
    scenario: Scenario, ada: Actor, dee: Actor, accuracy: float | None
) -> None:
    order = await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=10)
    fixes = [a_fix(scenario, minutes, PICKUP, accuracy) for minutes in (-8, -7, -6)]
    await scenario.market.positions.report(dee, fixes)
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.PENDING


async def test_an_order_that_its_driver_has_not_accepted_is_not_begun(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    scenario.clock.turn(minutes=10)
    await drives(scenario, dee, (-8, PICKUP))
    assert (await scenario.order(order.id)).status is OrderStatus.ASSIGNED
    await scenario.market.dispatch.accept_offer(dee, order.id)
    scenario.clock.turn(minutes=10)
    await drives(scenario, dee, (-8, PICKUP))
    assert (await scenario.order(order.id)).status is OrderStatus.IN_PROGRESS


async def test_tomorrows_job_is_not_begun_by_driving_past_today(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    tomorrow = scenario.clock.now() + timedelta(days=1)
    order = await accepted(scenario, ada, dee, scheduled_time=tomorrow)
    scenario.clock.turn(minutes=10)
    await drives(scenario, dee, (-8, PICKUP))
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.PENDING
    scenario.clock.turn(hours=23, minutes=30)
    await drives(scenario, dee, (-8, PICKUP))
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.IN_PROGRESS


async def test_a_break_holds_the_circles_too(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    sessions, order = scenario.market.deliveries.sessions, await accepted(scenario, ada, dee)
    await sessions.start(dee, order.id)
    await sessions.confirm_pickup(dee, order.id)
    await sessions.pause(dee, order.id)
    scenario.clock.turn(minutes=30)
    await drives(scenario, dee, (-5, DROPOFF))
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.IN_PROGRESS
    await sessions.resume(dee, order.id)
    scenario.clock.turn(minutes=2)
    await drives(scenario, dee, (-1, DROPOFF))
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.COMPLETED


async def test_a_moving_job_asks_at_its_dropoff_because_the_unloading_comes_after_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    sofa = (Item("A sofa", 120),)
    order = await accepted(scenario, ada, dee, service_type=ServiceType.MOVING, items=sofa)
    scenario.clock.turn(minutes=40)
    await drives(scenario, dee, (-38, PICKUP), (-30, BETWEEN), (-10, DROPOFF))
    session = await seen(scenario, dee, order)
    assert (session.status, session.asks) == (DeliveryStatus.IN_PROGRESS, Consequence.ASK_TO_COMPLETE)
    assert not session.log.events[-1].auto_triggered
    done = await scenario.market.deliveries.sessions.stop(dee, order.id)
    assert (done.status, done.asks) == (DeliveryStatus.COMPLETED, None)


async def test_stops_next_to_each_other_need_the_drivers_word(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    next_door = Place(Point(PICKUP.lat + 0.0016, PICKUP.lng), "1600 Broadway, New York, NY 10019")
    order = await accepted(scenario, ada, dee, dropoff=next_door)
    scenario.clock.turn(minutes=20)
    await drives(scenario, dee, (-18, PICKUP), (-10, next_door.point), (-5, BETWEEN))
    assert (await seen(scenario, dee, order)).status is DeliveryStatus.IN_PROGRESS


async def test_an_operator_may_have_drivers_asked_first(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    asking(scenario)
    sessions, order = scenario.market.deliveries.sessions, await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=40)
    await drives(scenario, dee, (-38, PICKUP))
    session = await seen(scenario, dee, order)
    assert (session.status, session.asks) == (DeliveryStatus.PENDING, Consequence.ASK_TO_START)
    assert (await sessions.start(dee, order.id)).asks is None
    scenario.clock.turn(minutes=40)
    await drives(scenario, dee, (-30, BETWEEN), (-10, DROPOFF))
    session = await seen(scenario, dee, order)
    assert (session.status, session.asks) == (DeliveryStatus.IN_PROGRESS, Consequence.ASK_TO_COMPLETE)


async def test_a_second_job_waits_until_the_first_is_done(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    later = scenario.clock.now() + timedelta(hours=3)
    second = await accepted(scenario, ada, dee, scheduled_time=later)
    first = await accepted(scenario, ada, dee)
    await scenario.market.deliveries.sessions.start(dee, first.id)
    scenario.clock.turn(hours=3)
    await drives(scenario, dee, (-5, PICKUP))
    assert (await seen(scenario, dee, second)).status is DeliveryStatus.PENDING
    await scenario.market.deliveries.sessions.confirm_pickup(dee, first.id)
    await scenario.market.deliveries.sessions.stop(dee, first.id)
    scenario.clock.turn(minutes=5)
    await drives(scenario, dee, (-1, PICKUP))
    assert (await seen(scenario, dee, second)).status is DeliveryStatus.IN_PROGRESS


async def test_whoever_takes_an_order_again_begins_anew(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=10)
    await drives(scenario, dee, (-8, PICKUP))
    before = await seen(scenario, dee, order)
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    with pytest.raises(NotFound):
        await seen(scenario, dee, order)
    scenario.clock.turn(minutes=1)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    after = await seen(scenario, dee, order)
    assert (after.status, events(after)) == (DeliveryStatus.PENDING, [])
    assert after.id != before.id


async def test_the_customer_sees_each_step_as_it_happens(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await accepted(scenario, ada, dee)
    received: list[str] = []

    async def listen() -> None:
        async for batch in scenario.market.orders.follow(ada, order.id, 4):
            received.extend(str(event.type) for event in batch)
            if received[-1:] == ["completed"]:
                return

    listening = asyncio.create_task(listen())
    scenario.clock.turn(minutes=40)
    await drives(scenario, dee, (-38, PICKUP), (-30, BETWEEN), (-10, DROPOFF))
    await asyncio.wait_for(listening, 5)
    assert received == ["started", "picked_up", "completed"]


async def test_the_payout_is_told_by_the_policy_in_force_and_adds_up(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    payout = (await seen(scenario, dee, order)).payout
    assert payout is not None
    assert (payout.policy, payout.is_earned) == (SplitPolicy.SPLIT_50_50, False)
    assert sum(cents for _, cents in payout.lines) == payout.driver_cents
    assert named(payout.lines) == [
        EarningsLine.SUBTOTAL,
        EarningsLine.PROCESSING_FEE,
        EarningsLine.PLATFORM_SHARE,
    ]
    await scenario.market.deliveries.sessions.start(dee, order.id)
    await scenario.market.deliveries.sessions.confirm_pickup(dee, order.id)
    paid = (await scenario.market.deliveries.sessions.stop(dee, order.id)).payout
    assert paid == attrs.evolve(payout, is_earned=True)


def named(lines: Sequence[tuple[EarningsLine, int]]) -> list[EarningsLine]:
    return [line for line, _ in lines]


async def test_a_list_asks_the_database_the_same_for_one_delivery_and_for_many(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    for _ in range(3):
        order = await accepted(scenario, ada, dee)
        for step in ("start", "confirm_pickup", "stop"):
            await getattr(scenario.market.deliveries.sessions, step)(dee, order.id)
    sent = []
    for size in (1, 3):
        with statements(scenario.storage.engine) as asked:
            page = await scenario.market.deliveries.sessions.list(dee, PageRequest(size))
        assert len(page.items) == size
        assert all(session.payout for session in page.items)
        sent.append(len(asked))
    assert sent[0] == sent[1]
