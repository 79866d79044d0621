"""What a customer does with an order that is booked: move it to another time, and rate it."""

from datetime import date
from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.policy import Action
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.orders import OrderOut, RatingIn, RescheduleIn, SlotOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest
from haulage_webapp.orders.showing import order_reply, shown_order
from haulage_webapp.security import does


@get(
    "/orders/{order_id:str}/slots",
    operation_id="list_slots",
    summary="When an order can be moved to",
    tags=["orders"],
    opt=does(Action.RESCHEDULE_ORDER),
    responses=refusals(401, 404, 409),
)
async def list_slots(
    order_id: FromPath[str],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    day: Annotated[
        date | None,
        QueryParameter(description="On New York's clocks; up to a year ahead. Else today and tomorrow."),
    ] = None,
) -> PageOut[SlotOut]:
    slots = await marketplace.orders.reschedule.slots(actor, order_id, day)
    return PageOut.whole([SlotOut.of(slot) for slot in slots])


@post(
    "/orders/{order_id:str}/reschedule",
    operation_id="reschedule_order",
    summary="Move an order to one of its slots, at the same price, until the driver sets out",
    tags=["orders"],
    status_code=200,
    opt=does(Action.RESCHEDULE_ORDER),
    responses=refusals(401, 404, 409),
)
async def reschedule_order(
    order_id: FromPath[str],
    data: JSONBody[RescheduleIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> OrderOut:
    key = keyed_request.idempotent(order_reply(keyed_request))
    order = await marketplace.orders.reschedule(keyed_request.actor, order_id, data.start, key)
    return await shown_order(marketplace, keyed_request.actor, order)


@post(
    "/orders/{order_id:str}/rating",
    operation_id="rate_order",
    summary="Rate a completed order, once",
    tags=["orders"],
    status_code=200,
    opt=does(Action.RATE_ORDER),
    responses=refusals(401, 404, 409),
)
async def rate_order(
    order_id: FromPath[str],
    data: JSONBody[RatingIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> OrderOut:
    key = keyed_request.idempotent(order_reply(keyed_request))
    order = await marketplace.orders.rate(keyed_request.actor, order_id, data.stars, data.feedback, key)
    return await shown_order(marketplace, keyed_request.actor, order)


ROUTES = [list_slots, reschedule_order, rate_order]
