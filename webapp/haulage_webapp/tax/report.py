"""The tax report over all drivers, and the export of forms for the tax authority (administrators)."""

from collections.abc import AsyncIterator

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.wire.csv_rows import csv_lines
from haulage_adapters.wire.tax_report import (
    REPORT_COLUMNS,
    FilingExportIn,
    FilingExportOut,
    TaxReportOut,
    report_rows,
)
from haulage_webapp.csv_files import CSV, CSV_FILE
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does


@get(
    "/tax-report/{tax_year:int}",
    operation_id="get_tax_report",
    summary="What a year brought every driver, and what of it must be reported (admins)",
    tags=["administration"],
    opt=does(Action.SEE_TAX_REPORT),
    responses=refusals(400, 401, 403),
)
async def get_tax_report(
    tax_year: FromPath[int],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> TaxReportOut:
    return TaxReportOut.of(await marketplace.tax.report(actor, tax_year, PageRequest(limit, cursor)))


@get(
    "/tax-report/{tax_year:int}/drivers.csv",
    operation_id="export_tax_report",
    summary="The tax report of a year as CSV, with every driver who had anything in it (admins)",
    tags=["administration"],
    opt=does(Action.SEE_TAX_REPORT),
    media_type=CSV,
    responses=CSV_FILE | refusals(401, 403),
)
async def export_tax_report(
    tax_year: FromPath[int], marketplace: InjectedMarketplace, actor: InjectedActor
) -> Stream:
    lines = _lines(marketplace, actor, tax_year)
    first = await anext(lines)  # before anything is sent, so that a refusal is one

    async def whole() -> AsyncIterator[str]:
        yield first
        async for line in lines:
            yield line

    disposition = f'attachment; filename="haulage-tax-report-{tax_year}.csv"'
    return Stream(whole(), media_type=CSV, headers={"Content-Disposition": disposition})


async def _lines(market: Marketplace, actor: Actor, year: int) -> AsyncIterator[str]:
    header = csv_lines([REPORT_COLUMNS])
    async for page in market.tax.report.in_file(actor, year):
        yield header + report_rows(page)
        header = ""


@post(
    "/tax-report/filing",
    operation_id="export_tax_forms",
    summary="Forms 1099 of a year as files to file them by, with taxpayer numbers in full (admins)",
    description="Needs a recent proof of identity; the audit trail has who opened the numbers. Only forms "
    "that were never exported, and those that correct what was.",
    tags=["administration"],
    status_code=200,
    opt=does(Action.FILE_TAX_FORMS),
    responses=refusals(400, 401, 403, 409, 422, 503),
)
async def export_tax_forms(
    data: JSONBody[FilingExportIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> Response[FilingExportOut]:
    export = await marketplace.tax.export_forms(
        actor, data.tax_year, leave_out=data.leave_out, start_over=data.start_over
    )
    return Response(FilingExportOut.of(export), headers={"Cache-Control": "private, no-store"})


ROUTES = [get_tax_report, export_tax_report, export_tax_forms]
