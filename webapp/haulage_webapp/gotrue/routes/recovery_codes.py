"""Recovery codes of the signed-in user: ten codes that each stand once for a lost second factor."""

from litestar import get, post
from litestar.params import JSONBody

from haulage.kernel.policy import Action
from haulage_webapp.gotrue.errors import auth_refusals
from haulage_webapp.gotrue.request_validation import bearer_token, require_json
from haulage_webapp.gotrue.requests import RecoveryCodeIn
from haulage_webapp.gotrue.responses import RecoveryCodesLeftOut, RecoveryCodesOut, SessionOut
from haulage_webapp.gotrue.routes.shared import BEARER, TAGS, Accounts, BareRequest, caller_of
from haulage_webapp.gotrue.statuses import validation_failed
from haulage_webapp.security import does

MAX_TYPED = 64


@get(
    "/factors/recovery-codes",
    operation_id="auth_recovery_codes_left",
    summary="How many recovery codes of the signed-in user work still",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 503),
)
async def recovery_codes_left(request: BareRequest, accounts: Accounts) -> RecoveryCodesLeftOut:
    left = await accounts.recovery_codes.left(bearer_token(request))
    return RecoveryCodesLeftOut(left.left, left.made_at)


@post(
    "/factors/recovery-codes",
    operation_id="auth_make_recovery_codes",
    summary="Make ten new recovery codes, told this once; earlier ones work no more",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 404, 503),
)
async def make_recovery_codes(request: BareRequest, accounts: Accounts) -> RecoveryCodesOut:
    return RecoveryCodesOut(list(await accounts.recovery_codes.make(bearer_token(request))))


@post(
    "/factors/recovery-codes/verify",
    operation_id="auth_give_recovery_code",
    summary="Give a recovery code in place of a second factor (aal2)",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    before_request=require_json,
    responses=auth_refusals(401, 403, 413, 422, 429, 503),
)
async def give_recovery_code(
    request: BareRequest, data: JSONBody[RecoveryCodeIn], accounts: Accounts
) -> SessionOut:
    if not data.code or len(data.code) > MAX_TYPED:
        raise validation_failed("code: must be a recovery code")
    grant = await accounts.recovery_codes.give(bearer_token(request), data.code, caller=caller_of(request))
    return SessionOut.of(grant)
