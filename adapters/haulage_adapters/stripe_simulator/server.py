"""The simulator over HTTP: keys, idempotency, and what the weather does to an answer."""

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import attrs

from haulage_adapters.stripe_simulator.deliveries import Deliveries, Mischief
from haulage_adapters.stripe_simulator.forms import read_form
from haulage_adapters.stripe_simulator.refusals import BAD_REQUEST, UNAUTHORIZED, Json, Refused
from haulage_adapters.stripe_simulator.routes import answer
from haulage_adapters.stripe_simulator.troubles import Trouble, Weather, failure
from haulage_adapters.stripe_simulator.world import Terms, World

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MAX_BODY = 200_000
KEY = re.compile(r"(sk|rk|pk)_test_[A-Za-z0-9_]{1,200}")
MOST_KEYS = 100_000
NOT_JSON = b"<html><body>The proxy is having a bad day</body></html>"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


@attrs.frozen
class Reply:
    status: int
    body: bytes
    replayed: bool = False


@attrs.frozen
class Asked:
    """A request as far as the simulator cares."""

    method: str
    path: str
    form: Json
    headers: dict[str, str]

    @property
    def digest(self) -> str:
        text = json.dumps([self.method, self.path, self.form], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


class _Lost(Exception):
    """The connection breaks here."""


@attrs.define(eq=False)
class Simulator:
    """An ASGI application; all its state is in this process and ends with it."""

    terms: Terms = attrs.Factory(Terms)
    mischief: Mischief = attrs.Factory(Mischief)
    weather: Weather = attrs.Factory(Weather)
    world: World = attrs.Factory(lambda self: World(terms=self.terms), takes_self=True)
    deliveries: Deliveries = attrs.Factory(
        lambda self: Deliveries(self.world, self.mischief), takes_self=True
    )
    _kept: dict[str, tuple[str, Reply]] = attrs.Factory(dict)

    def __attrs_post_init__(self) -> None:
        self.deliveries.listen()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            said = await receive()
            await send({"type": f"{said['type']}.complete"})
            if said["type"] == "lifespan.shutdown":
                await self.deliveries.aclose()
                return

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            reply = await self.reply_to(await _read(scope, receive))
        except Refused as refused:
            reply = _written(refused.status, refused.body())
        except _Lost:
            await _break_off(send)
            return
        await _write(send, reply)

    async def reply_to(self, asked: Asked) -> Reply:
        """One answer; the weather may delay it, lose it or make nonsense of it."""
        if asked.path.startswith("/v1/"):
            _require_key(asked)
        trouble = self.weather.next_for(asked.path)
        if trouble is None:
            return self._once(asked)
        if trouble.what in {Trouble.FAIL, Trouble.BUSY}:
            raise failure(trouble.what)
        await asyncio.sleep(trouble.seconds)
        reply = self._once(asked)
        if trouble.what is Trouble.LOSE:
            raise _Lost
        return Reply(200, NOT_JSON) if trouble.what is Trouble.GARBLE else reply

    def _once(self, asked: Asked) -> Reply:
        """The stored reply to a key that was used before; a key never does two things."""
        key = asked.headers.get("idempotency-key") if asked.method == "POST" else None
        if key is None:
            return self._do(asked)
        if key in self._kept:
            digest, reply = self._kept[key]
            if digest != asked.digest:
                raise Refused(
                    "Keys for idempotent requests can only be used with the same parameters they were first "
                    f"used with. Try using a key other than '{key}' if you meant to execute a different "
                    "request.",
                    BAD_REQUEST,
                    type="idempotency_error",
                )
            return attrs.evolve(reply, replayed=True)
        reply = self._do(asked)
        self._kept[key] = (asked.digest, reply)
        while len(self._kept) > MOST_KEYS:
            self._kept.pop(next(iter(self._kept)))
        return reply

    def _do(self, asked: Asked) -> Reply:
        try:
            if asked.path == "/simulator/weather" and asked.method == "POST":
                made = self.weather.read(asked.form)
            elif asked.path == "/v1/webhook_endpoints" and asked.method == "POST":
                made = self.deliveries.add_endpoint(asked.form)
            else:
                made = answer(self.world, asked.method, asked.path, asked.form)
        except Refused as refused:
            return _written(refused.status, refused.body())
        return _written(200, made)


def _written(status: int, body: Json) -> Reply:
    return Reply(status, json.dumps(body).encode())


def _require_key(asked: Asked) -> None:
    """Invented money needs no real key; one that could be real is not even read."""
    scheme, _, key = asked.headers.get("authorization", "").partition(" ")
    if scheme != "Bearer" or not KEY.fullmatch(key):
        raise Refused(
            "Invalid API Key provided. The simulator takes any sk_test_ key, and never a live one.",
            UNAUTHORIZED,
        )


async def _read(scope: Scope, receive: Receive) -> Asked:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    host = urlsplit(f"//{headers.get('host', '')}").netloc.rsplit(":", 1)[0]
    if host not in LOOPBACK:
        raise Refused("The simulator speaks to this machine only.", UNAUTHORIZED)
    body = b""
    while True:
        part = await receive()
        body += part.get("body", b"")
        if len(body) > MAX_BODY:
            raise Refused("The request is too large.", 413)
        if not part.get("more_body"):
            break
    try:
        text = body.decode() if scope["method"] == "POST" else scope.get("query_string", b"").decode()
    except UnicodeDecodeError:
        raise Refused("The request could not be read.") from None
    form = read_form(text)
    if "stripe-account" in headers:
        form["_account"] = headers["stripe-account"]
    return Asked(scope["method"], scope["path"].rstrip("/"), form, headers)


async def _write(send: Send, reply: Reply) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(reply.body))]
    if reply.replayed:
        headers.append((b"idempotent-replayed", b"true"))
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": reply.body})


async def _break_off(send: Send) -> None:
    """Promise more than is sent: the client sees the connection end in the middle."""
    headers = [(b"content-type", b"application/json"), (b"content-length", b"1000000")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"{", "more_body": True})
    raise _Lost
