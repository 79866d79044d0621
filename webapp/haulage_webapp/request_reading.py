"""Reading a request before anything else does: its id, its size, and JSON that is really JSON.

The framework reads JSON under any content type, and answers deep nesting and bad UTF-8 with a fault
of its own. Here both are refused first, so that what a route sees was readable.
"""

import hashlib
import re
import secrets
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from haulage.kernel.errors import HaulageError
from haulage_webapp.errors import Malformed, misfit, on_refusal

MAX_BODY_BYTES = 1_048_576
UPLOAD = "upload"
"""In the ``opt`` of a route that takes something else than JSON and reads it by itself."""
MAX_DEPTH = 32
METHODS_WITH_BODY = frozenset({"POST", "PUT", "PATCH", "DELETE"})
CALLERS_ID = re.compile(r"[A-Za-z0-9._-]{8,64}\Z")


class RequestIds:
    """Gives every request an id, or keeps the caller's, and says it in the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        identifier = given if CALLERS_ID.match(given) else secrets.token_urlsafe(12)
        scope["state"]["request_id"] = identifier

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message)["X-Request-Id"] = identifier
            await send(message)

        await self.app(scope, receive, send_with_id)


class StrictJson:
    """Refuses bodies of the application's API that are too large, too deep or not JSON."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _is_strict(scope):
            await self.app(scope, receive, send)
            return
        try:
            body = await self._read(scope, receive)
        except HaulageError as refusal:
            response = on_refusal(Request(scope), refusal)
            await response.to_asgi_response(app=None, request=Request(scope))(scope, receive, send)
            return
        scope["state"]["body_hash"] = hashlib.sha256(body).hexdigest()
        await self.app(scope, _replaying(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes:
        body = await _whole_body(receive)
        if not body:
            return body
        headers = dict(scope["headers"])
        media_type = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0].strip().lower()
        if media_type != "application/json":
            raise Malformed("The body must be application/json.", HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        try:
            _require_plain(_anything(body), MAX_DEPTH)
            _require_fit(body, scope)
        except msgspec.ValidationError as error:
            raise misfit(str(error)) from None
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raise Malformed("The body is not valid JSON.") from None
        return body


def _anything(body: bytes) -> object:
    """The body as plain values. A number beyond every range is left to the route's shape to name."""
    try:
        return msgspec.json.decode(body)
    except msgspec.ValidationError:
        return None


def _require_fit(body: bytes, scope: Scope) -> None:
    """Hold the body against the route's own shape, strictly: the framework takes true for 1.0."""
    data = scope["route_handler"].parsed_data_field
    if data is not None:
        msgspec.json.decode(body, type=data.annotation)


def _is_strict(scope: Scope) -> bool:
    return (
        scope["type"] == ScopeType.HTTP
        and str(scope.get("method")) in METHODS_WITH_BODY
        and scope["path"].startswith("/api/")
        and UPLOAD not in getattr(scope.get("route_handler"), "opt", {})
    )


async def _whole_body(receive: Receive) -> bytes:
    chunks, size = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Malformed("The request ended before its body did.")
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > MAX_BODY_BYTES:
            raise Malformed("The body is too large.", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        chunks.append(chunk)
        if not message.get("more_body"):
            return b"".join(chunks)


def _replaying(body: bytes, receive: Receive) -> Receive:
    """The body once more for the framework, and then whatever the server still has to say."""
    pending: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Any:
        return pending.pop() if pending else await receive()

    return replay


def _require_plain(value: object, depth: int) -> None:
    """Refuse nesting beyond *depth* and text with NUL, which databases cannot keep."""
    if depth < 0:
        raise Malformed("The body is nested too deeply.")
    if isinstance(value, str):
        if "\x00" in value:
            raise Malformed("Text must not contain NUL characters.")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _require_plain(key, depth)
            _require_plain(inner, depth - 1)
    elif isinstance(value, list):
        for inner in value:
            _require_plain(inner, depth - 1)
