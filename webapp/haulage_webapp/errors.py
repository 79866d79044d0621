"""Refusals as RFC 9457 problem details; the one place that knows a refusal's HTTP status."""

import logging
import re
from http import HTTPStatus
from typing import Any

import attrs
import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.kernel.errors import (
    Forbidden,
    HaulageError,
    InvalidInput,
    NotFound,
    RuleBroken,
    Unauthenticated,
    Unavailable,
)
from haulage.kernel.operator_words import operator_words
from haulage.kernel.rate_limit import TooManyRequests
from haulage.orders.sharing import TrackingLinkEnded
from haulage.ports.messaging.sms import SmsUpdateForged
from haulage.ports.storage.provider_events import EventForged
from haulage.use_cases.idempotency import KeyReused, Replayed
from haulage_adapters.wire.decoding_errors import in_words, split_path

log = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"

RETRY_SECONDS = 5
"""Ours: when to come again where something did not answer."""


class Problem(msgspec.Struct, omit_defaults=True):
    """What went wrong: a stable code, the sentence for people, and the field at fault if any."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    message: str
    request_id: str
    param: str | None = None


@attrs.define
class Malformed(HaulageError):
    """A request that cannot be read at all."""

    code = "malformed"
    message: str
    status: int = HTTPStatus.BAD_REQUEST


STATUS_OF: dict[type[HaulageError], HTTPStatus] = {
    InvalidInput: HTTPStatus.UNPROCESSABLE_ENTITY,
    EventForged: HTTPStatus.BAD_REQUEST,
    SmsUpdateForged: HTTPStatus.FORBIDDEN,
    KeyReused: HTTPStatus.UNPROCESSABLE_ENTITY,
    Unauthenticated: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    NotFound: HTTPStatus.NOT_FOUND,
    ReauthenticationNeeded: HTTPStatus.FORBIDDEN,
    TrackingLinkEnded: HTTPStatus.GONE,
    RuleBroken: HTTPStatus.CONFLICT,
    TooManyRequests: HTTPStatus.TOO_MANY_REQUESTS,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
}


def status_of(error: HaulageError) -> int:
    """The status of the nearest class in the table."""
    if isinstance(error, Malformed):
        return error.status
    for kind in type(error).__mro__:
        if kind in STATUS_OF:
            return STATUS_OF[kind]
    return HTTPStatus.BAD_REQUEST


def problem(status: int, code: str, message: str, *, request_id: str, param: str | None = None) -> Problem:
    return Problem(
        type=f"urn:haulage:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=message,
        code=code,
        message=message,
        request_id=request_id,
        param=param,
    )


def request_id(request: Request[Any, Any, Any]) -> str:
    """The id that the request-id middleware gave this request."""
    return str(request.scope.get("state", {}).get("request_id", "unknown"))


def _respond(
    request: Request[Any, Any, Any],
    status: int,
    code: str,
    message: str,
    param: str | None = None,
    headers: dict[str, str] | None = None,
) -> Response[bytes]:
    body = problem(status, code, message, request_id=request_id(request), param=param)
    return Response(
        msgspec.json.encode(body), status_code=status, media_type=PROBLEM_JSON, headers=headers or {}
    )


def on_refusal(request: Request[Any, Any, Any], error: HaulageError) -> Response[bytes]:
    log_unavailable(request, error)
    return _respond(request, status_of(error), error.code, error.message, error.field, _headers_of(error))


def log_unavailable(request: Request[Any, Any, Any], error: HaulageError) -> None:
    """A line for operators where something did not answer; other refusals are the caller's affair."""
    if isinstance(error, Unavailable):
        log.warning(
            "request %s met %s (%s): %s",
            request_id(request),
            error.code,
            error.service,
            operator_words(error),
        )


def _headers_of(error: HaulageError) -> dict[str, str] | None:
    if isinstance(error, Unauthenticated):
        return {"WWW-Authenticate": "Bearer"}
    if isinstance(error, Unavailable):
        return {"Retry-After": str(RETRY_SECONDS)}
    if isinstance(error, TooManyRequests):
        return {"Retry-After": str(error.retry_after_seconds)}
    return None


def on_replay(_request: Request[Any, Any, Any], replay: Replayed) -> Response[bytes]:
    """The stored reply, byte for byte: three digits of status, a space, the body."""
    status, _, body = replay.body.partition(b" ")
    media = "application/json" if int(status) < HTTPStatus.BAD_REQUEST else PROBLEM_JSON
    return Response(body, status_code=int(status), media_type=media, headers={"Idempotent-Replayed": "true"})


def on_invalid_request(request: Request[Any, Any, Any], error: ValidationException) -> Response[bytes]:
    """A body, query or header that does not fit its documented shape."""
    missing = MISSING_PARAMETER.match(error.detail)
    if missing:
        return on_refusal(request, InvalidInput(missing[1], "is required"))
    details = error.extra if isinstance(error.extra, list) else []
    first: dict[str, Any] = details[0] if details else {}
    param, message = _field_at_fault(first.get("key"), str(first.get("message") or error.detail))
    sentence = f"{param}: {message}" if param else message
    return _respond(request, HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_input", sentence, param)


BODY = "data"
"""What the framework calls the body of a request."""

NAMED_IN_MESSAGE = re.compile(r"(?:unknown field|missing required field) `([^`]{1,100})`")


MISSING_PARAMETER = re.compile(r"Missing required \w+ parameter '([^']{1,100})'")


def misfit(sentence: str) -> InvalidInput:
    """A decoder's sentence, such as "Expected `float`, got `str` - at `$.pickup.lat`", as a refusal."""
    path, message = split_path(sentence)
    param, reason = _field_at_fault(path or BODY, message)
    return InvalidInput(param or "body", reason)


def _field_at_fault(key: str | None, message: str) -> tuple[str | None, str]:
    """The field, also where the decoder names the whole body and says the field in its sentence."""
    message = in_words(message) or message
    inside = NAMED_IN_MESSAGE.search(message)
    path = None if key == BODY else key
    if inside:
        return ".".join(filter(None, (path, inside[1]))), message
    if key == BODY and message.strip("'") == BODY:
        return None, "The request needs a JSON body."
    return path, message


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """The framework's own refusals: unknown routes, wrong methods, too large bodies."""
    code = HTTPStatus(error.status_code).name.lower()
    sentence = "Not found" if error.status_code == HTTPStatus.NOT_FOUND else error.detail
    return _respond(request, error.status_code, code, sentence, headers=dict(error.headers or {}))


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: logged with its trace, answered without a word of it."""
    log.error("unhandled fault in request %s", request_id(request), exc_info=error)
    sentence = "An internal error occurred while processing your request"
    return _respond(request, HTTPStatus.INTERNAL_SERVER_ERROR, "internal_error", sentence)


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    HaulageError: on_refusal,
    Replayed: on_replay,
    ValidationException: on_invalid_request,
    HTTPException: on_http_error,
    Exception: on_fault,
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The problem responses of a route, for its OpenAPI entry."""
    always = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
    return {
        int(status): ResponseSpec(
            Problem,
            generate_examples=False,
            description=HTTPStatus(status).phrase,
            media_type=PROBLEM_JSON,
        )
        for status in sorted({*always, *statuses})
    }
