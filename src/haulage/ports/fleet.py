"""The drivers of a process's own memory, arranged so that the best for a job are found at once."""

from collections.abc import Iterable
from typing import Protocol

from haulage.matching import DEFAULT_TOP, FleetDriver, MatchRequest, MatchResult, Position


class FleetIndex(Protocol):
    """A fleet that answers exactly: every implementation gives the same list, ties included.

    Synchronous and in memory, for one thread. Each server process holds its own and feeds it from
    the stream of positions; nothing is lost with it that storage does not have.
    """

    def __len__(self) -> int:
        """How many drivers are known, with or without a location."""
        ...

    def upsert(self, driver: FleetDriver) -> None:
        """Add the driver, or replace everything known of the one with this id, location included.

        A driver without a location is kept and never matched.
        """
        ...

    def move_many(self, positions: Iterable[Position]) -> int:
        """Apply positions and say how many counted.

        Positions of unknown drivers, and any older than the one known, are passed over. When one
        driver is named twice the latest counts.
        """
        ...

    def remove(self, driver_id: str) -> bool:
        """Forget the driver; False when there was none."""
        ...

    def find(self, driver_id: str) -> FleetDriver | None:
        """The driver, where they are now."""
        ...

    def top(self, request: MatchRequest, k: int = DEFAULT_TOP) -> list[MatchResult]:
        """The best *k*, best first; fewer when fewer fit. ``InvalidInput`` when *k* is below 1."""
        ...
