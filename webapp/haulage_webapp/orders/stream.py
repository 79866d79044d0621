"""An order as it happens, as Server-Sent Events."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from functools import lru_cache, partial
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import FromPath, HeaderParameter, QueryParameter
from litestar.response import Stream

from haulage.kernel.policy import Action
from haulage.messaging import ThreadSummary
from haulage.orders.views import ShownEvent
from haulage.use_cases.accounts.audited_reading import Reading
from haulage.use_cases.orders.order_updates import OrderUpdate
from haulage.use_cases.orders.tracking import Live
from haulage_adapters.wire.messages import ThreadUpdateOut
from haulage_adapters.wire.orders import OrderEventOut
from haulage_adapters.wire.tracking import LiveOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.events import MEDIA_TYPE, PING, events_of, sequence_of, take_seat, until_refused
from haulage_webapp.security import access_token_of, does

MAX_SEQUENCE = 1_000_000_000

MOST_SHARED = 1_000
"""Ours: encoded updates that are cached, since all subscribers of an order are sent the same ones."""


END = b"event: end\ndata: {}\n\n"
"""Tells those who stay an end from a server that goes away."""


@lru_cache(MOST_SHARED)
def _written(update: OrderUpdate) -> bytes:
    """One message for each event, and one for what changes all the time."""
    live = _live(update.live) if update.live else b""
    return b"".join(map(_event, update.events)) + live + (END if update.is_last else b"")


def _event(event: ShownEvent) -> bytes:
    data = msgspec.json.encode(OrderEventOut.of(event))
    return b"id: %d\nevent: order\ndata: %s\n\n" % (event.sequence, data)


def _live(live: Live) -> bytes:
    return b"event: live\ndata: %s\n\n" % msgspec.json.encode(LiveOut.of(live))


class WatchThread:
    """Tells that something in the order's conversation is new or was read, and not what: whoever hears it
    reads the thread."""

    def __init__(self, order_id: str, look: Callable[[], Awaitable[ThreadSummary]]) -> None:
        self._order_id = order_id
        self._look = look
        self._last_summary: ThreadSummary | None = None

    async def updates(self) -> bytes:
        summary = await self._look()
        known, self._last_summary = self._last_summary, summary
        if summary == known:
            return b""
        data = ThreadUpdateOut(
            self._order_id, summary.total_messages, summary.total_calls, summary.changed_at
        )
        return b"event: messages\ndata: %s\n\n" % msgspec.json.encode(data)


async def messages_of(
    updates: AsyncGenerator[OrderUpdate, None], thread: WatchThread | None = None
) -> AsyncGenerator[bytes, None]:
    """The messages of an order's news; to leave them is to watch no longer."""
    async with aclosing(updates):
        async for each in updates:
            of_thread = await thread.updates() if thread is not None and each.thread is not None else b""
            yield _written(each) + of_thread or PING


@get(
    "/orders/{order_id:str}/events",
    operation_id="follow_order",
    summary="The order's events, past and coming, as Server-Sent Events until it ends",
    description=(
        "Each message is named `order`, has the sequence number as its id and an OrderEvent as its data. "
        "`Last-Event-ID` or `after` resumes behind that number. With `live=true` there are also messages "
        "named `live`, without an id, whose data is the tracking's LiveOut, as often as it changes; with "
        "`messages=true` those named `messages`, with order_id, total_messages, total_calls and changed_at, "
        "whenever something in the order's thread is new or was read. With `afterwards=true` the stream goes "
        "on for a day after the order's end, for proofs that come late and deliveries that are corrected, "
        "and a message named `end` closes it for good. One user and one network address hold so many "
        "streams open at once (HAULAGE_LIMIT_EVENT_STREAMS_PER_USER, "
        "HAULAGE_LIMIT_EVENT_STREAMS_PER_ADDRESS); one more is answered 429 with `Retry-After`."
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
    afterwards: Annotated[bool, QueryParameter()] = False,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=10)] = None,
) -> Stream:
    seen = max(after, sequence_of(last_event_id))
    access = await marketplace.orders.open_stream_access(access_token_of(request))
    if live:
        await marketplace.accounts.authenticate.note_reading(actor, Action.TRACK_ORDER, Reading(order_id))
    follow = marketplace.orders.follow
    updates = follow.updates(access, order_id, seen, live=live, thread=messages, afterwards=afterwards)
    look = partial(marketplace.messaging.read.summary, actor, order_id)
    thread = WatchThread(order_id, look) if messages else None
    return await until_refused(messages_of(updates, thread), take_seat(request, actor.name))


ROUTES = [follow_order]
