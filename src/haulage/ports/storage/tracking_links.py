"""Links by which an order is shared. What signs them is not kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from haulage.orders.sharing import TrackingLink


class TrackingLinkStore(Protocol):
    """An order has one link at most that is not revoked."""

    async def add(self, link: TrackingLink) -> None:
        """``Conflict`` when the order has one already."""
        ...

    async def get(self, link_id: str) -> TrackingLink | None: ...

    async def by_ids(self, link_ids: Sequence[str]) -> dict[str, TrackingLink]: ...

    async def shared(self, order_id: str) -> TrackingLink | None:
        """The order's link that is not revoked; it may have expired."""
        ...

    async def revoke(self, link: TrackingLink, now: datetime) -> None:
        """Mark it as revoked, if it is not yet."""
        ...
