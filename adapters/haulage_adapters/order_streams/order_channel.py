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

SILENT_PERIODS = 4
"""Ours: after so many times as long as a channel waits for a notification, even those for whom nothing is new
are told so: at most one period later, 10 s in all, before browsers take their streams for dead at 12."""

TOGETHER_SECONDS = 0.05
"""Ours: rooms that look again by themselves do so at the same moments, so that they look together."""


@attrs.frozen
class StreamContext:
    """What every room needs."""

    looks: BatchedReader
    notifier: Notifier
    clock: Clock
    track: TrackOrder
    look_again_seconds: float


class OrderChannel:
    """Reads upon each notification of the order and now and then by itself, and tells each watcher what is
    new to them, if their permit is good for what it saw. It closes with the last of them, or the order."""

    def __init__(
        self, order_id: str, around: StreamContext, closed: "Callable[[str, OrderChannel], None]"
    ) -> None:
        self._order_id = order_id
        self._around = around
        self._closed = closed
        self._watchers: dict[Subscriber, None] = {}
        self._listens = asyncio.Event()
        self._due = 0.0
        self._renewed = self._spoke = asyncio.get_running_loop().time()
        self._task = asyncio.create_task(self._run(), name=f"room of {order_id}")

    async def enter(self, watcher: Subscriber) -> None:
        """From here on nothing happens that the watcher is not told, or told to have missed."""
        self._watchers[watcher] = None
        await self._listens.wait()

    def leave(self, watcher: Subscriber) -> None:
        self._watchers.pop(watcher, None)
        if not self._watchers:
            self._task.cancel()
            self._closed(self._order_id, self)

    def close(self) -> None:
        """Nobody is told anything more."""
        self._task.cancel()
        for watcher in self._watchers:
            watcher.end()

    async def look(self, watcher: Subscriber) -> OrderSnapshot:
        """One look for one who is not in yet; their permit is still to be asked."""
        return await self._look([watcher])

    async def _run(self) -> None:
        try:
            async with self._around.notifier.listen(order_topic(self._order_id)) as signal:
                self._listens.set()
                self._next_due()
                while not await self._round():
                    await signal.wait(max(0.0, self._due - asyncio.get_running_loop().time()))
        except Exception as error:
            self._end(error)
        else:
            self._end(None)
        finally:
            self._listens.set()
            self._closed(self._order_id, self)

    def _end(self, refusal: Exception | None) -> None:
        """Those who are not in yet see for themselves."""
        for watcher in self._watchers:
            if watcher.is_in or refusal is not None:
                watcher.end(refusal)

    def _next_due(self) -> None:
        soonest = asyncio.get_running_loop().time() + self._around.look_again_seconds
        self._due = math.ceil(soonest / TOGETHER_SECONDS) * TOGETHER_SECONDS

    async def _round(self) -> bool:
        """Look, and tell; whether the order has ended."""
        now, period = asyncio.get_running_loop().time(), self._around.look_again_seconds
        self._next_due()  # whether there was a notification or not, this is a look
        watchers = [watcher for watcher in self._watchers if watcher.is_in]  # as of before the look
        for watcher in self._watchers:
            watcher.has_missed = True
        if now - self._renewed >= period:
            self._renewed = now
            await _renew(watchers)
        if not watchers:
            return False
        snapshot = await self._look(watchers)
        live = await self._live(snapshot) if any(one.wants_live for one in watchers) else None
        breaks_silence = now - self._spoke >= SILENT_PERIODS * period
        self._spoke = now if breaks_silence else self._spoke
        telling = _Broadcast(snapshot, live, self._around.clock.now(), breaks_silence=breaks_silence)
        for watcher in watchers:
            telling.tell(watcher)
        return self._is_over(snapshot, watchers) if not snapshot.has_more else await self._round()

    def _is_over(self, snapshot: OrderSnapshot, watchers: list[Subscriber]) -> bool:
        """Whether the order has ended and nobody stays; who comes from then on finds another room."""
        now = self._around.clock.now()
        for watcher in watchers:
            if watcher.ends_with(snapshot, now):
                watcher.end()
        if not snapshot.is_last or any(each.stays and not each.is_done for each in self._watchers):
            return False
        self._closed(self._order_id, self)
        return True

    async def _look(self, watchers: list[Subscriber]) -> OrderSnapshot:
        return await self._around.looks(
            SnapshotQuery(
                self._order_id,
                min(watcher.known.after for watcher in watchers),
                list({id for watcher in watchers for id in watcher.permit.session_ids}),
                list({id for watcher in watchers for id in watcher.permit.link_ids}),
                with_thread=any(watcher.wants_thread for watcher in watchers),
            )
        )

    async def _live(self, snapshot: OrderSnapshot) -> Live | None:
        now = self._around.clock.now()
        return (
            await self._around.track.live_at(snapshot.order, snapshot.position, now)
            if snapshot.order
            else None
        )


async def _renew(watchers: list[Subscriber]) -> None:
    for watcher in watchers:
        try:
            await watcher.permit.renew()
        except HaulageError as refusal:
            watcher.end(refusal)


class _Broadcast:
    """One snapshot sent to many subscribers; what is the same for several is made once."""

    def __init__(
        self, snapshot: OrderSnapshot, live: Live | None, now: datetime, *, breaks_silence: bool
    ) -> None:
        self._snapshot = snapshot
        self._live = live
        self._shown: dict[View, Live | None] = {}
        self._now = now
        self._breaks_silence = breaks_silence
        self._made: dict[tuple[object, ...], OrderUpdate] = {}
        self._compared: dict[tuple[int, int], bool] = {}

    def tell(self, watcher: Subscriber) -> None:
        try:
            view = watcher.permit.require(self._snapshot, self._now)
        except HaulageError as refusal:
            watcher.end(refusal)
            return
        update = self._update_for(watcher, view)
        if update is not NOTHING_NEW:
            watcher.learn(update)
        if update.tells or self._breaks_silence:
            watcher.tell(update)

    def _update_for(self, watcher: Subscriber, view: View) -> OrderUpdate:
        live = self._seen_by(view) if watcher.wants_live else None
        if live is not None and self._is_known(live, watcher.known.live):
            live = None
        known, thread = watcher.known, watcher.wants_thread
        has_new_events = any(event.sequence > known.after for event in self._snapshot.events)
        same = (known.after, id(live), known.thread, thread, view.of_log if has_new_events else None)
        if same not in self._made:
            self._made[same] = update_of(self._snapshot, known, view, live, thread=thread)
        return self._made[same]

    def _seen_by(self, view: View) -> Live | None:
        """One for each view, so that what is told of it is written down only once."""
        if view not in self._shown:
            self._shown[view] = self._live.seen_by(view) if self._live else None
        return self._shown[view]

    def _is_known(self, live: Live, known: Live | None) -> bool:
        """Compared once for all who were told the same last."""
        same = (id(live), id(known))
        if same not in self._compared:
            self._compared[same] = known is not None and live.is_like(known)
        return self._compared[same]
