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

from haulage.accounts.account import EmailExists, EmailTaken, InvalidCredentials, NoSuchAccount
from haulage.accounts.factors import (
    ChallengeExpired,
    EnrollingNeedsBoth,
    FactorNameTaken,
    FactorNotFound,
    InsufficientAssurance,
    TooManyFactors,
    UnenrollingNeedsBoth,
    WrongFactorCode,
)
from haulage.accounts.flows import BadCodeVerifier, FlowExpired, FlowNotFound
from haulage.accounts.identities import (
    AccountNeedsSignIn,
    AddressNeedsProof,
    IdentityAlreadyExists,
    IdentityNotFound,
    NoAddressTold,
    SingleIdentityNotDeletable,
)
from haulage.accounts.one_time import EmailNotConfirmed, MailTooSoon, OneTimeCodeExpired
from haulage.accounts.passkeys import (
    BadPasskey,
    PasskeyChallengeExpired,
    PasskeyExists,
    PasskeyNotFound,
    PasskeysUnavailable,
    SessionTooOld,
    TooManyPasskeys,
)
from haulage.accounts.password import (
    ReauthenticationNeeded,
    ReauthenticationNotValid,
    SamePassword,
    WeakPassword,
)
from haulage.accounts.refresh import RefreshTokenAlreadyUsed, RefreshTokenNotFound
from haulage.accounts.session import BadAccessToken, NoAccessToken, SessionNotFound
from haulage.accounts.social_flows import BadIdToken, BadOAuthState, BadProviderAnswer, ProviderNotEnabled
from haulage.kernel.errors import Conflict, HaulageError, InvalidInput, Unavailable
from haulage.kernel.rate_limit import TooManyRequests

log = logging.getLogger(__name__)

