"""Payment splits: one's own, everybody's for admins, and the retry of one that failed."""

from typing import Annotated

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from haulage.kernel.policy import Action
from haulage.ledger import PaymentSplit, SplitStatus
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.payments.payment_search import MAX_SEARCH_LENGTH
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.splits import SplitAnalyticsOut, SplitOut, SplitRetriedOut
from haulage_adapters.wire.work_tables import SPLIT_TABLE, SplitColumn
from haulage_webapp.csv_files import AS_CSV, csv_file
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Wanted = Annotated[SplitStatus | None, QueryParameter(description="Only splits in this state.")]

Search = Annotated[
    str,
    QueryParameter(
        max_length=MAX_SEARCH_LENGTH,
        description="An order's number, part of a customer's or driver's name, or a customer's mail address.",
    ),
]


@get(
    "/splits",
    operation_id="list_splits",
    summary="Splits of what one paid for or drove, newest first",
    tags=["payments"],
    opt=does(Action.LIST_SPLITS),
    responses=refusals(401, 403),
)
async def list_splits(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    status: Wanted = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[SplitOut]:
    found = await marketplace.payments.splits.list(actor, PageRequest(limit, cursor), status=status)
    return PageOut.of(found, lambda listed: SplitOut.of(listed, actor))


@get(
    "/splits/analytics",
    operation_id="get_split_analytics",
    summary="Figures of one's own splits in the last 30 days",
    tags=["payments"],
    opt=does(Action.LIST_SPLITS),
    responses=refusals(401, 403),
)
async def get_split_analytics(marketplace: InjectedMarketplace, actor: InjectedActor) -> SplitAnalyticsOut:
    return SplitAnalyticsOut.of(await marketplace.payments.splits.analytics(actor))


@get(
    "/splits/all",
    operation_id="list_all_splits",
    summary="Everybody's splits, newest first (admins)",
    tags=["administration"],
    opt=does(Action.LIST_ALL_SPLITS),
    responses=refusals(401, 403),
)
async def list_all_splits(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    status: Wanted = None,
    search: Search = "",
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[SplitOut]:
    page, read = PageRequest(limit, cursor), marketplace.payments.splits.list
    found = await read(actor, page, everything=True, status=status, search=search)
    return PageOut.of(found, lambda listed: SplitOut.of(listed, actor))


@get(
    "/splits/all/analytics",
    operation_id="get_all_split_analytics",
    summary="Figures of everybody's splits in the last 30 days (admins)",
    tags=["administration"],
    opt=does(Action.LIST_ALL_SPLITS),
    responses=refusals(401, 403),
)
async def get_all_split_analytics(
    marketplace: InjectedMarketplace, actor: InjectedActor
) -> SplitAnalyticsOut:
    return SplitAnalyticsOut.of(await marketplace.payments.splits.analytics(actor, everything=True))


def _retried(split: PaymentSplit) -> Reply:
    return Reply.of(200, SplitRetriedOut(split.payment_id, split.status, split.attempts))


@post(
    "/payments/{payment_id:str}/split/retry",
    operation_id="retry_split",
    summary="Have the driver's part of a payment sent again (its driver, admins)",
    tags=["payments"],
    status_code=200,
    opt=does(Action.RETRY_SPLIT),
    responses={
        200: ResponseSpec(SplitRetriedOut, generate_examples=False, description="The split is pending again"),
        **refusals(401, 403, 404, 409),
    },
)
async def retry_split(
    payment_id: FromPath[str], marketplace: InjectedMarketplace, keyed_request: InjectedKeyedRequest
) -> Response[bytes]:
    split = await marketplace.payments.splits.retry(
        keyed_request.actor, payment_id, keyed_request.idempotent(_retried)
    )
    return _retried(split).response()


@get(
    "/splits/all/export",
    operation_id="export_splits",
    summary="Everybody's splits as CSV, newest first (admins)",
    opt=does(Action.LIST_ALL_SPLITS),
    **AS_CSV,
)
async def export_splits(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    columns: Annotated[list[SplitColumn] | None, QueryParameter(max_items=len(SplitColumn))] = None,
    status: Wanted = None,
    search: Search = "",
) -> Stream:
    pages = await marketplace.export_lists.splits(actor, status, search)
    return csv_file("splits", SPLIT_TABLE, columns, pages)


ROUTES = [
    export_splits,
    list_splits,
    get_split_analytics,
    list_all_splits,
    get_all_split_analytics,
    retry_split,
]
