"""Second factors of the signed-in user."""

from litestar import delete, post
from litestar.params import FromPath, JSONBody

from haulage.accounts.factors import FactorType
from haulage.kernel.policy import Action
from haulage_webapp.gotrue.errors import auth_refusals
from haulage_webapp.gotrue.request_validation import bearer_token, require_json
from haulage_webapp.gotrue.requests import FactorCodeIn, FactorIn
from haulage_webapp.gotrue.responses import ChallengeOut, EnrolledOut, SessionOut, UnenrolledOut
from haulage_webapp.gotrue.routes.shared import BEARER, TAGS, Accounts, BareRequest, caller_of
from haulage_webapp.gotrue.statuses import AuthRefusal, validation_failed
from haulage_webapp.security import does

ISSUER = "haulage"
"""What the entry in an authenticator application is called, unless the client says otherwise."""
MAX_ISSUER = 100

CLOSED_TYPES = {"phone": "Phone", "webauthn": "WebAuthn"}
"""Types that official clients know and that nobody enrols here. A passkey signs in by itself."""


def _check_type(wanted: str | None) -> None:
    if wanted in CLOSED_TYPES:
        code, sentence = (
            f"mfa_{wanted}_enroll_not_enabled",
            f"MFA enroll is disabled for {CLOSED_TYPES[wanted]}",
        )
        raise AuthRefusal(422, code, sentence)
    if wanted != FactorType.TOTP:
        raise validation_failed("factor_type needs to be totp, phone, or webauthn")


@post(
    "/factors",
    operation_id="auth_enrol_factor",
    summary="Enrol a second factor; it counts once a code of it was verified",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    before_request=require_json,
    responses=auth_refusals(401, 403, 413, 422, 503),
)
async def enrol_factor(request: BareRequest, data: JSONBody[FactorIn], accounts: Accounts) -> EnrolledOut:
    _check_type(data.factor_type)
    issuer = (data.issuer or ISSUER).strip()
    if len(issuer) > MAX_ISSUER or not issuer.isprintable():
        raise validation_failed(f"issuer: must be at most {MAX_ISSUER} printable characters")
    enrolled = await accounts.second_factors.enrol(
        bearer_token(request), name=data.friendly_name, issuer=issuer
    )
    return EnrolledOut.of(enrolled)


@post(
    "/factors/{factor_id:str}/challenge",
    operation_id="auth_challenge_factor",
    summary="Ask for a code of a second factor",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 404, 429, 503),
)
async def challenge_factor(
    request: BareRequest, factor_id: FromPath[str], accounts: Accounts
) -> ChallengeOut:
    challenge = await accounts.second_factors.challenge(
        bearer_token(request), factor_id, caller=caller_of(request)
    )
    return ChallengeOut.of(challenge)


@post(
    "/factors/{factor_id:str}/verify",
    operation_id="auth_verify_factor",
    summary="Give the code of a second factor; the session is of level aal2 from then on",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    before_request=require_json,
    responses=auth_refusals(401, 403, 404, 413, 422, 429, 503),
)
async def verify_factor(
    request: BareRequest, factor_id: FromPath[str], data: JSONBody[FactorCodeIn], accounts: Accounts
) -> SessionOut:
    if not data.code:
        raise validation_failed("Code needs to be non-empty")
    challenge_id, code = data.challenge_id or "", data.code.strip()
    grant = await accounts.second_factors.verify(
        bearer_token(request), factor_id, challenge_id, code, caller=caller_of(request)
    )
    return SessionOut.of(grant)


@delete(
    "/factors/{factor_id:str}",
    operation_id="auth_unenrol_factor",
    summary="Remove a second factor",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 404, 422, 503),
)
async def unenrol_factor(request: BareRequest, factor_id: FromPath[str], accounts: Accounts) -> UnenrolledOut:
    factor = await accounts.second_factors.unenrol(bearer_token(request), factor_id)
    return UnenrolledOut(factor.id)
