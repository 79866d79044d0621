"""Signing up, in and out, and the signed-in user."""

from typing import Annotated, Any

from litestar import Request, get, post, put
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter, SkipValidation

from haulage import __version__
from haulage.accounts import SignOutScope
from haulage.kernel.policy import Action
from haulage.use_cases.accounts import AccountUseCases
from haulage_webapp.gotrue.bodies import (
    HealthOut,
    KeySetOut,
    SessionOut,
    SettingsOut,
    SignUpIn,
    TokenIn,
    UserIn,
    UserOut,
)
from haulage_webapp.gotrue.errors import AuthRefusal, auth_refusals, validation_failed
from haulage_webapp.gotrue.reading import bearer_token, require_json
from haulage_webapp.security import does

TAGS = ["auth"]
BEARER: list[dict[str, list[str]]] = [{"bearer": []}]
GrantType = Annotated[str, QueryParameter(max_length=40, description="password or refresh_token")]
ScopeOfSignOut = Annotated[
    str, QueryParameter(name="scope", max_length=40, description="global, local or others")
]
BareRequest = Request[Any, Any, State]
Accounts = NamedDependency[SkipValidation[AccountUseCases]]
"""Not validated: the framework would take the value apart, field by field."""


@post(
    "/signup",
    operation_id="auth_sign_up",
    summary="Create an account and sign in",
    tags=TAGS,
    status_code=200,
    opt=does(Action.MANAGE_OWN_SESSION),
    before_request=require_json,
    responses=auth_refusals(413, 422, 503),
)
async def sign_up(data: JSONBody[SignUpIn], accounts: Accounts) -> SessionOut:
    if not data.email and data.phone:
        raise AuthRefusal(400, "phone_provider_disabled", "Phone signups are disabled")
    if not data.email and not data.password:
        raise AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    if not data.password:
        raise validation_failed("Signup requires a valid password")
    return SessionOut.of(await accounts.sign_up(data.email or "", data.password, data.data or {}))


@post(
    "/token",
    operation_id="auth_token",
    summary="Sign in with a password, or exchange a refresh token",
    tags=TAGS,
    status_code=200,
    opt=does(Action.MANAGE_OWN_SESSION),
    before_request=require_json,
    responses=auth_refusals(413, 503),
)
async def token(data: JSONBody[TokenIn], accounts: Accounts, grant_type: GrantType = "") -> SessionOut:
    match grant_type:
        case "password":
            if not data.email and data.phone:
                raise AuthRefusal(400, "phone_provider_disabled", "Phone logins are disabled")
            return SessionOut.of(await accounts.sign_in(data.email or "", data.password or ""))
        case "refresh_token":
            if not data.refresh_token:
                raise validation_failed("refresh_token required")
            return SessionOut.of(await accounts.refresh(data.refresh_token))
        case _:
            raise AuthRefusal(400, "unsupported_grant_type", "unsupported_grant_type")


@get(
    "/user",
    operation_id="auth_get_user",
    summary="The signed-in user",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_SESSION),
    responses=auth_refusals(401, 403, 503),
)
async def get_user(request: BareRequest, accounts: Accounts) -> UserOut:
    return UserOut.of(await accounts.current_user(bearer_token(request)))


@put(
    "/user",
    operation_id="auth_update_user",
    summary="Change the password or the metadata (name, phone) of the signed-in user",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_SESSION),
    before_request=require_json,
    responses=auth_refusals(401, 403, 409, 413, 422, 503),
)
async def update_user(request: BareRequest, data: JSONBody[UserIn], accounts: Accounts) -> UserOut:
    access_token = bearer_token(request)
    if data.email:
        raise validation_failed("The e-mail address cannot be changed yet")
    if data.phone:
        raise validation_failed("The phone number is changed in data.phone")
    return UserOut.of(await accounts.update_user(access_token, password=data.password, metadata=data.data))


@post(
    "/logout",
    operation_id="auth_sign_out",
    summary="End all sessions, this one, or the others",
    tags=TAGS,
    status_code=204,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_SESSION),
    responses=auth_refusals(401, 403, 503),
)
async def sign_out(
    request: BareRequest, accounts: Accounts, which: ScopeOfSignOut = SignOutScope.GLOBAL
) -> None:
    if which not in set(SignOutScope):
        raise validation_failed("Unsupported logout scope: must be global, local or others")
    await accounts.sign_out(bearer_token(request), SignOutScope(which))


@get(
    "/settings",
    operation_id="auth_settings",
    summary="Which ways to sign in are open",
    tags=TAGS,
    opt=does(Action.SEE_PUBLIC_PAGE),
)
async def settings() -> SettingsOut:
    return SettingsOut(
        external={
            "email": True,
            "phone": False,
            "google": False,
            "facebook": False,
            "anonymous_users": False,
        },
        disable_signup=False,
        mailer_autoconfirm=True,
        phone_autoconfirm=False,
        sms_provider="",
        saml_enabled=False,
    )


@get(
    "/health",
    operation_id="auth_health",
    summary="That the account routes answer",
    tags=TAGS,
    opt=does(Action.SEE_PUBLIC_PAGE),
)
async def health() -> HealthOut:
    return HealthOut(name="GoTrue", version=__version__, description="haulage accounts, GoTrue-compatible")


@get(
    "/.well-known/jwks.json",
    operation_id="auth_key_set",
    summary="The public keys that check an access token",
    tags=TAGS,
    opt=does(Action.SEE_PUBLIC_PAGE),
    responses=auth_refusals(503),
)
async def key_set(accounts: Accounts) -> KeySetOut:
    return KeySetOut([dict(key) for key in await accounts.public_keys()])


ROUTES = [sign_up, token, get_user, update_user, sign_out, settings, health, key_set]
