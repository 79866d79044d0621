"""A driver's tax year as files for spreadsheets."""

from collections.abc import AsyncIterator
from typing import Any

from litestar import get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from litestar.response import Stream

from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import MAX_PAGE, PageRequest
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.wire.csv_rows import csv_lines
from haulage_adapters.wire.tax_tables import (
    EXPENSE_COLUMNS,
    MILEAGE_COLUMNS,
    expense_rows,
    mileage_entry_rows,
    mileage_rows,
)
from haulage_webapp.csv_files import CSV
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does

CSV_FILE: dict[int, Any] = {
    200: ResponseSpec(bytes, media_type=CSV, generate_examples=False, description="The file.")
}


@get(
    "/drivers/{driver_id:str}/tax/{tax_year:int}/expenses.csv",
    operation_id="export_expenses",
    summary="One's own expenses of a year as CSV, which the import reads too",
    tags=["taxes"],
    opt=does(Action.MANAGE_OWN_TAXES),
    media_type=CSV,
    responses=CSV_FILE | refusals(401, 403, 404),
)
async def export_expenses(
    driver_id: FromPath[str], tax_year: FromPath[int], marketplace: InjectedMarketplace, actor: InjectedActor
) -> Stream:
    lines = _expenses(marketplace, actor, driver_id, tax_year)
    return await _file(f"expenses-{tax_year}", lines)


@get(
    "/drivers/{driver_id:str}/tax/{tax_year:int}/mileage.csv",
    operation_id="export_mileage",
    summary="A driver's mileage log of a year as CSV (that driver and admins)",
    description="What was driven with orders, the latest first, and then what the driver wrote down. "
    "Personal miles are told to the driver alone.",
    tags=["taxes"],
    opt=does(Action.SEE_TAX_YEAR),
    media_type=CSV,
    responses=CSV_FILE | refusals(401, 404),
)
async def export_mileage(
    driver_id: FromPath[str], tax_year: FromPath[int], marketplace: InjectedMarketplace, actor: InjectedActor
) -> Stream:
    lines = _mileage(marketplace, actor, driver_id, tax_year)
    return await _file(f"mileage-{tax_year}", lines)


async def _file(name: str, lines: AsyncIterator[str]) -> Stream:
    """The first page is read before anything is sent, so that a refusal is one."""
    first = await anext(lines)

    async def whole() -> AsyncIterator[str]:
        yield first
        async for line in lines:
            yield line

    disposition = f'attachment; filename="haulage-{name}.csv"'
    return Stream(whole(), media_type=CSV, headers={"Content-Disposition": disposition})


async def _expenses(market: Marketplace, actor: Actor, driver_id: str, year: int) -> AsyncIterator[str]:
    page = PageRequest(MAX_PAGE)
    found = await market.tax.expenses.list(actor, driver_id, page, year)
    yield csv_lines([EXPENSE_COLUMNS]) + expense_rows(found.page.items)
    while found.page.next:
        page = PageRequest(MAX_PAGE, found.page.next)
        found = await market.tax.expenses.list(actor, driver_id, page, year)
        yield expense_rows(found.page.items)


async def _mileage(market: Marketplace, actor: Actor, driver_id: str, year: int) -> AsyncIterator[str]:
    found = await market.tax.mileage.of_driver(actor, driver_id, PageRequest(MAX_PAGE), year)
    yield csv_lines([MILEAGE_COLUMNS]) + mileage_rows(found.page.items)
    while found.page.next:
        page = PageRequest(MAX_PAGE, found.page.next)
        found = await market.tax.mileage.of_driver(actor, driver_id, page, year)
        yield mileage_rows(found.page.items)
    yield mileage_entry_rows(await market.tax.mileage_entries.in_file(actor, driver_id, year))


ROUTES = [export_expenses, export_mileage]
