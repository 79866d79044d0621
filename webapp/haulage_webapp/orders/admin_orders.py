"""What administrators see of orders, and how they take one from its driver."""

from datetime import datetime
from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action
from haulage.kernel.services import ServiceType
from haulage.orders import OrderStatus
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.orders.admin_orders import MAX_SEARCH_LENGTH
from haulage_adapters.wire.admin_orders import (
    CandidateOut,
    OrderHistoryOut,
    OverseenOrderOut,
    ReleaseIn,
)
from haulage_adapters.wire.admin_tables import ORDER_TABLE, OrderColumn
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.orders import OrderOut
from haulage_webapp.csv_files import AS_CSV, csv_file
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.idempotency import InjectedKeyedRequest
from haulage_webapp.orders.showing import order_reply, shown_order
from haulage_webapp.pagination import Cursor, Limit
from haulage_webapp.security import does

RECENT = 10  # ADM-01

Search = Annotated[str, QueryParameter(max_length=MAX_SEARCH_LENGTH)]


@get(
    "/orders/all",
    operation_id="list_all_orders",
    summary="Everybody's orders, newest first, each with its customer and driver (admins)",
    description=(
        "`search` is the beginning of a number, an id, or part of a name, a mail address, a place or what "
        "is carried. `date_from` is inside and `date_to` is not."
    ),
    tags=["administration"],
    opt=does(Action.LIST_ALL_ORDERS),
    responses=refusals(401, 403),
)
async def list_all_orders(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    search: Search = "",
    status: Annotated[OrderStatus | None, QueryParameter()] = None,
    service_type: Annotated[ServiceType | None, QueryParameter()] = None,
    customer_id: Annotated[str | None, QueryParameter(max_length=64)] = None,
    driver_id: Annotated[str | None, QueryParameter(max_length=64)] = None,
    date_from: Annotated[datetime | None, QueryParameter()] = None,
    date_to: Annotated[datetime | None, QueryParameter()] = None,
    limit: Limit = RECENT,
    cursor: Cursor = None,
) -> PageOut[OverseenOrderOut]:
    wanted = OrderFilter(
        customer_id=customer_id,
        driver_id=driver_id,
        status=status,
        service_type=service_type,
        created_from=instant(date_from, field="date_from") if date_from else None,
        created_until=instant(date_to, field="date_to") if date_to else None,
        text=search,
    )
    return PageOut.of(
        await marketplace.orders.admin(actor, wanted, PageRequest(limit, cursor)), OverseenOrderOut.of
    )


@get(
    "/orders/export",
    operation_id="export_orders",
    summary="Everybody's orders as CSV, newest first (admins)",
    opt=does(Action.LIST_ALL_ORDERS),
    **AS_CSV,
)
async def export_orders(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    columns: Annotated[list[OrderColumn] | None, QueryParameter(max_items=len(OrderColumn))] = None,
    search: Search = "",
    status: Annotated[OrderStatus | None, QueryParameter()] = None,
    service_type: Annotated[ServiceType | None, QueryParameter()] = None,
    date_from: Annotated[datetime | None, QueryParameter()] = None,
    date_to: Annotated[datetime | None, QueryParameter()] = None,
) -> Stream:
    wanted = OrderFilter(
        status=status,
        service_type=service_type,
        created_from=instant(date_from, field="date_from") if date_from else None,
        created_until=instant(date_to, field="date_to") if date_to else None,
        text=search,
    )
    return csv_file("orders", ORDER_TABLE, columns, await marketplace.export_lists.orders(actor, wanted))


@get(
    "/orders/{order_id:str}/history",
    operation_id="get_order_history",
    summary="An order with its log and everything that was offered of it (admins)",
    tags=["administration"],
    opt=does(Action.LIST_ALL_ORDERS),
    responses=refusals(401, 403, 404),
)
async def get_order_history(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> OrderHistoryOut:
    return OrderHistoryOut.of(await marketplace.orders.admin.history(actor, order_id))


@get(
    "/orders/{order_id:str}/candidates",
    operation_id="list_candidates",
    summary="Drivers around the pickup who could be given the order, and why others could not (admins)",
    description="With `search`, drivers by name, mail address or id, wherever they are.",
    tags=["administration"],
    opt=does(Action.REASSIGN_ORDER),
    responses=refusals(401, 403, 404),
)
async def list_candidates(
    order_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor, search: Search = ""
) -> PageOut[CandidateOut]:
    found = await marketplace.dispatch.find_candidates(actor, order_id, search)
    return PageOut.whole([CandidateOut.of(each) for each in found])


@post(
    "/orders/{order_id:str}/release",
    operation_id="release_order",
    summary="Take an order from its driver until its pickup; others are asked at once (admins)",
    tags=["administration"],
    status_code=200,
    opt=does(Action.REASSIGN_ORDER),
    responses=refusals(401, 403, 404, 409),
)
async def release_order(
    order_id: FromPath[str],
    data: JSONBody[ReleaseIn],
    marketplace: InjectedMarketplace,
    keyed_request: InjectedKeyedRequest,
) -> OrderOut:
    released = await marketplace.dispatch.reassign.release(
        keyed_request.actor, order_id, data.reason, keyed_request.idempotent(order_reply(keyed_request))
    )
    return await shown_order(marketplace, keyed_request.actor, released)


ROUTES = [list_all_orders, export_orders, get_order_history, list_candidates, release_order]
