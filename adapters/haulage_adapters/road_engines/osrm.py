"""OSRM's HTTP interface, version 1: the ``route`` and ``table`` services.

Source: docs/http.md of the project OSRM (osrm-backend), for 5.22 and later.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from haulage.kernel.geo import Point
from haulage.ports.maps.routes import NoRoute
from haulage_adapters.http_client.client import Answer
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import Text, read_json
from haulage_adapters.road_engines.osrm_instructions import WordedManeuver, WordedStep, instruction
from haulage_adapters.road_engines.polyline import decode
from haulage_adapters.road_engines.protocol import (
    EngineLeg,
    EngineRoute,
    EngineStep,
    LatLng,
    Meters,
    Question,
    Seconds,
)

UNROUTABLE = frozenset({"NoRoute", "NoSegment", "NoTable"})
ALTERNATIVES = 2
"""Asked for beside the best route; OSRM gives fewer where there are no good ones."""


class _Outcome(msgspec.Struct):
    code: Annotated[Text, Meta(max_length=100)]


class _Maneuver(WordedManeuver):
    location: tuple[Annotated[float, Meta(ge=-180, le=180)], Annotated[float, Meta(ge=-90, le=90)]]

    @property
    def place(self) -> LatLng:
        lng, lat = self.location
        return lat, lng


class _Step(WordedStep):
    maneuver: _Maneuver
    distance: Meters
    duration: Seconds


class _Leg(msgspec.Struct):
    steps: Annotated[list[_Step], Meta(min_length=1, max_length=20_000)]
    summary: Text = ""


class _Route(msgspec.Struct):
    distance: Meters
    duration: Seconds
    geometry: Text
    legs: tuple[_Leg]


class _Routes(msgspec.Struct):
    routes: Annotated[list[_Route], Meta(min_length=1, max_length=10)]


class _Table(msgspec.Struct):
    """Rows of one column; a cell is null where no road leads."""

    distances: list[tuple[Meters | None]]
    durations: list[tuple[Seconds | None]]


class Osrm:
    """The profile ``driving``; an engine with live speeds knows those of now, whatever hour is asked."""

    name = "osrm"

    def ask_routes(self, start: Point, end: Point, at: datetime | None) -> Question:
        options = f"alternatives={ALTERNATIVES}&steps=true&geometries=polyline6&overview=full"
        return Question("GET", f"/route/v1/driving/{_coordinates((start, end))}?{options}")

    def read_routes(self, answer: Answer) -> list[EngineRoute]:
        _require_ok(answer)
        return [_route(each) for each in read_json(answer.body, _Routes).routes]

    def ask_legs(self, starts: Sequence[Point], end: Point, at: datetime | None) -> Question:
        sources = ";".join(map(str, range(len(starts))))
        options = f"sources={sources}&destinations={len(starts)}&annotations=duration,distance"
        return Question("GET", f"/table/v1/driving/{_coordinates((*starts, end))}?{options}")

    def read_legs(self, answer: Answer, count: int) -> list[EngineLeg | None]:
        _require_ok(answer)
        table = read_json(answer.body, _Table)
        if not len(table.distances) == len(table.durations) == count:
            raise InvalidResponse(f"a table of other than {count} rows")
        return [
            None if meters is None or seconds is None else EngineLeg(meters, seconds)
            for (meters,), (seconds,) in zip(table.distances, table.durations, strict=True)
        ]


def _coordinates(points: Sequence[Point]) -> str:
    return ";".join(f"{point.lng:.5f},{point.lat:.5f}" for point in points)


def _require_ok(answer: Answer) -> None:
    code = read_json(answer.body, _Outcome).code
    if code in UNROUTABLE:
        raise NoRoute
    if answer.status != 200 or code != "Ok":
        raise InvalidResponse(f"status {answer.status} and code {code}")


def _route(route: _Route) -> EngineRoute:
    (leg,) = route.legs
    places = [step.maneuver.place for step in leg.steps]
    return EngineRoute(
        route.distance,
        route.duration,
        tuple(decode(route.geometry)),
        tuple(
            EngineStep(instruction(step), step.distance, step.duration, here, there)
            for step, here, there in zip(leg.steps, places, [*places[1:], places[-1]], strict=True)
        ),
        leg.summary,
    )
