"""Where drivers have been: every fix that was ever taken, kept for 90 days."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.drivers import DriverPosition
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class StoredPosition:
    """A position as it was taken over: the driver's so many-th, and when the server heard of it."""

    number: int
    position: DriverPosition
    received_at: datetime


class PositionStore(Protocol):
    """A driver has one position an instant. The last one is also kept with the driver."""

    async def hold(self, driver_id: str) -> bool:
        """Until this unit ends nobody else adds to this driver's positions; False where there is no such
        driver."""
        ...

    async def known(self, driver_id: str, instants: Sequence[datetime]) -> frozenset[datetime]:
        """Those of the instants that have a position already."""
        ...

    async def trusted_before(self, driver_id: str, at: datetime) -> DriverPosition | None:
        """The newest position without a quality flag from before this instant."""
        ...

    async def newest_reachable(self, driver_id: str) -> DriverPosition | None:
        """The newest position that is no impossible jump."""
        ...

    async def since(self, driver_id: str, at: datetime, limit: int) -> Sequence[DriverPosition]:
        """Positions at this instant or later, oldest first."""
        ...

    async def add(self, positions: Sequence[DriverPosition], received_at: datetime) -> None:
        """Of one driver, at instants that have none yet, numbered on in the order given."""
        ...

    async def flag(self, positions: Sequence[DriverPosition]) -> None:
        """Give stored positions the quality flags of these."""
        ...

    async def history(
        self, driver_id: str, since: datetime, until: datetime, page: PageRequest
    ) -> Page[StoredPosition]:
        """From *since* on and before *until*, by time ascending (DRV-12); up to ``MAX_HISTORY_PAGE``."""
        ...

    async def last_number(self, driver_id: str) -> int:
        """The number of the position that was taken over last; 0 when there is none."""
        ...

    async def after(self, driver_id: str, number: int, limit: int) -> Sequence[StoredPosition]:
        """Behind *number*, in the order in which they were taken over."""
        ...

    async def forget_before(self, at: datetime, limit: int) -> int:
        """Delete the oldest positions from before this instant; how many there were."""
        ...


MAX_HISTORY_PAGE = 1_000
