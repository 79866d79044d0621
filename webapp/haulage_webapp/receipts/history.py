"""One's payments, and what a year of them came to."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, QueryParameter

from haulage.kernel.policy import Action
from haulage.kernel.services import ServiceType
from haulage.ports.storage.paging import PageRequest
from haulage.receipts import HistoryPeriod, RecordStatus
from haulage.receipts.history import MAX_SEARCH_LENGTH
from haulage.use_cases.receipts import HistoryQuery
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.receipts import DocumentLinkOut, PaymentRecordOut, TaxYearOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does


@get(
    "/payments/history",
    operation_id="list_payment_history",
    summary="One's payments, newest first",
    tags=["payments"],
    opt=does(Action.LIST_PAYMENTS),
    responses=refusals(401),
)
async def list_payment_history(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    search: Annotated[
        str,
        QueryParameter(
            max_length=MAX_SEARCH_LENGTH,
            description="In numbers, addresses, descriptions and names.",
        ),
    ] = "",
    status: Annotated[RecordStatus | None, QueryParameter()] = None,
    service_type: Annotated[ServiceType | None, QueryParameter()] = None,
    period: Annotated[
        HistoryPeriod | None, QueryParameter(description="7 days, 30 days, or the tax year; without it all.")
    ] = None,
    tax_year: Annotated[
        int | None, QueryParameter(ge=1971, le=8999, description="For `period=year`; else the present one.")
    ] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[PaymentRecordOut]:
    wanted = HistoryQuery(search, status, service_type, period, tax_year)
    return PageOut.of(
        await marketplace.receipts.history(actor, wanted, PageRequest(limit, cursor)), PaymentRecordOut.of
    )


@get(
    "/payments/tax-year",
    operation_id="get_tax_year",
    summary="What a year of one's payments came to, by service and by month",
    tags=["payments"],
    opt=does(Action.LIST_PAYMENTS),
    responses=refusals(401),
)
async def get_tax_year(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    tax_year: Annotated[
        int | None, QueryParameter(ge=1971, le=8999, description="The present one unless it is given.")
    ] = None,
) -> TaxYearOut:
    return TaxYearOut.of(await marketplace.receipts.history.year(actor, tax_year))


@post(
    "/payments/tax-year/{tax_year:int}/pdf",
    operation_id="print_tax_summary",
    summary="A short-lived address of the year's summary as a PDF",
    tags=["payments"],
    status_code=200,
    opt=does(Action.LIST_PAYMENTS),
    responses=refusals(401, 404),
)
async def print_tax_summary(
    tax_year: FromPath[int], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DocumentLinkOut:
    return DocumentLinkOut.of(await marketplace.receipts.documents.tax_summary_link(actor, tax_year))


ROUTES = [list_payment_history, get_tax_year, print_tax_summary]
