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
    """Streams of order updates, with one channel for each order that has a subscriber."""

    reader: BatchedReader
    notifier: Notifier
    clock: Clock
    track: TrackOrder
    look_again_seconds: float = LOOK_AGAIN_SECONDS
    _open: dict[str, OrderChannel] = attrs.field(factory=dict, init=False)

    async def updates(
        self,
        access: StreamAccess,
        order_id: str,
        after: int = 0,
        *,
        live: bool = False,
        thread: bool = False,
        afterwards: bool = False,
    ) -> AsyncGenerator[OrderUpdate, None]:
        """As the use case promises; an order is read upon each notification, and every few seconds."""
        subscriber = Subscriber(
            access, UpdateCursor(after), wants_live=live, wants_thread=thread, stays=afterwards
        )
        channel = self._channel(order_id)
        try:
            await channel.join(subscriber)
            async for update in self._until_joined(channel, subscriber):
                yield update
            while (following := await subscriber.next()) is not None:
                yield following
            if subscriber.stays and subscriber.is_done:
                yield LAST
        finally:
            channel.leave(subscriber)

    async def _until_joined(
        self, channel: OrderChannel, subscriber: Subscriber
    ) -> AsyncIterator[OrderUpdate]:
        """Yield the updates there are already; from then on the channel sends the new ones."""
        while not subscriber.is_joined:
            subscriber.has_missed = False
            snapshot = await channel.read(subscriber)
            update = await self._read_update(subscriber, snapshot)
            subscriber.learn(update)
            is_over = subscriber.ends_with(snapshot, self.clock.now())
            if is_over:
                subscriber.end()
            subscriber.is_joined = is_over or not (snapshot.has_more or subscriber.has_missed)
            yield update

    async def _read_update(self, subscriber: Subscriber, snapshot: OrderSnapshot) -> OrderUpdate:
        """What is new to the subscriber in the snapshot. Raises when their access is refused."""
        view = subscriber.access.require(snapshot, self.clock.now())
        order, live = snapshot.order, None
        if subscriber.wants_live and order is not None:
            live = (await self.track.live_at(order, snapshot.position, self.clock.now())).seen_by(view)
        return update_of(snapshot, subscriber.known, view, live, thread=subscriber.wants_thread)

    async def aclose(self) -> None:
        """Every stream ends, and nothing is being read any more."""
        for channel in tuple(self._open.values()):
            channel.close()
        await self.reader.aclose()

    def _channel(self, order_id: str) -> OrderChannel:
        channel = self._open.get(order_id)
        if channel is None:
            context = StreamContext(
                self.reader, self.notifier, self.clock, self.track, self.look_again_seconds
            )
            channel = self._open[order_id] = OrderChannel(order_id, context, self._close)
        return channel

    def _close(self, order_id: str, channel: OrderChannel) -> None:
        """Another may have been opened for the order since."""
        if self._open.get(order_id) is channel:
            del self._open[order_id]
