"""Order update streams of this process: an order is read once for all of its subscribers."""

from collections.abc import AsyncGenerator, AsyncIterator

import attrs

from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.notifier import LOOK_AGAIN_SECONDS, Notifier
from haulage.use_cases.orders.order_snapshots import OrderSnapshot
from haulage.use_cases.orders.order_updates import LAST, OrderUpdate, UpdateCursor, update_of
from haulage.use_cases.orders.stream_access import StreamAccess
from haulage.use_cases.orders.tracking import TrackOrder
from haulage_adapters.order_streams.batched_reader import BatchedReader
from haulage_adapters.order_streams.order_channel import OrderChannel, StreamContext
from haulage_adapters.order_streams.subscriber import Subscriber


@attrs.frozen
class InProcessOrderStreams:
    """One room for each order that somebody watches."""

    looks: BatchedReader
    notifier: Notifier
    clock: Clock
    track: TrackOrder
    look_again_seconds: float = LOOK_AGAIN_SECONDS
    _open: dict[str, OrderChannel] = attrs.field(factory=dict, init=False)

    async def updates(
        self,
        permit: StreamAccess,
        order_id: str,
        after: int = 0,
        *,
        live: bool = False,
        thread: bool = False,
        afterwards: bool = False,
    ) -> AsyncGenerator[OrderUpdate, None]:
        """As the use case promises; an order is looked at upon each notification, and now and then."""
        watcher = Subscriber(
            permit, UpdateCursor(after), wants_live=live, wants_thread=thread, stays=afterwards
        )
        room = self._room(order_id)
        try:
            await room.enter(watcher)
            async for update in self._until_in(room, watcher):
                yield update
            while (following := await watcher.next()) is not None:
                yield following
            if watcher.stays and watcher.is_done:
                yield LAST
        finally:
            room.leave(watcher)

    async def _until_in(self, room: OrderChannel, watcher: Subscriber) -> AsyncIterator[OrderUpdate]:
        """The updates there are already; the channel sends whoever has them all the rest."""
        while not watcher.is_in:
            watcher.has_missed = False
            snapshot = await room.look(watcher)
            update = await self._first(watcher, snapshot)
            watcher.learn(update)
            is_over = watcher.ends_with(snapshot, self.clock.now())
            if is_over:
                watcher.end()
            watcher.is_in = is_over or not (snapshot.has_more or watcher.has_missed)
            yield update

    async def _first(self, watcher: Subscriber, snapshot: OrderSnapshot) -> OrderUpdate:
        """Raises a refusal."""
        view = watcher.permit.require(snapshot, self.clock.now())
        order, live = snapshot.order, None
        if watcher.wants_live and order is not None:
            live = (await self.track.live_at(order, snapshot.position, self.clock.now())).seen_by(view)
        return update_of(snapshot, watcher.known, view, live, thread=watcher.wants_thread)

    async def aclose(self) -> None:
        """Every stream ends, and nothing is being read any more."""
        for room in tuple(self._open.values()):
            room.close()
        await self.looks.aclose()

    def _room(self, order_id: str) -> OrderChannel:
        room = self._open.get(order_id)
        if room is None:
            around = StreamContext(self.looks, self.notifier, self.clock, self.track, self.look_again_seconds)
            room = self._open[order_id] = OrderChannel(order_id, around, self._close)
        return room

    def _close(self, order_id: str, room: OrderChannel) -> None:
        """Another may have been opened for the order since."""
        if self._open.get(order_id) is room:
            del self._open[order_id]
