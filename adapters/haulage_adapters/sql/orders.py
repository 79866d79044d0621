"""Orders and their logs in the database."""

from collections.abc import Sequence
from datetime import datetime

import attrs
from sqlalchemy import (
    ColumnElement,
    RowMapping,
    TextClause,
    bindparam,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from haulage.dispatch import OfferState
from haulage.drivers import DriverPosition
from haulage.orders import Order, OrderEvent, OrderStatus, PaymentStatus
from haulage.orders.order import FIRST_ORDER_NUMBER
from haulage.ports.storage.drivers import DriverRecord
from haulage.ports.storage.orders import OrderFilter, OrderStore, SeenOrder
from haulage.ports.storage.paging import Page, PageRequest
from haulage_adapters.sql.job_offers import has_declined
from haulage_adapters.sql.order_rows import order_of, order_row
from haulage_adapters.sql.order_search import found, is_found
from haulage_adapters.sql.order_text_rewrites import rewrite_batch
from haulage_adapters.sql.paging import page, page_of
from haulage_adapters.sql.positions import position_of
from haulage_adapters.sql.rows import (
    attributes_of,
    columns_of,
    flat_names,
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
        await self._session.run(insert(orders), order_row(order), what=WHAT)
        await self._session.run(update(quotes).where(quotes.c.id == order.quote_id).values(booked=True))

    async def rewrite_search_texts(self, limit: int) -> bool:
        """By a row of ``order_text_rewrites``."""
        return await rewrite_batch(self._session, limit)

    async def get(self, order_id: str) -> Order | None:
        return await self._one(orders.c.id == order_id)

    async def by_ids(self, order_ids: Sequence[str]) -> dict[str, Order]:
        rows = await self._session.rows(select(orders).where(orders.c.id.in_(order_ids)))
        return {row["id"]: order_of(row) for row in rows}

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
            self._session, orders, before, after, order_row, what=WHAT, same=("id", "status", "version")
        )

    async def list(self, wanted: OrderFilter, page: PageRequest) -> Page[Order]:
        """Newest first; the available ones oldest first. Those that are searched for, by their numbers."""
        if wanted.text and not wanted.available:
            return await self._search(wanted, wanted.text, page)
        statement = page_of(orders, page, oldest_first=wanted.available)
        rows = await self._session.rows(statement.where(*_conditions(wanted)))
        return _page(rows, page, order_of)

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
        return [order_of(row) for row in await self._session.rows(_WORKED_BY, {"of_driver": driver_id})]

    async def held_on_conditions(self, after: str | None, limit: int) -> Sequence[Order]:
        """By the index of what has a driver: there is little of it at a time."""
        conditional = or_(orders.c.carrier_need.is_not(None), drivers.c.documents_lapsed_at.is_not(None))
        wanted = (
            select(orders)
            .join(drivers, drivers.c.id == orders.c.driver_id)
            .where(WORKED, orders.c.status == OrderStatus.ASSIGNED, conditional)
        )
        if after is not None:
            wanted = wanted.where(orders.c.id > after)
        return [order_of(row) for row in await self._session.rows(wanted.order_by(orders.c.id).limit(limit))]

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
        return [order_of(row) for row in rows]

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
        return {row["id"]: SeenOrder(order_of(row), row["last_sequence"] or 0, _seen_at(row)) for row in rows}

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
        return _page(rows, page, order_of)

    async def _one(self, *conditions: Condition) -> Order | None:
        row = await self._session.row(select(orders).where(*conditions))
        return None if row is None else order_of(row)


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
        conditions += [
            ~_asked_of_another(wanted.open_to),
            ~_booked_by(wanted.open_to),
            ~has_declined(wanted.open_to),
        ]
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


def _seen_at(row: RowMapping) -> DriverPosition | None:
    return None if row["at"] is None else position_of(row)
