"""Server-Sent Events, as every stream here writes them."""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from haulage.kernel.errors import HaulageError, InvalidInput
from haulage_webapp.event_streams import OpenStreams, Seat

MEDIA_TYPE = "text/event-stream"
PING = b": ping\n"
"""A comment that keeps proxies from closing a quiet stream; clients pass over it. No empty line follows,
for some clients take one for the end of an event that says nothing."""

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def events_of(body: type[msgspec.Struct]) -> ResponseSpec:
    """The OpenAPI entry of a stream whose messages hold such a body."""
    return ResponseSpec(
        body, generate_examples=False, description="The stream's messages", media_type=MEDIA_TYPE
    )


def sequence_of(last_event_id: str | None) -> int:
    """The number behind which a client resumes; 0 when it has heard nothing yet."""
    if not last_event_id:
        return 0
    if not (last_event_id.isascii() and last_event_id.isdigit()):
        raise InvalidInput("Last-Event-ID", "must be a sequence number")
    return int(last_event_id)


def open_streams(request: Request[Any, Any, Any]) -> OpenStreams:
    """Those of this process."""
    streams: OpenStreams = request.app.state.open_streams
    return streams


async def until_refused(messages: AsyncIterator[bytes], seat: Seat) -> Stream:
    """A stream of written messages. What refuses the first is the answer; a later refusal ends the stream.

    A refusal in the middle, such as a session that was ended, has no status left to say it with.
    """
    try:
        first = await anext(messages, b"")
    except BaseException:
        seat.give_back()
        raise
    return Stream(_told(first, messages, seat), media_type=MEDIA_TYPE, headers=HEADERS)


async def _told(first: bytes, rest: AsyncIterator[bytes], seat: Seat) -> AsyncGenerator[bytes, None]:
    with seat, contextlib.suppress(HaulageError):
        yield first
        async for message in rest:
            yield message
