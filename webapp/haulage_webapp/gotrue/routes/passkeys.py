"""Passkeys, as ``registerPasskey``, ``signInWithPasskey`` and ``passkey`` of auth-js ask for them.

A ceremony has two requests: the options, which a browser's ``navigator.credentials`` takes as they are,
and the browser's answer within five minutes. Each challenge is good for one answer.
"""

from litestar import delete, get, patch, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage_webapp.gotrue.errors import auth_refusals
from haulage_webapp.gotrue.request_validation import bearer_token, require_json
from haulage_webapp.gotrue.requests import PasskeyIn, PasskeyNameIn
from haulage_webapp.gotrue.responses import CeremonyOut, PasskeyOut, SessionOut
from haulage_webapp.gotrue.routes.shared import BEARER, TAGS, Accounts, BareRequest, caller_of
from haulage_webapp.gotrue.statuses import validation_failed
from haulage_webapp.security import does


@post(
    "/passkeys/registration/options",
    operation_id="auth_passkey_registration",
    summary="What the browser needs to make a passkey",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 422, 503),
)
async def passkey_registration(request: BareRequest, accounts: Accounts) -> CeremonyOut:
    return CeremonyOut.of(await accounts.passkeys.begin_registration(bearer_token(request)))


@post(
    "/passkeys/registration/verify",
    operation_id="auth_add_passkey",
    summary="Keep the passkey that the browser made",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    before_request=require_json,
    responses=auth_refusals(401, 403, 413, 422, 503),
)
async def add_passkey(request: BareRequest, data: JSONBody[PasskeyIn], accounts: Accounts) -> PasskeyOut:
    if not data.credential:
        raise validation_failed("credential is required")
    passkey = await accounts.passkeys.register(bearer_token(request), data.credential, data.friendly_name)
    return PasskeyOut.of(passkey)


@post(
    "/passkeys/authentication/options",
    operation_id="auth_passkey_sign_in",
    summary="What the browser needs to sign in with a passkey, whosever it is",
    tags=TAGS,
    status_code=200,
    opt=does(Action.MANAGE_OWN_SESSION),
    responses=auth_refusals(422, 429, 503),
)
async def passkey_sign_in(request: BareRequest, accounts: Accounts) -> CeremonyOut:
    return CeremonyOut.of(await accounts.passkeys.begin_sign_in(caller=caller_of(request)))


@post(
    "/passkeys/authentication/verify",
    operation_id="auth_sign_in_by_passkey",
    summary="Sign in with a passkey, which counts as two factors (aal2)",
    tags=TAGS,
    status_code=200,
    opt=does(Action.MANAGE_OWN_SESSION),
    before_request=require_json,
    responses=auth_refusals(413, 422, 429, 503),
)
async def sign_in_by_passkey(
    request: BareRequest, data: JSONBody[PasskeyIn], accounts: Accounts
) -> SessionOut:
    if not data.credential:
        raise validation_failed("credential is required")
    return SessionOut.of(await accounts.passkeys.sign_in(data.credential, caller=caller_of(request)))


@get(
    "/passkeys",
    operation_id="auth_list_passkeys",
    summary="The passkeys of the signed-in user, oldest first",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 503),
)
async def list_passkeys(request: BareRequest, accounts: Accounts) -> list[PasskeyOut]:
    return [PasskeyOut.of(each) for each in await accounts.passkeys.all(bearer_token(request))]


@patch(
    "/passkeys/{passkey_id:str}",
    operation_id="auth_rename_passkey",
    summary="Call a passkey by another name",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    before_request=require_json,
    responses=auth_refusals(401, 403, 404, 413, 503),
)
async def rename_passkey(
    request: BareRequest, passkey_id: FromPath[str], data: JSONBody[PasskeyNameIn], accounts: Accounts
) -> PasskeyOut:
    return PasskeyOut.of(
        await accounts.passkeys.rename(bearer_token(request), passkey_id, data.friendly_name)
    )


@delete(
    "/passkeys/{passkey_id:str}",
    operation_id="auth_remove_passkey",
    summary="Remove a passkey: it opens the account no more",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 404, 503),
)
async def remove_passkey(request: BareRequest, passkey_id: FromPath[str], accounts: Accounts) -> PasskeyOut:
    return PasskeyOut.of(await accounts.passkeys.remove(bearer_token(request), passkey_id))
