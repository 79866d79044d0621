"""Refusals in GoTrue's shape, which depends on the API version that the client asks for.

Clients of version 2024-01-01 read ``code`` as a word, and only when the version is echoed; without the
header the older form is answered, in which ``code`` is the status.
"""

import logging
import re
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from haulage.accounts.one_time import EmailTooSoon
from haulage.accounts.password import WeakPassword
from haulage.kernel.errors import HaulageError, Unavailable
from haulage.kernel.rate_limit import TooManyRequests
from haulage_webapp.errors import RETRY_SECONDS, log_unavailable
from haulage_webapp.gotrue.statuses import VALIDATION_FAILED, code_of, oauth_word, status_of

log = logging.getLogger(__name__)

VERSION_HEADER = "X-Supabase-Api-Version"
CODE_HEADER = "X-Sb-Error-Code"
VERSION = "2024-01-01"
_VERSION_FORM = re.compile(r"2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


class WeakPasswordOut(msgspec.Struct):
    """Why a password is too weak: ``length``, ``characters``, or ``pwned`` for one that many people have."""

    reasons: list[str]


class AuthErrorOut(msgspec.Struct, omit_defaults=True):
    """A refusal for clients that send ``X-Supabase-Api-Version: 2024-01-01``, which is echoed."""

    code: str
    message: str
    weak_password: WeakPasswordOut | None = None
    error: str | None = None
    error_description: str | None = None
    """With ``error``, the form of RFC 6749, in which some refusals of the token route come as well."""


class LegacyAuthErrorOut(msgspec.Struct, omit_defaults=True):
    """A refusal for all other clients; ``code`` is the status."""

    code: int
    error_code: str
    msg: str
    weak_password: WeakPasswordOut | None = None
    error: str | None = None
    error_description: str | None = None


def on_refusal(request: Request[Any, Any, Any], error: HaulageError) -> Response[bytes]:
    """The core's refusals, and those of this protocol."""
    log_unavailable(request, error)
    return _respond(
        request,
        status_of(error),
        code_of(error),
        error.message,
        weak_password=WeakPasswordOut(list(error.reasons)) if isinstance(error, WeakPassword) else None,
        oauth=oauth_word(error),
        retry_after=_wait(error),
    )


def _wait(error: HaulageError) -> int | None:
    """Seconds until it is worth asking again."""
    match error:
        case TooManyRequests():
            return error.retry_after_seconds
        case EmailTooSoon():
            return error.seconds
        case Unavailable():
            return RETRY_SECONDS
        case _:
            return None


def on_invalid_request(request: Request[Any, Any, Any], error: ValidationException) -> Response[bytes]:
    """A body or query that does not fit its documented shape."""
    details = error.extra if isinstance(error.extra, list) and error.extra else [{}]
    field, reason = details[0].get("key"), str(details[0].get("message") or "invalid value")
    sentence = f"{field}: {reason}" if field else reason
    return _respond(request, HTTPStatus.BAD_REQUEST, VALIDATION_FAILED, sentence)


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """The framework's own refusals, such as too large bodies."""
    code = VALIDATION_FAILED if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR else "unexpected_failure"
    return _respond(request, error.status_code, code, HTTPStatus(error.status_code).phrase)


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: logged with its trace, answered without a word of it."""
    log.error("unhandled fault in an account route", exc_info=error)
    sentence = "Unexpected failure, please check server logs for more information"
    return _respond(request, HTTPStatus.INTERNAL_SERVER_ERROR, "unexpected_failure", sentence)


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    HaulageError: on_refusal,
    ValidationException: on_invalid_request,
    HTTPException: on_http_error,
    Exception: on_fault,
}


def auth_refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a route, for its OpenAPI entry."""
    return {
        int(status): ResponseSpec(
            AuthErrorOut | LegacyAuthErrorOut,  # type: ignore[arg-type]  # a union is documented as oneOf
            generate_examples=False,
            description=HTTPStatus(status).phrase,
        )
        for status in sorted({int(HTTPStatus.BAD_REQUEST), *statuses})
    }


def _respond(
    request: Request[Any, Any, Any],
    status: int,
    code: str,
    message: str,
    *,
    weak_password: WeakPasswordOut | None = None,
    oauth: str | None = None,
    retry_after: int | None = None,
) -> Response[bytes]:
    headers = {CODE_HEADER: code}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    described = message if oauth else None
    body: AuthErrorOut | LegacyAuthErrorOut
    if _speaks_words(request.headers.get(VERSION_HEADER, "")):
        headers[VERSION_HEADER] = VERSION
        body = AuthErrorOut(code, message, weak_password, oauth, described)
    else:
        body = LegacyAuthErrorOut(int(status), code, message, weak_password, oauth, described)
    return Response(
        msgspec.json.encode(body), status_code=status, media_type="application/json", headers=headers
    )


def _speaks_words(version: str) -> bool:
    """The closest version that is not newer than the asked one counts; there are only two."""
    return _VERSION_FORM.fullmatch(version) is not None and version >= VERSION
