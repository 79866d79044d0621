"""Report a problem: what customers report about orders, and their drivers' side."""

from typing import Any

from litestar import Request, Response, get, post, put
from litestar.params import FromPath, JSONBody

from haulage.claims import Claim
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.photo_links import PhotoLink
from haulage_adapters.wire.claims import (
    ClaimIn,
    ClaimOut,
    ClaimPhotoTakenOut,
    ClaimSideOut,
    ClaimStandingOut,
    DriversClaimOut,
    StatementIn,
)
from haulage_adapters.wire.common import PageOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
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


def _opened(claim: Claim) -> Reply:
    return Reply.of(201, ClaimOut.of(claim))


def _changed(claim: Claim) -> Reply:
    return Reply.of(200, ClaimOut.of(claim))


def _side_given(claim: Claim) -> Reply:
    return Reply.of(200, ClaimSideOut.of(claim))


@get(
    "/orders/{order_id:str}/claims",
    operation_id="list_claims_of_order",
    summary="What can be reported of an order, and what the customer has reported",
    tags=["claims"],
    opt=does(Action.OPEN_CLAIM),
    responses=refusals(401, 404),
)
async def list_claims_of_order(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> ClaimStandingOut:
    standing, shown = await marketplace.claims.show.of_order(actor, order_id)
    return ClaimStandingOut.of(standing, shown)


@put(
    "/orders/{order_id:str}/claim-photos/{client_id:str}",
    operation_id="send_claim_photo",
    summary="Send a photo for a report or an answer, under the device's own id for it",
    description="The body is the picture itself: JPEG, PNG or WebP, at most 10 MB. Again changes nothing.",
    tags=["claims"],
    opt=does(Action.SEND_CLAIM_PHOTO) | AS_IT_IS,
    responses=refusals(401, 403, 404, 409, 413),
    operation_class=PictureUpload,
    request_max_body_size=CAP,
)
async def send_claim_photo(
    order_id: FromPath[str],
    client_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    request: Request[Any, Any, Any],
) -> ClaimPhotoTakenOut:
    photos = marketplace.claims.photos
    id = checked_client_id(client_id)
    await photos.require_room(actor, order_id, id)
    return ClaimPhotoTakenOut.of(await photos.take(actor, order_id, id, await picture_of(request)))


@post(
    "/orders/{order_id:str}/claims",
    operation_id="open_claim",
    summary="Report a problem; the driver's share is held where money is asked back",
    tags=["claims"],
    opt=does(Action.OPEN_CLAIM),
    responses=refusals(401, 404, 409),
)
async def open_claim(
    order_id: FromPath[str],
    data: JSONBody[ClaimIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> ClaimOut:
    key = keyed_request.idempotent(_opened)
    made = await marketplace.claims.open(keyed_request.actor, order_id, data.to_core(), data.photos, key)
    return ClaimOut.of(made)


@post(
    "/claims/{claim_id:str}/answer",
    operation_id="answer_claim",
    summary="Answer the question about a report",
    tags=["claims"],
    status_code=200,
    opt=does(Action.OPEN_CLAIM),
    responses=refusals(401, 404, 409),
)
async def answer_claim(
    claim_id: FromPath[str],
    data: JSONBody[StatementIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> ClaimOut:
    key = keyed_request.idempotent(_changed)
    answer = marketplace.claims.answer.answer
    return ClaimOut.of(await answer(keyed_request.actor, claim_id, data.text, data.photos, key))


@post(
    "/claims/{claim_id:str}/withdraw",
    operation_id="withdraw_claim",
    summary="Take a report back; the driver's share is let go",
    tags=["claims"],
    status_code=200,
    opt=does(Action.OPEN_CLAIM),
    responses=refusals(401, 404, 409),
)
async def withdraw_claim(
    claim_id: FromPath[str], marketplace: InjectedMarketplace, keyed_request: InjectedKeyedRequest
) -> ClaimOut:
    key = keyed_request.idempotent(_changed)
    return ClaimOut.of(await marketplace.claims.answer.withdraw(keyed_request.actor, claim_id, key))


@get(
    "/drivers/me/claims",
    operation_id="list_own_claims",
    summary="Undecided reports about the driver's deliveries, oldest first",
    tags=["claims"],
    opt=does(Action.SEE_OWN_DRIVER),
    responses=refusals(401, 403),
)
async def list_own_claims(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[DriversClaimOut]:
    found = await marketplace.claims.show.of_driver(actor, PageRequest(limit, cursor))
    return PageOut.of(found, DriversClaimOut.of)


@post(
    "/claims/{claim_id:str}/side",
    operation_id="give_claim_side",
    summary="Give the driver's side of a report, which the customer does not read",
    tags=["claims"],
    status_code=200,
    opt=does(Action.GIVE_CLAIM_SIDE),
    responses=refusals(401, 403, 404, 409),
)
async def give_claim_side(
    claim_id: FromPath[str],
    data: JSONBody[StatementIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> ClaimSideOut:
    key = keyed_request.idempotent(_side_given)
    give = marketplace.claims.answer.give_side
    return ClaimSideOut.of(await give(keyed_request.actor, claim_id, data.text, data.photos, key))


@get(
    "/claim-photos/{photo_id:str}",
    operation_id="open_claim_photo",
    summary="A report's photo by its signed address",
    tags=["claims"],
    opt=does(Action.OPEN_DOCUMENT),
    responses=refusals(404),
    media_type="image/jpeg",
    security=OPEN_TO_VISITORS,
)
async def open_claim_photo(
    photo_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    until: Until,
    signature: Signature,
) -> Response[bytes]:
    link = PhotoLink(photo_id, until, signature)
    return shown_picture(await marketplace.claims.photos.open(actor, link), CACHED_BRIEFLY)


ROUTES = [
    list_claims_of_order,
    send_claim_photo,
    open_claim,
    answer_claim,
    withdraw_claim,
    list_own_claims,
    give_claim_side,
    open_claim_photo,
]
