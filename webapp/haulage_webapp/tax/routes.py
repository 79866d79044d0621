"""A driver's tax year."""

from litestar import get
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage_adapters.wire.tax_year import DriverTaxYearOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does


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


ROUTES = [get_driver_tax_year]
