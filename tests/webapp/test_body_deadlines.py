"""Bodies that stop half way, come too slowly, or are sent to somebody who did not want them."""

import asyncio
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from haulage.kernel.rate_limit import TooManyRequests
from haulage_webapp.body_deadlines import ArrivingBodies, ArrivingBody, BodyTerms
from haulage_webapp.errors import Malformed
from serving import Server, running_server

PATIENT, QUICK = BodyTerms(3600, 2), BodyTerms(0.01, 2)
SENDER = "192.0.2.7"
HALF = b"HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits half a second for a body."""
    with running_server(tmp_path_factory.mktemp("hurried"), BODY_SECONDS="0.5") as running:
        yield running


def connect(server: Server, stack: ExitStack) -> socket.socket:
    place = httpx.URL(server.address)
    return stack.enter_context(socket.create_connection((place.host, place.port), timeout=30))


def all_said(connection: socket.socket) -> bytes:
    """Everything until the server closes."""
    said = b""
    while piece := connection.recv(65_536):
        said += piece
    return said


def test_half_bodies_are_answered_and_closed_while_others_are_served(hurried: Server) -> None:
    with ExitStack() as stack:
        silent = [connect(hurried, stack) for _ in range(200)]
        for one in silent:
            one.sendall(b"POST /api/v1/fares " + HALF)
        assert httpx.get(f"{hurried.address}/api/v1/status", timeout=30).status_code == 200
        for one in silent:
            head, _, body = all_said(one).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 408 ")
            assert b"connection: close" in head.lower()
            assert b"The body did not arrive in time." in body


@pytest.mark.parametrize(
    "path",
    [
        b"/auth/v1/signup",
        b"/auth/v1/token?grant_type=password",
        b"/webhooks/stripe",
        b"/webhooks/sms/incoming",
        b"/api/v1/quotes",
    ],
)
def test_no_address_waits_for_a_body_for_ever(hurried: Server, path: bytes) -> None:
    with ExitStack() as stack:
        one = connect(hurried, stack)
        one.sendall(b"POST " + path + b" " + HALF)
        assert int(all_said(one).split()[1]) in {401, 408}


@pytest.mark.parametrize("path", [b"/api/v1/fares", b"/auth/v1/signup", b"/webhooks/stripe"])
def test_a_body_that_is_told_to_be_endless_is_refused_at_once(server: Server, path: bytes) -> None:
    """By a server that would wait a quarter of a minute for the first byte of it."""
    with ExitStack() as stack:
        one = connect(server, stack)
        one.settimeout(10)
        kind = b"Host: here\r\nContent-Type: application/json\r\nContent-Length: 1000000000000000\r\n\r\n"
        one.sendall(b"POST " + path + b" HTTP/1.1\r\n" + kind)
        assert all_said(one).startswith(b"HTTP/1.1 413 ")


def test_who_sends_everything_before_reading_gets_the_refusal(server: Server) -> None:
    """As browsers do; to close the connection earlier would break it under their hands."""
    with ExitStack() as stack:
        one = connect(server, stack)
        length = 12 * 1024 * 1024
        kind = f"Host: here\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        one.sendall(b"POST /api/v1/fares HTTP/1.1\r\n" + kind.encode() + bytes(length))
        one.sendall(b"GET /health/live HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        said = all_said(one)
        assert said.startswith(b"HTTP/1.1 413 ")
        assert b"HTTP/1.1 200 OK" in said, "the connection goes on"


class Sender:
    """Sends the pieces it was given, and then nothing."""

    def __init__(self, *pieces: bytes, ends: bool = False) -> None:
        self.pieces = list(pieces)
        self.ends = ends

    async def __call__(self) -> Any:
        if not self.pieces:
            await asyncio.Event().wait()
        piece = self.pieces.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(self.pieces) or not self.ends}


def arriving(sender: Sender, terms: BodyTerms, slow: Counter[str] | None = None) -> ArrivingBody:
    return ArrivingBody(sender, terms, Counter() if slow is None else slow, SENDER)


@pytest.mark.anyio
async def test_what_has_arrived_buys_time() -> None:
    body = arriving(Sender(bytes(4_096 * 1_000)), QUICK)
    await body()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):  # far beyond what a body is given at first
            await body()
    stopped = arriving(Sender(b"{"), QUICK)
    await stopped()
    with pytest.raises(Malformed):
        await stopped()


@pytest.mark.anyio
async def test_one_slow_body_too_many_of_an_address_is_refused_without_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("haulage_webapp.body_deadlines.SLOW_AFTER_SECONDS", 0.0)
    slow: Counter[str] = Counter()
    async with asyncio.timeout(30):
        waiting = [asyncio.create_task(arriving(Sender(), PATIENT, slow)()) for _ in range(3)]
        with pytest.raises(TooManyRequests):
            await waiting[2]
        assert slow[SENDER] == 2
        elsewhere = ArrivingBody(Sender(), QUICK, slow, "192.0.2.8")
        with pytest.raises(Malformed):
            await elsewhere()
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert slow == Counter()


async def _asked(headers: list[tuple[bytes, bytes]], sender: Sender) -> tuple[dict[bytes, bytes], Sender]:
    """What an application that refuses without reading is made to say in its head."""
    said: list[Any] = []

    async def refusing(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 401, "headers": []})
        await send({"type": "http.response.body", "body": b"no"})

    async def send(message: Any) -> None:
        said.append(message)

    scope: Any = {"type": "http", "method": "POST", "path": "/", "headers": headers, "client": (SENDER, 1)}
    await ArrivingBodies(refusing, QUICK)(scope, sender, send)
    return dict(said[0]["headers"]), sender


@pytest.mark.anyio
async def test_what_nobody_wants_is_thrown_away_before_the_refusal() -> None:
    head, sender = await _asked([(b"content-length", b"6")], Sender(b"abc", b"def", ends=True))
    assert (head, sender.pieces) == ({}, [])


@pytest.mark.anyio
@pytest.mark.parametrize(
    "headers",
    [
        [(b"content-length", b"1000000000000")],
        [(b"content-length", b"6"), (b"expect", b"100-continue")],
    ],
    ids=["far too much", "not sent before it is asked for"],
)
async def test_a_refusal_closes_the_connection_where_the_rest_is_not_read(
    headers: list[tuple[bytes, bytes]],
) -> None:
    head, sender = await _asked(headers, Sender(b"abc", b"def", ends=True))
    assert head[b"connection"] == b"close"
    assert len(sender.pieces) == 2
