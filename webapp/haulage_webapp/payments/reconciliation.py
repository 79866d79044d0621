"""Differences from the card provider, and what administrators do about them."""

from typing import Annotated

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from haulage.kernel.policy import Action
from haulage.payments import Refund
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.reconciliation import (
    AcceptIn,
    DifferenceOut,
    LatestRunOut,
    ReconcileIn,
    ReconciliationRunOut,
)
from haulage_adapters.wire.refunds import RefundOut, WithdrawIn
from haulage_adapters.wire.work_tables import DIFFERENCE_TABLE, DifferenceColumn
from haulage_webapp.csv_files import AS_CSV, csv_file
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does


def _refund(refund: Refund) -> Reply:
    return Reply.of(200, RefundOut.of(refund))


REFUND_REPLY: dict[int, ResponseSpec] = {
    200: ResponseSpec(RefundOut, generate_examples=False, description="The refund as it is now"),
    **refusals(400, 401, 403, 404, 409, 503),
}


@get(
    "/payments/differences",
    operation_id="list_payment_differences",
    summary="Where our books differ from the card provider's, newest first (admins)",
    tags=["administration"],
    opt=does(Action.RECONCILE_PAYMENTS),
    responses=refusals(401, 403),
)
async def list_differences(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    closed: Annotated[bool, QueryParameter(description="Those that are no more.")] = False,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[DifferenceOut]:
    page = PageRequest(limit, cursor)
    return PageOut.of(
        await marketplace.payments.reconcile.differences(actor, page, closed=closed), DifferenceOut.of
    )


@post(
    "/payments/differences/{difference_id:str}/accept",
    operation_id="accept_payment_difference",
    summary="Close a difference that is to stay as it is (admins)",
    tags=["administration"],
    status_code=200,
    opt=does(Action.RECONCILE_PAYMENTS),
    responses=refusals(400, 401, 403, 404, 409),
)
async def accept_difference(
    difference_id: FromPath[str],
    data: JSONBody[AcceptIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DifferenceOut:
    """It opens again once either side says something else."""
    accepted = await marketplace.payments.reconcile.accept(actor, difference_id, data.reason)
    return DifferenceOut.of(accepted)


@post(
    "/payments/reconcile",
    operation_id="reconcile_payments",
    summary="Have a job compare with the card provider, and mend what asking it can mend (admins)",
    tags=["administration"],
    status_code=202,
    opt=does(Action.RECONCILE_PAYMENTS),
    responses=refusals(400, 401, 403),
)
async def reconcile(
    data: JSONBody[ReconcileIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ReconciliationRunOut:
    """Asked again while one is under way, it is that one, so it needs no key."""
    run, now = await marketplace.payments.reconciliation_runs.request(actor, data.since)
    return ReconciliationRunOut.of(run, now)


@get(
    "/payments/reconciliation",
    operation_id="get_latest_reconciliation",
    summary="The latest comparison with the card provider (admins)",
    tags=["administration"],
    opt=does(Action.RECONCILE_PAYMENTS),
    responses=refusals(401, 403),
)
async def latest_run(marketplace: InjectedMarketplace, actor: InjectedActor) -> LatestRunOut:
    run, now = await marketplace.payments.reconciliation_runs.latest(actor)
    return LatestRunOut(None if run is None else ReconciliationRunOut.of(run, now))


@post(
    "/refunds/{refund_id:str}/resend",
    operation_id="resend_refund",
    summary="Have a refund sent again that has not gone out (admins)",
    tags=["administration"],
    status_code=200,
    opt=does(Action.REFUND_PAYMENT),
    responses=REFUND_REPLY,
)
async def resend_refund(
    refund_id: FromPath[str], marketplace: InjectedMarketplace, keyed_request: InjectedKeyedRequest
) -> Response[bytes]:
    resend = marketplace.payments.unsent_refunds.resend
    return _refund(await resend(keyed_request.actor, refund_id, keyed_request.idempotent(_refund))).response()


@post(
    "/refunds/{refund_id:str}/withdraw",
    operation_id="withdraw_refund",
    summary="Owe a refund no more that can never be sent (admins)",
    tags=["administration"],
    status_code=200,
    opt=does(Action.REFUND_PAYMENT),
    responses=REFUND_REPLY,
)
async def withdraw_refund(
    refund_id: FromPath[str],
    data: JSONBody[WithdrawIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> Response[bytes]:
    withdraw = marketplace.payments.unsent_refunds.withdraw
    return _refund(
        await withdraw(keyed_request.actor, refund_id, data.reason, keyed_request.idempotent(_refund))
    ).response()


@get(
    "/payments/differences/export",
    operation_id="export_payment_differences",
    summary="Open differences from the card provider's books as CSV, newest first (admins)",
    opt=does(Action.RECONCILE_PAYMENTS),
    **AS_CSV,
)
async def export_differences(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    columns: Annotated[list[DifferenceColumn] | None, QueryParameter(max_items=len(DifferenceColumn))] = None,
) -> Stream:
    pages = await marketplace.export_lists.differences(actor)
    return csv_file("differences", DIFFERENCE_TABLE, columns, pages)


ROUTES = [
    export_differences,
    list_differences,
    accept_difference,
    reconcile,
    latest_run,
    resend_refund,
    withdraw_refund,
]
