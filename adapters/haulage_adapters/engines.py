"""The engines that need no storage: the light half of the assembly, for commands without a database."""

from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Point
from haulage.ports.maps import Location, Places, Routes, Suggestion
from haulage_adapters.embedded.calibrated import CalibratedRoutes


def routes() -> Routes:
    """The engine that finds ways."""
    return CalibratedRoutes()


class _NoPlaces:
    """Knows no place, until an index is there."""

    async def suggest(
        self, text: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Suggestion, ...]:
        return ()

    async def details(self, place_id: str) -> Location:
        raise NotFound("Place")

    async def geocode(
        self, address: str, *, near: Point | None = None, limit: int = 5
    ) -> tuple[Location, ...]:
        return ()

    async def reverse(self, point: Point) -> Location | None:
        return None

    async def popular(self) -> tuple[Suggestion, ...]:
        return ()


def places() -> Places:
    """The engine that finds places."""
    return _NoPlaces()
