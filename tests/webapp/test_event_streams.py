"""One user holds so many event streams open, and what is closed counts no more."""

import gc
from collections.abc import AsyncIterator

import pytest

from haulage.kernel.policy import Actor, UserType
from haulage.kernel.rate_limit import TooManyRequests
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
