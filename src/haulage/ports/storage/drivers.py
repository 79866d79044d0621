"""Storage of drivers, and of where each was last seen."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

import attrs

from haulage.drivers import DriverPosition, DriverProfile
from haulage.kernel.geo import Point
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class DriverRecord:
    """How many orders a driver has completed, how many of them were rated, and all their stars."""

    completed: int
    ratings: int
    stars: int


class DriverStore(Protocol):
    async def add(self, driver: DriverProfile) -> None: ...

    async def get(self, driver_id: str) -> DriverProfile | None: ...

    async def get_by_user(self, user_id: str) -> DriverProfile | None: ...

    async def timezone(self, driver_id: str) -> str | None:
        """The name of the zone that the driver wishes to live by, else that of their account (OP-92)."""
        ...

    async def timezones(self, driver_ids: Collection[str]) -> Mapping[str, str]:
        """:meth:`timezone` of each of these drivers whom there is."""
        ...

    async def save(self, before: DriverProfile, after: DriverProfile) -> DriverProfile:
        """Like ``OrderStore.save``."""
        ...

    async def remove(self, driver: DriverProfile) -> None:
        """The profile of a driver who never drove. Raises ``Conflict`` where somebody changed it."""
        ...

    async def list(
        self, page: PageRequest, *, online: bool | None = None, approved: bool | None = None
    ) -> Page[DriverProfile]:
        """Newest first."""
        ...

    async def changed(self, page: PageRequest) -> Page[DriverProfile]:
        """Drivers who changed their vehicle or plate since an administrator looked, those that changed first
        before the others."""
        ...

    async def set_position(
        self, position: DriverPosition, now: datetime | None = None, *, even_if_older: bool = False
    ) -> None:
        """Keep the position unless a newer one is known; *now* is when it came, if later than it.

        *even_if_older* is for where the one that is known turned out to be wrong.
        """
        ...

    async def position(self, driver_id: str) -> DriverPosition | None: ...

    async def positions(self, driver_ids: Sequence[str]) -> dict[str, DriverPosition]: ...

    async def seen_before(self, at: datetime, limit: int) -> Sequence[str]:
        """Drivers who were last seen before this instant."""
        ...

    async def forget_position(self, driver_id: str, before: datetime) -> bool:
        """Delete the last position if it is from before this instant; whether it was."""
        ...

    async def available_near(self, point: Point, max_miles: float, limit: int) -> Sequence["NearbyDriver"]:
        """Approved, online, available drivers without a job in hand, within so many miles as the crow flies.

        The nearest first. Answered by the index on grid cells (MAT-16).
        """
        ...

    async def approved_near(self, point: Point, max_miles: float, limit: int) -> Sequence["NearbyDriver"]:
        """Drivers who may work last seen within so many miles, whatever they are doing, the nearest first."""
        ...

    async def around(
        self, point: Point, max_miles: float, limit: int, *, free: bool = False
    ) -> Sequence["FleetEntry"]:
        """Drivers last seen within so many miles, the nearest first, whatever they are doing; with *free*
        only those of ``available_near``."""
        ...

    async def named(self, search: str, limit: int) -> Sequence["FleetEntry"]:
        """Drivers whose name or address holds the text, in any case, or whose id it is; by name."""
        ...

    async def entries(self, driver_ids: Sequence[str]) -> Sequence["FleetEntry"]:
        """These drivers, whatever they are doing; ids that no driver has are left out."""
        ...

    async def mark_changed(self, driver_id: str, now: datetime) -> None:
        """Let ``changed_since`` show the driver again, because a job was taken or ended."""
        ...

    async def changed_since(
        self, since: datetime | None, after: str | None, limit: int
    ) -> Sequence["FleetEntry"]:
        """Drivers whose profile, position or work changed at or after *since*, by id, ids above *after*."""
        ...


@attrs.frozen
class FleetEntry:
    """A driver as the fleet index needs them. ``busy`` is having a job in hand now (OP-95)."""

    driver: DriverProfile
    position: DriverPosition | None
    busy: bool
    changed_at: datetime


@attrs.frozen
class NearbyDriver:
    """A driver who could come, and how far away they were last seen."""

    driver: DriverProfile
    position: DriverPosition
    miles: float
