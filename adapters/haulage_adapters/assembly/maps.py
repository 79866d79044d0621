"""Which map engines the settings choose. Commands without a database use it too: it loads nothing heavy."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import attrs

from haulage.ports.maps.places import Places
from haulage.ports.maps.roads import SpeedLimits
from haulage.ports.maps.routes import Routes
from haulage.service_area import ServiceArea
from haulage_adapters.embedded.calibrated import CalibratedRoutes
from haulage_adapters.embedded.unknown_limits import UnknownLimits
from haulage_adapters.settings import RoutesEngine, RoutesTraffic, Settings
from haulage_adapters.simulated.speed_limits import SimulatedLimits


@asynccontextmanager
async def open_routes(settings: Settings) -> AsyncIterator[Routes]:
    """The engine that finds routes; leaving the context closes its connections."""
    if settings.routes_engine == RoutesEngine.EMBEDDED:
        yield CalibratedRoutes()
        return
    from haulage_adapters.embedded.calibrated.traffic import Traffic
    from haulage_adapters.http_client.client import Limits, ServiceClient
    from haulage_adapters.http_client.ttl_cache import TtlCache
    from haulage_adapters.road_engines import REMEMBERED_SECONDS, EngineProtocol, Osrm, RoadEngine, Valhalla

    protocols: dict[RoutesEngine, type[EngineProtocol]] = {
        RoutesEngine.OSRM: Osrm,
        RoutesEngine.VALHALLA: Valhalla,
    }
    free_flow = settings.routes_traffic == RoutesTraffic.FREE_FLOW
    limits = Limits(budget_seconds=settings.routes_budget, attempt_seconds=settings.routes_attempt)
    engine = RoadEngine(
        protocols[settings.routes_engine](),
        ServiceClient(settings.routes_url or "", limits=limits),
        traffic=Traffic() if free_flow else None,
        routes=TtlCache(size=settings.routes_cache, seconds=REMEMBERED_SECONDS),
        legs=TtlCache(size=settings.routes_cache, seconds=REMEMBERED_SECONDS),
    )
    try:
        yield engine
    finally:
        await engine.aclose()


@asynccontextmanager
async def open_limits(settings: Settings) -> AsyncIterator[SpeedLimits]:
    """What knows speed limits; leaving the context closes its connections."""
    if settings.demo or settings.routes_engine != RoutesEngine.VALHALLA:
        yield limits_at_hand(settings)
        return
    from haulage_adapters.http_client.client import ServiceClient
    from haulage_adapters.road_engines import PATIENCE, MatchedLimits

    budget = min(PATIENCE.budget_seconds, settings.routes_budget)
    engine = MatchedLimits(
        ServiceClient(settings.routes_url or "", limits=attrs.evolve(PATIENCE, budget_seconds=budget))
    )
    try:
        yield engine
    finally:
        await engine.aclose()


def limits_at_hand(settings: Settings) -> SpeedLimits:
    """Made-up limits for the demonstration, and none for anybody else (OP-65): what needs no engine."""
    return SimulatedLimits() if settings.demo else UnknownLimits()


def display_routes() -> Routes:
    """What stands in for a failed engine where a time is only shown; never for a price (OP-63)."""
    return CalibratedRoutes()


SERVER_PATIENCE_SECONDS = 2.5
"""A question that needs an index which is still being built at the first start waits so long."""


def places(data: Path) -> Places:
    """The engine that finds places for a server, which keeps its index in the data folder."""
    from haulage_adapters.embedded.gazetteer import EmbeddedPlaces

    return EmbeddedPlaces(_places_folder(data), patience_seconds=SERVER_PATIENCE_SECONDS)


def places_at_hand(report: Callable[[str], None]) -> Places:
    """The same for one command, with the index in the user's cache; *report* receives what takes long."""
    from haulage_adapters.embedded.gazetteer import EmbeddedPlaces

    return EmbeddedPlaces(report=report)


async def prepare_places(engine: Places) -> None:
    """Open what the engine needs before anybody asks."""
    from haulage_adapters.embedded.gazetteer import EmbeddedPlaces

    if isinstance(engine, EmbeddedPlaces):
        await engine.prepare()


async def build_places(data: Path | None, report: Callable[[str], None]) -> Path:
    """Build the index for the servers of a data folder, or for this user; the file that holds it.

    Raises ``Unavailable`` where it cannot be built or kept.
    """
    from haulage_adapters.embedded.gazetteer import store

    return await store.build(None if data is None else _places_folder(data), report)


def _places_folder(data: Path) -> Path:
    return data / "places"


def service_area_at_hand() -> ServiceArea:
    """Where trips may begin and end by the settings, for a command that opens no marketplace."""
    from haulage_adapters.embedded import service_area
    from haulage_adapters.settings import read_settings

    return service_area.load(read_settings().service_area)
