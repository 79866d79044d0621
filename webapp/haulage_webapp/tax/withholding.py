"""What was withheld of drivers, and what was paid to the tax office of it (administrators)."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage.tax import period_of
from haulage_adapters.wire.withholding import RemittanceIn, RemittanceOut, WithholdingYearOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does


@get(
    "/tax-report/{tax_year:int}/withholding",
    operation_id="get_withholding",
    summary="What was withheld of drivers by month, what was paid of it, and by when it is due (admins)",
    tags=["administration"],
    opt=does(Action.SEE_TAX_REPORT),
    responses=refusals(400, 401, 403),
)
async def get_withholding(
    tax_year: FromPath[int], marketplace: InjectedMarketplace, actor: InjectedActor
) -> WithholdingYearOut:
    return WithholdingYearOut.of(await marketplace.tax.remit.year(actor, tax_year))


@post(
    "/tax-report/remittances",
    operation_id="record_remittance",
    summary="Record a payment to the tax office of what was withheld (admins)",
    description="No money is sent by it. Needs a recent proof of identity. The same reference again, with "
    "all else the same, is the payment that is recorded.",
    tags=["administration"],
    status_code=201,
    opt=does(Action.REMIT_WITHHOLDING),
    responses=refusals(400, 401, 403, 409, 422),
)
async def record_remittance(
    data: JSONBody[RemittanceIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> RemittanceOut:
    made = await marketplace.tax.remit(
        actor,
        period=period_of(data.period),
        amount_cents=data.amount_cents,
        reference=data.reference,
        paid_on=data.paid_on,
    )
    return RemittanceOut.of(made)


ROUTES = [get_withholding, record_remittance]
