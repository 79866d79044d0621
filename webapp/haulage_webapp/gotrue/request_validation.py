"""Reading what a client sent: the bearer token, and a body that is really JSON."""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import SerializationException

from haulage.accounts import NoAccessToken
from haulage_webapp.gotrue.statuses import AuthRefusal, bad_json
from haulage_webapp.security import bearer_in

MAX_BODY_BYTES = 64 * 1024
MAX_DEPTH = 16


async def require_json(request: Request[Any, Any, Any]) -> None:
    """Refuse what the framework would accept or fail on: other content types, bad UTF-8, deep nesting."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise bad_json("The body must be application/json")
    if not await request.body():
        raise _not_json()
    try:
        value = await request.json()  # the framework keeps it, and decodes the body no second time
    except (SerializationException, RecursionError, UnicodeDecodeError):
        raise _not_json() from None
    if not isinstance(value, dict):
        raise bad_json("The body must be a JSON object")
    _require_shallow(value, MAX_DEPTH)


def _not_json() -> AuthRefusal:
    return bad_json("Could not parse request body as JSON")


def bearer_token(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Raises ``NoAccessToken``."""
    if token := bearer_in(request.headers.get("authorization", "")):
        return token
    raise NoAccessToken


def _require_shallow(value: object, depth: int) -> None:
    if depth < 0:
        raise bad_json("The body is nested too deeply")
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _require_shallow(inner, depth - 1)
