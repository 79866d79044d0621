"""A driver's expenses."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.tax.estimate import FIRST_TAX_YEAR, LAST_TAX_YEAR
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.expenses import (
    ExpenseFileIn,
    ExpenseImportOut,
    ExpenseIn,
    ExpenseOut,
    ExpenseYearOut,
    TaxRecordChangeOut,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

OWN = does(Action.MANAGE_OWN_TAXES)
PATH = "/drivers/{driver_id:str}/tax/expenses"
TaxYearOf = Annotated[
    int | None,
    QueryParameter(
        ge=FIRST_TAX_YEAR, le=LAST_TAX_YEAR, description="The present one of the driver's own calendar."
    ),
]


@get(
    PATH,
    operation_id="list_expenses",
    summary="One's own expenses of a year, the latest day first, with the sums of the year",
    tags=["taxes"],
    opt=OWN,
    responses=refusals(400, 401, 403, 404),
)
async def list_expenses(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    year: TaxYearOf = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> ExpenseYearOut:
    page = PageRequest(limit, cursor)
    return ExpenseYearOut.of(await marketplace.tax.expenses.list(actor, driver_id, page, year))


@post(
    PATH,
    operation_id="add_expense",
    summary="Write down an expense",
    tags=["taxes"],
    status_code=201,
    opt=OWN,
    responses=refusals(400, 401, 403, 404, 409, 422),
)
async def add_expense(
    driver_id: FromPath[str],
    data: JSONBody[ExpenseIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ExpenseOut:
    return ExpenseOut.of(await marketplace.tax.expenses.add(actor, driver_id, data.to_core()))


@put(
    PATH + "/{expense_id:str}",
    operation_id="change_expense",
    summary="Replace an expense; how it was before stays",
    tags=["taxes"],
    opt=OWN,
    responses=refusals(400, 401, 403, 404, 409, 422),
)
async def change_expense(
    driver_id: FromPath[str],
    expense_id: FromPath[str],
    data: JSONBody[ExpenseIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ExpenseOut:
    changed = await marketplace.tax.expenses.change(actor, driver_id, expense_id, data.to_core())
    return ExpenseOut.of(changed)


@delete(
    PATH + "/{expense_id:str}",
    operation_id="remove_expense",
    summary="Remove an expense with its photo; that it was there stays",
    tags=["taxes"],
    opt=OWN,
    responses=refusals(401, 403, 404, 409),
)
async def remove_expense(
    driver_id: FromPath[str],
    expense_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> None:
    await marketplace.tax.expenses.remove(actor, driver_id, expense_id)


@get(
    PATH + "/{expense_id:str}/changes",
    operation_id="list_expense_changes",
    summary="How an expense was before each change, the latest first",
    tags=["taxes"],
    opt=OWN,
    responses=refusals(401, 403, 404),
)
async def list_expense_changes(
    driver_id: FromPath[str],
    expense_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> PageOut[TaxRecordChangeOut]:
    found = await marketplace.tax.expenses.changes(actor, driver_id, expense_id)
    return PageOut.whole(TaxRecordChangeOut.of(each) for each in found)


@post(
    PATH + "/import/preview",
    operation_id="preview_expense_import",
    summary="What a CSV file of expenses would add; it changes nothing",
    description="Columns date (YYYY-MM-DD), category, amount (dollars), description and, if they are "
    "there, business (yes or no) and odometer_miles. A line with the date, category, amount and "
    "description of an expense that is there is a duplicate.",
    tags=["taxes"],
    status_code=200,
    opt=OWN,
    responses=refusals(400, 401, 403, 404, 422),
)
async def preview_expense_import(
    driver_id: FromPath[str],
    data: JSONBody[ExpenseFileIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ExpenseImportOut:
    return ExpenseImportOut.of(await marketplace.tax.import_expenses.preview(actor, driver_id, data.csv))


@post(
    PATH + "/import",
    operation_id="import_expenses",
    summary="Add the expenses of a CSV file: all of it or nothing",
    description="Refused with the first line that is not good. Duplicates are left out unless they are asked "
    "for.",
    tags=["taxes"],
    status_code=200,
    opt=OWN,
    responses=refusals(400, 401, 403, 404, 409, 422),
)
async def import_expenses(
    driver_id: FromPath[str],
    data: JSONBody[ExpenseFileIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> ExpenseImportOut:
    work = marketplace.tax.import_expenses
    return ExpenseImportOut.of(await work(actor, driver_id, data.csv, with_duplicates=data.with_duplicates))


ROUTES = [
    list_expenses,
    add_expense,
    change_expense,
    remove_expense,
    list_expense_changes,
    preview_expense_import,
    import_expenses,
]
