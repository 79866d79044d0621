"""One's own bookings, as a customer's dashboard shows them."""

import msgspec
from litestar import get

from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.orders.booking_summary import BookedFigures, BookedOrder
from haulage_adapters.wire.common import Cents, PageOut
from haulage_adapters.wire.orders import OrderOut
from haulage_adapters.wire.tracking import TrackedDriverOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does


class BookedOrderOut(msgspec.Struct):
    order: OrderOut
    driver: TrackedDriverOut | None

    @classmethod
    def of(cls, booked: BookedOrder) -> "BookedOrderOut":
        return cls(OrderOut.of(booked.order, booked.view), TrackedDriverOut.of(booked.driver, booked.view))


class BookedFiguresOut(msgspec.Struct):
    """Orders in progress, paid orders that have not begun, completed orders, and what was paid less what
    goes back."""

    active: int
    upcoming: int
    completed: int
    spent_cents: Cents

    @classmethod
    def of(cls, figures: BookedFigures) -> "BookedFiguresOut":
        return cls(figures.active, figures.upcoming, figures.completed, figures.spent_cents)


@get(
    "/orders/booked",
    operation_id="list_booked_orders",
    summary="What one has booked, newest first, each order with its driver",
    tags=["orders"],
    opt=does(Action.LIST_ORDERS),
    responses=refusals(401),
)
async def list_booked_orders(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[BookedOrderOut]:
    return PageOut.of(await marketplace.orders.booked(actor, PageRequest(limit, cursor)), BookedOrderOut.of)


@get(
    "/orders/booked/figures",
    operation_id="get_booked_figures",
    summary="Counts of one's bookings and what was spent on them",
    tags=["orders"],
    opt=does(Action.LIST_ORDERS),
    responses=refusals(401),
)
async def get_booked_figures(marketplace: InjectedMarketplace, actor: InjectedActor) -> BookedFiguresOut:
    return BookedFiguresOut.of(await marketplace.orders.booked.figures(actor))


ROUTES = [list_booked_orders, get_booked_figures]
