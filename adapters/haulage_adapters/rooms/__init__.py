"""Who watches what in this process: an order is read once for all of its watchers."""

from collections.abc import AsyncGenerator, AsyncIterator

import attrs

from haulage.ports.clock import Clock
from haulage.ports.events import OrderBells
from haulage.use_cases.orders.following import LOOK_AGAIN_SECONDS
from haulage.use_cases.orders.news import LAST, Known, News, news_of
from haulage.use_cases.orders.permits import Permit
from haulage.use_cases.orders.sights import Sight
from haulage.use_cases.orders.tracking import TrackOrder
from haulage_adapters.rooms.joint_looks import JointLooks
from haulage_adapters.rooms.room import Room, Surroundings
from haulage_adapters.rooms.watcher import Watcher


@attrs.frozen
class Rooms:
    """One room for each order that somebody watches."""

    looks: JointLooks
    bells: OrderBells
    clock: Clock
    track: TrackOrder
    look_again_seconds: float = LOOK_AGAIN_SECONDS
    _open: dict[str, Room] = attrs.field(factory=dict, init=False)

    async def news(
        self,
        permit: Permit,
        order_id: str,
        after: int = 0,
        *,
        live: bool = False,
        thread: bool = False,
        afterwards: bool = False,
    ) -> AsyncGenerator[News, None]:
        """As the use case promises; an order is looked at as often as its bell rings, and now and then."""
        watcher = Watcher(permit, Known(after), wants_live=live, wants_thread=thread, stays=afterwards)
        room = self._room(order_id)
        try:
            await room.enter(watcher)
            async for news in self._until_in(room, watcher):
                yield news
            while (told := await watcher.next()) is not None:
                yield told
            if watcher.stays and watcher.is_done:
                yield LAST
        finally:
            room.leave(watcher)

    async def _until_in(self, room: Room, watcher: Watcher) -> AsyncIterator[News]:
        """What there is already; who has heard all of it is told the rest by the room."""
        while not watcher.is_in:
            watcher.has_missed = False
            sight = await room.look(watcher)
            news = await self._first(watcher, sight)
            watcher.learn(news)
            is_over = watcher.ends_with(sight, self.clock.now())
            if is_over:
                watcher.end()
            watcher.is_in = is_over or not (sight.has_more or watcher.has_missed)
            yield news

    async def _first(self, watcher: Watcher, sight: Sight) -> News:
        """Raises a refusal."""
        watcher.permit.require(sight, self.clock.now())
        order, live = sight.order, None
        if watcher.wants_live and order is not None:
            live = await self.track.live_at(order, sight.position, self.clock.now())
            live = live.for_visitors if watcher.permit.is_visitors else live
        return news_of(
            sight,
            watcher.known,
            live,
            thread=watcher.wants_thread,
            for_visitors=watcher.permit.is_visitors,
        )

    async def aclose(self) -> None:
        """Every stream ends, and nothing is being read any more."""
        for room in tuple(self._open.values()):
            room.close()
        await self.looks.aclose()

    def _room(self, order_id: str) -> Room:
        room = self._open.get(order_id)
        if room is None:
            around = Surroundings(self.looks, self.bells, self.clock, self.track, self.look_again_seconds)
            room = self._open[order_id] = Room(order_id, around, self._close)
        return room

    def _close(self, order_id: str, room: Room) -> None:
        """Another may have been opened for the order since."""
        if self._open.get(order_id) is room:
            del self._open[order_id]
