"""A console that lost its connection tells what was done: in any order, and more than once."""

from datetime import timedelta

import attrs
import pytest

from haulage.deliveries import ActionKind, DriverAction, Outcome
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Forbidden, InvalidInput
from haulage.orders import Order, OrderStatus
from haulage.use_cases.deliveries import OfflineAction, OfflineActions
from use_cases.scenario import Scenario

pytestmark = pytest.mark.anyio

K = ActionKind


def an_action(scenario: Scenario, order: Order, id: str, minutes: float, kind: ActionKind) -> OfflineAction:
    """So many minutes from now."""
    return OfflineAction(order.id, DriverAction(id, scenario.clock.now() + timedelta(minutes=minutes), kind))


def a_delivery(scenario: Scenario, order: Order, start: float, prefix: str = "") -> list[OfflineAction]:
    steps = [(0, K.SET_OUT), (5, K.START), (8, K.CONFIRM_PICKUP), (12, K.PAUSE), (16, K.RESUME), (30, K.STOP)]
    return [an_action(scenario, order, f"{prefix}{kind}", start + minutes, kind) for minutes, kind in steps]


async def accepted(scenario: Scenario, customer: Actor, driver: Actor, **request: object) -> Order:
    order = await scenario.assigned(customer, driver, **request)
    return await scenario.market.dispatch.accept_offer(driver, order.id)


def outcomes(done: OfflineActions) -> list[Outcome]:
    return [result.outcome for result in done.results]


async def test_a_whole_delivery_is_told_at_once_and_counts_at_its_own_times(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=60)
    actions = a_delivery(scenario, order, -40)
    done = await scenario.market.deliveries.sync(dee, actions)
    assert set(outcomes(done)) == {Outcome.APPLIED}
    session = done.deliveries[0]
    assert session.timer.started_at == scenario.clock.now() - timedelta(minutes=35)
    assert session.worked == timedelta(minutes=21)
    again = await scenario.market.deliveries.sync(dee, actions[::-1])
    assert (outcomes(again), again.deliveries) == (outcomes(done), done.deliveries)
    await scenario.later(minutes=1)
    assert len(scenario.cards.transfers) == 1


async def test_an_action_without_what_it_follows_is_kept_until_that_comes(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await accepted(scenario, ada, dee)
    scenario.clock.turn(minutes=60)
    *before, stop = a_delivery(scenario, order, -40)
    early = await scenario.market.deliveries.sync(dee, [stop])
    assert outcomes(early) == [Outcome.OUT_OF_TURN]
    assert (await scenario.order(order.id)).status is OrderStatus.ASSIGNED
    done = await scenario.market.deliveries.sync(dee, before)
    assert done.deliveries[0].order.status is OrderStatus.COMPLETED


async def test_a_second_job_told_before_the_first_is_ended_waits_for_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    later = scenario.clock.now() + timedelta(hours=3)
    second = await accepted(scenario, ada, dee, scheduled_time=later)
    first = await accepted(scenario, ada, dee)
    scenario.clock.turn(hours=3)
    own = a_delivery(scenario, second, -40, "second/")
    waits = await scenario.market.deliveries.sync(dee, own)
    assert set(outcomes(waits)) == {Outcome.OUT_OF_TURN}
    assert waits.results[0].reason == "Finish the job you have before you take another."
    await scenario.market.deliveries.sync(dee, a_delivery(scenario, first, -90, "first/"))
    assert (await scenario.order(second.id)).status is OrderStatus.COMPLETED
    assert set(outcomes(await scenario.market.deliveries.sync(dee, own))) == {Outcome.APPLIED}


async def test_what_can_never_count_is_refused_by_name_and_keeps_nothing_else_out(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, eve = await accepted(scenario, ada, dee), await scenario.driver("eve")
    start = an_action(scenario, order, "start", 0, K.START)
    done = await scenario.market.deliveries.sync(
        dee,
        [
            start,
            an_action(scenario, order, "future", 2, K.STOP),
            an_action(scenario, order, "old", -60 * 24 * 8, K.STOP),
            an_action(scenario, attrs.evolve(order, id="ord_unknown"), "unknown", 0, K.STOP),
        ],
    )
    assert [result.reason for result in done.results] == [
        None,
        "at: must not be in the future",
        "at: is more than 7 days ago",
        "Delivery session not found",
    ]
    other = await scenario.market.deliveries.sync(dee, [an_action(scenario, order, "start", 0, K.STOP)])
    assert other.results[0].reason == "client_id: was used for another action"
    again = await scenario.market.deliveries.sync(
        dee, [attrs.evolve(start, action=attrs.evolve(start.action, after="x"))]
    )
    assert outcomes(again) == [Outcome.APPLIED]
    stranger = await scenario.market.deliveries.sync(eve, [start])
    assert (outcomes(stranger), stranger.deliveries) == ([Outcome.REFUSED], [])
    with pytest.raises(InvalidInput, match=r"actions\[1\]\.client_id"):
        await scenario.market.deliveries.sync(dee, [start, an_action(scenario, order, "start", 0, K.STOP)])
    for kind, reason, message in [
        (K.FAIL, None, "is required to fail"),
        (K.STOP, "refused", "is required to fail, and belongs to nothing else"),
        (K.FAIL, "bored", "must be one of nobody_there, "),
    ]:
        odd = attrs.evolve(an_action(scenario, order, "odd", 0, kind).action, reason=reason)
        with pytest.raises(InvalidInput, match=rf"actions\[0\]\.reason: {message}"):
            await scenario.market.deliveries.sync(dee, [OfflineAction(order.id, odd)])
    with pytest.raises(InvalidInput, match="between 1 and 200"):
        await scenario.market.deliveries.sync(dee, [])
    with pytest.raises(Forbidden):
        await scenario.market.deliveries.sync(ada, [start])
