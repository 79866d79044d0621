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
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from haulage.kernel.geo import Point
from haulage_adapters.http_client.client import Answer
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import Text, read_json
from haulage_adapters.road_engines.protocol import Question
from haulage_adapters.road_engines.valhalla import Failure

UNMATCHED = frozenset({123, 153, 154, 170, 171, 172, 442, 443, 444})
"""Too few or too many points, too long, unconnected, no road near, gaps too wide, no path, no match."""

MAX_EDGES = 100_000
MOST_MPH = 160.0
"""Above the 254 km/h that fit into Valhalla's byte."""

ATTRIBUTES = ("edge.speed_limit", "matched.type", "matched.edge_index")


class _Edge(msgspec.Struct):
    speed_limit: Annotated[float, Meta(ge=0, le=MOST_MPH)] | Literal["unlimited"] | None = None

    @property
    def limit(self) -> float | None:
        return None if self.speed_limit == "unlimited" else self.speed_limit or None


class _Match(msgspec.Struct):
    type: Annotated[Text, Meta(max_length=20)]
    edge_index: Annotated[int, Meta(ge=0)] | None = None


class _Trace(msgspec.Struct):
    units: Literal["miles"]
    edges: Annotated[list[_Edge], Meta(max_length=MAX_EDGES)]
    matched_points: list[_Match]


def ask_trace(points: Sequence[Point]) -> Question:
    """*points* are at least two, in the order of driving."""
    shape = [{"lat": point.lat, "lon": point.lng} for point in points]
    filters = {"attributes": list(ATTRIBUTES), "action": "include"}
    options = {"shape_match": "map_snap", "costing": "auto", "units": "miles", "filters": filters}
    return Question("POST", "/trace_attributes", json={"shape": shape, **options})


def read_trace(answer: Answer, count: int) -> list[float | None]:
    """The limit at each of *count* points in miles an hour; None where there is none, or none known.

    Raises ``InvalidResponse`` where the answer cannot be believed.
    """
    if answer.status != 200:
        _require_unmatched(answer)
        return [None] * count
    trace = read_json(answer.body, _Trace)
    if len(trace.matched_points) != count:
        raise InvalidResponse(f"a trace of other than {count} points")
    return [_limit_at(point, trace.edges) for point in trace.matched_points]


def _require_unmatched(answer: Answer) -> None:
    error = read_json(answer.body, Failure).error_code
    if error not in UNMATCHED:
        raise InvalidResponse(f"status {answer.status} and error {error}")


def _limit_at(point: _Match, edges: Sequence[_Edge]) -> float | None:
    if point.type == "unmatched" or point.edge_index is None or point.edge_index >= len(edges):
        return None
    return edges[point.edge_index].limit
