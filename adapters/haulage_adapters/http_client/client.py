"""A line to one outside service: every question has a budget, a size cap, retries and a breaker."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import attrs
import httpx
import stamina
from stamina.instrumentation import set_on_retry_hooks

from haulage_adapters.http_client.breaker import Breaker
from haulage_adapters.http_client.failures import InvalidResponse, OutsideFailure, TimedOut

Read = TypeVar("Read")

TOO_MANY, SERVER_ERROR = 429, 500
REDIRECTS = range(300, 400)
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)
LONG_READING = 200_000
"""Bytes above which an answer is read in a thread, so that nobody else waits for it."""

set_on_retry_hooks([])  # they would print on stdout; what an adapter gives up on, it logs itself
logging.getLogger("httpx").setLevel(
    logging.WARNING
)  # it logs whole addresses, with where people live in them


@attrs.frozen
class Limits:
    """What one question may cost. An answer, or its absence, is there within the budget.

    The rest of a request must fit into the three seconds that anybody waits for it at most.
    """

    budget_seconds: float = 2.5
    attempt_seconds: float = 1.2
    attempts: int = 3
    max_bytes: int = 8_000_000
    at_once: int = 16
    """Questions on the line together; others wait, at the cost of their own budget."""


@attrs.frozen
class Answer:
    """A status and a body within the size cap."""

    status: int
    body: bytes


class _Unanswered(OutsideFailure):
    """An attempt that may go better a second time."""

    def __init__(self, reason: str, wait_seconds: float | None = None, *, untouched: bool) -> None:
        super().__init__(reason)
        self.wait_seconds = wait_seconds
        self.untouched = untouched


class ServiceClient:
    """Asks one service at *url*, whose user and password, if it has any, go into the header.

    A service of several addresses has an empty *url*, and whole addresses for paths. *transport* takes the
    place of the network.
    """

    def __init__(
        self,
        url: str,
        *,
        limits: Limits | None = None,
        breaker: Breaker | None = None,
        now: Callable[[], float] = time.monotonic,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.breaker = breaker or Breaker(now=now)
        address = httpx.URL(url)
        self._url = str(address.copy_with(username=None, password=None)).rstrip("/")
        self._client = httpx.AsyncClient(
            auth=(address.username, address.password) if address.userinfo else None,
            headers={"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "haulage"},
            timeout=self.limits.attempt_seconds,
            follow_redirects=False,
            transport=transport,
        )
        self._places = asyncio.Semaphore(self.limits.at_once)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._client.aclose()

    async def ask(
        self,
        method: str,
        path: str,
        read: Callable[[Answer], Read],
        *,
        params: Mapping[str, str] | None = None,
        json: Any = None,
        content: str | None = None,
        headers: Mapping[str, str] | None = None,
        repeatable: bool = True,
    ) -> Read:
        """What *read* makes of the answer. Raises ``OutsideFailure``, or what *read* refuses with.

        Only a *repeatable* question is asked again, and only after a broken connection, a 429 or a
        server error; what *read* finds garbled counts for the breaker and is not asked again.
        """
        with self.breaker.guarding():
            try:
                async with asyncio.timeout(self.limits.budget_seconds):
                    request = self._client.build_request(
                        method, self._url + path, params=params, json=json, content=content, headers=headers
                    )
                    answer = await self._answer(request, repeatable)
            except TimeoutError:
                raise TimedOut(f"no answer within {self.limits.budget_seconds:g} seconds") from None
            if len(answer.body) < LONG_READING:
                return read(answer)
            return await asyncio.to_thread(read, answer)

    async def _answer(self, request: httpx.Request, repeatable: bool) -> Answer:
        attempts = stamina.retry_context(
            on=self._worth_another,
            attempts=self.limits.attempts if repeatable else 1,
            timeout=self.limits.budget_seconds,
            wait_initial=0.05,
            wait_max=0.5,
            wait_jitter=0.1,
        )
        async for attempt in attempts:
            with attempt:
                async with self._places:
                    return await self._once(request)
        raise AssertionError("the last attempt raises")

    def _worth_another(self, error: Exception) -> bool | float:
        """Whether to ask again; a service that names the seconds to wait is given them, if we have them."""
        if not isinstance(error, _Unanswered):
            return False
        wait = error.wait_seconds
        return True if wait is None else wait if wait < self.limits.budget_seconds else False

    async def _once(self, request: httpx.Request) -> Answer:
        try:
            async with asyncio.timeout(self.limits.attempt_seconds):
                response = await self._client.send(request, stream=True)
                try:
                    body = await self._body(response)
                finally:
                    await response.aclose()
        except (httpx.HTTPError, TimeoutError) as error:
            raise _Unanswered(type(error).__name__, untouched=isinstance(error, NEVER_SENT)) from None
        if response.status_code >= SERVER_ERROR or response.status_code == TOO_MANY:
            raise _Unanswered(
                f"status {response.status_code}",
                _seconds(response.headers.get("Retry-After")),
                untouched=response.status_code == TOO_MANY,
            )
        if response.status_code in REDIRECTS:
            raise InvalidResponse("a redirect, which is not followed")
        return Answer(response.status_code, body)

    async def _body(self, response: httpx.Response) -> bytes:
        """The body, read no further than the cap; nothing is unpacked that we asked to have plain."""
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise InvalidResponse("a packed body, which was not asked for")
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > self.limits.max_bytes:
                raise InvalidResponse(f"more than {self.limits.max_bytes:,} bytes")
        return bytes(body)


def _seconds(header: str | None) -> float | None:
    """Whole seconds of a ``Retry-After``; its date form is not worth a clock here."""
    return float(header) if header and header.isascii() and header.isdigit() and len(header) < 6 else None
