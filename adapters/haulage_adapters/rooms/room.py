"""A room for everybody in this process who watches the same order: it is read once for all of them."""

import asyncio
import math
from collections.abc import Callable
from datetime import datetime

import attrs

from haulage.kernel.errors import HaulageError
from haulage.ports.clock import Clock
from haulage.ports.events import OrderBells
from haulage.use_cases.orders.news import NOTHING_NEW, News, news_of
from haulage.use_cases.orders.sights import Sight, Wanted
from haulage.use_cases.orders.tracking import Live, TrackOrder
from haulage_adapters.rooms.joint_looks import JointLooks
from haulage_adapters.rooms.watcher import Watcher

SILENT_PERIODS = 5
"""Ours: after so many times as long as a room waits for its bell, even those for whom nothing is new are told
so, so that proxies do not close their streams."""

TOGETHER_SECONDS = 0.05
"""Ours: rooms that look again by themselves do so at the same moments, so that they look together."""


@attrs.frozen
class Surroundings:
    """What every room needs."""

    looks: JointLooks
    bells: OrderBells
    clock: Clock
    track: TrackOrder
    look_again_seconds: float


class Room:
    """Looks when the order's bell rings and now and then by itself, and tells each watcher what is new to
    them, if their permit is good for what it saw. It closes with the last of them, or with the order."""

    def __init__(self, order_id: str, around: Surroundings, closed: "Callable[[str, Room], None]") -> None:
        self._order_id = order_id
        self._around = around
        self._closed = closed
        self._watchers: dict[Watcher, None] = {}
        self._listens = asyncio.Event()
        self._due = 0.0
        self._renewed = self._spoke = asyncio.get_running_loop().time()
        self._task = asyncio.create_task(self._run(), name=f"room of {order_id}")

    async def enter(self, watcher: Watcher) -> None:
        """From here on nothing happens that the watcher is not told, or told to have missed."""
        self._watchers[watcher] = None
        await self._listens.wait()

    def leave(self, watcher: Watcher) -> None:
        self._watchers.pop(watcher, None)
        if not self._watchers:
            self._task.cancel()
            self._closed(self._order_id, self)

    def close(self) -> None:
        """Nobody is told anything more."""
        self._task.cancel()
        for watcher in self._watchers:
            watcher.end()

    async def look(self, watcher: Watcher) -> Sight:
        """One look for one who is not in yet; their permit is still to be asked."""
        return await self._look([watcher])

    async def _run(self) -> None:
        try:
            async with self._around.bells.listen(self._order_id) as bell:
                self._listens.set()
                self._next_due()
                while not await self._round():
                    await bell.wait(max(0.0, self._due - asyncio.get_running_loop().time()))
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
        self._next_due()  # whether the bell rang or not, this is a look
        watchers = [watcher for watcher in self._watchers if watcher.is_in]  # as of before the look
        for watcher in self._watchers:
            watcher.has_missed = True
        if now - self._renewed >= period:
            self._renewed = now
            await _renew(watchers)
        if not watchers:
            return False
        sight = await self._look(watchers)
        live = await self._live(sight) if any(one.wants_live for one in watchers) else None
        breaks_silence = now - self._spoke >= SILENT_PERIODS * period
        self._spoke = now if breaks_silence else self._spoke
        telling = _Telling(sight, live, self._around.clock.now(), breaks_silence=breaks_silence)
        for watcher in watchers:
            telling.tell(watcher)
        return self._is_over(sight, watchers) if not sight.has_more else await self._round()

    def _is_over(self, sight: Sight, watchers: list[Watcher]) -> bool:
        """Whether the order has ended and nobody stays; who comes from then on finds another room."""
        now = self._around.clock.now()
        for watcher in watchers:
            if watcher.ends_with(sight, now):
                watcher.end()
        if not sight.is_last or any(each.stays and not each.is_done for each in self._watchers):
            return False
        self._closed(self._order_id, self)
        return True

    async def _look(self, watchers: list[Watcher]) -> Sight:
        return await self._around.looks(
            Wanted(
                self._order_id,
                min(watcher.known.after for watcher in watchers),
                list({id for watcher in watchers for id in watcher.permit.session_ids}),
                list({id for watcher in watchers for id in watcher.permit.link_ids}),
                with_thread=any(watcher.wants_thread for watcher in watchers),
            )
        )

    async def _live(self, sight: Sight) -> Live | None:
        now = self._around.clock.now()
        return await self._around.track.live_at(sight.order, sight.position, now) if sight.order else None


async def _renew(watchers: list[Watcher]) -> None:
    for watcher in watchers:
        try:
            await watcher.permit.renew()
        except HaulageError as refusal:
            watcher.end(refusal)


class _Telling:
    """One look, told to many; what is the same for several of them is made once."""

    def __init__(self, sight: Sight, live: Live | None, now: datetime, *, breaks_silence: bool) -> None:
        self._sight = sight
        self._shown = {False: live, True: live.for_visitors if live else None}
        self._now = now
        self._breaks_silence = breaks_silence
        self._made: dict[tuple[object, ...], News] = {}
        self._compared: dict[tuple[int, int], bool] = {}

    def tell(self, watcher: Watcher) -> None:
        try:
            watcher.permit.require(self._sight, self._now)
        except HaulageError as refusal:
            watcher.end(refusal)
            return
        news = self._news(watcher)
        if news is not NOTHING_NEW:
            watcher.learn(news)
        if news is not NOTHING_NEW or self._breaks_silence:
            watcher.tell(news)

    def _news(self, watcher: Watcher) -> News:
        live = self._shown[watcher.permit.is_visitors] if watcher.wants_live else None
        if live is not None and self._is_known(live, watcher.known.live):
            live = None
        known, thread = watcher.known, watcher.wants_thread
        visits = watcher.permit.is_visitors
        same = (known.after, id(live), known.thread, thread, visits)
        if same not in self._made:
            self._made[same] = news_of(self._sight, known, live, thread=thread, for_visitors=visits)
        return self._made[same]

    def _is_known(self, live: Live, known: Live | None) -> bool:
        """Compared once for all who were told the same last."""
        same = (id(live), id(known))
        if same not in self._compared:
            self._compared[same] = known is not None and live.is_like(known)
        return self._compared[same]
