"""A driver's tax year, and the books and miles behind its figures."""

from litestar import get
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.tax import MileageYearOut
from haulage_adapters.wire.tax_documents import IncomeEntryOut, TaxYearsOut, WithheldEntryOut
from haulage_adapters.wire.tax_year import DriverTaxYearOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does
from haulage_webapp.tax.expenses import TaxYearOf


@get(
    "/drivers/{driver_id:str}/tax/{tax_year:int}",
    operation_id="get_driver_tax_year",
    summary="A driver's income, expenses and miles of a year, with an estimate of the tax",
    description="The year is that of the driver's own clock. For that driver and admins.",
    tags=["taxes"],
    opt=does(Action.SEE_TAX_YEAR),
    responses=refusals(401, 404),
)
async def get_driver_tax_year(
    driver_id: FromPath[str], tax_year: FromPath[int], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DriverTaxYearOut:
    return DriverTaxYearOut.of(await marketplace.tax.year(actor, driver_id, tax_year))


@get(
    "/drivers/{driver_id:str}/tax/years",
    operation_id="list_tax_years",
    summary="The tax years to choose from, newest first (that driver and admins)",
    tags=["taxes"],
    opt=does(Action.SEE_TAX_YEAR),
    responses=refusals(401, 404),
)
async def list_tax_years(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TaxYearsOut:
    found = await marketplace.tax.year.years(actor, driver_id)
    return TaxYearsOut(list(found.years), found.form)


@get(
    "/drivers/{driver_id:str}/tax/{tax_year:int}/income",
    operation_id="list_income_entries",
    summary="The entries of the books that a year's earnings and tips add up, the latest first",
    description="For that driver and admins.",
    tags=["taxes"],
    opt=does(Action.SEE_TAX_YEAR),
    responses=refusals(400, 401, 404),
)
async def list_income_entries(
    driver_id: FromPath[str],
    tax_year: FromPath[int],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[IncomeEntryOut]:
    found = await marketplace.tax.year.income(actor, driver_id, tax_year, PageRequest(limit, cursor))
    return PageOut.of(found, IncomeEntryOut.of)


@get(
    "/drivers/{driver_id:str}/tax/{tax_year:int}/withholding",
    operation_id="list_withheld_entries",
    summary="The entries of the books that were withheld of payouts in a year, the latest first",
    description="For that driver and admins.",
    tags=["taxes"],
    opt=does(Action.SEE_TAX_YEAR),
    responses=refusals(400, 401, 404),
)
async def list_withheld_entries(
    driver_id: FromPath[str],
    tax_year: FromPath[int],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[WithheldEntryOut]:
    found = await marketplace.tax.year.withheld(actor, driver_id, tax_year, PageRequest(limit, cursor))
    return PageOut.of(found, WithheldEntryOut.of)


@get(
    "/drivers/{driver_id:str}/tax/mileage",
    operation_id="get_mileage_log",
    summary="The miles driven with orders in a year, the latest first, with the sums of the year",
    description="The year is that of the driver's own clock; the present one unless it is given. For that "
    "driver and admins.",
    tags=["taxes"],
    opt=does(Action.SEE_TAX_YEAR),
    responses=refusals(400, 401, 404),
)
async def get_mileage_log(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    year: TaxYearOf = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> MileageYearOut:
    page = PageRequest(limit, cursor)
    return MileageYearOut.of(await marketplace.tax.mileage.of_driver(actor, driver_id, page, year))


ROUTES = [
    get_driver_tax_year,
    list_tax_years,
    list_income_entries,
    list_withheld_entries,
    get_mileage_log,
]
