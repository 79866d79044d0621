"""A channel for all subscribers of one order in this process: the order is read once for all of them."""

import asyncio
import math
from collections.abc import Callable
from datetime import datetime

import attrs

from haulage.kernel.errors import HaulageError
from haulage.orders.views import View
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.notifier import Notifier
from haulage.ports.runtime.topics import order_topic
from haulage.use_cases.orders.order_snapshots import OrderSnapshot, SnapshotQuery
from haulage.use_cases.orders.order_updates import NOTHING_NEW, OrderUpdate, update_of
from haulage.use_cases.orders.tracking import Live, TrackOrder
from haulage_adapters.order_streams.batched_reader import BatchedReader
from haulage_adapters.order_streams.subscriber import Subscriber

HEARTBEAT_PERIODS = 4
"""Ours: after so many times as long as a channel waits for a notification, every subscriber is sent an
update, if need be an empty one: at most one period later, 10 s in all, before browsers take their streams
for dead at 12."""

TOGETHER_SECONDS = 0.05
"""Ours: channels read again at multiples of this, so that their reads fall into the same batches."""


@attrs.frozen
class StreamContext:
    """What every channel needs."""

    reader: BatchedReader
    notifier: Notifier
    clock: Clock
    track: TrackOrder
    look_again_seconds: float


class OrderChannel:
    """Sends the updates of one order to all of its subscribers in this process.

    It reads the order upon each notification and every few seconds, and sends each subscriber what is new to
    them and what their access allows. It closes when the last of them leaves, or when the order ends.
    """

    def __init__(
        self, order_id: str, context: StreamContext, closed: "Callable[[str, OrderChannel], None]"
    ) -> None:
        self._order_id = order_id
        self._context = context
        self._closed = closed
        self._subscribers: dict[Subscriber, None] = {}
        self._listens = asyncio.Event()
        self._next_read_at = 0.0
        self._renewed_at = self._heartbeat_at = asyncio.get_running_loop().time()
        self._task = asyncio.create_task(self._run(), name=f"channel of {order_id}")

    async def join(self, subscriber: Subscriber) -> None:
        """From here on each change of the order is sent to the subscriber, or sets their ``has_missed``."""
        self._subscribers[subscriber] = None
        await self._listens.wait()

    def leave(self, subscriber: Subscriber) -> None:
        self._subscribers.pop(subscriber, None)
        if not self._subscribers:
            self._task.cancel()
            self._closed(self._order_id, self)

    def close(self) -> None:
        """End every subscription."""
        self._task.cancel()
        for subscriber in self._subscribers:
            subscriber.end()

    async def read(self, subscriber: Subscriber) -> OrderSnapshot:
        """Read for one who has not joined yet; their access is still to be checked."""
        return await self._read([subscriber])

    async def _run(self) -> None:
        try:
            async with self._context.notifier.listen(order_topic(self._order_id)) as signal:
                self._listens.set()
                self._schedule_next_read()
                while not await self._read_and_send():
                    await signal.wait(max(0.0, self._next_read_at - asyncio.get_running_loop().time()))
        except Exception as error:
            self._end(error)
        else:
            self._end(None)
        finally:
            self._listens.set()
            self._closed(self._order_id, self)

    def _end(self, refusal: Exception | None) -> None:
        """End the streams; those who have not joined yet find the end in what they read themselves."""
        for subscriber in self._subscribers:
            if subscriber.is_joined or refusal is not None:
                subscriber.end(refusal)

    def _schedule_next_read(self) -> None:
        soonest = asyncio.get_running_loop().time() + self._context.look_again_seconds
        self._next_read_at = math.ceil(soonest / TOGETHER_SECONDS) * TOGETHER_SECONDS

    async def _read_and_send(self) -> bool:
        """Read the order and send updates; whether the order has ended."""
        now, period = asyncio.get_running_loop().time(), self._context.look_again_seconds
        self._schedule_next_read()  # whether or not there was a notification
        # As of before the read:
        subscribers = [each for each in self._subscribers if each.is_joined]
        for subscriber in self._subscribers:
            subscriber.has_missed = True
        if now - self._renewed_at >= period:
            self._renewed_at = now
            await _renew(subscribers)
        if not subscribers:
            return False
        snapshot = await self._read(subscribers)
        live = await self._live(snapshot) if any(one.wants_live for one in subscribers) else None
        is_heartbeat = now - self._heartbeat_at >= HEARTBEAT_PERIODS * period
        self._heartbeat_at = now if is_heartbeat else self._heartbeat_at
        broadcast = _Broadcast(snapshot, live, self._context.clock.now(), is_heartbeat=is_heartbeat)
        for subscriber in subscribers:
            broadcast.send(subscriber)
        return self._is_over(snapshot, subscribers) if not snapshot.has_more else await self._read_and_send()

    def _is_over(self, snapshot: OrderSnapshot, subscribers: list[Subscriber]) -> bool:
        """Whether the order has ended and nobody stays; later subscribers get a new channel."""
        now = self._context.clock.now()
        for subscriber in subscribers:
            if subscriber.ends_with(snapshot, now):
                subscriber.end()
        if not snapshot.is_last or any(each.stays and not each.is_done for each in self._subscribers):
            return False
        self._closed(self._order_id, self)
        return True

    async def _read(self, subscribers: list[Subscriber]) -> OrderSnapshot:
        return await self._context.reader(
            SnapshotQuery(
                self._order_id,
                min(subscriber.known.after for subscriber in subscribers),
                list({id for subscriber in subscribers for id in subscriber.access.session_ids}),
                list({id for subscriber in subscribers for id in subscriber.access.link_ids}),
                with_thread=any(subscriber.wants_thread for subscriber in subscribers),
            )
        )

    async def _live(self, snapshot: OrderSnapshot) -> Live | None:
        now = self._context.clock.now()
        return (
            await self._context.track.live_at(snapshot.order, snapshot.position, now)
            if snapshot.order
            else None
        )


