"""Stream an order's events and live changes to those who watch it."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Protocol

import attrs

from haulage.kernel.actor import Actor
from haulage.orders.views import ShownEvent
from haulage.use_cases.orders.order_updates import OrderUpdate
from haulage.use_cases.orders.stream_access import ByActor, StreamAccess


class OrderStreams(Protocol):
    """Streams of order updates, for any number of subscribers."""

    def updates(
        self,
        access: StreamAccess,
        order_id: str,
        after: int = 0,
        *,
        live: bool = False,
        thread: bool = False,
        afterwards: bool = False,
    ) -> AsyncGenerator[OrderUpdate, None]:
        """The events after the number *after*, and then what happens, until the order has ended; or with
        *afterwards* until a day after its last event, and then that this was the last update.

        The *access* is checked, with what was just read, before anything is sent and every few seconds at the
        least; a refusal ends the stream, also where something was read and not sent yet. An empty update
        says that nothing has happened for a while. To close the generator is to unsubscribe.
        """
        ...

    async def aclose(self) -> None:
        """Every stream ends, and nothing is being read any more."""
        ...


@attrs.frozen
class FollowOrder:
    """An order's events, from a sequence number on, until the order has ended."""

    streams: OrderStreams

    async def __call__(
        self, actor: Actor, order_id: str, after: int = 0
    ) -> AsyncIterator[Sequence[ShownEvent]]:
        """Yield batches as they happen; an empty batch says that nothing has for a while.

        Whether the actor may see the order is decided again for every batch.
        """
        async for update in self.updates(ByActor(actor), order_id, after):
            yield update.events

    def updates(
        self,
        access: StreamAccess,
        order_id: str,
        after: int = 0,
        *,
        live: bool = False,
        thread: bool = False,
        afterwards: bool = False,
    ) -> AsyncGenerator[OrderUpdate, None]:
        """The same under any *access*, and with *live* also the driver's position and the expected arrival.

        With *thread* the updates also say that the order's thread has changed, and not what.
        """
        return self.streams.updates(access, order_id, after, live=live, thread=thread, afterwards=afterwards)
