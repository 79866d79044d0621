"""An order as it happens, as Server-Sent Events."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Annotated, Any, Protocol, TypeAlias

import attrs
import msgspec
from litestar import Request, get
from litestar.params import FromPath, HeaderParameter, QueryParameter
from litestar.response import Stream

from haulage.kernel.policy import Action
from haulage.messaging import ThreadSummary
from haulage.orders import OrderEvent
from haulage.use_cases.orders.tracking import Live
from haulage_webapp.errors import refusals
from haulage_webapp.events import MEDIA_TYPE, PING, events_of, open_streams, sequence_of, until_refused
from haulage_webapp.injected import InjectedActor, InjectedMarketplace
from haulage_webapp.messaging.bodies import ThreadNewsOut
from haulage_webapp.orders.bodies import OrderEventOut
from haulage_webapp.orders.tracking_bodies import LiveOut
from haulage_webapp.security import does, provide_actor

MAX_SEQUENCE = 1_000_000_000


def _written(event: OrderEvent) -> bytes:
    data = msgspec.json.encode(OrderEventOut.of(event))
    return b"id: %d\nevent: order\ndata: %s\n\n" % (event.sequence, data)


Look: TypeAlias = Callable[[], Awaitable[Live]]


class Watching(Protocol):
    """Something that changes beside the log while somebody watches."""

    async def news(self) -> bytes:
        """The message that tells of it, or nothing while it is as it was told last."""
        ...


class Watch:
    """Tells what changes while somebody watches, each time that it has changed."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._told: Live | None = None

    async def news(self) -> bytes:
        live = await self._look()
        known, self._told = self._told, live
        if known is not None and attrs.evolve(known, as_of=live.as_of) == live:
            return b""
        return b"event: live\ndata: %s\n\n" % msgspec.json.encode(LiveOut.of(live))


class WatchThread:
    """Tells that something in the order's conversation is new or was read, and not what: whoever hears it
    reads the thread."""

    def __init__(self, order_id: str, look: Callable[[], Awaitable[ThreadSummary]]) -> None:
        self._order_id = order_id
        self._look = look
        self._told: ThreadSummary | None = None

    async def news(self) -> bytes:
        summary = await self._look()
        known, self._told = self._told, summary
        if summary == known:
            return b""
        data = ThreadNewsOut(self._order_id, summary.total_messages, summary.total_calls, summary.changed_at)
        return b"event: messages\ndata: %s\n\n" % msgspec.json.encode(data)


async def told(batches: AsyncIterator[Sequence[OrderEvent]], *watched: Watching) -> AsyncIterator[bytes]:
    """The messages of each batch, with what changes all the time where that is watched."""
    async for batch in batches:
        news = [await each.news() for each in watched]
        yield b"".join((*map(_written, batch), *news)) or PING


@get(
    "/orders/{order_id:str}/events",
    operation_id="follow_order",
    summary="The order's events, past and coming, as Server-Sent Events until it ends",
    description=(
        "Each message is named `order`, has the sequence number as its id and an OrderEvent as its data. "
        "`Last-Event-ID` or `after` resumes behind that number. With `live=true` there are also messages "
        "named `live`, without an id, whose data is the tracking's LiveOut, as often as it changes; with "
        "`messages=true` those named `messages`, with order_id, total_messages, total_calls and changed_at, "
        "whenever something in the order's thread is new or was read. One user holds so many streams open at "
        "once (HAULAGE_LIMIT_EVENT_STREAMS_PER_USER); one more is answered 429 with `Retry-After`."
    ),
    tags=["orders"],
    opt=does(Action.SEE_ORDER),
    media_type=MEDIA_TYPE,
    responses={200: events_of(OrderEventOut), **refusals(401, 404, 429)},
)
async def follow_order(
    order_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    request: Request[Any, Any, Any],
    after: Annotated[int, QueryParameter(ge=0, le=MAX_SEQUENCE)] = 0,
    live: Annotated[bool, QueryParameter()] = False,
    messages: Annotated[bool, QueryParameter()] = False,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=10)] = None,
) -> Stream:
    seen = max(after, sequence_of(last_event_id))
    renew = partial(provide_actor, request, marketplace)
    follow = marketplace.follow_order(actor, order_id, seen, renew=renew)
    watched: list[Watching] = []
    if live:
        watched.append(Watch(partial(marketplace.track_order.live, actor, order_id)))
    if messages:
        watched.append(WatchThread(order_id, partial(marketplace.messages.read.summary, actor, order_id)))
    return await until_refused(told(follow, *watched), open_streams(request).take(actor))
