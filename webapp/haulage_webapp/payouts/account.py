"""A driver's account at the payment provider, and the links to its pages there."""

from litestar import get, post
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage_adapters.wire.payout_account import PayoutAccountOut, ProviderPageOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import does


@get(
    "/drivers/{driver_id:str}/payout-account",
    operation_id="get_payout_account",
    summary="Where a driver's shares go, and what the payment provider still needs (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUT_ACCOUNT),
    responses=refusals(401, 404),
)
async def get_payout_account(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PayoutAccountOut:
    return PayoutAccountOut.of(await marketplace.payments.payout_account(actor, driver_id))


@post(
    "/drivers/{driver_id:str}/payout-account/onboarding-link",
    operation_id="create_payout_onboarding_link",
    summary="A link to the provider's form, in which the driver sets their account up",
    description="The account is opened when there is none. The form leads back to the driver's earnings.",
    tags=["payments"],
    status_code=200,
    opt=does(Action.SET_UP_PAYOUT_ACCOUNT),
    responses=refusals(401, 403, 404, 409, 503),
)
async def create_payout_onboarding_link(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ProviderPageOut:
    return ProviderPageOut(await marketplace.payments.payout_account.onboarding_link(actor, driver_id))


@post(
    "/drivers/{driver_id:str}/payout-account/dashboard-link",
    operation_id="create_payout_dashboard_link",
    summary="A link into the provider's own pages on a driver's account, for that driver",
    tags=["payments"],
    status_code=200,
    opt=does(Action.SET_UP_PAYOUT_ACCOUNT),
    responses=refusals(401, 403, 404, 409, 503),
)
async def create_payout_dashboard_link(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ProviderPageOut:
    return ProviderPageOut(await marketplace.payments.payout_account.dashboard_link(actor, driver_id))


ROUTES = [get_payout_account, create_payout_onboarding_link, create_payout_dashboard_link]
