"""Questions to Checkr's API: what is refused, what failed, and lists of several pages."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

import httpx
import msgspec
from msgspec import Meta

from haulage.kernel.errors import Unavailable
from haulage.ports.screening import ScreeningRefused
from haulage_adapters.http_client.client import Answer, Limits, ServiceClient
from haulage_adapters.http_client.failures import InvalidResponse, OutsideFailure
from haulage_adapters.http_client.reading import JsonObject, read_json

Read = TypeVar("Read")

SERVICE = "screening"
PATIENCE = Limits(budget_seconds=10.0, attempt_seconds=8.0, attempts=3, max_bytes=4_000_000, at_once=8)
"""Ours: jobs ask, and reviewers who press a button."""

MULTI_LICENSE = {"Accept": "application/vnd.checkr.multimvr+json"}
"""Puts violations under the license that each is of."""

MOST_PAGES = 20
MAX_ERROR = 200
_STATUS = re.compile(r"status (\d{3})")

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
"""What goes into addresses: nothing but letters, digits and their joints."""


class _Error(msgspec.Struct):
    error: Any = None


class _Page(msgspec.Struct):
    data: list[JsonObject]
    next_href: str | None = None


class CheckrClient:
    """One account at one address; *transport* takes the place of the network."""

    def __init__(
        self,
        key: str,
        address: str,
        *,
        limits: Limits = PATIENCE,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        url = httpx.URL(address).copy_with(username=key, password="")
        self._http = ServiceClient(str(url), limits=limits, transport=transport)

    async def get(self, path: str, type: type[Read], headers: Mapping[str, str] | None = None) -> Read:
        return await self._ask("GET", path, type, headers=headers)

    async def post(self, path: str, body: JsonObject, type: type[Read]) -> Read:
        """Sent once: whoever asks again looks first for what the lost answer may have made."""
        return await self._ask("POST", path, type, json=body, repeatable=False)

    async def all(self, path: str, params: Mapping[str, str]) -> list[JsonObject]:
        """Every item of a list, page after page. Only the query of the next page's address is followed."""
        found: list[JsonObject] = []
        query = dict(params)
        for _ in range(MOST_PAGES):
            page = await self._ask("GET", path, _Page, params=query)
            found += page.data
            if page.next_href is None:
                return found
            query = dict(httpx.URL(page.next_href).params)
        return found

    async def aclose(self) -> None:
        await self._http.aclose()

    async def _ask(self, method: str, path: str, type: type[Read], **more: Any) -> Read:
        """Raises ``Unavailable``, and ``ScreeningRefused`` for a request that will never be taken."""
        try:
            return await self._http.ask(method, f"/v1/{path}", lambda answer: _read(answer, type), **more)
        except OutsideFailure as failure:
            raise Unavailable(SERVICE, _sentence(failure)) from failure


def _read(answer: Answer, type: type[Read]) -> Read:
    if answer.status in {HTTPStatus.OK, HTTPStatus.CREATED}:
        return read_json(answer.body, type)
    words = error_words(answer.status)
    if answer.status in {HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY}:
        error = read_json(answer.body, _Error).error
        raise ScreeningRefused(f"{words}: {str(error)[:MAX_ERROR]}" if error else words)
    raise InvalidResponse(f"status {answer.status}")


def _sentence(failure: OutsideFailure) -> str:
    status = _STATUS.search(str(failure))
    return error_words(int(status[1])) if status else f"Checkr API error: {failure}"


def error_words(status: int) -> str:
    """ONB-46."""
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = ""
    return f"Checkr API error: {status} {phrase}".strip()
