"""The engines that need no storage: the light half of the assembly, for commands without a database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from haulage.ports.maps import Places, Routes
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


SERVER_PATIENCE_SECONDS = 2.5
"""A request waits so long for an index that is still being built at the first start."""


def places(data: Path | None = None) -> Places:
    """The engine that finds places; a server keeps its index in the data folder, a command in the cache."""
    from haulage_adapters.embedded.gazetteer import EmbeddedPlaces

    if data is None:
        return EmbeddedPlaces()
    return EmbeddedPlaces(data / "places", patience_seconds=SERVER_PATIENCE_SECONDS)


async def prepare_places(engine: Places) -> None:
    """Open what the engine needs before anybody asks."""
    from haulage_adapters.embedded.gazetteer import EmbeddedPlaces

    if isinstance(engine, EmbeddedPlaces):
        await engine.prepare()
