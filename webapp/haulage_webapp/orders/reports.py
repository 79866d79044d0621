"""'Not delivered': customers say so, and administrators decide."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage.orders.report import DeliveryReport, ReportState
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.delivery_reports import (
    DeliveryReportOut,
    ListedReportOut,
    ReportDecisionIn,
    ReportIn,
    ReportStandingOut,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does


def _made(report: DeliveryReport) -> Reply:
    return Reply.of(201, DeliveryReportOut.of(report))


def _decided(report: DeliveryReport) -> Reply:
    return Reply.of(200, DeliveryReportOut.of(report))


@get(
    "/orders/{order_id:str}/not-delivered",
    operation_id="get_not_delivered",
    summary="Whether an order can be reported as not delivered, and what was said",
    tags=["orders"],
    opt=does(Action.REPORT_NOT_DELIVERED),
    responses=refusals(401, 404),
)
async def get_not_delivered(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ReportStandingOut:
    return ReportStandingOut.of(await marketplace.orders.reports.standing(actor, order_id))


@post(
    "/orders/{order_id:str}/not-delivered",
    operation_id="report_not_delivered",
    summary="Say within 24 hours that an order did not arrive; the driver's share is held",
    tags=["orders"],
    opt=does(Action.REPORT_NOT_DELIVERED),
    responses=refusals(401, 404, 409),
)
async def report_not_delivered(
    order_id: FromPath[str],
    data: JSONBody[ReportIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> DeliveryReportOut:
    key = keyed_request.idempotent(_made)
    made = await marketplace.orders.reports.report(keyed_request.actor, order_id, data.account, key)
    return DeliveryReportOut.of(made)


@get(
    "/delivery-reports",
    operation_id="list_delivery_reports",
    summary="What customers say was not delivered, newest first",
    tags=["orders"],
    opt=does(Action.DECIDE_REPORT),
    responses=refusals(401, 403),
)
async def list_delivery_reports(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    status: Annotated[ReportState | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedReportOut]:
    found = await marketplace.orders.reports.list(actor, PageRequest(limit, cursor), status)
    return PageOut.of(found, ListedReportOut.of)


@post(
    "/delivery-reports/{report_id:str}/decision",
    operation_id="decide_delivery_report",
    summary="Release the driver's share, or refund the customer; final",
    tags=["orders"],
    status_code=200,
    opt=does(Action.DECIDE_REPORT),
    responses=refusals(401, 403, 404, 409),
)
async def decide_delivery_report(
    report_id: FromPath[str],
    data: JSONBody[ReportDecisionIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> DeliveryReportOut:
    key = keyed_request.idempotent(_decided)
    decided = await marketplace.orders.reports.decide(
        keyed_request.actor, report_id, data.decision, data.reason, key
    )
    return DeliveryReportOut.of(decided)


ROUTES = [get_not_delivered, report_not_delivered, list_delivery_reports, decide_delivery_report]
