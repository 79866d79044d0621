"""A subscriber of an order: what was sent already, and what is still to be sent."""

import asyncio
from datetime import datetime

import attrs

from haulage.kernel.errors import Unavailable
from haulage.use_cases.orders.list_orders import FOLLOWED_AFTERWARDS
from haulage.use_cases.orders.order_snapshots import OrderSnapshot
from haulage.use_cases.orders.order_updates import OrderUpdate, UpdateCursor
from haulage.use_cases.orders.stream_access import StreamAccess

MOST_UNTOLD = 500
"""Ours: events that wait for one who does not take them. They may come back and resume behind the last."""


@attrs.define(eq=False)
class Subscriber:
    """``is_in`` once a room tells them its news, and ``has_missed`` when it had some before that. Who
    ``stays`` is told for a while what comes after the order's end, and ``is_done`` when that is over."""

    permit: StreamAccess
    known: UpdateCursor
    wants_live: bool = False
    wants_thread: bool = False
    stays: bool = False
    is_done: bool = False
    is_in: bool = False
    has_missed: bool = False
    _last_change_at: datetime | None = None
    _untold: OrderUpdate | None = None
    _is_over: bool = False
    _refusal: Exception | None = None
    _woken: asyncio.Future[None] | None = None

    def learn(self, update: OrderUpdate) -> None:
        """What they know once they are told."""
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

    def tell(self, update: OrderUpdate) -> None:
        """What was not taken yet is told together with it."""
        self._untold = self._untold.and_then(update) if self._untold else update
        if len(self._untold.events) > MOST_UNTOLD:
            self.end(Unavailable("Following"))
        self._wake()

    def end(self, refusal: Exception | None = None) -> None:
        """Nothing comes any more; a *refusal* also takes back what was not told yet."""
        if self._is_over:
            return
        self._is_over, self._refusal = True, refusal
        self._wake()

    async def next(self) -> OrderUpdate | None:
        """What to tell them, or None at the end. Raises the refusal that ended it."""
        while self._untold is None and not self._is_over:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        if self._refusal is not None:
            raise self._refusal
        untold, self._untold = self._untold, None
        return untold

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)
