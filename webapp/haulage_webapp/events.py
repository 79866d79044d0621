"""Server-Sent Events, as every stream here writes them."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import Message, Receive, Send

from haulage.kernel.errors import HaulageError, InvalidInput
from haulage_webapp.event_streams import OpenStreams, Seat

log = logging.getLogger(__name__)

MEDIA_TYPE = "text/event-stream"
PING = b": ping\n"
"""A comment that keeps proxies from closing a quiet stream; clients pass over it. No empty line follows,
for some clients take one for the end of an event that says nothing."""

TAKEN_WITHIN_SECONDS = 30.0
"""Ours: what a reader on a bad line takes longer for, is no news any more."""

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


async def until_refused(messages: AsyncGenerator[bytes, None], seat: Seat) -> Stream:
    """A stream of written messages. What refuses the first is the answer; a later refusal ends the stream.

    A refusal in the middle, such as a session that was ended, has no status left to say it with.
    """
    try:
        first = await anext(messages, b"")
    except BaseException:
        seat.give_back()
        raise
    return EventStream(_told(first, messages, seat))


async def _told(first: bytes, rest: AsyncGenerator[bytes, None], seat: Seat) -> AsyncGenerator[bytes, None]:
    with seat, contextlib.suppress(HaulageError):
        async with contextlib.aclosing(rest):
            yield first
            async for message in rest:
                yield message


class EventStream(Stream):
    """A stream that ends too when its reader has not taken a message for too long.

    One who keeps the connection and reads nothing would be held in memory for ever; whoever is dropped comes
    back and resumes behind the last event.
    """

    def __init__(self, messages: AsyncGenerator[bytes, None]) -> None:
        super().__init__(messages, media_type=MEDIA_TYPE, headers=HEADERS)
        self.messages = messages

    def to_asgi_response(self, *_: Any, **options: Any) -> ASGIStreamingResponse:
        return PatientResponse(
            iterator=self.messages,
            background=options.get("background"),
            cookies=[*self.cookies, *(options.get("cookies") or ())],
            headers={**(options.get("headers") or {}), **self.headers},
            is_head_response=options.get("is_head_response", False),
            media_type=MEDIA_TYPE,
            status_code=options.get("status_code"),
        )


class PatientResponse(ASGIStreamingResponse):
    """The framework's own, with an end to its patience."""

    async def send_body(self, send: Send, receive: Receive) -> None:
        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(TAKEN_WITHIN_SECONDS):
                await send(message)

        assert isinstance(self.iterator, AsyncGenerator)
        async with contextlib.aclosing(self.iterator):
            try:
                await super().send_body(send_in_time, receive)
            except* TimeoutError:
                log.info("dropped an event stream that was not read")
