"""Valhalla's HTTP interface: ``/route`` and ``/sources_to_targets``, by car.

Source: the turn-by-turn and matrix references in the documentation of the project Valhalla (3.x).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from haulage.kernel.geo import Point
from haulage.ports.maps.routes import NoRoute
from haulage_adapters.embedded.time_zones import EmbeddedTimeZones
from haulage_adapters.http_client.client import Answer
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import as_index, as_list, as_number, as_object, as_text, read_json
from haulage_adapters.road_engines.polyline import decode
from haulage_adapters.road_engines.protocol import (
    MAX_METERS,
    MAX_SECONDS,
    EngineLeg,
    EngineRoute,
    EngineStep,
    LatLng,
    Question,
)

UNROUTABLE = frozenset({154, 170, 171, 442})
"""Too far apart, in unconnected regions, no road near a place, no path."""

MAX_ERROR = 9_999
ALTERNATIVES = 2
DEPART, ARRIVE = 1, 2
METERS = 1000.0
MAX_KILOMETERS = MAX_METERS / METERS
COMMON = {"costing": "auto", "units": "kilometers", "language": "en-US"}


class Valhalla:
    """Lengths are asked for in kilometres; times are those of the clocks at the start or the end."""

    name = "valhalla"

    def ask_routes(self, start: Point, end: Point, at: datetime | None) -> Question:
        """Valhalla gives no alternatives to a route at a time of day."""
        extra = {"alternates": ALTERNATIVES} if at is None else {"date_time": _hour(DEPART, at, start)}
        return Question("POST", "/route", json={"locations": _places((start, end)), **COMMON, **extra})

    def read_routes(self, answer: Answer) -> list[EngineRoute]:
        said = _said(answer)
        others = as_list(said.get("alternates", []), "alternates", most=10)
        trips = [said.get("trip"), *(as_object(other, "alternate").get("trip") for other in others)]
        return [_route(trip) for trip in trips]

    def ask_legs(self, starts: Sequence[Point], end: Point, at: datetime | None) -> Question:
        """More sources than targets may only be timed by their arrival."""
        timed = {} if at is None else {"date_time": _departure_or_arrival(starts, end, at)}
        places = {"sources": _places(starts), "targets": _places((end,))}
        return Question("POST", "/sources_to_targets", json={**places, **COMMON, **timed})

    def read_legs(self, answer: Answer, count: int) -> list[EngineLeg | None]:
        said = _said(answer)
        _require_kilometers(said)
        rows = as_list(said.get("sources_to_targets"), "sources_to_targets", least=count, most=count)
        return [_leg(as_list(row, "row", least=1, most=1)[0]) for row in rows]


def _places(points: Sequence[Point]) -> list[dict[str, float]]:
    return [{"lat": point.lat, "lon": point.lng} for point in points]


def _departure_or_arrival(starts: Sequence[Point], end: Point, at: datetime) -> dict[str, Any]:
    return _hour(DEPART, at, starts[0]) if len(starts) == 1 else _hour(ARRIVE, at, end)


def _hour(kind: int, at: datetime, place: Point) -> dict[str, Any]:
    """By the clocks of the place: Valhalla takes a time without an offset as that of the start or the end."""
    local = at.astimezone(EmbeddedTimeZones().zone_at(place))
    return {"type": kind, "value": local.strftime("%Y-%m-%dT%H:%M")}


def _said(answer: Answer) -> dict[str, Any]:
    said = read_json(answer.body)
    if answer.status == 200:
        return said
    error = as_index(said.get("error_code"), "error_code", most=MAX_ERROR)
    if error in UNROUTABLE:
        raise NoRoute
    raise InvalidResponse(f"status {answer.status} and error {error}")


def _require_kilometers(said: dict[str, Any]) -> None:
    if said.get("units") != "kilometers":
        raise InvalidResponse("lengths in a unit that was not asked for")


def _route(value: Any) -> EngineRoute:
    trip = as_object(value, "trip")
    if trip.get("status", 0) != 0:
        raise InvalidResponse("a trip with an error status")
    _require_kilometers(trip)
    (leg,) = as_list(trip.get("legs"), "legs", least=1, most=1)
    leg, summary = as_object(leg, "leg"), as_object(trip.get("summary"), "summary")
    line = tuple(decode(as_text(leg.get("shape"), "shape")))
    maneuvers = [
        as_object(each, "maneuver")
        for each in as_list(leg.get("maneuvers"), "maneuvers", least=1, most=20_000)
    ]
    return EngineRoute(
        _meters(summary),
        _seconds(summary),
        line,
        tuple(_step(each, line) for each in maneuvers),
        _name(maneuvers),
    )


def _step(maneuver: dict[str, Any], line: tuple[LatLng, ...]) -> EngineStep:
    first, last = (
        as_index(maneuver.get(key), key, most=len(line) - 1)
        for key in ("begin_shape_index", "end_shape_index")
    )
    words = as_text(maneuver.get("instruction"), "instruction", most=1_000)
    return EngineStep(words.rstrip("."), _meters(maneuver), _seconds(maneuver), line[first], line[last])


def _leg(value: Any) -> EngineLeg | None:
    cell = as_object(value, "cell")
    if cell.get("distance") is None or cell.get("time") is None:
        return None
    kilometers = as_number(cell["distance"], "distance", most=MAX_KILOMETERS)
    return EngineLeg(kilometers * METERS, as_number(cell["time"], "time", most=MAX_SECONDS))


def _meters(measured: dict[str, Any]) -> float:
    return as_number(measured.get("length"), "length", most=MAX_KILOMETERS) * METERS


def _seconds(measured: dict[str, Any]) -> float:
    return as_number(measured.get("time"), "time", most=MAX_SECONDS)


def _name(maneuvers: list[dict[str, Any]]) -> str:
    """The streets of the two longest maneuvers, in the order of the route, as OSRM's summaries are."""
    longest = sorted(maneuvers, key=_meters, reverse=True)[:2]
    names = []
    for maneuver in maneuvers:
        streets = as_list(maneuver.get("street_names", []), "street_names", most=100)
        if maneuver in longest and streets:
            names.append(as_text(streets[0], "street name", most=200))
    return ", ".join(dict.fromkeys(names))
