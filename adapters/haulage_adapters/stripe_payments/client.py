"""The official client with a budget of seconds, a cap on answers, and a breaker."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import attrs
import httpx
import stripe

from haulage.kernel.errors import Unavailable
from haulage.ports.payments import AccountUnknown, ProviderUnreadable
from haulage_adapters.http_client.breaker import Breaker
from haulage_adapters.http_client.failures import InvalidResponse, OutsideFailure, TimedOut
from haulage_adapters.http_client.reading import JsonObject, read_value

log = logging.getLogger(__name__)

SERVICE = "cards"
Said = JsonObject
Made = TypeVar("Made")

NO_ANSWER = (
    stripe.APIConnectionError,
    stripe.APIError,
    stripe.RateLimitError,
    stripe.AuthenticationError,
    stripe.PermissionError,
    stripe.IdempotencyError,
)
"""What is not an answer to the question: the way is broken, the company is, or our key is wrong."""

SAME_QUESTION_UNDER_WAY = 409
"""Asked twice at once under one key; who waits gets the one answer (docs.stripe.com/error-low-level)."""

ACCOUNT_INVALID = "account_invalid"
"""An account in whose name is asked is not there or not ours: an answer, though its status is that of a key
that may not ask (docs.stripe.com/error-codes)."""
MISSING = "resource_missing"


@attrs.frozen
class TimeBudget:
    """An answer, or its absence, is there within the budget; a request has three seconds in all."""

    budget_seconds: float = 2.5
    attempt_seconds: float = 2.2
    connect_seconds: float = 1.0
    retries: int = 2
    max_bytes: int = 2_000_000


class CappedClient(stripe.HTTPXClient):
    """The library's client, which by itself would read any amount of answer."""

    def __init__(self, budget: TimeBudget) -> None:
        super().__init__()
        self._most = budget.max_bytes
        self._patience = httpx.Timeout(budget.attempt_seconds, connect=budget.connect_seconds)

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        sending = self._client_async.stream(
            method, url, headers=headers, content=post_data or None, timeout=self._patience
        )
        try:
            async with sending as answer:
                return await self._body(answer), answer.status_code, answer.headers
        except httpx.HTTPError as error:
            self._handle_request_error(error)

    async def _body(self, answer: httpx.Response) -> bytes:
        body = bytearray()
        async for part in answer.aiter_bytes():
            body += part
            if len(body) > self._most:
                raise InvalidResponse(f"more than {self._most:,} bytes")
        return bytes(body)


class StripeConnection:
    """One account at Stripe, or at a server that speaks like it at *api_base*."""

    def __init__(
        self,
        secret_key: str,
        *,
        api_base: str | None = None,
        budget: TimeBudget | None = None,
        breaker: Breaker | None = None,
    ) -> None:
        self._budget = budget or TimeBudget()
        self.breaker = breaker or Breaker()
        self._http = CappedClient(self._budget)
        base: Any = {"api": api_base} if api_base else {}
        self._client = stripe.StripeClient(
            secret_key,
            http_client=self._http,
            base_addresses=base,
            max_network_retries=self._budget.retries,
        )

    async def aclose(self) -> None:
        await self._http.close_async()  # type: ignore[no-untyped-call]

    @property
    def v1(self) -> stripe.V1Services:
        return self._client.v1

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[None]:
        """Everything asked inside has the one budget. Raises ``Unavailable`` when there is no answer."""
        try:
            with self.breaker.guarding():
                try:
                    async with asyncio.timeout(self._budget.budget_seconds):
                        yield
                except TimeoutError:
                    raise TimedOut(f"no answer within {self._budget.budget_seconds:g} seconds") from None
        except OutsideFailure as failure:
            log.warning("the card provider gave no usable answer: %s", failure)
            raise Unavailable(SERVICE) from failure

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Reading what was answered. Raises ``ProviderUnreadable`` for what cannot be believed; the service
        is not left alone for it, since it does answer."""
        try:
            yield
        except OutsideFailure as failure:
            log.warning("the card provider's answer cannot be read: %s", failure)
            raise ProviderUnreadable(SERVICE, fault=str(failure)) from failure

    async def call(self, request: Awaitable[Any]) -> Said:
        """The object that came back, as plain values. What Stripe refuses comes as its own error."""
        try:
            return read_value(_plain(await request), JsonObject)
        except NO_ANSWER as error:
            if code_of(error) == ACCOUNT_INVALID:
                raise
            raise OutsideFailure(
                f"{type(error).__name__} {error.http_status or ''} {error.code or ''}"
            ) from None
        except stripe.StripeError as error:
            if error.http_status == SAME_QUESTION_UNDER_WAY:
                raise TimedOut("the same question is still being answered") from None
            raise
        except OutsideFailure:
            raise
        except Exception as error:  # the library trips over answers of a shape it does not expect
            raise InvalidResponse(f"an answer that cannot be read: {type(error).__name__}") from None

    async def look_up(self, request: Awaitable[Any]) -> Said:
        """``call`` for a list of what was done before. Raises ``ProviderUnreadable`` where it is refused, for
        whatever reason: that leaves unknown what an attempt did whose answer was lost. ``AccountUnknown`` is
        one such reason."""
        try:
            return await self.call(request)
        except stripe.StripeError as error:
            code = code_of(error) or ""
            log.warning("the card provider refused a list: %s %s", error.http_status or "", code)
            kind = AccountUnknown if code == ACCOUNT_INVALID else ProviderUnreadable
            raise kind(SERVICE, fault=f"a list was refused: {code}") from None

    async def post(self, path: str, **form: str) -> Said:
        """A question that the library has no method for."""
        return await self.call(self._raw(path, form))

    async def _raw(self, path: str, form: dict[str, str]) -> Any:
        said = await self._client.raw_request_async("post", path, **form)
        return self._client.deserialize(said, api_mode="V1")


def code_of(error: stripe.StripeError) -> str | None:
    """Stripe's own word for it, which the library does not pass on with every class of error."""
    body = error.json_body if isinstance(error.json_body, dict) else {}
    inner = body.get("error")
    code = inner.get("code") if isinstance(inner, dict) else None
    return error.code or (code if isinstance(code, str) else None)


def _plain(made: Any) -> Any:
    return made.to_dict() if isinstance(made, stripe.StripeObject) else made
