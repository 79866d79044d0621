"""A driver's offers: listed, followed and declined; and an administrator's choice of another driver."""

from collections.abc import AsyncGenerator, AsyncIterator
from functools import partial
from typing import Any

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from haulage.dispatch import JobOffer
from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action
from haulage.use_cases.dispatch import OfferList
from haulage_adapters.wire.dispatch import DeclinedOut, JobOffersOut, ReassignIn
from haulage_adapters.wire.orders import OrderOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.events import MEDIA_TYPE, PING, events_of, take_seat, until_refused
from haulage_webapp.idempotency import InjectedKeyedRequest, Reply
from haulage_webapp.orders.showing import order_reply, shown_order
from haulage_webapp.security import does, provide_actor


def _declined(offer: JobOffer) -> Reply:
    return Reply.of(200, DeclinedOut.of(offer))


@get(
    "/drivers/me/offers",
    operation_id="list_own_offers",
    summary="What is offered to one just now, and what became of other offers in the last minute",
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVER),
    responses=refusals(401, 403, 404),
)
async def list_own_offers(marketplace: InjectedMarketplace, actor: InjectedActor) -> JobOffersOut:
    return JobOffersOut.of(await marketplace.dispatch.offers(actor), actor)


@get(
    "/drivers/me/offers/events",
    operation_id="follow_own_offers",
    summary="What is offered to one, as Server-Sent Events",
    description=(
        "Each message is named `offers` and has the whole JobOffersOut as its data: one at once, and one "
        "whenever anything in it has changed, at whichever server process that happened."
    ),
    tags=["driving"],
    opt=does(Action.SEE_OWN_DRIVER),
    media_type=MEDIA_TYPE,
    responses={200: events_of(JobOffersOut), **refusals(401, 403, 404, 429)},
)
async def follow_own_offers(
    marketplace: InjectedMarketplace, actor: InjectedActor, request: Request[Any, Any, Any]
) -> Stream:
    renew = partial(provide_actor, request, marketplace)
    follow = marketplace.dispatch.offers.follow(actor, renew=renew)
    return await until_refused(_written(follow, actor), take_seat(request, actor.name))


async def _written(lists: AsyncIterator[OfferList | None], actor: Actor) -> AsyncGenerator[bytes, None]:
    async for offers in lists:
        yield PING if offers is None else _message(offers, actor)


def _message(offers: OfferList, actor: Actor) -> bytes:
    return b"event: offers\ndata: %s\n\n" % msgspec.json.encode(JobOffersOut.of(offers, actor))


@post(
    "/orders/{order_id:str}/decline",
    operation_id="decline_order",
    summary="Say no to an order that is offered; the next driver is asked at once",
    tags=["driving"],
    status_code=200,
    opt=does(Action.DECLINE_ORDER),
    responses=refusals(401, 403, 404, 409),
)
async def decline_order(
    order_id: FromPath[str], marketplace: InjectedMarketplace, keyed_request: InjectedKeyedRequest
) -> DeclinedOut:
    said = await marketplace.dispatch.offers.decline(
        keyed_request.actor, order_id, keyed_request.idempotent(_declined)
    )
    return DeclinedOut.of(said)


@post(
    "/orders/{order_id:str}/reassign",
    operation_id="reassign_order",
    summary="Give an order to another driver until its pickup (admins); the reason is kept",
    tags=["administration"],
    status_code=200,
    opt=does(Action.REASSIGN_ORDER),
    responses=refusals(401, 403, 404, 409),
)
async def reassign_order(
    order_id: FromPath[str],
    data: JSONBody[ReassignIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> OrderOut:
    given = await marketplace.dispatch.reassign(
        keyed_request.actor,
        order_id,
        data.driver_id,
        data.reason,
        keyed_request.idempotent(order_reply(keyed_request)),
    )
    return await shown_order(marketplace, keyed_request.actor, given)


ROUTES = [list_own_offers, follow_own_offers, decline_order, reassign_order]
