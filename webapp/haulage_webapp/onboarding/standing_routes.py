"""Who may drive: approval of drivers who never applied, suspension, and a new look at what they changed."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.application_review import ChangedDriverOut, DriverStandingOut, StandingIn
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.drivers import ApproveIn, DriverOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.drivers.shown_driver import shown_driver
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

REFUSED = refusals(401, 403, 404, 409)


@post(
    "/drivers/{driver_id:str}/approval",
    operation_id="request_driver_approval",
    summary="Ask another administrator to approve a driver who never applied",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.APPROVE_DRIVER),
    responses=REFUSED,
)
async def request_driver_approval(
    driver_id: FromPath[str],
    data: JSONBody[ApproveIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DriverOut:
    driver = await marketplace.onboarding.drivers.request(actor, driver_id, data.reason)
    return await shown_driver(marketplace, actor, driver)


@post(
    "/drivers/{driver_id:str}/approval/confirm",
    operation_id="confirm_driver_approval",
    summary="Approve a driver for whom another administrator asked",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.APPROVE_DRIVER),
    responses=REFUSED,
)
async def confirm_driver_approval(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DriverOut:
    driver = await marketplace.onboarding.drivers.confirm(actor, driver_id)
    return await shown_driver(marketplace, actor, driver)


@post(
    "/drivers/{driver_id:str}/approval/withdraw",
    operation_id="withdraw_driver_approval",
    summary="Take back, or turn down, the approval of a driver who never applied",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.APPROVE_DRIVER),
    responses=REFUSED,
)
async def withdraw_driver_approval(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DriverOut:
    driver = await marketplace.onboarding.drivers.withdraw(actor, driver_id)
    return await shown_driver(marketplace, actor, driver)


@post(
    "/drivers/{driver_id:str}/suspend",
    operation_id="suspend_driver",
    summary="Keep a driver from work for now",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.SET_DRIVER_STANDING),
    responses=REFUSED,
)
async def suspend_driver(
    driver_id: FromPath[str],
    data: JSONBody[StandingIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DriverStandingOut:
    found = await marketplace.onboarding.standing.suspend(actor, driver_id, data.reason)
    return DriverStandingOut.of(found)


@post(
    "/drivers/{driver_id:str}/reactivate",
    operation_id="reactivate_driver",
    summary="Let a suspended driver work again",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.SET_DRIVER_STANDING),
    responses=REFUSED,
)
async def reactivate_driver(
    driver_id: FromPath[str],
    data: JSONBody[StandingIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DriverStandingOut:
    return DriverStandingOut.of(
        await marketplace.onboarding.standing.reactivate(actor, driver_id, data.reason)
    )


@post(
    "/drivers/{driver_id:str}/revoke",
    operation_id="revoke_driver",
    summary="Withdraw a driver's approval",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.SET_DRIVER_STANDING),
    responses=REFUSED,
)
async def revoke_driver(
    driver_id: FromPath[str],
    data: JSONBody[StandingIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DriverStandingOut:
    found = await marketplace.onboarding.standing.revoke(actor, driver_id, data.reason)
    return DriverStandingOut.of(found)


@post(
    "/drivers/{driver_id:str}/look",
    operation_id="look_at_driver",
    summary="Say that what a driver changed was looked at",
    tags=["onboarding"],
    status_code=200,
    opt=does(Action.SET_DRIVER_STANDING),
    responses=REFUSED,
)
async def look_at_driver(
    driver_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> DriverStandingOut:
    found = await marketplace.onboarding.standing.look(actor, driver_id)
    return DriverStandingOut.of(found)


@get(
    "/onboarding/changed-drivers",
    operation_id="list_changed_drivers",
    summary="Drivers who changed their vehicle or plate since an administrator looked; the first first",
    tags=["onboarding"],
    opt=does(Action.SET_DRIVER_STANDING),
    responses=refusals(401, 403),
)
async def list_changed_drivers(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ChangedDriverOut]:
    page = await marketplace.onboarding.standing.changed(actor, PageRequest(limit, cursor))
    return PageOut.of(page, ChangedDriverOut.of)


ROUTES = (
    request_driver_approval,
    confirm_driver_approval,
    withdraw_driver_approval,
    suspend_driver,
    reactivate_driver,
    revoke_driver,
    look_at_driver,
    list_changed_drivers,
)
