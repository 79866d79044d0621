"""Orders and their logs in the database."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import (
    ColumnElement,
    RowMapping,
    TextClause,
    bindparam,
    exists,
    func,
    insert,
    select,
    update,
)

from haulage.dispatch import OfferState
from haulage.drivers import DriverPosition
from haulage.kernel.cargo import Item
from haulage.kernel.carrier import CarrierNeed
from haulage.kernel.errors import InvalidInput
from haulage.kernel.stop_access import NO_ACCESS, StopAccess
from haulage.kernel.vehicles import DrivenVehicle
from haulage.orders import (
    Cancellation,
    Contact,
    Failure,
    Order,
    OrderEvent,
    OrderStatus,
    PaymentStatus,
    Rating,
)
from haulage.orders.order import FIRST_ORDER_NUMBER
from haulage.ports.storage.drivers import DriverRecord
from haulage.ports.storage.orders import OrderFilter, OrderStore, SeenOrder
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.codec import from_json, to_json
from haulage_adapters.sql.order_search import found, is_found
from haulage_adapters.sql.order_text_rewrites import rewrite_batch
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.positions import position_of
from haulage_adapters.sql.rows import (
    attributes_of,
    columns_of,
    flat_names,
    place_of,
    place_row,
    save_unchanged,
)
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.tables import (
    ABANDONED,
    AVAILABLE,
    COMPLETED,
    ENGAGED,
    IN_HAND,
    WORKED,
    driver_last_positions,
    drivers,
    job_offers,
    order_events,
    order_numbers,
    orders,
    quotes,
)

WHAT = "order"
_ACCESS = ("pickup_access", "dropoff_access")
_NESTED = {
    "pickup",
    "dropoff",
    "contact",
    "items",
    "carrier_need",
    "cancellation",
    "rating",
    "failure",
    "driven",
    *_ACCESS,
}
_FLAT = flat_names(Order, without=_NESTED)
_ITEMS = tuple[Item, ...]
_EVENT = flat_names(OrderEvent, without=set())
Condition = ColumnElement[bool] | TextClause


# Asked for all the time: put together once.
_WORKED_BY = select(orders).where(orders.c.driver_id == bindparam("of_driver"), WORKED)
_SEEN = (
    select(
        orders,
        select(func.max(order_events.c.sequence))
        .where(order_events.c.order_id == orders.c.id)
        .scalar_subquery()
        .label("last_sequence"),
        *(column for column in driver_last_positions.columns if column.name not in ("driver_id", "cell")),
    )
    .outerjoin(driver_last_positions, driver_last_positions.c.driver_id == orders.c.driver_id)
    .where(orders.c.id.in_(bindparam("order_ids", expanding=True)))
)


class SqlOrderStore(OrderStore):
    def __init__(self, session: Session) -> None:
        self._session = session

    async def next_number(self) -> int:
        """A public number that no other order has; one drawn in vain is not drawn again in order."""
        drawn: int = await self._session.scalar(insert(order_numbers).returning(order_numbers.c.id))
        return FIRST_ORDER_NUMBER - 1 + drawn

    async def add(self, order: Order) -> None:
        """``Conflict`` when its id, number or quote is another order's, or its driver is not free."""
        await self._session.run(insert(orders), _row(order), what=WHAT)
        await self._session.run(update(quotes).where(quotes.c.id == order.quote_id).values(booked=True))

    async def rewrite_search_texts(self, limit: int) -> bool:
        """By a row of ``order_text_rewrites``."""
        return await rewrite_batch(self._session, limit)

    async def get(self, order_id: str) -> Order | None:
        return await self._one(orders.c.id == order_id)

    async def by_ids(self, order_ids: Sequence[str]) -> dict[str, Order]:
        rows = await self._session.rows(select(orders).where(orders.c.id.in_(order_ids)))
        return {row["id"]: _order(row) for row in rows}

    async def get_by_number(self, number: int) -> Order | None:
        return await self._one(orders.c.number == number)

    async def of_quote(self, quote_id: str) -> Order | None:
        """The one order that a quote was booked as."""
        return await self._one(orders.c.quote_id == quote_id)

    async def save(self, before: Order, after: Order) -> Order:
        """Replace *before* by *after* only if nobody else changed it, and count the version up.

        ``Conflict`` when the stored status or version is another, or when the driver would hold two
        orders for now.
        """
        return await save_unchanged(
            self._session, orders, before, after, _row, what=WHAT, same=("id", "status", "version")
        )

    async def list(self, wanted: OrderFilter, page: PageRequest) -> Page[Order]:
        """Newest first; the available ones oldest first. Those that are searched for, by their numbers."""
        if wanted.text and not wanted.available:
            return await self._search(wanted, wanted.text, page)
        statement = page_of(orders, page, oldest_first=wanted.available)
        rows = await self._session.rows(statement.where(*_conditions(wanted)))
        return _page(rows, page, _order)

    async def count_by_status(self, wanted: OrderFilter) -> dict[OrderStatus, int]:
        """Every status with its count, also where that is none."""
        rows = await self._session.rows(
            select(orders.c.status, func.count().label("count"))
            .where(*_conditions(wanted))
            .group_by(orders.c.status)
        )
        return dict.fromkeys(OrderStatus, 0) | {row["status"]: row["count"] for row in rows}

    async def holding_now(self, driver_id: str) -> Order | None:
        """The order that keeps a driver busy now: in progress, or assigned and for now (OP-95)."""
        return await self._one(orders.c.driver_id == driver_id, IN_HAND)

    async def worked_by(self, driver_id: str) -> Sequence[Order]:
        """The orders that are assigned to a driver or in progress."""
        return [_order(row) for row in await self._session.rows(_WORKED_BY, {"of_driver": driver_id})]

    async def engaged_drivers(
        self, start: datetime, end: datetime, *, apart_from: str | None = None
    ) -> frozenset[str]:
        """Drivers with an order whose pickup-to-completion window overlaps [start, end)."""
        others = () if apart_from is None else (orders.c.id != apart_from,)
        rows = await self._session.rows(
            select(orders.c.driver_id).where(
                ENGAGED, orders.c.window_from < end, orders.c.window_until > start, *others
            )
        )
        return frozenset(row["driver_id"] for row in rows)

    async def record_of(self, driver_id: str) -> DriverRecord:
        """The driver's completed orders, and what customers gave for them."""
        row = await self._session.row(
            select(
                func.count().label("completed"),
                func.count(orders.c.customer_rating).label("ratings"),
                func.coalesce(func.sum(orders.c.customer_rating), 0).label("stars"),
            ).where(orders.c.driver_id == driver_id, COMPLETED)
        )
        return DriverRecord(0, 0, 0) if row is None else DriverRecord(**row)

    async def abandoned(self, created_before: datetime, limit: int) -> Sequence[Order]:
        """Pending unpaid orders from before this instant, oldest first (OP-24)."""
        rows = await self._session.rows(
            select(orders)
            .where(ABANDONED, orders.c.created_at < created_before)
            .order_by(orders.c.created_at, orders.c.id)
            .limit(limit)
        )
        return [_order(row) for row in rows]

    async def append_event(self, event: OrderEvent) -> None:
        """Add to the order's log; ``Conflict`` when the sequence number is taken."""
        await self._session.run(insert(order_events), attributes_of(event, _EVENT), what=WHAT)

    async def next_sequence(self, order_id: str) -> int:
        """The next number of the order's log; the order stays locked until the unit ends.

        Without the lock two units would be given the same number, and one of them would fail.
        """
        await self._session.row(select(orders.c.id).where(orders.c.id == order_id).with_for_update())
        last: int | None = await self._session.scalar(
            select(func.max(order_events.c.sequence)).where(order_events.c.order_id == order_id)
        )
        return (last or 0) + 1

    async def seen(self, order_ids: Sequence[str]) -> dict[str, SeenOrder]:
        """Orders as those who watch them see them; ids that no order has are left out."""
        rows = await self._session.rows(_SEEN, {"order_ids": order_ids})
        return {row["id"]: SeenOrder(_order(row), row["last_sequence"] or 0, _seen_at(row)) for row in rows}

    async def events_after(self, order_id: str, sequence: int, limit: int) -> Sequence[OrderEvent]:
        """The log behind *sequence*, oldest first."""
        rows = await self._session.rows(
            select(order_events)
            .where(order_events.c.order_id == order_id, order_events.c.sequence > sequence)
            .order_by(order_events.c.sequence)
            .limit(limit)
        )
        return [OrderEvent(**columns_of(row, _EVENT)) for row in rows]

    async def _search(self, wanted: OrderFilter, text: str, page: PageRequest) -> Page[Order]:
        others = _conditions(attrs.evolve(wanted, text=None))
        indexed = OrderFilter(
            customer_id=wanted.customer_id, driver_id=wanted.driver_id, status=wanted.status
        )
        rows = await found(self._session, text, others, page, among=_conditions(indexed))
        return _page(rows, page, _order)

    async def _one(self, *conditions: Condition) -> Order | None:
        row = await self._session.row(select(orders).where(*conditions))
        return None if row is None else _order(row)


