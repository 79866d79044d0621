"""Links and codes that are mailed: asking for them, and what they open."""

from collections.abc import Mapping
from typing import Annotated, Any

from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Redirect

from haulage.accounts.flows import code_challenge
from haulage.accounts.one_time import CodePurpose, OneTimeCodeExpired
from haulage.accounts.suspension import AccountSuspended
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action
from haulage.kernel.rate_limit import TooManyRequests
from haulage.use_cases.accounts import OtherAddressNeeded, Verified
from haulage_webapp.gotrue.errors import auth_refusals
from haulage_webapp.gotrue.redirects import with_code, with_message, with_refusal, with_session
from haulage_webapp.gotrue.request_validation import require_json
from haulage_webapp.gotrue.requests import OtpIn, RecoverIn, ResendIn, VerifyIn
from haulage_webapp.gotrue.responses import NothingOut, OtherAddressNeededOut, SessionOut
from haulage_webapp.gotrue.routes.shared import TAGS, Accounts, BareRequest, RedirectTo, caller_of
from haulage_webapp.gotrue.statuses import AuthRefusal, validation_failed
from haulage_webapp.security import does

RESENDABLE = {"signup": CodePurpose.SIGN_UP, "email_change": CodePurpose.EMAIL_CHANGE}
BY_PHONE = ("sms", "phone_change")
LinkToken = Annotated[str, QueryParameter(max_length=255, description="The token of the mailed link.")]
LinkType = Annotated[
    str,
    QueryParameter(name="type", max_length=40, description="signup, magiclink, recovery or email_change"),
]


OTP_FOR_KNOWN_ONLY = (
    "With `create_user: false` an unknown address is answered 200 like a known one, and gets no mail. GoTrue "
    "says 422 `otp_disabled` there, which tells anybody who has an account (OWASP Authentication Cheat "
    'Sheet, "Authentication and Error Messages").'
)


def mailing(path: str, summary: str, description: str | None = None) -> post:
    """A route that asks for a mail, and answers alike whether or not one is sent."""
    return post(
        path,
        operation_id=f"auth_{path.removeprefix('/')}",
        summary=summary,
        description=description,
        tags=TAGS,
        status_code=200,
        opt=does(Action.MANAGE_OWN_SESSION),
        before_request=require_json,
        responses=auth_refusals(413, 429, 503),
    )


async def _ask(
    request: BareRequest,
    accounts: Accounts,
    purpose: CodePurpose,
    data: OtpIn | RecoverIn | ResendIn,
    redirect_to: str,
    *,
    create_user: bool = False,
    metadata: Mapping[str, Any] | None = None,
) -> NothingOut:
    await accounts.ask_for_mail(
        purpose,
        data.email or "",
        redirect_to=accounts.redirects.target(redirect_to),
        challenge=code_challenge(data.code_challenge, data.code_challenge_method),
        create_user=create_user,
        metadata=metadata,
        caller=caller_of(request),
    )
    return NothingOut()


@mailing(
    "/otp", "Mail a link and a code that sign in, whether or not the address is known", OTP_FOR_KNOWN_ONLY
)
async def otp(
    request: BareRequest, data: JSONBody[OtpIn], accounts: Accounts, redirect_to: RedirectTo = ""
) -> NothingOut:
    if data.email and data.phone:
        raise validation_failed("Only an email address or phone number should be provided")
    if data.phone:
        raise AuthRefusal(400, "phone_provider_disabled", "Unsupported phone provider")
    if not data.email:
        raise validation_failed("One of email or phone must be set")
    wanted = data.create_user is not False
    purpose = CodePurpose.MAGIC_LINK
    return await _ask(request, accounts, purpose, data, redirect_to, create_user=wanted, metadata=data.data)


@mailing("/recover", "Mail a way to a new password, whether or not the address is known")
async def recover(
    request: BareRequest, data: JSONBody[RecoverIn], accounts: Accounts, redirect_to: RedirectTo = ""
) -> NothingOut:
    if not data.email:
        raise validation_failed("Password recovery requires an email")
    return await _ask(request, accounts, CodePurpose.RECOVERY, data, redirect_to)


