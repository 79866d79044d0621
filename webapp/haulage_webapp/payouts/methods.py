"""Where a driver is paid, how they want to be, and whether they can be now."""

from typing import Any

from litestar import Request, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.payout_methods import (
    PayoutEligibilityOut,
    PayoutMethodIn,
    PayoutMethodOut,
    PayoutSettingsIn,
    PayoutSettingsOut,
)
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.security import access_token_of, does


@get(
    "/drivers/{driver_id:str}/payout-methods",
    operation_id="list_payout_methods",
    summary="Where a driver is paid: the default first (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def list_payout_methods(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PageOut[PayoutMethodOut]:
    return PageOut.whole(map(PayoutMethodOut.of, await marketplace.payouts.methods.list(actor, driver_id)))


@post(
    "/drivers/{driver_id:str}/payout-methods",
    operation_id="add_payout_method",
    summary="Add a bank account, debit card or PayPal address to be paid to",
    description=(
        "Needs a recent proof of identity, and holds instant payouts for 72 hours. Where the payment "
        "provider is real, methods are entered on its own page, and this is refused."
    ),
    tags=["payments"],
    opt=does(Action.MANAGE_PAYOUT_METHODS),
    responses=refusals(401, 403, 404, 409, 503),
)
async def add_payout_method(
    driver_id: FromPath[str],
    data: JSONBody[PayoutMethodIn],
    request: Request[Any, Any, Any],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,  # noqa: ARG001 - whoever may not do it at all is told so first
) -> PayoutMethodOut:
    token = access_token_of(request) or ""
    return PayoutMethodOut.of(await marketplace.payouts.methods.add(token, driver_id, data.to_core()))


@put(
    "/drivers/{driver_id:str}/payout-methods/{method_id:str}/default",
    operation_id="make_default_payout_method",
    summary="Have payouts go there that go by themselves",
    description="Needs a recent proof of identity.",
    tags=["payments"],
    opt=does(Action.MANAGE_PAYOUT_METHODS),
    responses=refusals(401, 403, 404),
)
async def make_default_payout_method(
    driver_id: FromPath[str],
    method_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> PayoutMethodOut:
    return PayoutMethodOut.of(await marketplace.payouts.methods.make_default(actor, driver_id, method_id))


@delete(
    "/drivers/{driver_id:str}/payout-methods/{method_id:str}",
    operation_id="remove_payout_method",
    summary="Be paid there no longer; what is on its way arrives",
    description="Needs a recent proof of identity.",
    tags=["payments"],
    opt=does(Action.MANAGE_PAYOUT_METHODS),
    responses=refusals(401, 403, 404, 409, 503),
)
async def remove_payout_method(
    driver_id: FromPath[str],
    method_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> None:
    await marketplace.payouts.methods.remove(actor, driver_id, method_id)


@get(
    "/drivers/{driver_id:str}/payout-settings",
    operation_id="get_payout_settings",
    summary="How a driver wants to be paid out (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def get_payout_settings(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PayoutSettingsOut:
    return PayoutSettingsOut.of(await marketplace.payouts.settings.get(actor, driver_id))


@patch(
    "/drivers/{driver_id:str}/payout-settings",
    operation_id="change_payout_settings",
    summary="Change how a driver wants to be paid out (that driver and admins)",
    description=(
        "Drivers raise their own minimum and lower their own maximum and daily limit, never the reverse; "
        "administrators do both."
    ),
    tags=["payments"],
    opt=does(Action.CHANGE_PAYOUT_SETTINGS),
    responses=refusals(401, 403, 404, 409),
)
async def change_payout_settings(
    driver_id: FromPath[str],
    data: JSONBody[PayoutSettingsIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> PayoutSettingsOut:
    changed = await marketplace.payouts.settings.change(actor, driver_id, data.to_core())
    return PayoutSettingsOut.of(changed)


@get(
    "/drivers/{driver_id:str}/payout-eligibility",
    operation_id="get_payout_eligibility",
    summary="Whether a driver can be paid out now, and their balance (that driver and admins)",
    tags=["payments"],
    opt=does(Action.SEE_PAYOUTS),
    responses=refusals(401, 404),
)
async def get_payout_eligibility(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PayoutEligibilityOut:
    found = await marketplace.payouts.eligibility(actor, driver_id)
    elsewhere = marketplace.payouts.methods.are_entered_at_provider
    return PayoutEligibilityOut.of(found, entered_at_provider=elsewhere)


ROUTES = [
    list_payout_methods,
    add_payout_method,
    make_default_payout_method,
    remove_payout_method,
    get_payout_settings,
    change_payout_settings,
    get_payout_eligibility,
]
