"""The ``Idempotency-Key`` header, and replies that can be kept and given again byte for byte."""

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias, TypeVar

import attrs
import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, SkipValidation

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.ports.storage.idempotency import RequestKey
from haulage.use_cases.idempotency import MAX_KEY_LENGTH, IdempotentRequest, Narrowing
from haulage_webapp.dependencies import InjectedActor
from haulage_webapp.errors import PROBLEM_JSON, request_id
from haulage_webapp.replayed_responses import narrowed, orders_in

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


@attrs.frozen
class KeyedRequest:
    """A request with its caller and its idempotency key, if it has one."""

    actor: Actor
    request_id: str
    route: str
    body_hash: str
    key: str | None
    subject_id: str | None = None
    """The one id in the request's path."""

    def idempotent(self, write: Callable[[T], Reply]) -> IdempotentRequest[T] | None:
        """How to do the request only once for its key; None when it has no key."""
        if self.key is None or self.actor.user_id is None:
            return None
        return IdempotentRequest(
            key=RequestKey(caller=self.actor.user_id, route=self.route, key=self.key),
            body_hash=self.body_hash,
            write=lambda result: write(result).stored(),
            actor=self.actor,
            subject_id=self.subject_id,
            narrowing=Narrowing(self.actor, orders_in, narrowed),
        )


InjectedKeyedRequest: TypeAlias = NamedDependency[SkipValidation[KeyedRequest]]

IdempotencyKey: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name=HEADER,
        schema_extra={"min_length": 1, "max_length": MAX_KEY_LENGTH, "pattern": "^[!-~]+$"},
        description="Repeating a request with its key has one effect and gives the same answer.",
    ),
]


async def provide_keyed_request(
    request: Request[Any, Any, Any],
    actor: InjectedActor,
    idempotency_key: IdempotencyKey = None,
) -> KeyedRequest:
    if idempotency_key is not None and not KEY.match(idempotency_key):
        raise InvalidInput(HEADER, f"must be 1 to {MAX_KEY_LENGTH} visible ASCII characters")
    return KeyedRequest(
        actor=actor,
        request_id=request_id(request),
        route=f"{request.method} {request.url.path}",
        body_hash=str(request.scope.get("state", {}).get("body_hash", "")),
        key=idempotency_key,
        subject_id=next((str(value) for value in request.path_params.values()), None),
    )
