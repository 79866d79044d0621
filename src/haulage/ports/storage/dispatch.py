"""Where the offers made to drivers are kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.dispatch import JobOffer
from haulage.kernel.geo import Point


class JobOfferStore(Protocol):
    """Part of the unit of work. Each change notifies the order, and the driver or all drivers."""

    async def add(self, offer: JobOffer) -> None:
        """``Conflict`` when its id is taken, or the order has an open offer and this is another."""
        ...

    async def get(self, offer_id: str) -> JobOffer | None: ...

    async def save(self, before: JobOffer, after: JobOffer) -> JobOffer:
        """Like ``OrderStore.save``."""
        ...

    async def open_of(self, order_id: str) -> JobOffer | None:
        """The order's one open offer."""
        ...

    async def of_order(self, order_id: str) -> Sequence[JobOffer]:
        """Everything that was ever offered of the order, oldest first."""
        ...

    async def open_to(self, driver_id: str) -> Sequence[JobOffer]:
        """What is offered to this driver alone, newest first."""
        ...

    async def drivers_with_open_offers(self) -> frozenset[str]:
        """Drivers whose turn it is for some order."""
        ...

    async def open_offers_around(
        self, point: Point, miles: float, driver_id: str, limit: int, *, only_appointments: bool = False
    ) -> Sequence[JobOffer]:
        """Open offers to all drivers with a pickup in the square around the circle, which this driver has
        neither refused nor had before, newest first; not to appointments while they have another job (OP-95).
        """
        ...

    async def ended_since(self, driver_id: str, since: datetime, limit: int) -> Sequence[JobOffer]:
        """The driver's own offers that ended at or after *since*, newest first."""
        ...

    async def ended_offers_around(
        self, point: Point, miles: float, since: datetime, limit: int
    ) -> Sequence[JobOffer]:
        """Offers to all drivers with a pickup in the square around the circle that ended at or after *since*,
        newest first."""
        ...
