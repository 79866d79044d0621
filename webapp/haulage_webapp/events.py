"""Server-Sent Events, as every stream here writes them.

Ours, because Litestar's writes each event anew for each connection: here all who follow an order are sent the
same bytes.
"""

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
from haulage_adapters.settings import Settings
from haulage_webapp.event_streams import OpenStreams, Seat
from haulage_webapp.limits import caller

log = logging.getLogger(__name__)

MEDIA_TYPE = "text/event-stream"
PING = b": ping\n"
"""A comment that keeps proxies from closing a quiet stream; clients pass over it. No empty line follows,
for some clients take one for the end of an event that says nothing."""

TAKEN_WITHIN_SECONDS = 30.0
"""Ours: what a reader on a bad line takes longer for, is no news any more."""

LAST_TAKEN_WITHIN_SECONDS = 1.0
"""Ours: for those who do not read, a server that goes away does not wait."""

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def events_of(body: type[msgspec.Struct]) -> ResponseSpec:
    """The OpenAPI entry of a stream whose messages hold such a body."""
    return ResponseSpec(
        body, generate_examples=False, description="The stream's messages", media_type=MEDIA_TYPE
    )


def sequence_of(last_event_id: str | None) -> int:
    """The number behind which a client resumes; 0 when it has received nothing yet."""
    if not last_event_id:
        return 0
    if not (last_event_id.isascii() and last_event_id.isdigit()):
        raise InvalidInput("Last-Event-ID", "must be a sequence number")
    return int(last_event_id)


def take_seat(request: Request[Any, Any, Any], holder: str) -> Seat:
    """A place for one more stream of *holder* at the address that asks. Raises ``TooManyRequests``."""
    streams: OpenStreams = request.app.state.open_streams
    settings: Settings = request.app.state.settings
    return streams.take(holder, caller(request, settings.trusted_proxies))


async def until_refused(messages: AsyncGenerator[bytes, None], seat: Seat) -> Stream:
    """A stream of written messages. What refuses the first is the answer; a later refusal ends the stream.

    A refusal in the middle, such as a session that was ended, has no status left to say it with.
    """
    try:
        first = await anext(messages, b"")
    except BaseException:
        seat.give_back()
        raise
    return EventStream(_with_seat(first, messages, seat), seat.streams)


async def _with_seat(
    first: bytes, rest: AsyncGenerator[bytes, None], seat: Seat
) -> AsyncGenerator[bytes, None]:
    with seat, contextlib.suppress(HaulageError):
        async with contextlib.aclosing(rest):
            yield first
            async for message in rest:
                yield message


class EventStream(Stream):
    """A stream that ends too when the server goes away, and when its reader has not taken a message for too
    long.

    One who keeps the connection and reads nothing would be held in memory for ever; whoever is dropped comes
    back and resumes behind the last event.
    """

    def __init__(self, messages: AsyncGenerator[bytes, None], streams: OpenStreams) -> None:
        super().__init__(messages, media_type=MEDIA_TYPE, headers=HEADERS)
        self.messages = messages
        self.streams = streams

    def to_asgi_response(self, *_: Any, **options: Any) -> ASGIStreamingResponse:
        return TimedStreamResponse(
            streams=self.streams,
            iterator=self.messages,
            background=options.get("background"),
            cookies=[*self.cookies, *(options.get("cookies") or ())],
            headers={**(options.get("headers") or {}), **self.headers},
            is_head_response=options.get("is_head_response", False),
            media_type=MEDIA_TYPE,
            status_code=options.get("status_code"),
        )


class TimedStreamResponse(ASGIStreamingResponse):
    """A streaming response that ends when its reader is too slow, or when the server stops."""

    def __init__(self, *, streams: OpenStreams, **options: Any) -> None:
        super().__init__(**options)
        self.streams = streams

    async def send_body(self, send: Send, receive: Receive) -> None:
        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(TAKEN_WITHIN_SECONDS):
                await send(message)

        assert isinstance(self.iterator, AsyncGenerator)
        async with contextlib.aclosing(self.iterator):
            try:
                await self._until_the_server_ends(send_in_time, receive)
            except* TimeoutError:
                log.info("dropped an event stream that was not read")

    async def _until_the_server_ends(self, send: Send, receive: Receive) -> None:
        """A last chunk tells readers that nothing broke, and lets the server go at once."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(None) as life:
                with self.streams.ended_by(lambda: life.reschedule(loop.time())):
                    await super().send_body(send, receive)
        except TimeoutError:
            if not life.expired():
                raise
            async with asyncio.timeout(LAST_TAKEN_WITHIN_SECONDS):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
