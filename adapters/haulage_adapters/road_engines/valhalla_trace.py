"""Valhalla's map matching, ``/trace_attributes``: which road each fix of a trace was on, and its limit.

Source: the map matching reference in the documentation of the project Valhalla (3.x), and for what it
leaves open the project's ``src/tyr/trace_serializer.cc`` and ``valhalla/baldr/graphconstants.h``:

- an edge's ``speed_limit`` is "in the units specified", thus miles an hour for ``units: miles``, rounded
  to a whole number; where none is mapped it is left out;
- a road without a limit (``maxspeed=none``; 255 inside) says ``"unlimited"``;
- ``matched_points`` correspond one to one with the shape; ``edge_index`` counts in ``edges``, and is
  missing, or the largest 64-bit number, for a fix that lies on none of them.
"""

from collections.abc import Sequence
from typing import Any

from haulage.kernel.geo import Point
from haulage_adapters.http_client.client import Answer
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import as_index, as_list, as_number, as_object, as_text, read_json
from haulage_adapters.road_engines.protocol import Question

UNMATCHED = frozenset({123, 153, 154, 170, 171, 172, 442, 443, 444})
"""Too few or too many points, too long, unconnected, no road near, gaps too wide, no path, no match."""

MAX_ERROR = 9_999
MAX_EDGES = 100_000
NO_EDGE = 2**64 - 1
MOST_MPH = 160.0
"""Above the 254 km/h that fit into Valhalla's byte."""

UNLIMITED = "unlimited"
ASKED = ("edge.speed_limit", "matched.type", "matched.edge_index")


def ask_trace(points: Sequence[Point]) -> Question:
    """*points* are at least two, in the order of driving."""
    shape = [{"lat": point.lat, "lon": point.lng} for point in points]
    filters = {"attributes": list(ASKED), "action": "include"}
    asked = {"shape_match": "map_snap", "costing": "auto", "units": "miles", "filters": filters}
    return Question("POST", "/trace_attributes", json={"shape": shape, **asked})


def read_trace(answer: Answer, count: int) -> list[float | None]:
    """The limit at each of *count* points in miles an hour; None where there is none, or none known.

    Raises ``InvalidResponse`` where the answer cannot be believed.
    """
    said = read_json(answer.body)
    if answer.status != 200:
        _require_unmatched(answer.status, said)
        return [None] * count
    if said.get("units") != "miles":
        raise InvalidResponse("limits in a unit that was not asked for")
    edges = [_limit(edge) for edge in as_list(said.get("edges"), "edges", most=MAX_EDGES)]
    matched = as_list(said.get("matched_points"), "matched_points", least=count, most=count)
    return [_limit_at(point, edges) for point in matched]


def _require_unmatched(status: int, said: dict[str, Any]) -> None:
    error = as_index(said.get("error_code"), "error_code", most=MAX_ERROR)
    if error not in UNMATCHED:
        raise InvalidResponse(f"status {status} and error {error}")


def _limit(value: Any) -> float | None:
    limit = as_object(value, "edge").get("speed_limit")
    if limit is None or limit == UNLIMITED:
        return None
    return as_number(limit, "speed_limit", most=MOST_MPH) or None


def _limit_at(value: Any, edges: Sequence[float | None]) -> float | None:
    point = as_object(value, "matched point")
    kind = as_text(point.get("type"), "type", most=20)
    if kind == "unmatched" or point.get("edge_index") is None:
        return None
    edge = as_index(point["edge_index"], "edge_index", most=NO_EDGE)
    return edges[edge] if edge < len(edges) else None
