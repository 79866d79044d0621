"""Form W-9: who a driver is to the tax office."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage_adapters.wire.w9_forms import TaxpayerOut, W9FormIn
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does

PATH = "/drivers/{driver_id:str}/tax/w9"


@get(
    PATH,
    operation_id="get_taxpayer",
    summary="A driver's Form W-9 with the last four digits of the number (that driver and admins)",
    description="Without one, 24% of every payout is withheld for the tax office.",
    tags=["taxes"],
    opt=does(Action.SEE_TAX_YEAR),
    responses=refusals(401, 404),
)
async def get_taxpayer(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TaxpayerOut:
    return TaxpayerOut.of(await marketplace.tax.w9.of_driver(actor, driver_id))


@post(
    PATH,
    operation_id="certify_w9",
    summary="Sign a Form W-9; it takes the place of an earlier one",
    description="The number is encrypted under a key of its own, and only the filing of information returns "
    "opens it. Needs a recent proof of identity.",
    tags=["taxes"],
    status_code=201,
    opt=does(Action.CERTIFY_W9),
    responses=refusals(400, 401, 403, 404, 422, 503),
)
async def certify_w9(
    driver_id: FromPath[str],
    data: JSONBody[W9FormIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> TaxpayerOut:
    return TaxpayerOut.of(await marketplace.tax.w9.certify(actor, driver_id, data.to_core()))


ROUTES = [get_taxpayer, certify_w9]