VERSION_HEADER = "X-Supabase-Api-Version"
VERSION = "2024-01-01"
_VERSION_FORM = re.compile(r"2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


class WeakPasswordOut(msgspec.Struct):
    """Why a password is too weak: ``length`` or ``characters``."""

    reasons: list[str]


class AuthErrorOut(msgspec.Struct, omit_defaults=True):
    """A refusal for clients that send ``X-Supabase-Api-Version: 2024-01-01``, which is echoed."""

    code: str
    message: str
    weak_password: WeakPasswordOut | None = None


class LegacyAuthErrorOut(msgspec.Struct, omit_defaults=True):
    """A refusal for all other clients; ``code`` is the status."""

    code: int
    error_code: str
    msg: str
    weak_password: WeakPasswordOut | None = None


class AuthRefusal(HaulageError):
    """A refusal that only this protocol knows."""

    def __init__(self, status: int, error_code: str, sentence: str) -> None:
        super().__init__()
        self.status = status
        self.error_code = error_code
        self.sentence = sentence

    @property
    def message(self) -> str:
        return self.sentence


def bad_json(sentence: str) -> AuthRefusal:
    return AuthRefusal(HTTPStatus.BAD_REQUEST, "bad_json", sentence)


def validation_failed(sentence: str) -> AuthRefusal:
    return AuthRefusal(HTTPStatus.BAD_REQUEST, VALIDATION_FAILED, sentence)


VALIDATION_FAILED = "validation_failed"

STATUS_OF: dict[type[HaulageError], HTTPStatus] = {
    EmailTaken: HTTPStatus.UNPROCESSABLE_ENTITY,
    EmailExists: HTTPStatus.UNPROCESSABLE_ENTITY,
    WeakPassword: HTTPStatus.UNPROCESSABLE_ENTITY,
    SamePassword: HTTPStatus.UNPROCESSABLE_ENTITY,
    InvalidCredentials: HTTPStatus.BAD_REQUEST,
    RefreshTokenNotFound: HTTPStatus.BAD_REQUEST,
    RefreshTokenAlreadyUsed: HTTPStatus.BAD_REQUEST,
    NoAccessToken: HTTPStatus.UNAUTHORIZED,
    BadAccessToken: HTTPStatus.FORBIDDEN,
    SessionNotFound: HTTPStatus.FORBIDDEN,
    Conflict: HTTPStatus.CONFLICT,
    EmailNotConfirmed: HTTPStatus.BAD_REQUEST,
    OneTimeCodeExpired: HTTPStatus.FORBIDDEN,
    MailTooSoon: HTTPStatus.TOO_MANY_REQUESTS,
    FlowNotFound: HTTPStatus.NOT_FOUND,
    FlowExpired: HTTPStatus.FORBIDDEN,
    BadCodeVerifier: HTTPStatus.BAD_REQUEST,
    InsufficientAssurance: HTTPStatus.UNAUTHORIZED,
    EnrollingNeedsBoth: HTTPStatus.FORBIDDEN,
    UnenrollingNeedsBoth: HTTPStatus.UNPROCESSABLE_ENTITY,
    FactorNotFound: HTTPStatus.NOT_FOUND,
    FactorNameTaken: HTTPStatus.UNPROCESSABLE_ENTITY,
    TooManyFactors: HTTPStatus.FORBIDDEN,
    ChallengeExpired: HTTPStatus.UNPROCESSABLE_ENTITY,
    WrongFactorCode: HTTPStatus.UNPROCESSABLE_ENTITY,
    PasskeysUnavailable: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadPasskey: HTTPStatus.UNPROCESSABLE_ENTITY,
    PasskeyChallengeExpired: HTTPStatus.UNPROCESSABLE_ENTITY,
    PasskeyExists: HTTPStatus.UNPROCESSABLE_ENTITY,
    NoSuchAccount: HTTPStatus.NOT_FOUND,
    PasskeyNotFound: HTTPStatus.NOT_FOUND,
    SessionTooOld: HTTPStatus.BAD_REQUEST,
    TooManyPasskeys: HTTPStatus.FORBIDDEN,
    IdentityNotFound: HTTPStatus.UNPROCESSABLE_ENTITY,
    IdentityAlreadyExists: HTTPStatus.UNPROCESSABLE_ENTITY,
    SingleIdentityNotDeletable: HTTPStatus.UNPROCESSABLE_ENTITY,
    AddressNeedsProof: HTTPStatus.FORBIDDEN,
    AccountNeedsSignIn: HTTPStatus.UNPROCESSABLE_ENTITY,
    NoAddressTold: HTTPStatus.UNPROCESSABLE_ENTITY,
    ProviderNotEnabled: HTTPStatus.BAD_REQUEST,
    BadOAuthState: HTTPStatus.BAD_REQUEST,
    BadProviderAnswer: HTTPStatus.BAD_REQUEST,
    BadIdToken: HTTPStatus.BAD_REQUEST,
    ReauthenticationNeeded: HTTPStatus.BAD_REQUEST,
    ReauthenticationNotValid: HTTPStatus.UNPROCESSABLE_ENTITY,
}
"""Errors whose own code is GoTrue's word for them."""


def on_refusal(request: Request[Any, Any, Any], error: HaulageError) -> Response[bytes]:
    """The core's refusals, and those of this protocol."""
    if isinstance(error, AuthRefusal):
        return _respond(request, error.status, error.error_code, error.message)
    if isinstance(error, TooManyRequests):
        after = error.retry_after_seconds
        return _respond(
            request,
            HTTPStatus.TOO_MANY_REQUESTS,
            "over_request_rate_limit",
            error.message,
            retry_after=after,
        )
    if isinstance(error, MailTooSoon):
        return _respond(
            request, HTTPStatus.TOO_MANY_REQUESTS, error.code, error.message, retry_after=error.seconds
        )
    if isinstance(error, Unavailable):
        return _respond(request, HTTPStatus.SERVICE_UNAVAILABLE, "unexpected_failure", error.message)
    if isinstance(error, InvalidInput) or type(error) not in STATUS_OF:
        return _respond(request, HTTPStatus.BAD_REQUEST, VALIDATION_FAILED, error.message)
    weak = WeakPasswordOut(list(error.reasons)) if isinstance(error, WeakPassword) else None
    return _respond(request, STATUS_OF[type(error)], error.code, error.message, weak)


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
    weak_password: WeakPasswordOut | None = None,
    retry_after: int | None = None,
) -> Response[bytes]:
    headers = {"WWW-Authenticate": "Bearer"} if status == HTTPStatus.UNAUTHORIZED else {}
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    body: AuthErrorOut | LegacyAuthErrorOut
    if _speaks_words(request.headers.get(VERSION_HEADER, "")):
        headers[VERSION_HEADER] = VERSION
        body = AuthErrorOut(code, message, weak_password)
    else:
        body = LegacyAuthErrorOut(int(status), code, message, weak_password)
    return Response(
        msgspec.json.encode(body), status_code=status, media_type="application/json", headers=headers
    )


def _speaks_words(version: str) -> bool:
    """The closest version that is not newer than the asked one counts; there are only two."""
    return _VERSION_FORM.fullmatch(version) is not None and version >= VERSION
