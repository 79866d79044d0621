"""Many who watch one order: what they share, and what each of them is asked for alone."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TypeVar

import attrs
import pytest

from haulage.accounts.session import BadAccessToken, SessionNotFound, SignOutScope
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Point
from haulage.orders import Order
from haulage.ports.runtime.topics import order_topic
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.orders.order_snapshots import SnapshotQuery
from haulage.use_cases.orders.order_updates import NOTHING_NEW, OrderUpdate
from haulage.use_cases.orders.stream_access import ByActor, ByLink, BySession, StreamAccess
from haulage_adapters.order_streams import InProcessOrderStreams
from haulage_adapters.order_streams.batched_reader import BatchedReader
from use_cases.scenario import ADMIN, Scenario, looking_again, step_of

pytestmark = pytest.mark.anyio

T = TypeVar("T")
ELSEWHERE = Point(40.7651, -73.9712)
PASSWORD = "Correct-horse-1"
PATIENCE_SECONDS = 20
Stream = AsyncGenerator[OrderUpdate, None]


@attrs.define
class CountedStorage:
    """Counts the reads, and holds them up while its gate is shut."""

    storage: Storage
    reads: int = 0
    gate: asyncio.Event = attrs.field(factory=asyncio.Event)
    has_read: asyncio.Event = attrs.field(factory=asyncio.Event)

    async def read(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        self.reads += 1
        found = await self.storage.read(work)
        self.has_read.set()
        await self.gate.wait()
        return found


@attrs.define
class Member:
    """A customer with two devices."""

    actor: Actor
    tokens: tuple[str, str]

    async def accesses(self, scenario: Scenario) -> list[StreamAccess]:
        tokens = scenario.market.accounts.authenticate.tokens
        return [await BySession.of(tokens, token) for token in self.tokens]


async def member(scenario: Scenario) -> Member:
    data = {"name": "Ann", "phone": "+12125550101", "userType": "customer"}
    first = await scenario.market.accounts.sign_up("ann@example.com", PASSWORD, data)
    second = await scenario.market.accounts.sign_in("ann@example.com", PASSWORD)
    actor = await scenario.market.accounts.authenticate(second.access_token)
    assert first is not None
    return Member(actor, (first.access_token, second.access_token))


async def on_the_way(scenario: Scenario, customer: Actor, dee: Actor) -> Order:
    order = await scenario.assigned(customer, dee)
    return await scenario.market.deliveries.steps.set_out(dee, order.id)


async def next_update(stream: Stream) -> OrderUpdate:
    """The next news that has something in it."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        async for news in stream:
            if news.events or news.live:
                return news
    raise AssertionError("the stream ended")


def streams_over(scenario: Scenario, storage: CountedStorage) -> InProcessOrderStreams:
    follow = looking_again(scenario.market.orders.follow, after_seconds=3600.0)
    assert isinstance(follow.streams, InProcessOrderStreams)
    return attrs.evolve(follow.streams, reader=BatchedReader(storage))  # type: ignore[arg-type]


