"""The administrators' queue of reported problems, and their decisions."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from haulage.claims import Claim, ClaimKind, ClaimState
from haulage.kernel.money import MAX_CENTS
from haulage.kernel.policy import Action
from haulage.ports.storage.claims import ClaimFilter
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.claims.decide_claim import MAX_SEARCH_LENGTH
from haulage_adapters.wire.admin_tables import CLAIM_TABLE, ClaimColumn
from haulage_adapters.wire.claims import (
    ClaimDecisionIn,
    ClaimDetailsOut,
    ClaimOut,
    InformationRequestIn,
    ListedClaimOut,
)
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.refunds import RefundPartsOut
from haulage_webapp.csv_files import AS_CSV, csv_file
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Whose = Annotated[str | None, QueryParameter(max_length=64)]
Search = Annotated[
    str,
    QueryParameter(
        max_length=MAX_SEARCH_LENGTH,
        description="An order's number, or part of an item, or of the customer's or the driver's name.",
    ),
]


def _changed(claim: Claim) -> Reply:
    return Reply.of(200, ClaimOut.of(claim))


@get(
    "/claims",
    operation_id="list_claims",
    summary="What customers report about orders, undecided first",
    tags=["claims"],
    opt=does(Action.DECIDE_CLAIM),
    responses=refusals(401, 403),
)
async def list_claims(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    kind: Annotated[ClaimKind | None, QueryParameter()] = None,
    in_state: Annotated[ClaimState | None, QueryParameter(name="state")] = None,
    undecided: Annotated[bool, QueryParameter(description="Only what is not closed yet.")] = False,
    customer_id: Whose = None,
    driver_id: Whose = None,
    search: Search = "",
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedClaimOut]:
    wanted = ClaimFilter(kind, in_state, undecided, driver_id, customer_id, search)
    found = await marketplace.claims.decide.list(actor, PageRequest(limit, cursor), wanted)
    return PageOut.of(found, ListedClaimOut.of)


@get(
    "/claims/{claim_id:str}",
    operation_id="get_claim",
    summary="A report with everything that a decision needs beside it",
    tags=["claims"],
    opt=does(Action.DECIDE_CLAIM),
    responses=refusals(401, 403, 404),
)
async def get_claim(
    claim_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ClaimDetailsOut:
    return ClaimDetailsOut.of(await marketplace.claims.show.details(actor, claim_id))


@post(
    "/claims/{claim_id:str}/information-request",
    operation_id="request_claim_information",
    summary="Ask the customer for more information",
    tags=["claims"],
    status_code=200,
    opt=does(Action.DECIDE_CLAIM),
    responses=refusals(401, 403, 404, 409),
)
async def request_claim_information(
    claim_id: FromPath[str],
    data: JSONBody[InformationRequestIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> ClaimOut:
    key = keyed_request.idempotent(_changed)
    ask = marketplace.claims.decide.request_information
    return ClaimOut.of(await ask(keyed_request.actor, claim_id, data.question, key))


@post(
    "/claims/{claim_id:str}/driver-question",
    operation_id="ask_claim_driver",
    summary="Ask the driver for their side, or more of it",
    tags=["claims"],
    status_code=200,
    opt=does(Action.DECIDE_CLAIM),
    responses=refusals(401, 403, 404, 409),
)
async def ask_claim_driver(
    claim_id: FromPath[str],
    data: JSONBody[InformationRequestIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> ClaimOut:
    key = keyed_request.idempotent(_changed)
    ask = marketplace.claims.decide.ask_driver
    return ClaimOut.of(await ask(keyed_request.actor, claim_id, data.question, key))


@get(
    "/claims/{claim_id:str}/refund-parts",
    operation_id="get_claim_refund_parts",
    summary="What of a refund would come from the driver's share, and what from the platform",
    tags=["claims"],
    opt=does(Action.DECIDE_CLAIM),
    responses=refusals(401, 403, 404, 409),
)
async def get_claim_refund_parts(
    claim_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    refund_cents: Annotated[int, QueryParameter(ge=1, le=MAX_CENTS)],
    goodwill: Annotated[bool, QueryParameter()] = False,
) -> RefundPartsOut:
    parts = marketplace.claims.decide.parts
    return RefundPartsOut.of(await parts(actor, claim_id, refund_cents, goodwill=goodwill))


@post(
    "/claims/{claim_id:str}/decision",
    operation_id="decide_claim",
    summary="Refund some or all of the payment, or decline; final",
    tags=["claims"],
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
    key = keyed_request.idempotent(_changed)
    decide = marketplace.claims.decide.decide
    return ClaimOut.of(await decide(keyed_request.actor, claim_id, data.to_core(), key))


@get(
    "/claims/export",
    operation_id="export_claims",
    summary="What customers report about orders as CSV, undecided first (admins)",
    opt=does(Action.DECIDE_CLAIM),
    **AS_CSV,
)
async def export_claims(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    columns: Annotated[list[ClaimColumn] | None, QueryParameter(max_items=len(ClaimColumn))] = None,
    kind: Annotated[ClaimKind | None, QueryParameter()] = None,
    in_state: Annotated[ClaimState | None, QueryParameter(name="state")] = None,
    undecided: Annotated[bool, QueryParameter(description="Only what is not closed yet.")] = False,
    search: Search = "",
) -> Stream:
    wanted = ClaimFilter(kind, in_state, undecided, text=search)
    return csv_file("claims", CLAIM_TABLE, columns, await marketplace.export_lists.claims(actor, wanted))


ROUTES = [
    list_claims,
    export_claims,
    get_claim,
    get_claim_refund_parts,
    request_claim_information,
    ask_claim_driver,
    decide_claim,
]
