"""'Not delivered': customers say so, and administrators decide."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.claims import Claim, ClaimState
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.claims import (
    ClaimDecisionIn,
    ClaimOut,
    ClaimStandingOut,
    ListedClaimOut,
    ReportIn,
)
from haulage_adapters.wire.common import PageOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does


def _made(claim: Claim) -> Reply:
    return Reply.of(201, ClaimOut.of(claim))


def _decided(claim: Claim) -> Reply:
    return Reply.of(200, ClaimOut.of(claim))


@get(
    "/orders/{order_id:str}/not-delivered",
    operation_id="get_claim_standing",
    summary="Whether an order can be reported as not delivered, and what was said",
    tags=["orders"],
    opt=does(Action.OPEN_CLAIM),
    responses=refusals(401, 404),
)
async def get_claim_standing(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ClaimStandingOut:
    return ClaimStandingOut.of(await marketplace.claims.standing(actor, order_id))


@post(
    "/orders/{order_id:str}/not-delivered",
    operation_id="open_claim",
    summary="Say within 24 hours that an order did not arrive; the driver's share is held",
    tags=["orders"],
    opt=does(Action.OPEN_CLAIM),
    responses=refusals(401, 404, 409),
)
async def open_claim(
    order_id: FromPath[str],
    data: JSONBody[ReportIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> ClaimOut:
    key = keyed_request.idempotent(_made)
    made = await marketplace.claims.open(keyed_request.actor, order_id, data.account, key)
    return ClaimOut.of(made)


@get(
    "/claims",
    operation_id="list_claims",
    summary="What customers say was not delivered, newest first",
    tags=["orders"],
    opt=does(Action.DECIDE_CLAIM),
    responses=refusals(401, 403),
)
async def list_claims(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    status: Annotated[ClaimState | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedClaimOut]:
    found = await marketplace.claims.list(actor, PageRequest(limit, cursor), status)
    return PageOut.of(found, ListedClaimOut.of)


@post(
    "/claims/{claim_id:str}/decision",
    operation_id="decide_claim",
    summary="Release the driver's share, or refund the customer; final",
    tags=["orders"],
    status_code=200,
    opt=does(Action.DECIDE_CLAIM),
    responses=refusals(401, 403, 404, 409),
)
async def decide_claim(
    claim_id: FromPath[str],
    data: JSONBody[ClaimDecisionIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> ClaimOut:
    key = keyed_request.idempotent(_decided)
    decided = await marketplace.claims.decide(keyed_request.actor, claim_id, data.decision, data.reason, key)
    return ClaimOut.of(decided)


ROUTES = [get_claim_standing, open_claim, list_claims, decide_claim]
