"""What may be booked between two places, before anything else is asked (OP-62, OP-102)."""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import RuleBroken
from haulage.kernel.geo import Point
from haulage.kernel.policy import Action, authorize
from haulage.kernel.services import ServiceType
from haulage.ports.runtime.clock import Clock
from haulage.service_area import ServiceArea
from haulage.use_cases.authority.trip_authority import TripAuthority


@attrs.frozen
class BookableService:
    """A service between two places; ``refused`` is why it cannot be booked there, None where it can."""

    service: ServiceType
    refused: RuleBroken | None


@attrs.frozen
class CheckTrip:
    """Stores nothing and counts nothing."""

    clock: Clock
    area: ServiceArea
    trips: TripAuthority

    async def __call__(
        self, actor: Actor, pickup: Point, dropoff: Point, at: datetime | None = None
    ) -> Sequence[BookableService]:
        """Each service, for now or at a time. Raises ``OutsideServiceArea`` or ``Unavailable``."""
        authorize(actor, Action.CALCULATE_FARE)
        self.area.require_trip(pickup, dropoff)
        at = at or self.clock.now()
        return [await self._of(service, pickup, dropoff, at) for service in ServiceType]

    async def _of(self, service: ServiceType, pickup: Point, dropoff: Point, at: datetime) -> BookableService:
        try:
            await self.trips.require(service, pickup, dropoff, at)
        except RuleBroken as refused:
            return BookableService(service, refused)
        return BookableService(service, None)
