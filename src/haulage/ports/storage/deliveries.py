"""What is written down of deliveries, beside their orders."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.deliveries import DeliveryLog, DriverAction
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class StoredAction:
    """An action with the driver's turn that it belongs to."""

    delivery_id: str
    action: DriverAction


@attrs.frozen
class Mileage:
    """How far a driver drove with an order, from its start to its end. Before ``recorded_at`` nobody has
    looked; *miles* is None afterwards where there were no positions."""

    order_id: str
    driver_id: str
    started_at: datetime
    ended_at: datetime | None = None
    miles: float | None = None
    recorded_at: datetime | None = None


class DeliveryStore(Protocol):
    """A driver's turn at an order has one log. Whoever changes one holds the driver's positions
    (``PositionStore.hold``) until the unit ends, so that no two change it at once."""

    async def log(self, delivery_id: str) -> DeliveryLog:
        """An empty one where nothing was written down yet."""
        ...

    async def logs(self, delivery_ids: Sequence[str]) -> Mapping[str, DeliveryLog]:
        """Those that have something in them."""
        ...

    async def save_log(
        self, delivery_id: str, order_id: str, driver_id: str, log: DeliveryLog, now: datetime
    ) -> None:
        """In place of what was written down before."""
        ...

    async def begin_mileage(self, mileage: Mileage) -> None:
        """Changes nothing where this driver's mileage with this order is known already."""
        ...

    async def mileage(self, order_id: str, driver_id: str) -> Mileage | None: ...

    async def unrecorded_mileage(
        self, started_before: datetime, limit: int, driver_id: str | None = None
    ) -> Sequence[Mileage]:
        """Of orders that have ended, the oldest first; with *driver_id* only this driver's."""
        ...

    async def driven(self, driver_id: str, since: datetime, until: datetime) -> Sequence[Mileage]:
        """With orders that are this driver's still, begun from *since* on and before *until*, the latest
        first."""
        ...

    async def list_driven(
        self, driver_id: str, since: datetime, until: datetime, request: PageRequest
    ) -> Page[Mileage]:
        """The same in pages."""
        ...

    async def save_mileage(self, mileage: Mileage) -> None:
        """In place of what was written down before."""
        ...

    async def actions_by_client(
        self, driver_id: str, client_ids: Sequence[str]
    ) -> Mapping[str, StoredAction]:
        """Those of the driver's actions that are known under these ids."""
        ...

    async def actions(self, delivery_id: str) -> Sequence[DriverAction]:
        """All that were told of a turn, in no particular order."""
        ...

    async def add_actions(
        self, driver_id: str, order_id: str, actions: Sequence[StoredAction], now: datetime
    ) -> None:
        """Of one order, under client ids that are not known yet."""
        ...
