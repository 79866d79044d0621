"""The signed-in user."""

from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from haulage.accounts.flows import code_challenge
from haulage.kernel.policy import Action
from haulage.use_cases.accounts import Changes
from haulage_webapp.gotrue.errors import auth_refusals
from haulage_webapp.gotrue.request_validation import bearer_token, require_json
from haulage_webapp.gotrue.requests import ReauthenticateIn, UserIn
from haulage_webapp.gotrue.responses import NothingOut, UserOut
from haulage_webapp.gotrue.routes.shared import BEARER, TAGS, Accounts, BareRequest, RedirectTo, caller_of
from haulage_webapp.gotrue.statuses import AuthRefusal, validation_failed
from haulage_webapp.security import does


@get(
    "/user",
    operation_id="auth_get_user",
    summary="The signed-in user",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 503),
)
async def get_user(request: BareRequest, accounts: Accounts) -> UserOut:
    return UserOut.of(await accounts.current_user(bearer_token(request)))


@get(
    "/admin/users/{user_id:str}",
    operation_id="auth_get_auth_user",
    summary="Any user by the auth id, for administrators; oneself for everybody",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.SEE_AUTH_USER),
    responses=auth_refusals(401, 403, 404, 503),
)
async def get_auth_user(request: BareRequest, user_id: FromPath[str], accounts: Accounts) -> UserOut:
    return UserOut.of(await accounts.get_auth_user(bearer_token(request), user_id))


@put(
    "/user",
    operation_id="auth_update_user",
    summary="Change the password, the address or the metadata (name, phone) of the signed-in user",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    before_request=require_json,
    responses=auth_refusals(401, 403, 409, 413, 422, 429, 503),
)
async def update_user(
    request: BareRequest, data: JSONBody[UserIn], accounts: Accounts, redirect_to: RedirectTo = ""
) -> UserOut:
    access_token = bearer_token(request)
    if data.phone:
        raise validation_failed("The phone number is changed in data.phone")
    if data.app_metadata is not None:
        raise AuthRefusal(403, "not_admin", "Updating app_metadata requires admin privileges")
    changes = Changes(
        password=data.password,
        metadata=data.data,
        email=data.email or None,
        nonce=data.nonce,
        current_password=data.current_password,
        redirect_to=accounts.redirects.target(redirect_to),
        challenge=code_challenge(data.code_challenge, data.code_challenge_method),
    )
    return UserOut.of(await accounts.update_user(access_token, changes, caller=caller_of(request)))


@get(
    "/reauthenticate",
    operation_id="auth_reauthenticate",
    summary="Mail the signed-in user a code that proves again who they are",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 429, 503),
)
async def reauthenticate(request: BareRequest, accounts: Accounts) -> NothingOut:
    await accounts.ask_for_mail.to_reauthenticate(bearer_token(request), caller=caller_of(request))
    return NothingOut()


@post(
    "/reauthenticate",
    operation_id="auth_prove_again",
    summary="Prove again who one is: what changes how an account is entered needs a proof of ten minutes ago",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    before_request=require_json,
    responses=auth_refusals(401, 403, 413, 422, 429, 503),
)
async def prove_again(
    request: BareRequest, data: JSONBody[ReauthenticateIn], accounts: Accounts
) -> NothingOut:
    token, caller, prove = bearer_token(request), caller_of(request), accounts.reauthenticate
    if [data.password, data.nonce, data.credential].count(None) != len(
        ReauthenticateIn.__struct_fields__
    ) - 1:
        raise validation_failed("Send one of password, nonce and credential")
    if data.password is not None:
        await prove.by_password(token, data.password, caller=caller)
    if data.nonce is not None:
        await prove.by_mailed_code(token, data.nonce, caller=caller)
    if data.credential is not None:
        await prove.by_passkey(token, data.credential, caller=caller)
    return NothingOut()
