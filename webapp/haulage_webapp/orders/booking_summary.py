"""One's own bookings, as a customer's dashboard shows them."""

import msgspec
from litestar import get

from haulage.claims import ClaimState
from haulage.kernel.policy import Action
from haulage.orders import Order, OrderStatus
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.orders.booking_summary import BookedFigures, BookedOrder
from haulage.use_cases.orders.next_order import NextOrder
from haulage.use_cases.orders.tracking import Live
from haulage_adapters.wire.common import Cents, Instant, Out, PageOut
from haulage_adapters.wire.orders import OrderOut
from haulage_adapters.wire.tracking import TrackedDriverOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does


class BookedOrderOut(msgspec.Struct):
    order: OrderOut
    driver: TrackedDriverOut | None
    claim_state: ClaimState | None
    """Of the problem that was reported last and is not decided, or else of the last."""

    @classmethod
    def of(cls, booked: BookedOrder) -> "BookedOrderOut":
        return cls(
            OrderOut.of(booked.order, booked.view),
            TrackedDriverOut.of(booked.driver, booked.view),
            booked.claim.state if booked.claim else None,
        )


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


class NextOrderOut(msgspec.Struct):
    """One's next order, or else the latest that has ended. ``open`` counts those that have not ended.

    ``arrival_at`` is when its driver reaches the pickup or the dropoff, null while they go to neither.
    """

    as_of: Instant
    open: int
    order: "NextOrderFactsOut | None"

    @classmethod
    def of(cls, found: NextOrder) -> "NextOrderOut":
        facts = NextOrderFactsOut.of(found.order, found.live) if found.order else None
        return cls(found.as_of, found.open, facts)


class NextOrderFactsOut(Out):
    """Where an order stands, without anybody's name, address or position."""

    id: str
    number: int
    status: OrderStatus
    is_accepted: bool
    is_en_route: bool
    is_at_pickup: bool
    is_picked_up: bool
    has_failed: bool
    scheduled_time: Instant | None
    scheduled_until: Instant | None
    arrival_at: Instant | None

    @classmethod
    def of(cls, order: Order, live: Live | None) -> "NextOrderFactsOut":
        return cls.from_attributes(
            order,
            is_accepted=order.accepted_at is not None,
            is_en_route=order.en_route_at is not None,
            is_at_pickup=order.started_at is not None,
            is_picked_up=order.picked_up_at is not None,
            has_failed=order.failure is not None,
            arrival_at=live.arrival.at if live and live.arrival else None,
        )


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


@get(
    "/orders/booked/next",
    operation_id="get_next_order",
    summary="Where one's next order stands, or else the latest",
    tags=["orders"],
    opt=does(Action.LIST_ORDERS),
    responses=refusals(401),
)
async def get_next_order(marketplace: InjectedMarketplace, actor: InjectedActor) -> NextOrderOut:
    return NextOrderOut.of(await marketplace.orders.next(actor))


ROUTES = [list_booked_orders, get_booked_figures, get_next_order]
