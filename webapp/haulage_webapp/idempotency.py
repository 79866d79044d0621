"""The ``Idempotency-Key`` header, and replies that can be kept and given again byte for byte."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import attrs
import msgspec
from litestar import Request, Response

from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Actor
from haulage.ports.storage import ReplyKey
from haulage.use_cases.once import MAX_KEY_LENGTH, Once
from haulage_webapp.errors import PROBLEM_JSON

T = TypeVar("T")

HEADER = "Idempotency-Key"
KEY = re.compile(rf"[\x21-\x7e]{{1,{MAX_KEY_LENGTH}}}\Z")


@attrs.frozen
class Reply:
    """A status and a body that is already JSON."""

    status: int
    body: bytes

    @classmethod
    def of(cls, status: int, body: msgspec.Struct) -> "Reply":
        return cls(status, msgspec.json.encode(body))

    def stored(self) -> bytes:
        return b"%d %s" % (self.status, self.body)

    def response(self) -> Response[bytes]:
        media_type = PROBLEM_JSON if self.status >= 400 else "application/json"
        return Response(self.body, status_code=self.status, media_type=media_type)


def once(request: Request[Any, Any, Any], actor: Actor, write: Callable[[T], Reply]) -> Once[T] | None:
    """What the caller's key asks to be done once; None when they sent no key."""
    key = request.headers.get(HEADER)
    if key is None or actor.user_id is None:
        return None
    if not KEY.match(key):
        raise InvalidInput(HEADER, f"must be 1 to {MAX_KEY_LENGTH} visible ASCII characters")
    return Once(
        key=ReplyKey(caller=actor.user_id, route=f"{request.method} {request.url.path}", key=key),
        body_hash=request.scope["state"]["body_hash"],
        write=lambda result: write(result).stored(),
    )
