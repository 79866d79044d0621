"""Asking the provider after open payouts."""

from datetime import timedelta

from litestar import post
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage_adapters.wire.driver_payouts import CheckedPayoutsOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does

LONGEST = timedelta(seconds=20)
"""Ours: who waits for more accounts than are compared in this time has the command line and every night."""


@post(
    "/payouts/check",
    operation_id="check_payouts",
    summary="Ask the provider after every open payout, and compare its accounts with our books (admins)",
    tags=["administration"],
    status_code=200,
    opt=does(Action.CHECK_PAYOUTS),
    responses=refusals(401, 403),
)
async def check_payouts(marketplace: InjectedMarketplace, actor: InjectedActor) -> CheckedPayoutsOut:
    return CheckedPayoutsOut.of(await marketplace.payouts.check(actor, within=LONGEST))


@post(
    "/drivers/{driver_id:str}/payouts/check",
    operation_id="check_own_payouts",
    summary="Ask the provider after a driver's open payouts (that driver and admins)",
    tags=["payments"],
    status_code=200,
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def check_own_payouts(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> CheckedPayoutsOut:
    return CheckedPayoutsOut.of(await marketplace.payouts.check.of_driver(actor, driver_id))


ROUTES = [check_payouts, check_own_payouts]
