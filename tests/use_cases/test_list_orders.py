"""Watching an order as it happens."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from concurrently import Waiting
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.orders import Order, OrderEvent
from haulage.ports.runtime.topics import order_topic
from haulage.use_cases.orders.order_updates import OrderUpdate
from haulage.use_cases.orders.stream_access import ByActor, ByLink
from use_cases.claiming import NOBODY_CAME, declined
from use_cases.scenario import ADMIN, Scenario, looking_again, step_of
from use_cases.test_proofs import a_proof

pytestmark = pytest.mark.anyio

Stream = AsyncIterator[Sequence[OrderEvent]]
WHOLE_LIFE = ["created", "paid", "assigned", "accepted", "en_route", "started", "picked_up", "completed"]


@pytest.fixture
async def waiting(monkeypatch: pytest.MonkeyPatch) -> Waiting:
    return Waiting(monkeypatch)


async def received(stream: Stream) -> list[str]:
    """The words of a stream up to its end."""
    async with asyncio.timeout(10):
        return [str(event.type) async for batch in stream for event in batch]


async def signs_of_life(stream: Stream) -> None:
    """Batches of nothing, to the end of the stream."""
    async for batch in stream:
        assert not batch


async def drive_to_the_end(scenario: Scenario, dee: Actor, order_id: str) -> None:
    for step in ("accept", "set_out", "start", "confirm_pickup", "complete"):
        await step_of(scenario.market, step)(dee, order_id)


async def test_everyone_with_a_right_hears_every_state_and_then_the_end(
    scenario: Scenario, ada: Actor, dee: Actor, waiting: Waiting
) -> None:
    order = await scenario.book(ada, dee)
    watching = [
        asyncio.create_task(received(scenario.market.orders.follow(who, order.id))) for who in (ada, ADMIN)
    ]
    await waiting.somebody()
    await scenario.pay(ada, order)
    await drive_to_the_end(scenario, dee, order.id)
    assert await asyncio.gather(*watching) == [WHOLE_LIFE, WHOLE_LIFE]


async def test_a_notification_is_heard_before_the_next_look(
    scenario: Scenario, ada: Actor, dee: Actor, waiting: Waiting
) -> None:
    order = await scenario.assigned(ada, dee)
    patient = looking_again(scenario.market.orders.follow, after_seconds=3600.0)
    watching = asyncio.create_task(received(patient(ada, order.id)))
    await waiting.somebody()
    await drive_to_the_end(scenario, dee, order.id)
    assert await watching == WHOLE_LIFE


async def test_an_ended_order_is_told_from_the_beginning_and_ends_at_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.orders.cancel(ada, order.id, "")
    assert await received(scenario.market.orders.follow(ada, order.id)) == [
        "created",
        "paid",
        "assigned",
        "cancelled",
    ]


async def test_a_watcher_resumes_behind_the_last_number_heard(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await drive_to_the_end(scenario, dee, order.id)
    assert await received(scenario.market.orders.follow(ada, order.id, after=5)) == WHOLE_LIFE[5:]
    assert await received(scenario.market.orders.follow(ada, order.id, after=8)) == []


async def test_an_empty_batch_says_that_nothing_has_happened(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    stream = scenario.market.orders.follow(ada, order.id)
    assert [event.type for event in await anext(stream)] == ["created"]
    assert list(await anext(stream)) == []


async def test_a_driver_who_hands_the_order_back_hears_no_more_of_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    stream = scenario.market.orders.follow(dee, order.id)
    assert len(await anext(stream)) == 3
    await scenario.market.deliveries.steps.hand_back(dee, order.id)
    with pytest.raises(NotFound):
        await signs_of_life(stream)


async def test_more_events_than_one_batch_holds_all_arrive(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    for _ in range(60):
        await scenario.market.deliveries.steps.hand_back(dee, order.id)
        await scenario.market.dispatch.accept_offer(dee, order.id)
    await scenario.market.orders.cancel(ada, order.id, "")
    words = await received(scenario.market.orders.follow(ada, order.id))
    assert words == ["created", "paid", "assigned", *["handed_back", "accepted"] * 60, "cancelled"]


async def test_an_unknown_order_has_no_stream(scenario: Scenario, ada: Actor) -> None:
    with pytest.raises(NotFound, match=r"^Order not found$"):
        await anext(scenario.market.orders.follow(ada, "ord_none"))


async def said(stream: AsyncIterator[OrderUpdate]) -> list[str]:
    """The words of the next news that has any, or that they were the last."""
    async with asyncio.timeout(10):
        async for news in stream:
            if news.events or news.is_last:
                return [str(event.type) for event in news.events] or ["last"]
    return []


async def delivered(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    order = await scenario.assigned(ada, dee)
    await drive_to_the_end(scenario, dee, order.id)
    return await scenario.order(order.id)


async def test_who_stays_hears_late_proofs_reports_and_decisions_for_a_day_after_the_last(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order, market = await delivered(scenario, ada, dee), scenario.market
    patient = looking_again(market.orders.follow, after_seconds=3600.0)
    stream = patient.updates(ByActor(ada), order.id, len(WHOLE_LIFE), afterwards=True)
    assert not (await anext(stream)).events
    scenario.clock.turn(hours=1)
    await market.proofs.submit(dee, order.id, a_proof(scenario))
    assert await said(stream) == ["proved"]
    scenario.clock.turn(hours=20)
    report = await market.claims.open(ada, order.id, NOBODY_CAME)
    assert await said(stream) == ["claim_opened"]
    scenario.clock.turn(hours=20)
    await declined(scenario, report)
    assert await said(stream) == ["claim_decided"]
    scenario.clock.turn(hours=24)
    await scenario.storage.notifier.publish(order_topic(order.id))
    assert (await said(stream), await said(stream)) == (["last"], [])


async def test_an_order_that_is_over_for_long_is_told_and_left(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await delivered(scenario, ada, dee)
    scenario.clock.turn(hours=24)
    stream = scenario.market.orders.follow.updates(ByActor(ada), order.id, afterwards=True)
    assert [await said(stream), await said(stream), await said(stream)] == [WHOLE_LIFE, ["last"], []]


async def test_who_stays_and_who_does_not_end_each_in_their_time(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    follow = scenario.market.orders.follow
    stays = follow.updates(ByActor(ada), order.id, afterwards=True)
    assert await said(stays) == WHOLE_LIFE[:3]
    leaves = asyncio.create_task(received(follow(ada, order.id)))
    await drive_to_the_end(scenario, dee, order.id)
    assert await leaves == WHOLE_LIFE
    shown: list[str] = []
    while len(shown) < 5:
        shown += await said(stays)
    assert shown == WHOLE_LIFE[3:]
    await scenario.market.claims.open(ada, order.id, NOBODY_CAME)
    assert await said(stays) == ["claim_opened"]
    await follow.streams.aclose()
    assert await said(stays) == [], "a server that goes away is no end"


async def test_who_has_a_link_hears_of_a_late_proof_and_not_of_a_report(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    link = await scenario.market.orders.share_tracking.issue(ada, order.id)
    await drive_to_the_end(scenario, dee, order.id)
    access = ByLink.of(await scenario.market.orders.track_by_link.opened(order.id, link.token))
    stream = scenario.market.orders.follow.updates(access, order.id, len(WHOLE_LIFE), afterwards=True)
    assert not (await anext(stream)).events
    await scenario.market.claims.open(ada, order.id, NOBODY_CAME)
    await scenario.market.proofs.submit(dee, order.id, a_proof(scenario))
    assert await said(stream) == ["proved"]
