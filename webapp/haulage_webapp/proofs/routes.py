"""Proofs of delivery: taken by drivers, seen by whom they are about, and examined by anybody."""

from typing import Annotated, Any

from litestar import MediaType, Request, Response, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage.use_cases.proofs import picture_link_of
from haulage.use_cases.proofs.export_proof import MOST_BEFORE
from haulage_adapters.wire.proofs import DeliveryPinOut, PhotoTakenOut, ProofIn, ProofKeysOut, ProofOut
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
from haulage_webapp.request_validation import LONG_LIST
from haulage_webapp.security import OPEN_TO_VISITORS, does
from haulage_webapp.signed_links import Signature, Until


@put(
    "/deliveries/{order_id:str}/proof/photos/{client_id:str}",
    operation_id="send_proof_photo",
    summary="Send a picture for the proof of a delivery, under the device's own id for it",
    description="The body is the picture itself: JPEG, PNG or WebP, at most 10 MB. Again changes nothing.",
    tags=["driving"],
    opt=does(Action.WORK_ORDER) | AS_IT_IS,
    responses=refusals(401, 403, 404, 409, 413),
    operation_class=PictureUpload,
    request_max_body_size=CAP,
)
async def send_proof_photo(
    order_id: FromPath[str],
    client_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    request: Request[Any, Any, Any],
) -> PhotoTakenOut:
    take = marketplace.proofs.take_photo
    id = checked_client_id(client_id)
    await take.require_room(actor, order_id, id)
    return PhotoTakenOut.of(await take(actor, order_id, id, await picture_of(request)))


@post(
    "/deliveries/{order_id:str}/proof",
    operation_id="submit_proof",
    summary="Prove the delivery, and end it if it has not ended by itself",
    description=(
        "There is one proof for ever. Sent again under its `client_id` it is answered alike, so a device "
        "without a connection may repeat it as often as it likes."
    ),
    tags=["driving"],
    status_code=200,
    opt=does(Action.WORK_ORDER) | LONG_LIST,
    responses=refusals(401, 403, 404, 409),
)
async def submit_proof(
    order_id: FromPath[str], data: JSONBody[ProofIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ProofOut:
    await marketplace.proofs.submit(actor, order_id, data.to_core())
    return await _shown(order_id, marketplace, actor)


@get(
    "/orders/{order_id:str}/proof",
    operation_id="get_proof",
    summary="The proof of an order's delivery, for its customer, its driver and admins",
    tags=["orders"],
    opt=does(Action.SEE_ORDER),
    responses=refusals(401, 404),
)
async def get_proof(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ProofOut:
    return await _shown(order_id, marketplace, actor)


async def _shown(order_id: str, marketplace: InjectedMarketplace, actor: InjectedActor) -> ProofOut:
    return ProofOut.of(await marketplace.proofs.show(actor, order_id))


@get(
    "/orders/{order_id:str}/proof/file",
    operation_id="export_proof",
    summary="The sealed proof as a file that `haulage orders proof verify` examines without us",
    tags=["orders"],
    opt=does(Action.SEE_ORDER),
    responses=refusals(401, 404),
    media_type=MediaType.JSON,
)
async def export_proof(
    order_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    before: Annotated[
        int, QueryParameter(ge=0, le=MOST_BEFORE, description="Seals before it in the chain.")
    ] = 1,
) -> Response[bytes]:
    file = await marketplace.proofs.export(actor, order_id, before)
    return Response(
        file.content,
        media_type=MediaType.JSON,
        headers={"Content-Disposition": f'attachment; filename="{file.name}"'},
    )


@post(
    "/orders/{order_id:str}/delivery-pin",
    operation_id="ask_for_delivery_pin",
    summary="Have the driver ask for a PIN at the door; again gives a new one",
    tags=["orders"],
    status_code=200,
    opt=does(Action.ASK_FOR_PIN),
    responses=refusals(401, 404, 409),
)
async def ask_for_delivery_pin(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> DeliveryPinOut:
    return DeliveryPinOut.of(await marketplace.proofs.pins.ask(actor, order_id))


@delete(
    "/orders/{order_id:str}/delivery-pin",
    operation_id="drop_delivery_pin",
    summary="Let the delivery end without a PIN",
    tags=["orders"],
    opt=does(Action.DROP_PIN),
    responses=refusals(401, 404, 409),
)
async def drop_delivery_pin(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> None:
    await marketplace.proofs.pins.drop(actor, order_id)


@get(
    "/proofs/keys",
    operation_id="list_proof_keys",
    summary="The public keys that seal proofs, to keep and to compare",
    tags=["orders"],
    opt=does(Action.SEE_PUBLIC_PAGE),
    security=OPEN_TO_VISITORS,
)
async def list_proof_keys(marketplace: InjectedMarketplace) -> ProofKeysOut:
    return ProofKeysOut([dict(key) for key in await marketplace.proofs.export.public_keys()])


@get(
    "/proofs/{proof_id:str}/{part:str}",
    operation_id="open_proof_picture",
    summary="A proof's photo or signature by its signed address",
    tags=["orders"],
    opt=does(Action.OPEN_DOCUMENT),
    responses=refusals(404),
    media_type="image/jpeg",
    security=OPEN_TO_VISITORS,
)
async def open_proof_picture(
    proof_id: FromPath[str],
    part: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    until: Until,
    signature: Signature,
) -> Response[bytes]:
    link = picture_link_of(proof_id, part, until, signature)
    return shown_picture(await marketplace.proofs.show.open(actor, link), CACHED_BRIEFLY)


ROUTES = [
    send_proof_photo,
    submit_proof,
    get_proof,
    export_proof,
    ask_for_delivery_pin,
    drop_delivery_pin,
    list_proof_keys,
    open_proof_picture,
]
