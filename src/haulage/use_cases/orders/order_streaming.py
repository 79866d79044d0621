"""An order as it happens."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Protocol

import attrs

from haulage.kernel.policy import Actor
from haulage.orders.views import ShownEvent
from haulage.ports.runtime.notifier import Notifier
from haulage.use_cases.orders.order_updates import OrderUpdate
from haulage.use_cases.orders.stream_access import ByActor, StreamAccess


class OrderStreams(Protocol):
    """Where those who watch orders are told their news, for any number of them."""

    def news(
        self,
        permit: StreamAccess,
        order_id: str,
        after: int = 0,
        *,
        live: bool = False,
        thread: bool = False,
        afterwards: bool = False,
    ) -> AsyncGenerator[OrderUpdate, None]:
        """What there is behind the number *after*, and then what happens, until the order has ended; or
        *afterwards* for a day longer than anything was heard of it, and then that this was the last.

        The *permit* is asked, with what was just read, before anything is told and every few seconds at the
        least; a refusal ends it, also one of something that was read and not told yet. News without
        anything in it says that nothing has happened for a while. To leave it is to watch no longer.
        """
        ...

    async def aclose(self) -> None:
        """Every stream ends, and nothing is being read any more."""
        ...


@attrs.frozen
class FollowOrder:
    """An order's events, from a sequence number on, until the order has ended."""

    rooms: OrderStreams
    notifier: Notifier

    async def __call__(
        self, actor: Actor, order_id: str, after: int = 0
    ) -> AsyncIterator[Sequence[ShownEvent]]:
        """Yield batches as they happen; an empty batch says that nothing has for a while.

        Whether the actor may see the order is decided again for every batch.
        """
        async for news in self.news(ByActor(actor), order_id, after):
            yield news.events

    def news(
        self,
        permit: StreamAccess,
        order_id: str,
        after: int = 0,
        *,
        live: bool = False,
        thread: bool = False,
        afterwards: bool = False,
    ) -> AsyncGenerator[OrderUpdate, None]:
        """The same for whoever has a *permit*, and with *live* also what changes all the time.

        With *thread* they are told too when something in the order's thread has changed, and not what.
        """
        return self.rooms.news(permit, order_id, after, live=live, thread=thread, afterwards=afterwards)
