"""Booking, reading, cancelling and driving orders."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action, Actor
from haulage.kernel.services import ServiceType
from haulage.orders import Order, OrderStatus
from haulage.ports.storage import OrderFilter, PageRequest
from haulage.use_cases.marketplace import Marketplace
from haulage_webapp.bodies import PageOut, page_out
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import Reply, once
from haulage_webapp.orders.bodies import CancelIn, OrderIn, OrderOut
from haulage_webapp.query import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

REFUSED = refusals(401, 403, 404, 409)


class Role(StrEnum):
    """In which role to list one's orders."""

    CUSTOMER = "customer"
    DRIVER = "driver"


def _created(order: Order) -> Reply:
    return Reply.of(201, OrderOut.of(order))


def _changed(order: Order) -> Reply:
    return Reply.of(200, OrderOut.of(order))


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
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> OrderOut:
    return OrderOut.of(await marketplace.book_order(actor, data.to_core(), once(request, actor, _created)))


@get(
    "/orders",
    operation_id="list_orders",
    summary="One's orders, newest first; admins see everybody's",
    tags=["orders"],
    opt=does(Action.LIST_ORDERS),
    responses=refusals(401),
)
async def list_orders(
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
    role: Annotated[Role, QueryParameter()] = Role.CUSTOMER,
    status: Annotated[OrderStatus | None, QueryParameter()] = None,
    service_type: Annotated[ServiceType | None, QueryParameter()] = None,
    customer_id: Annotated[str | None, QueryParameter(max_length=64)] = None,
    driver_id: Annotated[str | None, QueryParameter(max_length=64)] = None,
    date_from: Annotated[datetime | None, QueryParameter()] = None,
    date_to: Annotated[datetime | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[OrderOut]:
    wanted = OrderFilter(
        customer_id=customer_id,
        driver_id=actor.driver_id if role is Role.DRIVER else driver_id,
        status=status,
        service_type=service_type,
        created_from=instant(date_from, field="date_from") if date_from else None,
        created_until=instant(date_to, field="date_to") if date_to else None,
    )
    return page_out(await marketplace.list_orders(actor, wanted, PageRequest(limit, cursor)), OrderOut.of)


@get(
    "/orders/available",
    operation_id="list_available_orders",
    summary="Paid orders without a driver, oldest first",
    tags=["driving"],
    opt=does(Action.LIST_AVAILABLE_ORDERS),
    responses=refusals(401, 403),
)
async def list_available_orders(
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
    service_type: Annotated[ServiceType | None, QueryParameter()] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[OrderOut]:
    wanted = OrderFilter(service_type=service_type, available=True)
    return page_out(await marketplace.list_orders(actor, wanted, PageRequest(limit, cursor)), OrderOut.of)


@get(
    "/orders/{order_id:str}",
    operation_id="get_order",
    summary="One order, for its customer, its driver and admins",
    tags=["orders"],
    opt=does(Action.SEE_ORDER),
    responses=refusals(401, 404),
)
async def get_order(
    order_id: FromPath[str], marketplace: NamedDependency[Marketplace], actor: NamedDependency[Actor]
) -> OrderOut:
    return OrderOut.of(await marketplace.see_order(actor, order_id))


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
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> OrderOut:
    key = once(request, actor, _changed)
    return OrderOut.of(await marketplace.cancel_order(actor, order_id, data.reason, key))


@post(
    "/orders/{order_id:str}/accept",
    operation_id="accept_order",
    summary="Take an available order, or say yes to an assigned one",
    tags=["driving"],
    status_code=200,
    opt=does(Action.ACCEPT_ORDER),
    responses=REFUSED,
)
async def accept_order(
    order_id: FromPath[str],
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> OrderOut:
    return OrderOut.of(await marketplace.driving.accept(actor, order_id, once(request, actor, _changed)))


@post(
    "/orders/{order_id:str}/en-route",
    operation_id="set_out_for_order",
    summary="The driver is on the way to the pickup",
    tags=["driving"],
    status_code=200,
    opt=does(Action.WORK_ORDER),
    responses=REFUSED,
)
async def set_out_for_order(
    order_id: FromPath[str],
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> OrderOut:
    return OrderOut.of(await marketplace.driving.set_out(actor, order_id, once(request, actor, _changed)))


@post(
    "/orders/{order_id:str}/start",
    operation_id="start_order",
    summary="Begin the job at the pickup",
    tags=["driving"],
    status_code=200,
    opt=does(Action.WORK_ORDER),
    responses=REFUSED,
)
async def start_order(
    order_id: FromPath[str],
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> OrderOut:
    return OrderOut.of(await marketplace.driving.start(actor, order_id, once(request, actor, _changed)))


@post(
    "/orders/{order_id:str}/pickup",
    operation_id="confirm_pickup",
    summary="The items are on board",
    tags=["driving"],
    status_code=200,
    opt=does(Action.WORK_ORDER),
    responses=REFUSED,
)
async def confirm_pickup(
    order_id: FromPath[str],
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> OrderOut:
    key = once(request, actor, _changed)
    return OrderOut.of(await marketplace.driving.confirm_pickup(actor, order_id, key))


@post(
    "/orders/{order_id:str}/complete",
    operation_id="complete_order",
    summary="The delivery is done",
    tags=["driving"],
    status_code=200,
    opt=does(Action.WORK_ORDER),
    responses=REFUSED,
)
async def complete_order(
    order_id: FromPath[str],
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> OrderOut:
    return OrderOut.of(await marketplace.driving.complete(actor, order_id, once(request, actor, _changed)))


@post(
    "/orders/{order_id:str}/hand-back",
    operation_id="hand_back_order",
    summary="Give an order up before its pickup",
    tags=["driving"],
    status_code=200,
    opt=does(Action.WORK_ORDER),
    responses=REFUSED,
)
async def hand_back_order(
    order_id: FromPath[str],
    request: Request[Any, Any, State],
    marketplace: NamedDependency[Marketplace],
    actor: NamedDependency[Actor],
) -> OrderOut:
    return OrderOut.of(await marketplace.driving.hand_back(actor, order_id, once(request, actor, _changed)))
