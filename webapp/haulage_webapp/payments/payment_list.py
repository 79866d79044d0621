"""Everybody's payments for administrators: listed, and as a file for spreadsheets."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream

from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action
from haulage.payments import PaymentPurpose, PaymentState
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.payments import PaymentFilter
from haulage.use_cases.payments.export_payments import MOST_EXPORTED
from haulage.use_cases.payments.payment_search import MAX_SEARCH_LENGTH
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.payment_export import PAYMENT_TABLE, PaymentColumn
from haulage_adapters.wire.payments import ListedPaymentOut
from haulage_webapp.csv_files import CSV, CSV_FILE, csv_file
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Search = Annotated[str, QueryParameter(max_length=MAX_SEARCH_LENGTH)]
Declined = Annotated[bool, QueryParameter(description="Only what the latest card did not pay.")]
SEARCHED = (
    "`search` is an order's number, a customer's mail address, or our id of a payment or the provider's. "
    "`date_from` is inside and `date_to` is not."
)


def _wanted(
    status: PaymentState | None,
    purpose: PaymentPurpose | None,
    customer_id: str | None,
    date_from: datetime | None,
    date_to: datetime | None,
    *,
    refunded: bool,
    disputed: bool,
    declined: bool,
) -> PaymentFilter:
    return PaymentFilter(
        state=status,
        purpose=purpose,
        customer_id=customer_id,
        is_refunded=refunded,
        is_disputed=disputed,
        is_declined=declined,
        since=instant(date_from, field="date_from") if date_from else None,
        until=instant(date_to, field="date_to") if date_to else None,
    )


@get(
    "/payments/all",
    operation_id="list_all_payments",
    summary="Everybody's payments, newest first, each with its order and customer (admins)",
    description=SEARCHED,
    tags=["administration"],
    opt=does(Action.LIST_ALL_PAYMENTS),
    responses=refusals(401, 403),
)
async def list_all_payments(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    search: Search = "",
    status: Annotated[PaymentState | None, QueryParameter()] = None,
    purpose: Annotated[PaymentPurpose | None, QueryParameter()] = None,
    customer_id: Annotated[str | None, QueryParameter(max_length=64)] = None,
    refunded: Annotated[bool, QueryParameter()] = False,
    disputed: Annotated[bool, QueryParameter()] = False,
    declined: Declined = False,
    date_from: Annotated[datetime | None, QueryParameter()] = None,
    date_to: Annotated[datetime | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedPaymentOut]:
    wanted = _wanted(
        status,
        purpose,
        customer_id,
        date_from,
        date_to,
        refunded=refunded,
        disputed=disputed,
        declined=declined,
    )
    found = await marketplace.payments.manage.list(actor, PageRequest(limit, cursor), wanted, search)
    return PageOut.of(found, ListedPaymentOut.of_listed)


@get(
    "/payments/export",
    operation_id="export_payments",
    summary="Everybody's payments as CSV, newest first (admins)",
    description=(
        f"At most {MOST_EXPORTED:,} payments, with the chosen columns or all of them. {SEARCHED} A field "
        "that a spreadsheet would take for a formula begins with an apostrophe."
    ),
    tags=["administration"],
    media_type=CSV,
    opt=does(Action.LIST_ALL_PAYMENTS),
    responses=CSV_FILE | refusals(401, 403),
)
async def export_payments(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    columns: Annotated[list[PaymentColumn] | None, QueryParameter(max_items=len(PaymentColumn))] = None,
    search: Search = "",
    status: Annotated[PaymentState | None, QueryParameter()] = None,
    purpose: Annotated[PaymentPurpose | None, QueryParameter()] = None,
    customer_id: Annotated[str | None, QueryParameter(max_length=64)] = None,
    refunded: Annotated[bool, QueryParameter()] = False,
    disputed: Annotated[bool, QueryParameter()] = False,
    declined: Declined = False,
    date_from: Annotated[datetime | None, QueryParameter()] = None,
    date_to: Annotated[datetime | None, QueryParameter()] = None,
) -> Stream:
    wanted = _wanted(
        status,
        purpose,
        customer_id,
        date_from,
        date_to,
        refunded=refunded,
        disputed=disputed,
        declined=declined,
    )
    pages = await marketplace.payments.export(actor, wanted, search)
    return csv_file("payments", PAYMENT_TABLE, columns, pages)


ROUTES = [list_all_payments, export_payments]
