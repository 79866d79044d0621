"""Find available drivers near a place (MAT-16)."""

from collections.abc import Sequence

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.measures import finite
from haulage.kernel.policy import Action, authorize
from haulage.ports.storage.drivers import NearbyDriver
from haulage.ports.storage.unit_of_work import Storage

STANDARD_MILES = 20.0  # MAT-16
MOST_MILES = 100.0
"""Ours: nobody drives further to a pickup."""

MOST_DRIVERS = 100


@attrs.frozen
class FindNearbyDrivers:
    """Finds available drivers around a place.

    Asked of the database, so that no process needs the whole fleet in its memory for it.
    """

    storage: Storage

    async def __call__(
        self, actor: Actor, pickup: Point, max_distance: float = STANDARD_MILES, limit: int = 20
    ) -> Sequence[NearbyDriver]:
        """Approved drivers who are online, available and without a job in hand, the nearest first."""
        authorize(actor, Action.FIND_AVAILABLE_DRIVERS)
        if not 0 < finite(max_distance, field="max_distance") <= MOST_MILES:
            raise InvalidInput("max_distance", f"must be more than 0 and at most {MOST_MILES:.0f} miles")
        if not 1 <= limit <= MOST_DRIVERS:
            raise InvalidInput("limit", f"must be between 1 and {MOST_DRIVERS}")
        return await self.storage.read(lambda unit: unit.drivers.available_near(pickup, max_distance, limit))
