"""Where driving is kept: each driver's stream, latest points, days, events and contests."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

import attrs

from haulage.behaviour import Contest, ContestStatus, DriverStream, DrivingEvent, Fix, Totals
from haulage.ports.storage.paging import Page, PageRequest

PLACE_DIGITS = 2
"""Ours: of a degree, about half a mile. An event's own place is a position of its driver like those of its
trace, and no score asks for it; so much tells its part of town and no longer its house."""


@attrs.frozen
class StoredDrivingEvent:
    """An event with what became of it; its trace is only there where it was asked for.

    Of a *forgotten* one there is no trace any more, and its place is rounded (:data:`PLACE_DIGITS`).
    """

    id: str
    driver_id: str
    event: DrivingEvent
    contest: Contest | None = None
    trace: tuple[Fix, ...] = ()
    forgotten: bool = False

    @property
    def resolved(self) -> bool:
        """Whether its contest has been decided (BEH-03)."""
        return self.contest is not None and self.contest.is_decided


class BehaviourStore(Protocol):
    async def lock_stream(self, driver_id: str) -> DriverStream:
        """The driver's stream, for this unit alone until it ends; a new one where there was none."""
        ...

    async def stream(self, driver_id: str) -> DriverStream:
        """The driver's stream as it is, to look at."""
        ...

    async def save_stream(self, driver_id: str, stream: DriverStream, now: datetime) -> None:
        """Keep the stream that this unit has locked."""
        ...

    async def add_points(self, driver_id: str, fixes: Sequence[Fix]) -> None:
        """Keep these points; an instant that is known stays as it is."""
        ...

    async def trim_points(self, driver_id: str, most: int, before: datetime) -> None:
        """Forget all but the newest, and none from *before* on (BEH-17)."""
        ...

    async def points(
        self, driver_id: str, start: datetime | None = None, end: datetime | None = None
    ) -> Sequence[Fix]:
        """Oldest first, those from *start* to *end*, both counted."""
        ...

    async def add_days(self, driver_id: str, days: Mapping[date, Totals]) -> None:
        """Add to what each day has."""
        ...

    async def days(self, driver_id: str, first: date, last: date) -> dict[date, Totals]:
        """Those from *first* to *last*, both counted, that anything is known of."""
        ...

    async def add_events(self, events: Sequence[StoredDrivingEvent]) -> None:
        """Keep these events with their traces; one that is known stays as it is."""
        ...

    async def events(self, driver_id: str, start: datetime, end: datetime) -> Sequence[StoredDrivingEvent]:
        """Those that began from *start* on and before *end*, without traces, oldest first."""
        ...

    async def event(self, event_id: str) -> StoredDrivingEvent | None:
        """One event with its trace."""
        ...

    async def stale_streams(self, before: datetime, limit: int) -> Sequence[str]:
        """Drivers whose streams remember places, all from before this instant; the oldest first."""
        ...

    async def forget_points(self, before: datetime, limit: int) -> int:
        """Delete the oldest points from before this instant; how many there were."""
        ...

    async def forget_traces(self, before: datetime, limit: int) -> int:
        """Events that began before this instant lose their traces, and their places are rounded; how many
        there were. What they come to in a score stays."""
        ...

    async def add_contest(self, contest: Contest) -> None:
        """``Conflict`` when the event was contested before."""
        ...

    async def save_contest(self, before: Contest, after: Contest) -> None:
        """Replace *before* by *after*; ``Conflict`` when its status is another by now."""
        ...

    async def contests(self, status: ContestStatus | None, page: PageRequest) -> Page[StoredDrivingEvent]:
        """The contested events, without traces, those contested last first."""
        ...
