"""Which status, word and OAuth word each refusal has in GoTrue's protocol."""

from http import HTTPStatus

import attrs

from haulage.accounts.account import EmailExists, EmailTaken, InvalidCredentials, NoSuchAccount
from haulage.accounts.factors import (
    ChallengeExpired,
    ChallengeNotFound,
    EnrollingNeedsBoth,
    FactorNameTaken,
    FactorNotFound,
    InsufficientAssurance,
    TooManyFactors,
    UnenrollingNeedsBoth,
    WrongFactorCode,
)
from haulage.accounts.flows import BadCodeVerifier, FlowExpired, FlowNotFound
from haulage.accounts.freshness import ReauthenticationNeeded
from haulage.accounts.identities import (
    AccountNeedsSignIn,
    AddressNeedsProof,
    EmailNotProvided,
    IdentityAlreadyExists,
    IdentityNotFound,
    SingleIdentityNotDeletable,
)
from haulage.accounts.one_time import EmailNotConfirmed, EmailTooSoon, OneTimeCodeExpired
from haulage.accounts.passkeys import (
    BadPasskey,
    PasskeyChallengeExpired,
    PasskeyExists,
    PasskeyNotFound,
    PasskeysUnavailable,
    TooManyPasskeys,
)
from haulage.accounts.password import (
    CurrentPasswordInvalid,
    CurrentPasswordRequired,
    ReauthenticationNotValid,
    SamePassword,
    WeakPassword,
)
from haulage.accounts.recovery_codes import NoSecondFactor, WrongRecoveryCode
from haulage.accounts.refresh import RefreshTokenAlreadyUsed, RefreshTokenNotFound, SessionExpired
from haulage.accounts.session import BadAccessToken, NoAccessToken, SessionNotFound
from haulage.accounts.social_flows import (
    BadIdToken,
    BadOAuthState,
    BadProviderAnswer,
    ProviderDisabled,
    ProviderNotEnabled,
    SignInDeclined,
)
from haulage.accounts.suspension import AccountSuspended
from haulage.kernel.errors import Conflict, Forbidden, HaulageError, InvalidInput, Unavailable
from haulage.kernel.rate_limit import TooManyRequests
from haulage_webapp.errors import Malformed

VALIDATION_FAILED = "validation_failed"


@attrs.define
class AuthRefusal(HaulageError):
    """An error of the GoTrue protocol only. *oauth* is its code in RFC 6749's form, where it has one."""

    status: int
    error_code: str
    message: str
    oauth: str | None = attrs.field(default=None, kw_only=True)


def bad_json(sentence: str) -> AuthRefusal:
    return AuthRefusal(HTTPStatus.BAD_REQUEST, "bad_json", sentence)


def validation_failed(sentence: str) -> AuthRefusal:
    return AuthRefusal(HTTPStatus.BAD_REQUEST, VALIDATION_FAILED, sentence)


