"""Where somebody is signed in, and what administrators do about accounts."""

from typing import Any

from litestar import Request, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from haulage.kernel.errors import Unauthenticated
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.accounts import AccountOut, ListedSessionOut, ReasonIn, WhoIn
from haulage_adapters.wire.common import PageOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import access_token_of, does

OPERATED: dict[str, Any] = {
    "tags": ["administration"],
    "opt": does(Action.OPERATE_ACCOUNTS),
    "responses": refusals(401, 403, 404, 409),
}
BareRequest = Request[Any, Any, State]


def _token(request: BareRequest) -> str:
    token = access_token_of(request)
    if token is None:
        raise Unauthenticated
    return token


@get(
    "/me/sessions",
    operation_id="list_own_sessions",
    summary="Where one is signed in, the newest sign-in first",
    tags=["account"],
    opt=does(Action.MANAGE_OWN_ACCOUNT),
    responses=refusals(401, 403),
)
async def list_own_sessions(
    request: BareRequest,
    marketplace: InjectedMarketplace,
    actor: InjectedActor,  # noqa: ARG001 - notes the use of the session before it is shown
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedSessionOut]:
    page = PageRequest(limit, cursor)
    return PageOut.of(
        await marketplace.accounts.own_sessions.list(_token(request), page), ListedSessionOut.of
    )


@delete(
    "/me/sessions/{session_id:str}",
    operation_id="end_own_session",
    summary="Sign one device out; its tokens stop at once",
    tags=["account"],
    status_code=204,
    opt=does(Action.MANAGE_OWN_ACCOUNT, needs_proof=True),
    responses=refusals(401, 403, 404),
)
async def end_own_session(
    request: BareRequest, session_id: FromPath[str], marketplace: InjectedMarketplace
) -> None:
    await marketplace.accounts.own_sessions.end(_token(request), session_id)


@post(
    "/accounts/find",
    operation_id="find_account",
    summary="The account with an e-mail address or a user's id (admins); looking is in the audit trail",
    status_code=200,
    **OPERATED,
)
async def find_account(
    data: JSONBody[WhoIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> AccountOut:
    return AccountOut.of(await marketplace.accounts.operate.find(actor, data.who))


@get(
    "/accounts/{user_id:str}/sessions",
    operation_id="list_sessions_of_account",
    summary="Where somebody is signed in (admins)",
    **OPERATED,
)
async def list_sessions_of_account(
    user_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedSessionOut]:
    page = PageRequest(limit, cursor)
    return PageOut.of(await marketplace.accounts.operate.sessions(actor, user_id, page), ListedSessionOut.of)


@post(
    "/accounts/{user_id:str}/end-sessions",
    operation_id="end_sessions_of_account",
    summary="Sign somebody out everywhere (admins); they are told why by mail",
    status_code=200,
    **OPERATED,
)
async def end_sessions_of_account(
    user_id: FromPath[str], data: JSONBody[ReasonIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> AccountOut:
    return AccountOut.of(await marketplace.accounts.operate.end_sessions(actor, user_id, data.reason))


@post(
    "/accounts/{user_id:str}/suspend",
    operation_id="suspend_account",
    summary="Let nobody sign in to an account (admins); its tokens stop at once, a driver is offline",
    status_code=200,
    **OPERATED,
)
async def suspend_account(
    user_id: FromPath[str], data: JSONBody[ReasonIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> AccountOut:
    return AccountOut.of(await marketplace.accounts.operate.suspend(actor, user_id, data.reason))


@post(
    "/accounts/{user_id:str}/reinstate",
    operation_id="reinstate_account",
    summary="Open a suspended account again (admins)",
    status_code=200,
    **OPERATED,
)
async def reinstate_account(
    user_id: FromPath[str], data: JSONBody[ReasonIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> AccountOut:
    return AccountOut.of(await marketplace.accounts.operate.reinstate(actor, user_id, data.reason))


ROUTES = (
    list_own_sessions,
    end_own_session,
    find_account,
    list_sessions_of_account,
    end_sessions_of_account,
    suspend_account,
    reinstate_account,
)
