"""One user and one address hold so many event streams open, and what is closed counts no more."""

import asyncio
import gc
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import pytest

from haulage.kernel.rate_limit import TooManyRequests
from haulage_webapp import events
from haulage_webapp.event_streams import OpenStreams

ANN, BEA = "usr_ann", "usr_bea"
HERE, THERE = "192.0.2.7", "192.0.2.8"


def test_one_more_than_allowed_is_refused_and_another_user_is_not() -> None:
    streams = OpenStreams(2, 100)
    with streams.take(ANN, HERE), streams.take(ANN, HERE):
        with pytest.raises(TooManyRequests):
            streams.take(ANN, HERE)
        with streams.take(BEA, HERE):
            assert (streams.count(ANN), streams.count(BEA)) == (2, 1)
    assert (streams.count(ANN), streams.count(BEA)) == (0, 0)
    streams.take(ANN, HERE).give_back()


def test_one_address_holds_so_many_whoever_its_users_are() -> None:
    streams = OpenStreams(2, 3)
    seats = [streams.take(ANN, HERE), streams.take(ANN, HERE), streams.take(BEA, HERE)]
    with pytest.raises(TooManyRequests):
        streams.take(BEA, HERE)
    with streams.take(BEA, THERE):
        assert (streams.count_at(HERE), streams.count_at(THERE)) == (3, 1)
    for seat in seats:
        seat.give_back()
    assert (streams.count_at(HERE), streams.count_at(THERE), streams.count(BEA)) == (0, 0, 0)
    streams.take(BEA, HERE).give_back()


def test_a_place_is_given_back_once() -> None:
    streams = OpenStreams(2, 100)
    held, seat = streams.take(ANN, HERE), streams.take(ANN, HERE)
    with seat:
        seat.give_back()
    seat.give_back()
    assert streams.count(ANN) == 1
    held.give_back()


def test_a_stream_that_was_never_read_gives_its_place_back() -> None:
    streams = OpenStreams(1, 100)

    async def begun(seat: object) -> AsyncIterator[bytes]:
        yield b"never"

    stream = begun(streams.take(ANN, HERE))
    assert streams.count(ANN) == 1
    del stream
    gc.collect()
    assert streams.count(ANN) == 0


@pytest.mark.anyio
async def test_a_reader_who_takes_nothing_is_dropped_and_their_place_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "TAKEN_WITHIN_SECONDS", 0.01)
    streams = OpenStreams(1, 100)
    left = asyncio.Event()

    async def begun() -> AsyncGenerator[bytes, None]:
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

    stream = await events.until_refused(begun(), streams.take(ANN, HERE))
    async with asyncio.timeout(10):
        await stream.to_asgi_response(None, None)({}, receive, send)  # type: ignore[typeddict-item]
        del stream
        await left.wait()
    assert streams.count(ANN) == 0


@pytest.mark.anyio
async def test_open_streams_end_with_a_last_chunk_when_the_server_does() -> None:
    streams = OpenStreams(1, 100)
    sent: list[Any] = []
    has_sent = asyncio.Event()

    async def news() -> AsyncGenerator[bytes, None]:
        yield b"event: live\n\n"
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)
        if message.get("body"):
            has_sent.set()

    async def receive() -> Any:
        await asyncio.Event().wait()

    stream = await events.until_refused(news(), streams.take(ANN, HERE))
    async with asyncio.timeout(10):
        answering = asyncio.create_task(stream.to_asgi_response(None, None)({}, receive, send))  # type: ignore[typeddict-item]
        await has_sent.wait()
        streams.end()
        await answering
    assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
    del stream, answering
    gc.collect()
    assert streams.count(ANN) == 0


@pytest.mark.anyio
async def test_a_stream_that_is_opened_after_the_end_ends_at_once() -> None:
    streams = OpenStreams(1, 100)
    streams.end()
    ended = asyncio.Event()
    with streams.ended_by(ended.set):
        assert ended.is_set()