@mailing("/resend", "Mail a confirmation again, whether or not one is wanted for the address")
async def resend(
    request: BareRequest, data: JSONBody[ResendIn], accounts: Accounts, redirect_to: RedirectTo = ""
) -> NothingOut:
    purpose = _purpose_again(data)
    return await _ask(request, accounts, purpose, data, redirect_to)


def _purpose_again(data: ResendIn) -> CodePurpose:
    """Which mail is wanted again. Nobody has a telephone number to send to."""
    kind = data.type or ""
    if kind not in (*RESENDABLE, *BY_PHONE):
        raise validation_failed("Missing one of these types: signup, email_change, sms, phone_change")
    if kind == "signup" and not data.email:
        raise validation_failed("Type provided requires an email address")
    if kind == "sms" and not data.phone:
        raise validation_failed("Type provided requires a phone number")
    if data.email and data.phone:
        raise validation_failed("Only an email address or phone number should be provided.")
    if not data.email and not data.phone:
        raise validation_failed("Missing email address or phone number")
    if kind in BY_PHONE or data.phone:
        raise AuthRefusal(400, "phone_provider_disabled", "Phone logins are disabled")
    return RESENDABLE[kind]


@post(
    "/verify",
    operation_id="auth_verify",
    summary="Sign in with a mailed code, or with the token of a mailed link",
    tags=TAGS,
    status_code=200,
    opt=does(Action.MANAGE_OWN_SESSION),
    before_request=require_json,
    responses=auth_refusals(403, 413, 429, 503),
)
async def verify(
    request: BareRequest, data: JSONBody[VerifyIn], accounts: Accounts
) -> SessionOut | OtherAddressNeededOut:
    kind, who = data.type or "", caller_of(request)
    _check_verification(data)
    if data.token_hash:
        return _answer(await accounts.verify.by_token(kind, data.token_hash, caller=who))
    if data.phone:
        raise OneTimeCodeExpired
    return _answer(await accounts.verify.by_code(kind, data.email or "", data.token or "", caller=who))


def _check_verification(data: VerifyIn) -> None:
    if not data.type:
        raise validation_failed("Verify requires a verification type")
    if bool(data.token) == bool(data.token_hash):
        raise validation_failed("Verify requires either a token or a token hash")
    if data.token_hash and (data.email or data.phone):
        raise validation_failed("Only the token_hash and type should be provided")
    if data.token and bool(data.email) == bool(data.phone):
        raise validation_failed("Only an email address or phone number should be provided on verify")


def _answer(verified: Verified) -> SessionOut | OtherAddressNeededOut:
    if isinstance(verified, OtherAddressNeeded):
        return OtherAddressNeededOut(verified.message)
    return SessionOut.of(verified)


@get(
    "/verify",
    operation_id="auth_follow_link",
    summary="Open a mailed link: goes on to redirect_to with a session, or with a code for PKCE",
    tags=TAGS,
    opt=does(Action.MANAGE_OWN_SESSION),
    responses=auth_refusals(503),
    status_code=303,
)
async def follow_link(
    request: BareRequest,
    accounts: Accounts,
    token: LinkToken = "",
    kind: LinkType = "",
    redirect_to: RedirectTo = "",
) -> Redirect:
    target = accounts.redirects.target(redirect_to)
    try:
        proven = await accounts.verify.follow_link(kind, token, caller=caller_of(request))
    except (OneTimeCodeExpired, InvalidInput, TooManyRequests, AccountSuspended) as refusal:
        return Redirect(with_refusal(target, refusal), status_code=303)
    return Redirect(_onwards(target, proven, kind), status_code=303)


def _onwards(target: str, proven: Verified | str, kind: str) -> str:
    match proven:
        case str():
            return with_code(target, proven)
        case OtherAddressNeeded():
            return with_message(target, proven.message, in_query=proven.with_code)
        case _:
            return with_session(target, proven, kind)
