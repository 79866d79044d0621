"""Booking, reading, cancelling and driving orders."""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.actor import Actor
from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action, authorize
from haulage.kernel.services import ServiceType
from haulage.orders import Order, OrderStatus
from haulage.orders.order import FIRST_ORDER_NUMBER, MAX_ORDER_NUMBER
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage.use_cases.deliveries.order_steps import WorkOnOrder
from haulage.use_cases.dispatch.accept_order import AcceptOrder
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.orders import CancelIn, OrderIn, OrderOut
from haulage_adapters.wire.tracking import TrackingOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest
from haulage_webapp.orders.showing import order_reply, shown_order
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Step = Callable[[Marketplace], AcceptOrder | WorkOnOrder]


class Role(StrEnum):
    """In which role to list one's orders."""

    CUSTOMER = "customer"
    DRIVER = "driver"


@post(
    "/orders",
    operation_id="book_order",
    summary="Book a quoted trip with one of the offered drivers",
    tags=["orders"],
    opt=does(Action.BOOK_ORDER),
    responses=refusals(401, 404, 409),
)
async def book_order(
    data: JSONBody[OrderIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> OrderOut:
    order = await marketplace.orders.book(
        keyed_request.actor, data.to_core(), keyed_request.idempotent(order_reply(keyed_request, 201))
    )
    return await shown_order(marketplace, keyed_request.actor, order)


@get(
    "/orders",
    operation_id="list_orders",
    summary="One's orders, newest first; admins see everybody's",
    tags=["orders"],
    opt=does(Action.LIST_ORDERS),
    responses=refusals(401, 403),
)
async def list_orders(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    role: Annotated[Role, QueryParameter()] = Role.CUSTOMER,
    number: Annotated[int | None, QueryParameter(ge=FIRST_ORDER_NUMBER, le=MAX_ORDER_NUMBER)] = None,
    status: Annotated[OrderStatus | None, QueryParameter()] = None,
    service_type: Annotated[ServiceType | None, QueryParameter()] = None,
    customer_id: Annotated[str | None, QueryParameter(max_length=64)] = None,
    driver_id: Annotated[str | None, QueryParameter(max_length=64)] = None,
    date_from: Annotated[datetime | None, QueryParameter()] = None,
    date_to: Annotated[datetime | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[OrderOut]:
    if role is Role.DRIVER:
        authorize(actor, Action.SEE_OWN_DRIVER)
        driver_id = actor.driver_id
    wanted = OrderFilter(
        number=number,
        customer_id=customer_id,
        driver_id=driver_id,
        status=status,
        service_type=service_type,
        created_from=instant(date_from, field="date_from") if date_from else None,
        created_until=instant(date_to, field="date_to") if date_to else None,
    )
    return await _page(
        marketplace, actor, await marketplace.orders.list(actor, wanted, PageRequest(limit, cursor))
    )


@get(
    "/orders/available",
    operation_id="list_available_orders",
    summary="Paid orders without a driver, oldest first",
    tags=["driving"],
    opt=does(Action.LIST_AVAILABLE_ORDERS),
    responses=refusals(401, 403),
)
async def list_available_orders(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    service_type: Annotated[ServiceType | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[OrderOut]:
    wanted = OrderFilter(service_type=service_type, available=True)
    return await _page(
        marketplace, actor, await marketplace.orders.list(actor, wanted, PageRequest(limit, cursor))
    )


async def _page(marketplace: Marketplace, actor: Actor, page: Page[Order]) -> PageOut[OrderOut]:
    views = await marketplace.orders.see_views(actor, page.items)
    return PageOut.of(page, lambda order: OrderOut.of(order, views[order.id]))


@get(
    "/orders/{order_id:str}",
    operation_id="get_order",
    summary="One order, for its customer, its driver and admins",
    tags=["orders"],
    opt=does(Action.SEE_ORDER),
    responses=refusals(401, 404),
)
async def get_order(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> OrderOut:
    return await shown_order(marketplace, actor, await marketplace.orders.see(actor, order_id))


@get(
    "/orders/{order_id:str}/tracking",
    operation_id="track_order",
    summary="Where an order is: its driver, arrival and routes, and what cancelling would cost now",
    tags=["orders"],
    opt=does(Action.TRACK_ORDER),
    responses=refusals(401, 404),
)
async def track_order(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> TrackingOut:
    return TrackingOut.of(await marketplace.orders.track(actor, order_id))


@post(
    "/orders/{order_id:str}/cancel",
    operation_id="cancel_order",
    summary="Cancel an order; what is not kept as a fee is refunded",
    tags=["orders"],
    status_code=200,
    opt=does(Action.CANCEL_ORDER),
    responses=refusals(401, 404, 409),
)
async def cancel_order(
    order_id: FromPath[str],
    data: JSONBody[CancelIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> OrderOut:
    key = keyed_request.idempotent(order_reply(keyed_request))
    order = await marketplace.orders.cancel(
        keyed_request.actor, order_id, data.reason, key, agreed_fee_cents=data.agreed_fee_cents
    )
    return await shown_order(marketplace, keyed_request.actor, order)


def _step(name: str, operation_id: str, summary: str, take: Step, action: Action) -> HTTPRouteHandler:
    """One step of a driver's work: a path under the order, and the use case behind it."""

    @post(
        f"/orders/{{order_id:str}}/{name}",
        operation_id=operation_id,
        summary=summary,
        tags=["driving"],
        status_code=200,
        opt=does(action),
        responses=refusals(401, 403, 404, 409),
        name=operation_id,
    )
    async def step(
        order_id: FromPath[str],
        marketplace: InjectedMarketplace,
        keyed_request: InjectedKeyedRequest,
    ) -> OrderOut:
        work = take(marketplace)
        order = await work(
            keyed_request.actor, order_id, keyed_request.idempotent(order_reply(keyed_request))
        )
        return await shown_order(marketplace, keyed_request.actor, order)

    return step


STEPS = [
    _step(
        "accept",
        "accept_order",
        "Take an available order, or say yes to an assigned one",
        lambda marketplace: marketplace.dispatch.accept_offer,
        Action.ACCEPT_ORDER,
    ),
    _step(
        "en-route",
        "set_out_for_order",
        "The driver is on the way to the pickup",
        lambda marketplace: marketplace.deliveries.steps.set_out,
        Action.WORK_ORDER,
    ),
    _step(
        "start",
        "start_order",
        "Begin the job at the pickup",
        lambda marketplace: marketplace.deliveries.steps.start,
        Action.WORK_ORDER,
    ),
    _step(
        "pickup",
        "confirm_pickup",
        "The items are on board",
        lambda marketplace: marketplace.deliveries.steps.confirm_pickup,
        Action.WORK_ORDER,
    ),
    _step(
        "complete",
        "complete_order",
        "The delivery is done",
        lambda marketplace: marketplace.deliveries.steps.complete,
        Action.WORK_ORDER,
    ),
    _step(
        "hand-back",
        "hand_back_order",
        "Give an order up before its pickup",
        lambda marketplace: marketplace.deliveries.steps.hand_back,
        Action.WORK_ORDER,
    ),
]
"""What a driver does with an order, in the order in which it is done."""


ROUTES = [book_order, list_orders, list_available_orders, get_order, track_order, cancel_order, *STEPS]
