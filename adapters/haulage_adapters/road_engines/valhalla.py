"""Valhalla's HTTP interface: ``/route`` and ``/sources_to_targets``, by car.

Source: the turn-by-turn and matrix references in the documentation of the project Valhalla (3.x).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from haulage.kernel.geo import Point
from haulage.ports.maps.routes import NoRoute
from haulage_adapters.embedded.time_zones import EmbeddedTimeZones
from haulage_adapters.http_client.client import Answer
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import Name, Read, Text, read_json
from haulage_adapters.road_engines.polyline import decode
from haulage_adapters.road_engines.protocol import (
    MAX_METERS,
    EngineLeg,
    EngineRoute,
    EngineStep,
    LatLng,
    Question,
    Seconds,
)

UNROUTABLE = frozenset({154, 170, 171, 442})
"""Too far apart, in unconnected regions, no road near a place, no path."""

ALTERNATIVES = 2
DEPART, ARRIVE = 1, 2
METERS = 1000.0
COMMON = {"costing": "auto", "units": "kilometers", "language": "en-US"}

Kilometers = Annotated[float, Meta(ge=0, le=MAX_METERS / METERS)]
Place = Annotated[int, Meta(ge=0)]


class Failure(msgspec.Struct):
    """What Valhalla says in place of an answer."""

    error_code: Annotated[int, Meta(ge=0, le=9_999)]


class _Summary(msgspec.Struct):
    length: Kilometers
    time: Seconds


class _Maneuver(_Summary):
    instruction: Annotated[Text, Meta(max_length=1_000)]
    begin_shape_index: Place
    end_shape_index: Place
    street_names: Annotated[list[Name], Meta(max_length=100)] = []


class _Leg(msgspec.Struct):
    shape: Text
    maneuvers: Annotated[list[_Maneuver], Meta(min_length=1, max_length=20_000)]


class _Trip(msgspec.Struct):
    units: Literal["kilometers"]
    summary: _Summary
    legs: tuple[_Leg]
    status: Literal[0] = 0


class _Alternate(msgspec.Struct):
    trip: _Trip


class _Trips(_Alternate):
    alternates: Annotated[list[_Alternate], Meta(max_length=10)] = []


class _Cell(msgspec.Struct):
    """Both are null, or missing, where no road leads."""

    distance: Kilometers | None = None
    time: Seconds | None = None


class _Matrix(msgspec.Struct):
    units: Literal["kilometers"]
    sources_to_targets: list[tuple[_Cell]]


class Valhalla:
    """Lengths are asked for in kilometres; times are those of the clocks at the start or the end."""

    name = "valhalla"

    def ask_routes(self, start: Point, end: Point, at: datetime | None) -> Question:
        """Valhalla gives no alternatives to a route at a time of day."""
        extra = {"alternates": ALTERNATIVES} if at is None else {"date_time": _hour(DEPART, at, start)}
        return Question("POST", "/route", json={"locations": _places((start, end)), **COMMON, **extra})

    def read_routes(self, answer: Answer) -> list[EngineRoute]:
        trips = _answer(answer, _Trips)
        return [_route(each.trip) for each in (trips, *trips.alternates)]

    def ask_legs(self, starts: Sequence[Point], end: Point, at: datetime | None) -> Question:
        """More sources than targets may only be timed by their arrival."""
        timed = {} if at is None else {"date_time": _departure_or_arrival(starts, end, at)}
        places = {"sources": _places(starts), "targets": _places((end,))}
        return Question("POST", "/sources_to_targets", json={**places, **COMMON, **timed})

    def read_legs(self, answer: Answer, count: int) -> list[EngineLeg | None]:
        rows = _answer(answer, _Matrix).sources_to_targets
        if len(rows) != count:
            raise InvalidResponse(f"a matrix of other than {count} rows")
        return [_leg(cell) for (cell,) in rows]


def _places(points: Sequence[Point]) -> list[dict[str, float]]:
    return [{"lat": point.lat, "lon": point.lng} for point in points]


def _departure_or_arrival(starts: Sequence[Point], end: Point, at: datetime) -> dict[str, Any]:
    return _hour(DEPART, at, starts[0]) if len(starts) == 1 else _hour(ARRIVE, at, end)


def _hour(kind: int, at: datetime, place: Point) -> dict[str, Any]:
    """By the clocks of the place: Valhalla takes a time without an offset as that of the start or the end."""
    local = at.astimezone(EmbeddedTimeZones().zone_at(place))
    return {"type": kind, "value": local.strftime("%Y-%m-%dT%H:%M")}


def _answer(answer: Answer, type: type[Read]) -> Read:
    if answer.status == 200:
        return read_json(answer.body, type)
    error = read_json(answer.body, Failure).error_code
    if error in UNROUTABLE:
        raise NoRoute
    raise InvalidResponse(f"status {answer.status} and error {error}")


def _route(trip: _Trip) -> EngineRoute:
    (leg,) = trip.legs
    line = tuple(decode(leg.shape))
    return EngineRoute(
        trip.summary.length * METERS,
        trip.summary.time,
        line,
        tuple(_step(each, line) for each in leg.maneuvers),
        _name(leg.maneuvers),
    )


def _step(maneuver: _Maneuver, line: tuple[LatLng, ...]) -> EngineStep:
    first, last = maneuver.begin_shape_index, maneuver.end_shape_index
    if max(first, last) >= len(line):
        raise InvalidResponse("a maneuver beyond the line")
    words = maneuver.instruction.rstrip(".")
    return EngineStep(words, maneuver.length * METERS, maneuver.time, line[first], line[last])


def _leg(cell: _Cell) -> EngineLeg | None:
    if cell.distance is None or cell.time is None:
        return None
    return EngineLeg(cell.distance * METERS, cell.time)


def _name(maneuvers: Sequence[_Maneuver]) -> str:
    """The streets of the two longest maneuvers, in the order of the route, as OSRM's summaries are."""
    longest = sorted(maneuvers, key=lambda maneuver: maneuver.length, reverse=True)[:2]
    named = [each for each in maneuvers if each in longest and each.street_names]
    return ", ".join(dict.fromkeys(each.street_names[0] for each in named))