async def _renew(subscribers: list[Subscriber]) -> None:
    for subscriber in subscribers:
        try:
            await subscriber.access.renew()
        except HaulageError as refusal:
            subscriber.end(refusal)


class _Broadcast:
    """One snapshot sent to many subscribers; what is the same for several is made once."""

    def __init__(
        self, snapshot: OrderSnapshot, live: Live | None, now: datetime, *, is_heartbeat: bool
    ) -> None:
        self._snapshot = snapshot
        self._live = live
        self._shown: dict[View, Live | None] = {}
        self._now = now
        self._is_heartbeat = is_heartbeat
        self._made: dict[tuple[object, ...], OrderUpdate] = {}
        self._compared: dict[tuple[int, int], bool] = {}

    def send(self, subscriber: Subscriber) -> None:
        try:
            view = subscriber.access.require(self._snapshot, self._now)
        except HaulageError as refusal:
            subscriber.end(refusal)
            return
        update = self._update_for(subscriber, view)
        if update is not NOTHING_NEW:
            subscriber.learn(update)
        if update.has_content or self._is_heartbeat:
            subscriber.send(update)

    def _update_for(self, subscriber: Subscriber, view: View) -> OrderUpdate:
        live = self._seen_by(view) if subscriber.wants_live else None
        if live is not None and self._is_known(live, subscriber.known.live):
            live = None
        known, thread = subscriber.known, subscriber.wants_thread
        has_new_events = any(event.sequence > known.after for event in self._snapshot.events)
        same = (known.after, id(live), known.thread, thread, view.of_log if has_new_events else None)
        if same not in self._made:
            self._made[same] = update_of(self._snapshot, known, view, live, thread=thread)
        return self._made[same]

    def _seen_by(self, view: View) -> Live | None:
        """One object for each view, so that its update is made only once."""
        if view not in self._shown:
            self._shown[view] = self._live.seen_by(view) if self._live else None
        return self._shown[view]

    def _is_known(self, live: Live, known: Live | None) -> bool:
        """Compared once for all who were last sent the same."""
        same = (id(live), id(known))
        if same not in self._compared:
            self._compared[same] = known is not None and live.is_like(known)
        return self._compared[same]
