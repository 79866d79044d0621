"""Watching an order as it happens."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Actor
from haulage.orders import OrderEvent
from use_cases.town import ADMIN, Town, looking_again

pytestmark = pytest.mark.anyio

Stream = AsyncIterator[Sequence[OrderEvent]]
WHOLE_LIFE = ["created", "paid", "assigned", "accepted", "en_route", "started", "picked_up", "completed"]


async def heard(stream: Stream) -> list[str]:
    """The words of a stream up to its end."""
    async with asyncio.timeout(10):
        return [str(event.type) async for batch in stream for event in batch]


async def signs_of_life(stream: Stream) -> None:
    """Batches of nothing, to the end of the stream."""
    async for batch in stream:
        assert not batch


async def drive_to_the_end(town: Town, dee: Actor, order_id: str) -> None:
    for step in ("accept", "set_out", "start", "confirm_pickup", "complete"):
        await getattr(town.market.driving, step)(dee, order_id)


async def test_everyone_with_a_right_hears_every_state_and_then_the_end(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.book(ada, dee)
    watching = [asyncio.create_task(heard(town.market.follow_order(who, order.id))) for who in (ada, ADMIN)]
    await asyncio.sleep(0)
    await town.pay(ada, order)
    await drive_to_the_end(town, dee, order.id)
    assert await asyncio.gather(*watching) == [WHOLE_LIFE, WHOLE_LIFE]


async def test_a_ring_is_heard_before_the_next_look(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    patient = looking_again(town.market.follow_order, after_seconds=3600.0)
    watching = asyncio.create_task(heard(patient(ada, order.id)))
    await asyncio.sleep(0.02)
    await drive_to_the_end(town, dee, order.id)
    assert await watching == WHOLE_LIFE


async def test_an_ended_order_is_told_from_the_beginning_and_ends_at_once(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    await town.market.cancel_order(ada, order.id, "")
    assert await heard(town.market.follow_order(ada, order.id)) == [
        "created",
        "paid",
        "assigned",
        "cancelled",
    ]


async def test_a_watcher_resumes_behind_the_last_number_heard(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    await drive_to_the_end(town, dee, order.id)
    assert await heard(town.market.follow_order(ada, order.id, after=5)) == WHOLE_LIFE[5:]
    assert await heard(town.market.follow_order(ada, order.id, after=8)) == []


async def test_an_empty_batch_says_that_nothing_has_happened(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.book(ada, dee)
    stream = town.market.follow_order(ada, order.id)
    assert [event.type for event in await anext(stream)] == ["created"]
    assert list(await anext(stream)) == []


async def test_a_driver_who_hands_the_order_back_hears_no_more_of_it(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    stream = town.market.follow_order(dee, order.id)
    assert len(await anext(stream)) == 3
    await town.market.driving.hand_back(dee, order.id)
    with pytest.raises(NotFound):
        await signs_of_life(stream)


async def test_more_events_than_one_batch_holds_all_arrive(town: Town, ada: Actor, dee: Actor) -> None:
    order = await town.assigned(ada, dee)
    for _ in range(60):
        await town.market.driving.hand_back(dee, order.id)
        await town.market.driving.accept(dee, order.id)
    await town.market.cancel_order(ada, order.id, "")
    words = await heard(town.market.follow_order(ada, order.id))
    assert words == ["created", "paid", "assigned", *["handed_back", "accepted"] * 60, "cancelled"]


async def test_an_unknown_order_has_no_stream(town: Town, ada: Actor) -> None:
    with pytest.raises(NotFound, match=r"^Order not found$"):
        await anext(town.market.follow_order(ada, "ord_none"))
