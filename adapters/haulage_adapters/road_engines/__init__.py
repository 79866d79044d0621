"""The ports ``Routes`` and ``SpeedLimits`` over an engine with a street graph, over HTTP: OSRM and Valhalla.

``engine`` is what both share: the line, the memory, the traffic, and what must be true of every route.
``osrm`` and ``valhalla`` are the two protocols: how a question is put, and how its answer is read.
``speed_limits`` asks Valhalla which roads a drive was on; OSRM knows no limits.
"""

from haulage_adapters.road_engines.engine import REMEMBERED_SECONDS, RoadEngine
from haulage_adapters.road_engines.osrm import Osrm
from haulage_adapters.road_engines.protocol import EngineProtocol
from haulage_adapters.road_engines.speed_limits import PATIENCE, MatchedLimits
from haulage_adapters.road_engines.valhalla import Valhalla

__all__ = [
    "PATIENCE",
    "REMEMBERED_SECONDS",
    "EngineProtocol",
    "MatchedLimits",
    "Osrm",
    "RoadEngine",
    "Valhalla",
]
