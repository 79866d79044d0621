"""A driver's switchboard, and the list of drivers."""

from typing import Annotated

from litestar import delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.driver_profile import ProfileIn
from haulage_adapters.wire.drivers import DriverOut, FavoriteOut, OnlineIn
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.drivers.shown_driver import shown_driver
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

REFUSED = refusals(401, 403, 404, 409)


@get(
    "/drivers/me",
    operation_id="get_own_driver",
    summary="One's own driver profile",
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVER),
    responses=refusals(401, 403, 404),
)
async def get_own_driver(marketplace: InjectedMarketplace, actor: InjectedActor) -> DriverOut:
    return await shown_driver(marketplace, actor, await marketplace.drivers.profiles.me(actor))


@patch(
    "/drivers/me",
    operation_id="update_own_driver",
    summary="Change one's own vehicle, working hours and rates",
    description="What is absent stays as it is. Quotes and orders keep what they were made with.",
    tags=["driving"],
    opt=does(Action.UPDATE_OWN_DRIVER),
    responses=REFUSED,
)
async def update_own_driver(
    data: JSONBody[ProfileIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DriverOut:
    return await shown_driver(
        marketplace, actor, await marketplace.drivers.update_profile(actor, data.to_core())
    )


@post(
    "/drivers/me/online",
    operation_id="go_online",
    summary="Be online and available",
    tags=["driving"],
    status_code=200,
    opt=does(Action.GO_ONLINE),
    responses=REFUSED,
)
async def go_online(
    data: JSONBody[OnlineIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DriverOut:
    point = data.location.to_core() if data.location else None
    return await shown_driver(marketplace, actor, await marketplace.drivers.profiles.go_online(actor, point))


@post(
    "/drivers/me/offline",
    operation_id="go_offline",
    summary="Take no new requests; a job in hand is kept",
    tags=["driving"],
    status_code=200,
    opt=does(Action.GO_ONLINE),
    responses=REFUSED,
)
async def go_offline(marketplace: InjectedMarketplace, actor: InjectedActor) -> DriverOut:
    return await shown_driver(marketplace, actor, await marketplace.drivers.profiles.go_offline(actor))


@get(
    "/drivers",
    operation_id="list_drivers",
    summary="All drivers, newest first (admins)",
    tags=["administration"],
    opt=does(Action.LIST_DRIVERS),
    responses=refusals(401, 403),
)
async def list_drivers(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    online: Annotated[bool | None, QueryParameter()] = None,
    approved: Annotated[bool | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[DriverOut]:
    page = await marketplace.drivers.profiles.list(
        actor, PageRequest(limit, cursor), online=online, approved=approved
    )
    earned = await marketplace.drivers.profiles.earned(actor, [driver.id for driver in page.items])
    return PageOut.of(page, lambda driver: DriverOut.of(driver, earned.get(driver.id, 0)))


@get(
    "/me/favorite-drivers",
    operation_id="list_favorite_drivers",
    summary="One's favorite drivers, newest first",
    tags=["quotes"],
    opt=does(Action.MANAGE_FAVORITES),
    responses=refusals(401),
)
async def list_favorite_drivers(
    marketplace: InjectedMarketplace, actor: InjectedActor
) -> PageOut[FavoriteOut]:
    return PageOut.whole(map(FavoriteOut.of, await marketplace.drivers.favorites(actor)))


@put(
    "/me/favorite-drivers/{driver_id:str}",
    operation_id="add_favorite_driver",
    summary="Show a driver who completed an order of one's own before others",
    tags=["quotes"],
    opt=does(Action.MANAGE_FAVORITES),
    responses=REFUSED,
)
async def add_favorite_driver(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> FavoriteOut:
    return FavoriteOut.of(await marketplace.drivers.favorites.add(actor, driver_id))


@delete(
    "/me/favorite-drivers/{driver_id:str}",
    operation_id="remove_favorite_driver",
    summary="Take a driver off one's favorites",
    tags=["quotes"],
    status_code=204,
    opt=does(Action.MANAGE_FAVORITES),
    responses=refusals(401),
)
async def remove_favorite_driver(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> None:
    await marketplace.drivers.favorites.remove(actor, driver_id)


ROUTES = [
    list_favorite_drivers,
    add_favorite_driver,
    remove_favorite_driver,
    get_own_driver,
    update_own_driver,
    go_online,
    go_offline,
    list_drivers,
]