async def test_however_many_watch_an_order_it_is_read_once_and_told_alike(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await on_the_way(scenario, ada, dee)
    storage = CountedStorage(scenario.storage)
    storage.gate.set()
    order_streams = streams_over(scenario, storage)
    streams = [order_streams.updates(ByActor(who), order.id, live=True) for who in (ada, dee, ADMIN) * 5]
    for stream in streams:
        first = await next_update(stream)
        assert [str(event.type) for event in first.events][-1] == "en_route"
        assert first.live is not None
    waiting = [asyncio.create_task(next_update(stream)) for stream in streams]
    await asyncio.sleep(0)
    before = storage.reads
    await scenario.market.drivers.profiles.report_position(dee, ELSEWHERE)
    shown = await asyncio.gather(*waiting)
    assert storage.reads == before + 1
    assert all(news is shown[0] for news in shown), "so that it is written down once"
    assert shown[0].live is not None
    assert shown[0].live.position is not None
    assert shown[0].live.position.point == ELSEWHERE
    await order_streams.aclose()


async def test_one_for_whom_nothing_is_new_is_told_so_however_often_it_is_notified(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """A driver's positions notify all the time, and mean nothing to who did not ask for them."""
    order = await on_the_way(scenario, ada, dee)
    follow = looking_again(scenario.market.orders.follow, after_seconds=0.05)
    stream = follow.updates(ByActor(ada), order.id)
    await next_update(stream)
    shown = asyncio.ensure_future(anext(stream))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not shown.done():
            await scenario.storage.notifier.publish(order_topic(order.id))
            await asyncio.sleep(0)
    assert shown.result() is NOTHING_NEW
    await stream.aclose()


async def test_a_session_that_ends_ends_its_own_streams_and_no_others(scenario: Scenario, dee: Actor) -> None:
    ann = await member(scenario)
    order = await on_the_way(scenario, ann.actor, dee)
    gone, stays = [
        scenario.market.orders.follow.updates(access, order.id, live=True)
        for access in await ann.accesses(scenario)
    ]
    for stream in (gone, stays):
        await next_update(stream)
    await scenario.market.accounts.sign_out(ann.tokens[0], SignOutScope.LOCAL)
    await scenario.market.drivers.profiles.report_position(dee, ELSEWHERE)
    with pytest.raises(SessionNotFound):
        await next_update(gone)
    assert (await next_update(stays)).live is not None


async def test_a_token_whose_time_is_over_ends_its_stream_though_nothing_happens(
    scenario: Scenario, dee: Actor
) -> None:
    ann = await member(scenario)
    order = await on_the_way(scenario, ann.actor, dee)
    stream = scenario.market.orders.follow.updates((await ann.accesses(scenario))[1], order.id)
    await next_update(stream)
    scenario.clock.turn(hours=1)
    with pytest.raises(BadAccessToken):
        await next_update(stream)


async def test_a_link_opens_no_other_order_than_its_own(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await on_the_way(scenario, ada, dee)
    other = await on_the_way(scenario, await scenario.customer("eve"), await scenario.driver("fay"))
    link = await scenario.market.orders.share_tracking.issue(ada, order.id)
    access = ByLink.of(await scenario.market.orders.track_by_link.opened(order.id, link.token))
    stream = scenario.market.orders.follow.updates(access, other.id)
    with pytest.raises(NotFound):
        await next_update(stream)


async def test_one_who_takes_nothing_is_told_every_event_at_last_and_only_the_last_place(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await on_the_way(scenario, ada, dee)
    slow = scenario.market.orders.follow.updates(ByActor(ada), order.id, live=True)
    quick = scenario.market.orders.follow.updates(ByActor(ADMIN), order.id, live=True)
    for stream in (slow, quick):
        await next_update(stream)
    for step in ("start", "confirm_pickup"):
        await step_of(scenario.market, step)(dee, order.id)
        assert (await next_update(quick)).events
    await scenario.market.drivers.profiles.report_position(dee, ELSEWHERE)
    while (last := await next_update(quick)).live is None or not last.live.position:
        pass
    assert last.live.position.point == ELSEWHERE
    shown = await next_update(slow)
    while shown.live is None or not shown.live.is_like(last.live):  # who was quick may have looked alone
        shown = shown.and_then(await next_update(slow))
    assert [str(event.type) for event in shown.events] == ["started", "picked_up"]


async def test_a_look_that_was_asked_for_after_a_change_shows_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    storage = CountedStorage(scenario.storage)
    reader = BatchedReader(storage)  # type: ignore[arg-type]
    early = asyncio.create_task(reader(SnapshotQuery(order.id, 0)))
    await storage.has_read.wait()
    await scenario.market.deliveries.steps.set_out(dee, order.id)
    late = [asyncio.create_task(reader(SnapshotQuery(order.id, 0))) for _ in range(3)]
    await asyncio.sleep(0)
    storage.gate.set()
    assert (await early).order is not None
    for snapshot in await asyncio.gather(*late):
        assert snapshot.order is not None
        assert snapshot.order.en_route_at is not None
    assert storage.reads == 2, "the three of them look together"
