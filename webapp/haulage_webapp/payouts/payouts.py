"""Payouts: what one would cost, asking for one, its history, canceling and trying again."""

from typing import Annotated

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage.payouts import Payout, PayoutSpeed, PayoutStatus
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payouts.request_payout import PayoutRequest
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.driver_payouts import DriverPayoutIn, DriverPayoutOut, PayoutQuoteOut, VoidPayoutIn
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Wanted = Annotated[PayoutStatus | None, QueryParameter(description="Only payouts in this state.")]
VOIDED = {200: ResponseSpec(DriverPayoutOut, generate_examples=False, description="The payout as it is now")}
MADE = {201: ResponseSpec(DriverPayoutOut, generate_examples=False, description="The payout is pending")}


@get(
    "/drivers/{driver_id:str}/payout-quote",
    operation_id="quote_payout",
    summary="What a payout would cost line by line, and when it would arrive (that driver)",
    description="Refused as the payout would be.",
    tags=["payments"],
    opt=does(Action.REQUEST_PAYOUT),
    responses=refusals(401, 403, 404, 409),
)
async def quote_payout(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    amount_cents: Annotated[int, QueryParameter(description="What leaves the balance.")],
    speed: Annotated[PayoutSpeed, QueryParameter()] = PayoutSpeed.INSTANT,
    method_id: Annotated[str | None, QueryParameter(description="The default where none is named.")] = None,
) -> PayoutQuoteOut:
    request = PayoutRequest(amount_cents, speed, method_id)
    return PayoutQuoteOut.of(await marketplace.payouts.request.quote(actor, driver_id, request))


def _made(payout: Payout) -> Reply:
    return Reply.of(201, DriverPayoutOut.of(payout))


@post(
    "/drivers/{driver_id:str}/payouts",
    operation_id="request_payout",
    summary="Have something of one's balance paid out (that driver)",
    tags=["payments"],
    opt=does(Action.REQUEST_PAYOUT),
    responses={**MADE, **refusals(401, 403, 404, 409)},
)
async def request_payout(
    driver_id: FromPath[str],
    data: JSONBody[DriverPayoutIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> Response[bytes]:
    payout = await marketplace.payouts.request(
        keyed_request.actor, driver_id, data.to_core(), keyed_request.idempotent(_made)
    )
    return _made(payout).response()


@get(
    "/drivers/{driver_id:str}/payouts",
    operation_id="list_payouts",
    summary="A driver's payouts, newest first (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def list_payouts(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    status: Wanted = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[DriverPayoutOut]:
    page = PageRequest(limit, cursor)
    found = await marketplace.payouts.history.list(actor, driver_id, page, status=status)
    return PageOut.of(found, DriverPayoutOut.of)


@get(
    "/payouts/all",
    operation_id="list_all_payouts",
    summary="Everybody's payouts, newest first (admins)",
    tags=["administration"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def list_all_payouts(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    status: Wanted = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[DriverPayoutOut]:
    found = await marketplace.payouts.history.all(actor, PageRequest(limit, cursor), status=status)
    return PageOut.of(found, DriverPayoutOut.of)


@get(
    "/payouts/{payout_id:str}",
    operation_id="get_payout",
    summary="A payout (its driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def get_payout(
    payout_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DriverPayoutOut:
    return DriverPayoutOut.of(await marketplace.payouts.history.get(actor, payout_id))


@post(
    "/payouts/{payout_id:str}/cancel",
    operation_id="cancel_payout",
    summary="Cancel a payout that is pending (its driver and admins)",
    tags=["payments"],
    status_code=200,
    opt=does(Action.CANCEL_PAYOUT),
    responses=refusals(401, 403, 404, 409, 503),
)
async def cancel_payout(
    payout_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DriverPayoutOut:
    return DriverPayoutOut.of(await marketplace.payouts.send.cancel(actor, payout_id))


def _voided(payout: Payout) -> Reply:
    return Reply.of(200, DriverPayoutOut.of(payout))


@post(
    "/payouts/{payout_id:str}/void",
    operation_id="void_payout",
    summary="Give back a payout that was never sent (admins)",
    description="The payment provider is asked first, and what it has is not voided.",
    tags=["administration"],
    status_code=200,
    opt=does(Action.VOID_PAYOUT),
    responses={**VOIDED, **refusals(400, 401, 403, 404, 409)},
)
async def void_payout(
    payout_id: FromPath[str],
    data: JSONBody[VoidPayoutIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> Response[bytes]:
    void, once = marketplace.payouts.void, keyed_request.idempotent(_voided)
    return _voided(await void(keyed_request.actor, payout_id, data.reason, once)).response()


@post(
    "/payouts/{payout_id:str}/retry",
    operation_id="retry_payout",
    summary="Pay out again what did not arrive, as a payout of its own (its driver and admins)",
    tags=["payments"],
    opt=does(Action.CANCEL_PAYOUT),
    responses={**MADE, **refusals(401, 403, 404, 409)},
)
async def retry_payout(
    payout_id: FromPath[str], marketplace: InjectedMarketplace, keyed_request: InjectedKeyedRequest
) -> Response[bytes]:
    payout = await marketplace.payouts.request.retry(
        keyed_request.actor, payout_id, keyed_request.idempotent(_made)
    )
    return _made(payout).response()


ROUTES = [
    quote_payout,
    request_payout,
    list_payouts,
    list_all_payouts,
    get_payout,
    cancel_payout,
    void_payout,
    retry_payout,
]
