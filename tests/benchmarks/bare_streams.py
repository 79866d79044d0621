"""The ceiling: drivers report and streams tell of it, with nothing of a marketplace between.

No sign-in, no policy, no storage: a body is decoded, its last position encoded once, and sent to whoever
watches. Served by the same server as the application, to the same watchers.
"""

import asyncio
from collections import defaultdict
from typing import Any

import msgspec


class FixIn(msgspec.Struct):
    at: str
    lat: float
    lng: float
    accuracy_m: float


class FixesIn(msgspec.Struct):
    fixes: list[FixIn]


read = msgspec.json.Decoder(FixesIn).decode
HEAD = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]


class Watched:
    """One driver: the last message, and whom to wake."""

    def __init__(self) -> None:
        self.message = b'event: live\ndata: {"position":null}\n\n'
        self.waiting: set[asyncio.Event] = set()


WATCHED: defaultdict[str, Watched] = defaultdict(Watched)


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    if scope["method"] == "POST":
        await _report(WATCHED[scope["path"].rpartition("/")[2]], receive, send)
    elif scope["path"] == "/health/ready":
        await _answer(send, b"{}")
    else:
        await _follow(WATCHED[scope["path"].rpartition("/")[2]], send)


async def _report(watched: Watched, receive: Any, send: Any) -> None:
    body = b""
    while True:
        message = await receive()
        body += message["body"]
        if not message["more_body"]:
            break
    last = read(body).fixes[-1]
    watched.message = b"event: live\ndata: %s\n\n" % msgspec.json.encode({"position": last})
    for event in watched.waiting:
        event.set()
    await _answer(send, b"{}")


async def _answer(send: Any, body: bytes) -> None:
    head = [(b"content-length", b"%d" % len(body)), (b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _follow(watched: Watched, send: Any) -> None:
    rung = asyncio.Event()
    watched.waiting.add(rung)
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEAD})
        while True:
            await send({"type": "http.response.body", "body": watched.message, "more_body": True})
            await rung.wait()
            rung.clear()
    finally:
        watched.waiting.discard(rung)
