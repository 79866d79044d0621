"""A driver's photo: sent and removed by themselves, and shown to those who may see it."""

from typing import Any

from litestar import Request, Response, delete, get, put
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage_adapters.wire.drivers import DriverOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.drivers.shown_driver import shown_driver
from haulage_webapp.errors import refusals
from haulage_webapp.orders.sharing import ENDED, Token
from haulage_webapp.proofs.uploads import AS_IT_IS, CAP, PictureUpload, picture_of, shown_picture
from haulage_webapp.security import OPEN_TO_VISITORS, does


@put(
    "/drivers/me/photo",
    operation_id="replace_own_photo",
    summary="Send one's own photo, which replaces the former one",
    description=(
        "The body is the picture itself: JPEG, PNG or WebP, at most 10 MB. It is cut square around its "
        "middle. The customer of an order that the driver has accepted sees it, and whoever has the shared "
        "link while the driver is under way."
    ),
    tags=["driving"],
    opt=does(Action.UPDATE_OWN_DRIVER) | AS_IT_IS,
    responses=refusals(401, 403, 404, 409, 413),
    operation_class=PictureUpload,
    request_max_body_size=CAP,
)
async def replace_own_photo(
    marketplace: InjectedMarketplace, actor: InjectedActor, request: Request[Any, Any, Any]
) -> DriverOut:
    photos = marketplace.driver_photos
    await photos.require_driver(actor)
    return await shown_driver(marketplace, actor, await photos.replace(actor, await picture_of(request)))


@delete(
    "/drivers/me/photo",
    operation_id="remove_own_photo",
    summary="Have no photo any more",
    tags=["driving"],
    status_code=200,
    opt=does(Action.UPDATE_OWN_DRIVER),
    responses=refusals(401, 403, 404, 409),
)
async def remove_own_photo(marketplace: InjectedMarketplace, actor: InjectedActor) -> DriverOut:
    return await shown_driver(marketplace, actor, await marketplace.driver_photos.remove(actor))


@get(
    "/drivers/me/photo",
    operation_id="open_own_photo",
    summary="One's own photo",
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVER),
    responses=refusals(401, 403, 404),
    media_type="image/jpeg",
)
async def open_own_photo(marketplace: InjectedMarketplace, actor: InjectedActor) -> Response[bytes]:
    return shown_picture(await marketplace.driver_photos.own(actor))


@get(
    "/drivers/{driver_id:str}/photo",
    operation_id="open_driver_photo",
    summary="A driver's photo (admins)",
    tags=["administration"],
    opt=does(Action.LIST_DRIVERS),
    responses=refusals(401, 403, 404),
    media_type="image/jpeg",
)
async def open_driver_photo(
    driver_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> Response[bytes]:
    return shown_picture(await marketplace.driver_photos.of_driver(actor, driver_id))


@get(
    "/orders/{order_id:str}/driver-photo",
    operation_id="open_photo_of_order",
    summary="The photo of who drives an order",
    tags=["orders"],
    opt=does(Action.SEE_ORDER),
    responses=refusals(401, 404),
    media_type="image/jpeg",
)
async def open_photo_of_order(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> Response[bytes]:
    return shown_picture(await marketplace.driver_photos.of_order(actor, order_id))


@get(
    "/track/{order_id:str}/driver-photo",
    operation_id="open_photo_by_link",
    summary="The photo of who drives a shared order, for whoever has its link",
    tags=["orders"],
    opt=does(Action.SEE_SHARED_TRACKING),
    security=OPEN_TO_VISITORS,
    responses=ENDED,
    media_type="image/jpeg",
)
async def open_photo_by_link(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor, token: Token
) -> Response[bytes]:
    return shown_picture(await marketplace.driver_photos.of_shared_order(actor, order_id, token))


ROUTES = [
    replace_own_photo,
    remove_own_photo,
    open_own_photo,
    open_driver_photo,
    open_photo_of_order,
    open_photo_by_link,
]
