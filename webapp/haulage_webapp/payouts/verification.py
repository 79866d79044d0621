"""Asking the provider whether it has a payout as we do."""

from litestar import post
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage_adapters.wire.payout_verification import PayoutVerificationOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does


@post(
    "/payouts/{payout_id:str}/verify",
    operation_id="verify_payout",
    summary="Ask the provider now what it has of a payout, and compare (its driver and admins)",
    description="It changes nothing.",
    tags=["payments"],
    status_code=200,
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404, 409, 503),
)
async def verify_payout(
    payout_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PayoutVerificationOut:
    return PayoutVerificationOut.of(await marketplace.payouts.verify(actor, payout_id))


ROUTES = [verify_payout]
