"""Photos of what is to be moved: sent while booking, and shown with the order."""

from typing import Any

from litestar import Request, Response, delete, get, put
from litestar.params import FromPath

from haulage.kernel.policy import Action
from haulage.use_cases.photo_links import PhotoLink
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.item_photos import ItemPhotoOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.proofs.uploads import (
    AS_IT_IS,
    CACHED_BRIEFLY,
    CAP,
    PictureUpload,
    checked_client_id,
    picture_of,
    shown_picture,
)
from haulage_webapp.security import OPEN_TO_VISITORS, does
from haulage_webapp.signed_links import Signature, Until


@put(
    "/item-photos/{client_id:str}",
    operation_id="send_item_photo",
    summary="Send a photo of what is to be moved, under the device's own id for it",
    description="The body is the picture itself: JPEG, PNG or WebP, at most 10 MB. Again changes nothing. "
    "An order is booked with its photos by these ids.",
    tags=["orders"],
    opt=does(Action.MANAGE_OWN_ITEM_PHOTOS) | AS_IT_IS,
    responses=refusals(401, 403, 409, 413),
    operation_class=PictureUpload,
    request_max_body_size=CAP,
)
async def send_item_photo(
    client_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    request: Request[Any, Any, Any],
) -> ItemPhotoOut:
    photos, name = marketplace.orders.item_photos, checked_client_id(client_id)
    await photos.require_room(actor, name)
    return ItemPhotoOut.of(await photos.take(actor, name, await picture_of(request)))


@get(
    "/item-photos",
    operation_id="list_unused_item_photos",
    summary="One's own photos that nothing was booked and paid with yet, newest first",
    tags=["orders"],
    opt=does(Action.MANAGE_OWN_ITEM_PHOTOS),
    responses=refusals(401),
)
async def list_unused_item_photos(
    marketplace: InjectedMarketplace, actor: InjectedActor
) -> PageOut[ItemPhotoOut]:
    unused = await marketplace.orders.item_photos.unused(actor)
    return PageOut.whole(ItemPhotoOut.of(each) for each in unused)


@delete(
    "/item-photos/{client_id:str}",
    operation_id="remove_item_photo",
    summary="Remove one's own photo that nothing was booked and paid with yet",
    tags=["orders"],
    opt=does(Action.MANAGE_OWN_ITEM_PHOTOS),
    responses=refusals(401, 404),
)
async def remove_item_photo(
    client_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> None:
    await marketplace.orders.item_photos.remove(actor, checked_client_id(client_id))


@get(
    "/orders/{order_id:str}/item-photos",
    operation_id="list_item_photos",
    summary="The photos of what is moved; none for a driver who has not accepted",
    tags=["orders"],
    opt=does(Action.SEE_ORDER),
    responses=refusals(401, 404),
)
async def list_item_photos(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PageOut[ItemPhotoOut]:
    shown = await marketplace.orders.item_photos.of_order(actor, order_id)
    return PageOut.whole(ItemPhotoOut.of(each) for each in shown)


@get(
    "/item-photos/{photo_id:str}/picture",
    operation_id="open_item_photo",
    summary="A photo of what is moved by its signed address",
    tags=["orders"],
    opt=does(Action.OPEN_DOCUMENT),
    responses=refusals(404),
    media_type="image/jpeg",
    security=OPEN_TO_VISITORS,
)
async def open_item_photo(
    photo_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    until: Until,
    signature: Signature,
) -> Response[bytes]:
    link = PhotoLink(photo_id, until, signature)
    return shown_picture(await marketplace.orders.item_photos.open(actor, link), CACHED_BRIEFLY)


ROUTES = [send_item_photo, list_unused_item_photos, remove_item_photo, list_item_photos, open_item_photo]
