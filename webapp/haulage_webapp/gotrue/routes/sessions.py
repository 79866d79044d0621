"""Signing up, in and out."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody, QueryParameter

from haulage.accounts import SessionGrant, SignOutScope
from haulage.accounts.flows import code_challenge
from haulage.kernel.policy import Action
from haulage_webapp.gotrue.errors import auth_refusals
from haulage_webapp.gotrue.request_validation import bearer_token, require_json
from haulage_webapp.gotrue.requests import SignUpIn, TokenIn
from haulage_webapp.gotrue.responses import SessionOut, UserOut
from haulage_webapp.gotrue.routes.shared import BEARER, TAGS, Accounts, BareRequest, RedirectTo, caller_of
from haulage_webapp.gotrue.statuses import VALIDATION_FAILED, AuthRefusal, validation_failed
from haulage_webapp.security import does

GrantType = Annotated[
    str, QueryParameter(max_length=40, description="password, refresh_token, pkce or id_token")
]
ScopeOfSignOut = Annotated[
    str, QueryParameter(name="scope", max_length=40, description="global, local or others")
]


@post(
    "/signup",
    operation_id="auth_sign_up",
    summary="Create an account: a session where addresses need no confirmation, otherwise the user",
    tags=TAGS,
    status_code=200,
    opt=does(Action.MANAGE_OWN_SESSION),
    before_request=require_json,
    responses=auth_refusals(413, 422, 429, 503),
)
async def sign_up(
    request: BareRequest, data: JSONBody[SignUpIn], accounts: Accounts, redirect_to: RedirectTo = ""
) -> Response[SessionOut | UserOut]:
    if not data.email and not data.phone:
        raise AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
    if not data.password:
        raise validation_failed("Signup requires a valid password")
    if data.email and data.phone:
        raise validation_failed("Only an email address or phone number should be provided on signup.")
    if data.phone:
        raise AuthRefusal(400, "phone_provider_disabled", "Phone signups are disabled")
    made = await accounts.sign_up(
        data.email or "",
        data.password,
        data.data or {},
        redirect_to=accounts.redirects.target(redirect_to),
        challenge=code_challenge(data.code_challenge, data.code_challenge_method),
        caller=caller_of(request),
    )
    if isinstance(made, SessionGrant):
        return Response(SessionOut.of(made))
    return Response(UserOut.awaiting(made))


@post(
    "/token",
    operation_id="auth_token",
    summary="Sign in with a password, or exchange a refresh token or an authorization code",
    tags=TAGS,
    status_code=200,
    opt=does(Action.MANAGE_OWN_SESSION),
    before_request=require_json,
    responses=auth_refusals(403, 404, 413, 422, 429, 503),
)
async def token(
    request: BareRequest, data: JSONBody[TokenIn], accounts: Accounts, grant_type: GrantType = ""
) -> SessionOut:
    match grant_type:
        case "password":
            _check_password_grant(data)
            email, password = data.email or "", data.password or ""
            return SessionOut.of(await accounts.sign_in(email, password, caller=caller_of(request)))
        case "refresh_token":
            if not data.refresh_token:
                raise _invalid_request("invalid_request", "refresh_token required")
            return SessionOut.of(await accounts.refresh(data.refresh_token))
        case "pkce":
            if not data.auth_code or not data.code_verifier:
                raise validation_failed(
                    "invalid request: both auth code and code verifier should be non-empty"
                )
            return SessionOut.of(await accounts.exchange_code(data.auth_code, data.code_verifier))
        case "id_token":
            if not data.id_token:
                raise _invalid_request("invalid request", "id_token required")
            if not data.provider:
                raise _invalid_request("invalid request", "provider or client_id and issuer required")
            grant = await accounts.social.by_id_token(
                data.provider,
                data.id_token,
                nonce=data.nonce or None,
                access_token=data.access_token or None,
                caller=caller_of(request),
            )
            return SessionOut.of(grant)
        case _:
            raise AuthRefusal(400, "invalid_credentials", "unsupported_grant_type")


def _check_password_grant(data: TokenIn) -> None:
    if data.email and data.phone:
        raise validation_failed("Only an email address or phone number should be provided on login.")
    if data.phone:
        raise AuthRefusal(422, "phone_provider_disabled", "Phone logins are disabled")
    if not data.email:
        raise validation_failed("missing email or phone")


def _invalid_request(oauth: str, sentence: str) -> AuthRefusal:
    return AuthRefusal(400, VALIDATION_FAILED, sentence, oauth=oauth)


@post(
    "/logout",
    operation_id="auth_sign_out",
    summary="End all sessions, this one, or the others",
    tags=TAGS,
    status_code=204,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 503),
)
async def sign_out(
    request: BareRequest, accounts: Accounts, which: ScopeOfSignOut = SignOutScope.GLOBAL
) -> None:
    which = which or SignOutScope.GLOBAL
    if which not in set(SignOutScope):
        raise validation_failed(f'Unsupported logout scope "{which}"')
    await accounts.sign_out(bearer_token(request), SignOutScope(which))