_page = page


def _conditions(wanted: OrderFilter) -> list[Condition]:
    """``created_from`` is inside and ``created_until`` is not, so that months join without overlap."""
    equal = {
        "number": wanted.number,
        "customer_id": wanted.customer_id,
        "driver_id": wanted.driver_id,
        "status": wanted.status,
        "service_type": wanted.service_type,
    }
    conditions: list[Condition] = [
        orders.c[name] == value for name, value in equal.items() if value is not None
    ]
    if wanted.created_from is not None:
        conditions.append(orders.c.created_at >= wanted.created_from)
    if wanted.created_until is not None:
        conditions.append(orders.c.created_at < wanted.created_until)
    if wanted.is_paid:
        conditions.append(orders.c.payment_status != PaymentStatus.UNPAID)
    if wanted.is_open:
        conditions.append(orders.c.status.not_in((OrderStatus.COMPLETED, OrderStatus.CANCELLED)))
    if wanted.available:
        conditions.append(AVAILABLE)
    if wanted.open_to is not None:
        conditions += [~_asked_of_another(wanted.open_to), ~_booked_by(wanted.open_to)]
    if wanted.text:
        conditions.append(is_found(wanted.text))
    return conditions


def _booked_by(driver_id: str) -> ColumnElement[bool]:
    """Whether the driver is the order's customer in person."""
    return exists().where(drivers.c.id == driver_id, drivers.c.user_id == orders.c.customer_id)


