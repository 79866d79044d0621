"""Google and Facebook: leaving for them, coming back, and what is linked to the signed-in user.

The browser that leaves gets a cookie, and only with it the return counts. So that a client which asks
for the address itself (linking does) shares it, it has to be a page of this server's own origin. The
parameters ``scopes`` and ``skip_http_redirect`` of official clients change nothing: no more is asked for
than name and address, and the address to link at is always told.
"""

import re
from typing import Annotated

from litestar import Response, delete, get
from litestar.datastructures import Cookie
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from haulage.accounts import SessionGrant
from haulage.accounts.flows import code_challenge
from haulage.accounts.identities import SOCIAL_FLOW_LIFETIME
from haulage.accounts.social_flows import BadOAuthState
from haulage.kernel.errors import HaulageError, Unavailable
from haulage.kernel.policy import Action
from haulage.kernel.rate_limit import TooManyRequests
from haulage_webapp.errors import log_unavailable
from haulage_webapp.gotrue.errors import auth_refusals
from haulage_webapp.gotrue.redirects import with_code, with_refusal, with_session
from haulage_webapp.gotrue.request_validation import bearer_token
from haulage_webapp.gotrue.responses import LinkOut, NothingOut
from haulage_webapp.gotrue.routes.shared import BEARER, TAGS, Accounts, BareRequest, RedirectTo, caller_of
from haulage_webapp.security import does

CALLBACK_PAGE = "/auth/callback"
"""The return point of social sign-in (AUT-22), where a return is shown that nobody can place."""
BROWSER = re.compile(r"brw_[A-Za-z0-9_-]{16,64}")

ProviderName = Annotated[
    str, QueryParameter(name="provider", max_length=40, description="google or facebook")
]
Challenge = Annotated[
    str,
    QueryParameter(name="code_challenge", max_length=200, description="RFC 7636; then a code comes back."),
]
ChallengeMethod = Annotated[
    str, QueryParameter(name="code_challenge_method", max_length=10, description="s256; plain is refused")
]
ProviderState = Annotated[
    str, QueryParameter(name="state", max_length=255, description="What went with the browser.")
]
Code = Annotated[str, QueryParameter(max_length=4_000, description="The provider's code.")]
ProviderError = Annotated[str, QueryParameter(name="error", max_length=200, description="Why there is none.")]


@get(
    "/authorize",
    operation_id="auth_authorize",
    summary="Go to a provider to sign in, and come back to redirect_to",
    tags=TAGS,
    status_code=302,
    opt=does(Action.MANAGE_OWN_SESSION),
    responses=auth_refusals(429, 503),
)
async def authorize(
    request: BareRequest,
    accounts: Accounts,
    provider: ProviderName = "",
    redirect_to: RedirectTo = "",
    challenge: Challenge = "",
    method: ChallengeMethod = "",
) -> Redirect:
    target, proof = accounts.redirects.target(redirect_to), code_challenge(challenge, method)
    try:
        begun = await accounts.social.begin(
            provider,
            redirect_to=target,
            challenge=proof,
            browser=_browser(request, accounts),
            caller=caller_of(request),
        )
    except (TooManyRequests, Unavailable) as refusal:
        log_unavailable(request, refusal)
        return Redirect(with_refusal(target, refusal, in_query=proof is not None), status_code=302)
    return Redirect(begun.url, status_code=302, cookies=[_cookie(accounts, begun.browser)])


@get(
    "/callback",
    operation_id="auth_callback",
    summary="Where a provider sends the browser back to: goes on with a session, or with a code for PKCE",
    tags=TAGS,
    status_code=303,
    opt=does(Action.MANAGE_OWN_SESSION),
    responses=auth_refusals(503),
)
async def callback(
    request: BareRequest,
    accounts: Accounts,
    provider_state: ProviderState = "",
    code: Code = "",
    error: ProviderError = "",
) -> Redirect:
    try:
        returned = await accounts.social.finish(
            state=provider_state, code=code, declined=bool(error), browser=_browser(request, accounts)
        )
    except BadOAuthState as refusal:
        return Redirect(with_refusal(accounts.terms.site + CALLBACK_PAGE, refusal), status_code=303)
    match returned.outcome:
        case SessionGrant() as grant:
            return Redirect(with_session(returned.redirect_to, grant), status_code=303)
        case HaulageError() as reason:
            log_unavailable(request, reason)
            shown = with_refusal(returned.redirect_to, reason, in_query=returned.with_code)
            return Redirect(shown, status_code=303)
        case authorization_code:
            return Redirect(with_code(returned.redirect_to, authorization_code), status_code=303)


@get(
    "/user/identities/authorize",
    operation_id="auth_link_identity",
    summary="Where to go to link a provider to the signed-in user",
    tags=TAGS,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 429, 503),
)
async def link_identity(
    request: BareRequest,
    accounts: Accounts,
    provider: ProviderName = "",
    redirect_to: RedirectTo = "",
    challenge: Challenge = "",
    method: ChallengeMethod = "",
) -> Response[LinkOut]:
    begun = await accounts.social.begin(
        provider,
        redirect_to=accounts.redirects.target(redirect_to),
        challenge=code_challenge(challenge, method),
        browser=_browser(request, accounts),
        access_token=bearer_token(request),
        caller=caller_of(request),
    )
    return Response(LinkOut(begun.url), cookies=[_cookie(accounts, begun.browser)])


@delete(
    "/user/identities/{identity_id:str}",
    operation_id="auth_unlink_identity",
    summary="Take a way to sign in away; the last one stays",
    tags=TAGS,
    status_code=200,
    security=BEARER,
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=auth_refusals(401, 403, 409, 422, 503),
)
async def unlink_identity(request: BareRequest, identity_id: FromPath[str], accounts: Accounts) -> NothingOut:
    await accounts.unlink_identity(bearer_token(request), identity_id)
    return NothingOut()


def _cookie(accounts: Accounts, browser: str) -> Cookie:
    """Sent along when the provider leads back, and readable by no script.

    The prefix lets no neighbouring host set it; browsers know it over https only.
    """
    return Cookie(
        key=_cookie_name(accounts),
        value=browser,
        path="/",
        max_age=int(SOCIAL_FLOW_LIFETIME.total_seconds()),
        secure=accounts.terms.site.startswith("https://"),
        httponly=True,
        samesite="lax",
    )


def _cookie_name(accounts: Accounts) -> str:
    return ("__Host-" if accounts.terms.site.startswith("https://") else "") + "haulage-sign-in"


def _browser(request: BareRequest, accounts: Accounts) -> str | None:
    """The value of an earlier departure that may be under way in another tab."""
    value = request.cookies.get(_cookie_name(accounts), "")
    return value if BROWSER.fullmatch(value) else None
