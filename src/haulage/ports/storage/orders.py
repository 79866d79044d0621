"""Storage of orders, their events, and what is read of them for streams."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.drivers import DriverPosition
from haulage.kernel.services import ServiceType
from haulage.orders import Order, OrderEvent, OrderStatus
from haulage.ports.storage.drivers import DriverRecord
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class OrderFilter:
    """Which orders to list (ORD-07); what is None does not narrow.

    ``available`` keeps only paid, pending orders without a driver, oldest first; every other list is
    newest first. ``open_to`` leaves out of these what is offered to another driver than this one just now,
    and what this one has declined.
    ``is_paid`` leaves out what nobody has paid for, and ``is_open`` what has ended. ``number`` is an order's
    public number, which no other has.
    ``text`` is an order's number or id, or part of a name, an address or what is carried, in any case; the
    customer's and the driver's names and mail addresses count, so that it is for administrators alone.
    """

    number: int | None = None
    customer_id: str | None = None
    driver_id: str | None = None
    status: OrderStatus | None = None
    service_type: ServiceType | None = None
    created_from: datetime | None = None
    created_until: datetime | None = None
    available: bool = False
    open_to: str | None = None
    is_paid: bool = False
    is_open: bool = False
    text: str | None = None


@attrs.frozen
class SeenOrder:
    """An order with the newest number in its log, 0 for none, and where its driver was last."""

    order: Order
    last_sequence: int
    position: DriverPosition | None


class OrderStore(Protocol):
    async def next_number(self) -> int:
        """A public number that no other order has, from ``FIRST_ORDER_NUMBER`` upward."""
        ...

    async def add(self, order: Order) -> None: ...

    async def rewrite_search_texts(self, limit: int) -> bool:
        """Put changed names into the search texts of so many older orders of one person; whether anybody's
        were left to be rewritten. Those of the newest orders change with the name."""
        ...

    async def get(self, order_id: str) -> Order | None: ...

    async def by_ids(self, order_ids: Sequence[str]) -> dict[str, Order]: ...

    async def get_by_number(self, number: int) -> Order | None: ...

    async def of_quote(self, quote_id: str) -> Order | None:
        """The one order that a quote was booked as; the store keeps it to one."""
        ...

    async def save(self, before: Order, after: Order) -> Order:
        """Replace *before* by *after* only if nobody else changed it, and count the version up.

        Raises ``Conflict`` when status or version in the store are not those of *before*.
        """
        ...

    async def list(self, wanted: OrderFilter, page: PageRequest) -> Page[Order]: ...

    async def count_by_status(self, wanted: OrderFilter) -> dict[OrderStatus, int]: ...

    async def holding_now(self, driver_id: str) -> Order | None:
        """The order that keeps a driver busy now: in progress, or assigned and for now (OP-95)."""
        ...

    async def worked_by(self, driver_id: str) -> Sequence[Order]:
        """The orders that are assigned to a driver or in progress."""
        ...

    async def held_on_conditions(self, after: str | None, limit: int) -> Sequence[Order]:
        """Assigned orders that need a carrier's credentials, or whose driver's documents have lapsed, by id,
        ids above *after*."""
        ...

    async def engaged_drivers(
        self, start: datetime, end: datetime, *, apart_from: str | None = None
    ) -> frozenset[str]:
        """Drivers with an order whose pickup-to-completion window overlaps [start, end) (OP-95).

        *apart_from* is an order that does not count, because it is about to be moved.
        """
        ...

    async def record_of(self, driver_id: str) -> DriverRecord:
        """The driver's completed orders, and what customers gave for them (OP-27)."""
        ...

    async def abandoned(self, created_before: datetime, limit: int) -> Sequence[Order]:
        """Pending unpaid orders from before this instant, oldest first (OP-24)."""
        ...

    async def append_event(self, event: OrderEvent) -> None:
        """Add to the order's log; ``Conflict`` when the sequence number is taken."""
        ...

    async def next_sequence(self, order_id: str) -> int: ...

    async def seen(self, order_ids: Sequence[str]) -> dict[str, SeenOrder]:
        """Orders as those who watch them see them; ids that no order has are left out."""
        ...

    async def events_after(self, order_id: str, sequence: int, limit: int) -> Sequence[OrderEvent]:
        """The log behind *sequence*, oldest first."""
        ...
