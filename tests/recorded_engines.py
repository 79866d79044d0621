"""Road engines whose server is a recording, and a clock for what they remember."""

from pathlib import Path
from typing import Any

import attrs
import httpx
import respx

from haulage.kernel.geo import Point
from haulage_adapters.embedded.calibrated.traffic import Traffic
from haulage_adapters.http_client.breaker import Breaker
from haulage_adapters.http_client.client import Limits, ServiceClient
from haulage_adapters.http_client.ttl_cache import TtlCache
from haulage_adapters.road_engines import EngineProtocol, Osrm, RoadEngine, Valhalla

RECORDINGS = Path(__file__).parent / "adapters" / "recordings"
URL = "http://roads.test:5000"
START, END = Point(40.7580, -73.9855), Point(40.7033, -73.9881)
ELSEWHERE = Point(40.7359, -73.9906)

WAYS = {"osrm": r"/route/v1/driving/", "valhalla": r"/route$"}
LEGS = {"osrm": r"/table/v1/driving/", "valhalla": r"/sources_to_targets$"}
RECORDED = {
    "osrm": ("osrm-ways.json", "osrm-table.json"),
    "valhalla": ("valhalla-ways.json", "valhalla-matrix.json"),
}


def recording(name: str, status: int = 200) -> httpx.Response:
    return httpx.Response(status, content=(RECORDINGS / name).read_bytes())


@attrs.define
class Seconds:
    """A clock that tests turn."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@attrs.define
class Recorded:
    """One engine, the two addresses of its server, and the clock of its breaker and memory."""

    routes: RoadEngine
    ways: respx.Route
    legs: respx.Route
    clock: Seconds
    breaker: Breaker


def recorded_engine(
    server: respx.MockRouter,
    name: str = "osrm",
    *,
    free_flow: bool = True,
    limits: Limits | None = None,
    size: int = 100,
    url: str = URL,
) -> Recorded:
    """The engine of that dialect over *server*, which plays its recordings until told otherwise."""
    clock = Seconds()
    dialect: EngineProtocol = Osrm() if name == "osrm" else Valhalla()
    breaker = Breaker(now=clock)
    ways, legs = (
        TtlCache[Any](size=size, seconds=900, now=clock),
        TtlCache[Any](size=size, seconds=900, now=clock),
    )
    line = ServiceClient(url, limits=limits, breaker=breaker)
    engine = RoadEngine(dialect, line, traffic=Traffic() if free_flow else None, routes=ways, legs=legs)
    routes = [
        server.route(url__regex=path[name]).mock(return_value=recording(file))
        for path, file in zip((WAYS, LEGS), RECORDED[name], strict=True)
    ]
    return Recorded(engine, routes[0], routes[1], clock, breaker)
