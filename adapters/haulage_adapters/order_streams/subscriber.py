"""A subscriber of an order: what was sent already, and what is still to be sent."""

import asyncio
from datetime import datetime

import attrs

from haulage.kernel.errors import Unavailable
from haulage.use_cases.orders.list_orders import FOLLOWED_AFTERWARDS
from haulage.use_cases.orders.order_snapshots import OrderSnapshot
from haulage.use_cases.orders.order_updates import OrderUpdate, UpdateCursor
from haulage.use_cases.orders.stream_access import StreamAccess

MOST_UNSENT = 500
"""Ours: events that wait for a slow subscriber before the stream is ended. They may resume after the last."""


@attrs.define(eq=False)
class Subscriber:
    """One stream of an order's updates: its access, what was sent on it, and what waits to be sent.

    ``is_joined``: the channel sends it updates. ``has_missed``: the channel read a change before that.
    ``stays``: it also follows for a while after the order's end, and ``is_done`` when that is over.
    """

    access: StreamAccess
    known: UpdateCursor
    wants_live: bool = False
    wants_thread: bool = False
    stays: bool = False
    is_done: bool = False
    is_joined: bool = False
    has_missed: bool = False
    _last_change_at: datetime | None = None
    _unsent: OrderUpdate | None = None
    _is_over: bool = False
    _refusal: Exception | None = None
    _woken: asyncio.Future[None] | None = None

    def learn(self, update: OrderUpdate) -> None:
        """Note what the subscriber knows once the update is sent."""
        self.known = self.known.and_then(update)

    def ends_with(self, snapshot: OrderSnapshot, now: datetime) -> bool:
        """Whether nothing more is to come for them after this."""
        order = snapshot.order
        if order is None or not order.is_final:
            self._last_change_at = now
            return False
        changed_at = max([order.updated_at, *(event.at for event in snapshot.events)])
        self._last_change_at = max(changed_at, self._last_change_at or changed_at)
        is_fresh = self.stays and now - self._last_change_at < FOLLOWED_AFTERWARDS
        self.is_done = snapshot.is_last and not is_fresh
        return self.is_done

    def send(self, update: OrderUpdate) -> None:
        """Queue the update, merged with what was not sent yet."""
        self._unsent = self._unsent.and_then(update) if self._unsent else update
        if len(self._unsent.events) > MOST_UNSENT:
            self.end(Unavailable("Following"))
        self._wake()

    def end(self, refusal: Exception | None = None) -> None:
        """End the stream; with a *refusal*, what was not sent yet is dropped."""
        if self._is_over:
            return
        self._is_over, self._refusal = True, refusal
        self._wake()

    async def next(self) -> OrderUpdate | None:
        """The next update, or None at the end. Raises the refusal that ended it."""
        while self._unsent is None and not self._is_over:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        if self._refusal is not None:
            raise self._refusal
        unsent, self._unsent = self._unsent, None
        return unsent

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)
