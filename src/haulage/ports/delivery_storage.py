"""What is written down of deliveries, beside their orders."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from haulage.deliveries import DeliveryLog


class DeliveryStore(Protocol):
    """A driver's turn at an order has one log. Whoever changes one holds the driver's positions
    (``PositionStore.hold``) until the unit ends, so that no two change it at once."""

    async def log(self, delivery_id: str) -> DeliveryLog:
        """An empty one where nothing was written down yet."""
        ...

    async def logs(self, delivery_ids: Sequence[str]) -> Mapping[str, DeliveryLog]:
        """Those that have something in them."""
        ...

    async def keep(
        self, delivery_id: str, order_id: str, driver_id: str, log: DeliveryLog, now: datetime
    ) -> None:
        """In place of what was written down before."""
        ...