STATUS_OF: dict[type[HaulageError], HTTPStatus] = {
    EmailTaken: HTTPStatus.UNPROCESSABLE_ENTITY,
    EmailExists: HTTPStatus.UNPROCESSABLE_ENTITY,
    WeakPassword: HTTPStatus.UNPROCESSABLE_ENTITY,
    SamePassword: HTTPStatus.UNPROCESSABLE_ENTITY,
    InvalidCredentials: HTTPStatus.BAD_REQUEST,
    RefreshTokenNotFound: HTTPStatus.BAD_REQUEST,
    RefreshTokenAlreadyUsed: HTTPStatus.BAD_REQUEST,
    SessionExpired: HTTPStatus.BAD_REQUEST,
    AccountSuspended: HTTPStatus.BAD_REQUEST,
    NoAccessToken: HTTPStatus.UNAUTHORIZED,
    BadAccessToken: HTTPStatus.FORBIDDEN,
    SessionNotFound: HTTPStatus.FORBIDDEN,
    Conflict: HTTPStatus.CONFLICT,
    EmailNotConfirmed: HTTPStatus.BAD_REQUEST,
    OneTimeCodeExpired: HTTPStatus.FORBIDDEN,
    EmailTooSoon: HTTPStatus.TOO_MANY_REQUESTS,
    FlowNotFound: HTTPStatus.NOT_FOUND,
    FlowExpired: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadCodeVerifier: HTTPStatus.BAD_REQUEST,
    InsufficientAssurance: HTTPStatus.UNAUTHORIZED,
    EnrollingNeedsBoth: HTTPStatus.FORBIDDEN,
    UnenrollingNeedsBoth: HTTPStatus.UNPROCESSABLE_ENTITY,
    FactorNotFound: HTTPStatus.NOT_FOUND,
    FactorNameTaken: HTTPStatus.UNPROCESSABLE_ENTITY,
    TooManyFactors: HTTPStatus.UNPROCESSABLE_ENTITY,
    ChallengeNotFound: HTTPStatus.UNPROCESSABLE_ENTITY,
    ChallengeExpired: HTTPStatus.UNPROCESSABLE_ENTITY,
    WrongFactorCode: HTTPStatus.UNPROCESSABLE_ENTITY,
    PasskeysUnavailable: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadPasskey: HTTPStatus.UNPROCESSABLE_ENTITY,
    PasskeyChallengeExpired: HTTPStatus.UNPROCESSABLE_ENTITY,
    PasskeyExists: HTTPStatus.UNPROCESSABLE_ENTITY,
    NoSuchAccount: HTTPStatus.NOT_FOUND,
    PasskeyNotFound: HTTPStatus.NOT_FOUND,
    TooManyPasskeys: HTTPStatus.FORBIDDEN,
    IdentityNotFound: HTTPStatus.UNPROCESSABLE_ENTITY,
    IdentityAlreadyExists: HTTPStatus.UNPROCESSABLE_ENTITY,
    SingleIdentityNotDeletable: HTTPStatus.UNPROCESSABLE_ENTITY,
    AddressNeedsProof: HTTPStatus.UNPROCESSABLE_ENTITY,
    AccountNeedsSignIn: HTTPStatus.UNPROCESSABLE_ENTITY,
    EmailNotProvided: HTTPStatus.UNPROCESSABLE_ENTITY,
    ProviderNotEnabled: HTTPStatus.BAD_REQUEST,
    BadOAuthState: HTTPStatus.BAD_REQUEST,
    BadProviderAnswer: HTTPStatus.BAD_REQUEST,
    BadIdToken: HTTPStatus.BAD_REQUEST,
    ProviderDisabled: HTTPStatus.BAD_REQUEST,
    SignInDeclined: HTTPStatus.FORBIDDEN,
    ReauthenticationNeeded: HTTPStatus.BAD_REQUEST,
    WrongRecoveryCode: HTTPStatus.UNPROCESSABLE_ENTITY,
    NoSecondFactor: HTTPStatus.NOT_FOUND,
    CurrentPasswordRequired: HTTPStatus.BAD_REQUEST,
    CurrentPasswordInvalid: HTTPStatus.BAD_REQUEST,
    ReauthenticationNotValid: HTTPStatus.UNPROCESSABLE_ENTITY,
}
"""Errors whose own code is GoTrue's word for them."""

GENERAL: dict[type[HaulageError], tuple[HTTPStatus, str]] = {
    TooManyRequests: (HTTPStatus.TOO_MANY_REQUESTS, "over_request_rate_limit"),
    Unavailable: (HTTPStatus.SERVICE_UNAVAILABLE, "unexpected_failure"),
    Forbidden: (HTTPStatus.FORBIDDEN, "not_admin"),
    InvalidInput: (HTTPStatus.BAD_REQUEST, VALIDATION_FAILED),
}
"""Errors of the whole core, with all that derive from them."""

OAUTH_WORDS: dict[type[HaulageError], str] = {BadIdToken: "invalid request"}
"""What the token route says in RFC 6749's form too; the blank is GoTrue's."""

REDIRECT_WORDS: dict[int, str] = {
    HTTPStatus.BAD_REQUEST: "invalid_request",
    HTTPStatus.UNAUTHORIZED: "unauthorized_client",
    HTTPStatus.FORBIDDEN: "access_denied",
    HTTPStatus.SERVICE_UNAVAILABLE: "temporarily_unavailable",
}
"""The ``error`` that a browser is sent on with (RFC 6749, section 4.1.2.1); others are ``server_error``."""


def status_of(error: HaulageError) -> int:
    return _answer_to(error)[0]


def code_of(error: HaulageError) -> str:
    return _answer_to(error)[1]


def oauth_word(error: HaulageError) -> str | None:
    """The ``error`` of RFC 6749, section 5.2, where GoTrue answers in that form."""
    if isinstance(error, AuthRefusal):
        return error.oauth
    return OAUTH_WORDS.get(type(error))


def redirect_word(error: HaulageError) -> str:
    """The ``error`` that a browser is sent on with."""
    if isinstance(error, AddressNeedsProof):
        return "access_denied"
    return REDIRECT_WORDS.get(status_of(error), "server_error")


def _answer_to(error: HaulageError) -> tuple[int, str]:
    if isinstance(error, AuthRefusal):
        return error.status, error.error_code
    if isinstance(error, Malformed):
        return error.status, VALIDATION_FAILED
    if type(error) in STATUS_OF:
        return STATUS_OF[type(error)], error.code
    for kind, answer in GENERAL.items():
        if isinstance(error, kind):
            return answer
    return HTTPStatus.BAD_REQUEST, VALIDATION_FAILED
