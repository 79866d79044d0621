"""OSRM's HTTP interface, version 1: the ``route`` and ``table`` services.

Source: docs/http.md of the project OSRM (osrm-backend), for 5.22 and later.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from haulage.kernel.geo import Point
from haulage.ports.maps.routes import NoRoute
from haulage_adapters.http_client.client import Answer
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import as_list, as_number, as_object, as_text, read_json
from haulage_adapters.road_engines.osrm_instructions import instruction
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

UNROUTABLE = frozenset({"NoRoute", "NoSegment", "NoTable"})
ALTERNATIVES = 2
"""Asked for beside the best route; OSRM gives fewer where there are no good ones."""


class Osrm:
    """The profile ``driving``; an engine with live speeds knows those of now, whatever hour is asked."""

    name = "osrm"

    def ask_routes(self, start: Point, end: Point, at: datetime | None) -> Question:
        options = f"alternatives={ALTERNATIVES}&steps=true&geometries=polyline6&overview=full"
        return Question("GET", f"/route/v1/driving/{_coordinates((start, end))}?{options}")

    def read_routes(self, answer: Answer) -> list[EngineRoute]:
        said = _said(answer)
        return [_route(each) for each in as_list(said.get("routes"), "routes", least=1, most=10)]

    def ask_legs(self, starts: Sequence[Point], end: Point, at: datetime | None) -> Question:
        sources = ";".join(map(str, range(len(starts))))
        options = f"sources={sources}&destinations={len(starts)}&annotations=duration,distance"
        return Question("GET", f"/table/v1/driving/{_coordinates((*starts, end))}?{options}")

    def read_legs(self, answer: Answer, count: int) -> list[EngineLeg | None]:
        said = _said(answer)
        columns = [
            [
                as_list(row, name, least=1, most=1)[0]
                for row in as_list(said.get(name), name, least=count, most=count)
            ]
            for name in ("distances", "durations")
        ]
        return [
            None
            if meters is None or seconds is None
            else EngineLeg(
                as_number(meters, "distances", most=MAX_METERS),
                as_number(seconds, "durations", most=MAX_SECONDS),
            )
            for meters, seconds in zip(*columns, strict=True)
        ]


def _coordinates(points: Sequence[Point]) -> str:
    return ";".join(f"{point.lng:.5f},{point.lat:.5f}" for point in points)


def _said(answer: Answer) -> dict[str, Any]:
    said = read_json(answer.body)
    code = as_text(said.get("code"), "code", most=100)
    if code in UNROUTABLE:
        raise NoRoute
    if answer.status != 200 or code != "Ok":
        raise InvalidResponse(f"status {answer.status} and code {code}")
    return said


def _route(value: Any) -> EngineRoute:
    route = as_object(value, "route")
    (leg,) = as_list(route.get("legs"), "legs", least=1, most=1)
    leg = as_object(leg, "leg")
    steps = [as_object(step, "step") for step in as_list(leg.get("steps"), "steps", least=1, most=20_000)]
    places = [_location(as_object(step.get("maneuver"), "maneuver")) for step in steps]
    return EngineRoute(
        as_number(route.get("distance"), "distance", most=MAX_METERS),
        as_number(route.get("duration"), "duration", most=MAX_SECONDS),
        tuple(decode(as_text(route.get("geometry"), "geometry"))),
        tuple(
            EngineStep(
                instruction(step),
                as_number(step.get("distance"), "step distance", most=MAX_METERS),
                as_number(step.get("duration"), "step duration", most=MAX_SECONDS),
                here,
                there,
            )
            for step, here, there in zip(steps, places, [*places[1:], places[-1]], strict=True)
        ),
        as_text(leg.get("summary", ""), "summary"),
    )


def _location(maneuver: dict[str, Any]) -> LatLng:
    lng, lat = as_list(maneuver.get("location"), "location", least=2, most=2)
    return as_number(lat, "latitude", least=-90, most=90), as_number(lng, "longitude", least=-180, most=180)
