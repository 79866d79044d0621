"""What the overview reads, across all that is stored."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.kernel.geo import Place, Point
from haulage.kernel.services import ServiceType
from haulage.orders import OrderStatus
from haulage.overview import Figures, Paid, Span, Waiting


@attrs.frozen
class OnlineDriver:
    """A driver who is online; without a position where none is stored."""

    id: str
    name: str
    is_busy: bool
    point: Point | None
    heading: float | None
    seen_at: datetime | None


@attrs.frozen
class OrderUnderWay:
    """An order that has a driver and has not ended."""

    id: str
    number: int
    status: OrderStatus
    driver_id: str
    pickup: Place
    dropoff: Place
    is_picked_up: bool


class OverviewStore(Protocol):
    """Part of the unit of work; changes nothing."""

    async def waiting(self, now: datetime, most: int) -> Waiting:
        """Each counted up to *most*."""
        ...

    async def figures(self, spans: Sequence[Span]) -> Sequence[Figures]:
        """Of each span, in their order. Spans may overlap."""
        ...

    async def paid_by_service(self, spans: Sequence[Span]) -> Sequence[Mapping[ServiceType, Paid]]:
        """Of each span, in their order; a service without an order that was paid then is left out."""
        ...

    async def count_online(self) -> int: ...

    async def online_drivers(self, limit: int) -> Sequence[OnlineDriver]:
        """So many, by id."""
        ...

    async def orders_under_way(self, limit: int) -> Sequence[OrderUnderWay]:
        """So many."""
        ...
