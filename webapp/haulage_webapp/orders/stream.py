"""An order as it happens, as Server-Sent Events."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Annotated, Any, TypeAlias

import attrs
import msgspec
from litestar import Request, get
from litestar.params import FromPath, HeaderParameter, QueryParameter
from litestar.response import Stream

from haulage.kernel.policy import Action
from haulage.orders import OrderEvent
from haulage.use_cases.orders.tracking import Live
from haulage_webapp.errors import refusals
from haulage_webapp.events import MEDIA_TYPE, PING, events_of, open_streams, sequence_of, until_refused
from haulage_webapp.injected import InjectedActor, InjectedMarketplace
from haulage_webapp.orders.bodies import OrderEventOut
from haulage_webapp.orders.tracking_bodies import LiveOut
from haulage_webapp.security import does, provide_actor

MAX_SEQUENCE = 1_000_000_000


def _written(event: OrderEvent) -> bytes:
    data = msgspec.json.encode(OrderEventOut.of(event))
    return b"id: %d\nevent: order\ndata: %s\n\n" % (event.sequence, data)


Look: TypeAlias = Callable[[], Awaitable[Live]]


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


async def told(batches: AsyncIterator[Sequence[OrderEvent]], watch: Watch | None) -> AsyncIterator[bytes]:
    """The messages of each batch, with what changes all the time where that is watched."""
    async for batch in batches:
        yield await _news(batch, watch) or PING


async def _news(batch: Sequence[OrderEvent], watch: Watch | None) -> bytes:
    events = b"".join(map(_written, batch))
    return events + await watch.news() if watch else events


@get(
    "/orders/{order_id:str}/events",
    operation_id="follow_order",
    summary="The order's events, past and coming, as Server-Sent Events until it ends",
    description=(
        "Each message is named `order`, has the sequence number as its id and an OrderEvent as its data. "
        "`Last-Event-ID` or `after` resumes behind that number. With `live=true` there are also messages "
        "named `live`, without an id, whose data is the tracking's LiveOut, as often as it changes. One user "
        "holds so many streams open at once (HAULAGE_LIMIT_EVENT_STREAMS_PER_USER); one more is answered 429 "
        "with `Retry-After`."
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
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=10)] = None,
) -> Stream:
    seen = max(after, sequence_of(last_event_id))
    renew = partial(provide_actor, request, marketplace)
    follow = marketplace.follow_order(actor, order_id, seen, renew=renew)
    watch = Watch(partial(marketplace.track_order.live, actor, order_id)) if live else None
    return await until_refused(told(follow, watch), open_streams(request).take(actor))