def _asked_of_another(driver_id: str) -> ColumnElement[bool]:
    offer = job_offers.c
    return exists().where(
        offer.order_id == orders.c.id, offer.state == OfferState.OPEN, offer.driver_id != driver_id
    )


def _row(order: Order) -> dict[str, Any]:
    return (
        attributes_of(order, _FLAT)
        | place_row("pickup_", order.pickup)
        | place_row("dropoff_", order.dropoff)
        | {"contact_name": order.contact.name, "contact_phone": order.contact.phone}
        | {"items": to_json(order.items, _ITEMS)}
        | {name: _access_row(getattr(order, name)) for name in _ACCESS}
        | _window_row(order)
        | _cancellation_row(order.cancellation)
        | _rating_row(order.rating)
        | _failure_row(order.failure)
        | {"carrier_need": to_json(order.carrier_need) if order.carrier_need else None}
        | {"driven_with": to_json(order.driven) if order.driven else None}
    )


def _access_row(access: StopAccess) -> Any:
    return None if access == NO_ACCESS else to_json(access)


def _access(written: Any) -> StopAccess:
    return NO_ACCESS if written is None else from_json(written, StopAccess)


def _window_row(order: Order) -> dict[str, Any]:
    try:
        begins, ends = order.window or (None, None)
    except OverflowError:
        raise InvalidInput("scheduled_time", "is too far in the future") from None
    return {"window_from": begins, "window_until": ends}


def _cancellation_row(cancellation: Cancellation | None) -> dict[str, Any]:
    return {
        "cancelled_at": cancellation and cancellation.at,
        "cancelled_by": cancellation and cancellation.by,
        "cancellation_reason": cancellation and cancellation.reason,
        "cancellation_fee_cents": cancellation and cancellation.fee_cents,
    }


def _seen_at(row: RowMapping) -> DriverPosition | None:
    return None if row["at"] is None else position_of(row)


def _order(row: RowMapping) -> Order:
    return Order(
        **columns_of(row, _FLAT),
        pickup=place_of(row, "pickup_"),
        dropoff=place_of(row, "dropoff_"),
        contact=Contact(row["contact_name"], row["contact_phone"]),
        items=from_json(row["items"], _ITEMS),
        pickup_access=_access(row["pickup_access"]),
        dropoff_access=_access(row["dropoff_access"]),
        cancellation=_cancellation(row),
        rating=_rating(row),
        failure=_failure(row),
        carrier_need=from_json(row["carrier_need"], CarrierNeed) if row["carrier_need"] else None,
        driven=from_json(row["driven_with"], DrivenVehicle) if row["driven_with"] else None,
    )


def _cancellation(row: RowMapping) -> Cancellation | None:
    if row["cancelled_at"] is None:
        return None
    return Cancellation(
        at=row["cancelled_at"],
        by=row["cancelled_by"],
        reason=row["cancellation_reason"],
        fee_cents=row["cancellation_fee_cents"],
    )


def _rating_row(rating: Rating | None) -> dict[str, Any]:
    return {
        "customer_rating": rating and rating.stars,
        "customer_feedback": rating and rating.feedback,
        "rated_at": rating and rating.at,
    }


def _rating(row: RowMapping) -> Rating | None:
    if row["customer_rating"] is None:
        return None
    return Rating(row["customer_rating"], row["customer_feedback"] or "", row["rated_at"])


def _failure_row(failure: Failure | None) -> dict[str, Any]:
    return {
        "failed_at": failure and failure.at,
        "failure_reason": failure and failure.reason,
        "failure_note": failure and failure.note,
        "failure_seen_there": failure and failure.seen_there,
        "returned_at": failure and failure.returned_at,
    }


def _failure(row: RowMapping) -> Failure | None:
    if row["failed_at"] is None:
        return None
    return Failure(
        at=row["failed_at"],
        reason=row["failure_reason"],
        note=row["failure_note"] or "",
        seen_there=bool(row["failure_seen_there"]),
        returned_at=row["returned_at"],
    )
