"""The ``Routes`` port over an engine with a street graph: OSRM and Valhalla, over HTTP.

``engine`` is what both share: the line, the memory, the traffic, and what must be true of every way.
``osrm`` and ``valhalla`` are the two dialects: how a question is put, and how its answer is read.
"""

from haulage_adapters.road_engines.dialect import Dialect
from haulage_adapters.road_engines.engine import REMEMBERED_SECONDS, RoadEngine
from haulage_adapters.road_engines.osrm import Osrm
from haulage_adapters.road_engines.valhalla import Valhalla

__all__ = ["REMEMBERED_SECONDS", "Dialect", "Osrm", "RoadEngine", "Valhalla"]
