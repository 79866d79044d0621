"""Bodies that arrive slowly, or too late to be read: whoever sends one holds a connection meanwhile.

The server below reads a head within its own deadline and knows none for a body.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import attrs
from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from haulage.kernel.errors import HaulageError
from haulage.kernel.rate_limit import TooManyRequests
from haulage_adapters.settings import Settings
from haulage_webapp.errors import Malformed
from haulage_webapp.limits import caller

LEAST_OCTETS_PER_SECOND = 4_096
"""Ours: half of what the slowest mobile networks carry; a photo of 10 MB may take its 43 minutes."""

SLOW_AFTER_SECONDS = 1.0
"""Ours: bodies are on their way for a few milliseconds, and only those that take longer are counted."""

MOST_DISCARDED = 32 * 1024 * 1024
"""Ours, in octets. Browsers send all of a body before they read the answer, and see a broken connection if it
is closed before: so much is read and thrown away for their sake."""

RETRY_AFTER_SECONDS = 15


class BodyTooSlow(Malformed):
    """Its end was waited for long enough."""

    def __init__(self) -> None:
        super().__init__("The body did not arrive in time.", HTTPStatus.REQUEST_TIMEOUT)


class TooManySlowBodies(TooManyRequests):
    """Others of the same network address are under way already."""

    def __init__(self) -> None:
        super().__init__(RETRY_AFTER_SECONDS)


@attrs.frozen
class BodyTerms:
    """*seconds* a body may take, and one more for each ``LEAST_OCTETS_PER_SECOND`` of it that are there;
    *slow_per_address* such bodies may be under way from one network address."""

    seconds: float
    slow_per_address: int
    trusted_proxies: int = 0

    @classmethod
    def of(cls, settings: Settings) -> "BodyTerms":
        return cls(settings.body_seconds, settings.slow_bodies, settings.trusted_proxies)


class ArrivingBodies:
    """Ends the wait for a body after a while, for the application and for whoever sent it.

    The application's next look at the body raises: 408, or 429 where too many slow ones come from one
    address. An answer that comes before the whole body is held back until the rest has been thrown away, or
    else closes the connection.
    """

    def __init__(self, app: ASGIApp, terms: BodyTerms) -> None:
        self.app = app
        self.terms = terms
        self.slow: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not _announces_body(scope["headers"]):
            await self.app(scope, receive, send)
            return
        address = caller(Request(scope), self.terms.trusted_proxies)
        arriving = ArrivingBody(receive, self.terms, self.slow, address)
        headers = dict(scope["headers"])

        async def send_after_body(message: Message) -> None:
            if message["type"] == "http.response.start" and not arriving.is_over:
                if _is_worth_reading(headers, arriving):
                    await arriving.discard()
                if not arriving.is_over or arriving.refusal:
                    MutableScopeHeaders.from_message(message)["Connection"] = "close"
            await send(message)

        try:
            await self.app(scope, arriving, send_after_body)
        finally:
            arriving.let_go()


class ArrivingBody:
    """The ``receive`` of one request, which loses patience."""

    def __init__(self, receive: Receive, terms: BodyTerms, slow: Counter[str], address: str) -> None:
        self._receive: Receive | None = receive
        self._terms = terms
        self._slow = slow
        self._address = address
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self.octets = 0
        self.is_over = False
        """Whether nothing more of the body is to come: all of it is here, or its sender has gone."""
        self.refusal: type[HaulageError] | None = None
        """Why its end was not waited for."""

    async def __call__(self) -> Any:
        if self.refusal or self._receive is None:
            return {"type": "http.disconnect"}
        if self.is_over:
            return await self._receive()
        message = await self._in_time()
        if message["type"] == "http.request":
            self.octets += len(message.get("body", b""))
            self.is_over = not message.get("more_body", False)
        else:
            self.is_over = True
        return message

    async def discard(self) -> None:
        """Read what is left, as far as that is within bounds, and keep nothing."""
        try:
            while not self.is_over and not self.refusal and self.octets <= MOST_DISCARDED:
                await self()
        except HaulageError:
            return  # there is an answer already, and it is the better one

    def let_go(self) -> None:
        """Of the server's own ``receive``: it keeps the connection open for as long as anybody holds it, and
        a traceback may hold this until the garbage is collected."""
        self._receive = None

    async def _in_time(self) -> Any:
        until = self._began + self._terms.seconds + self.octets / LEAST_OCTETS_PER_SECOND
        counted = False
        try:
            async with asyncio.timeout_at(until) as patience:

                def count() -> None:
                    nonlocal counted
                    counted = self._slow[self._address] < self._terms.slow_per_address
                    if counted:
                        self._slow[self._address] += 1
                    else:
                        self.refusal = TooManySlowBodies
                        patience.reschedule(self._loop.time())

                counting = self._loop.call_later(SLOW_AFTER_SECONDS, count)
                try:
                    assert self._receive is not None
                    return await self._receive()
                finally:
                    counting.cancel()
        except TimeoutError:
            self.refusal = self.refusal or BodyTooSlow
            raise self.refusal from None
        finally:
            if counted:
                self._leave()

    def _leave(self) -> None:
        self._slow[self._address] -= 1
        if not self._slow[self._address]:
            del self._slow[self._address]


def _announces_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0"))
        for name, value in headers
    )


def _is_worth_reading(headers: dict[bytes, bytes], arriving: ArrivingBody) -> bool:
    """Not where more is announced than would be read, and not before the sender was told to go on."""
    length = headers.get(b"content-length", b"0")
    if arriving.refusal or len(length) > len(str(MOST_DISCARDED)) or int(length) > MOST_DISCARDED:
        return False
    return arriving.octets > 0 or b"100-continue" not in headers.get(b"expect", b"").lower()
