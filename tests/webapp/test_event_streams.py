"""One user holds so many event streams open, and what is closed counts no more."""

import asyncio
import gc
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import pytest

from haulage.kernel.policy import Actor, UserType
from haulage.kernel.rate_limit import TooManyRequests
from haulage_webapp import events
from haulage_webapp.event_streams import OpenStreams

ANN, BEA = Actor("usr_ann", UserType.CUSTOMER), Actor("usr_bea", UserType.CUSTOMER)


def test_one_more_than_allowed_is_refused_and_another_user_is_not() -> None:
    streams = OpenStreams(2)
    with streams.take(ANN), streams.take(ANN):
        with pytest.raises(TooManyRequests):
            streams.take(ANN)
        with streams.take(BEA):
            assert (streams.count(ANN), streams.count(BEA)) == (2, 1)
    assert (streams.count(ANN), streams.count(BEA)) == (0, 0)
    streams.take(ANN).give_back()


def test_a_place_is_given_back_once() -> None:
    streams = OpenStreams(2)
    kept, seat = streams.take(ANN), streams.take(ANN)
    with seat:
        seat.give_back()
    seat.give_back()
    assert streams.count(ANN) == 1
    kept.give_back()


def test_a_stream_that_was_never_read_gives_its_place_back() -> None:
    streams = OpenStreams(1)

    async def told(seat: object) -> AsyncIterator[bytes]:
        yield b"never"

    stream = told(streams.take(ANN))
    assert streams.count(ANN) == 1
    del stream
    gc.collect()
    assert streams.count(ANN) == 0


@pytest.mark.anyio
async def test_a_reader_who_takes_nothing_is_dropped_and_their_place_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "TAKEN_WITHIN_SECONDS", 0.01)
    streams = OpenStreams(1)
    left = asyncio.Event()

    async def told() -> AsyncGenerator[bytes, None]:
        try:
            while True:
                yield b"event: live\n\n"
        finally:
            left.set()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def receive() -> Any:
        await asyncio.Event().wait()

    stream = await events.until_refused(told(), streams.take(ANN))
    async with asyncio.timeout(10):
        await stream.to_asgi_response(None, None)({}, receive, send)  # type: ignore[typeddict-item]
        del stream
        await left.wait()
    assert streams.count(ANN) == 0
