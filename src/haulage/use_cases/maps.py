"""Geocoding and routes for whoever plans a trip, signed in or not."""

from datetime import datetime

import attrs

from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Point
from haulage.kernel.policy import Action, authorize
from haulage.ports.maps.places import Location, Places, Suggestion
from haulage.ports.maps.routes import MAX_POPULAR_PLACES, Route, Routes
from haulage.ports.runtime.clock import Clock
from haulage.service_area import ServiceArea


@attrs.frozen
class MapUseCases:
    """What the maps' engines know; each refuses with ``Unavailable`` when it cannot answer."""

    places: Places
    routes: Routes
    clock: Clock
    area: ServiceArea

    async def suggest(
        self, actor: Actor, text: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Suggestion, ...]:
        """What the person who typed this may mean (MAP-02)."""
        authorize(actor, Action.FIND_PLACES)
        return await self.places.suggest(text, near=near, limit=limit)

    async def popular(self, actor: Actor) -> tuple[Suggestion, ...]:
        """Offered before anything is typed (MAP-11): what nobody could book is not among it."""
        authorize(actor, Action.FIND_PLACES)
        served = [each for each in await self.places.popular() if await self._serves(each)]
        return tuple(served[:MAX_POPULAR_PLACES])

    async def _serves(self, offered: Suggestion) -> bool:
        location = await self.places.details(offered.place_id)
        return location.judged_by(self.area).outside is None

    async def details(self, actor: Actor, place_id: str) -> Location:
        """Raises ``NotFound``."""
        authorize(actor, Action.FIND_PLACES)
        return (await self.places.details(place_id)).judged_by(self.area)

    async def geocode(
        self, actor: Actor, address: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Location, ...]:
        """The locations of an address that is written out."""
        authorize(actor, Action.FIND_PLACES)
        found = await self.places.geocode(address, near=near, limit=limit)
        return tuple(each.judged_by(self.area) for each in found)

    async def reverse(self, actor: Actor, point: Point) -> Location:
        """The address at a position. Raises ``NotFound`` where there is none."""
        authorize(actor, Action.FIND_PLACES)
        found = await self.places.reverse(point)
        if found is None:
            raise NotFound("Address")
        return found.judged_by(self.area)

    async def service_area(self, actor: Actor) -> ServiceArea:
        """Where trips may begin and end."""
        authorize(actor, Action.FIND_PLACES)
        return self.area

    async def alternatives(
        self, actor: Actor, start: Point, end: Point, *, at: datetime | None = None
    ) -> tuple[Route, ...]:
        """The routes between two positions, best first; for setting out now when *at* is None."""
        authorize(actor, Action.FIND_ROUTES)
        return await self.routes.alternatives(start, end, at=at or self.clock.now())
