"""The engines that need no storage: the light half of the assembly, for commands without a database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from haulage.kernel.errors import NotFound
from haulage.kernel.geo import Point
from haulage.ports.maps import Location, Places, Routes, Suggestion
from haulage_adapters.embedded.calibrated import CalibratedRoutes
from haulage_adapters.settings import RoutesEngine, RoutesTraffic, Settings


@asynccontextmanager
async def open_routes(settings: Settings) -> AsyncIterator[Routes]:
    """The engine that finds ways; leaving the context closes its connections."""
    if settings.routes_engine == RoutesEngine.EMBEDDED:
        yield CalibratedRoutes()
        return
    from haulage_adapters.embedded.calibrated.traffic import Traffic
    from haulage_adapters.outside.line import Limits, Line
    from haulage_adapters.outside.memory import Memory
    from haulage_adapters.road_engines import REMEMBERED_SECONDS, Dialect, Osrm, RoadEngine, Valhalla

    dialects: dict[RoutesEngine, type[Dialect]] = {RoutesEngine.OSRM: Osrm, RoutesEngine.VALHALLA: Valhalla}
    free_flow = settings.routes_traffic == RoutesTraffic.FREE_FLOW
    limits = Limits(budget_seconds=settings.routes_budget, attempt_seconds=settings.routes_attempt)
    engine = RoadEngine(
        dialects[settings.routes_engine](),
        Line(settings.routes_url or "", limits=limits),
        traffic=Traffic() if free_flow else None,
        ways=Memory(size=settings.routes_cache, seconds=REMEMBERED_SECONDS),
        legs=Memory(size=settings.routes_cache, seconds=REMEMBERED_SECONDS),
    )
    try:
        yield engine
    finally:
        await engine.aclose()


def display_routes() -> Routes:
    """What stands in for a failed engine where a time is only shown; never for a price (OP-63)."""
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
