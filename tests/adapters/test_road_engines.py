"""OSRM and Valhalla: what is asked, what is believed, and that a failure is never covered up."""

import asyncio
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
import respx
import stamina

from haulage.kernel.geo import Point
from haulage.ports.maps.routes import NoRoute, RouteCalculationError
from haulage_adapters.assembly.maps import open_routes
from haulage_adapters.embedded.calibrated.traffic import FREE_FLOW_SHARE, Traffic
from haulage_adapters.road_engines.valhalla import Valhalla
from haulage_adapters.settings import RoutesEngine, Settings
from recorded_engines import ELSEWHERE, END, RECORDINGS, START, URL, Recorded, recorded_engine, recording

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 1, 14, 12, 0, tzinfo=ZoneInfo("America/New_York"))
NIGHT = NOON - timedelta(hours=8)
ENGINES = pytest.mark.parametrize("name", ["osrm", "valhalla"])


@pytest.fixture(autouse=True)
def _no_waiting_between_attempts() -> Iterator[None]:
    with stamina.set_testing(True, attempts=3):
        yield


@pytest.fixture
def server() -> Iterator[respx.MockRouter]:
    with respx.mock(assert_all_called=False) as router:
        yield router


def changed(name: str, change: Callable[[Any], Any]) -> httpx.Response:
    """A recording with something else in one place."""
    said = json.loads((RECORDINGS / name).read_text())
    change(said)
    return httpx.Response(200, content=json.dumps(said).encode())


async def refused(engine: Recorded, start: Point = START, end: Point = END) -> RouteCalculationError:
    with pytest.raises(RouteCalculationError) as refusal:
        await engine.routes.route(start, end, at=NOON)
    return refusal.value


async def test_osrm_is_asked_for_steps_and_alternatives(server: respx.MockRouter) -> None:
    engine = recorded_engine(server)
    await engine.routes.route(START, END, at=NOON)
    await engine.routes.matrix([START, ELSEWHERE], END, at=NOON)
    assert str(engine.ways.calls[0].request.url) == (
        "http://roads.test:5000/route/v1/driving/-73.98550,40.75800;-73.98810,40.70330"
        "?alternatives=2&steps=true&geometries=polyline6&overview=full"
    )
    assert str(engine.legs.calls[0].request.url) == (
        "http://roads.test:5000/table/v1/driving/-73.98550,40.75800;-73.99060,40.73590;-73.98810,40.70330"
        "?sources=0;1&destinations=2&annotations=duration,distance"
    )


async def test_valhalla_is_asked_for_a_car_in_kilometres(server: respx.MockRouter) -> None:
    engine = recorded_engine(server, "valhalla")
    engine.legs.mock(return_value=changed("valhalla-matrix.json", _first_row_only))
    await engine.routes.route(START, END, at=NOON)
    await engine.routes.matrix([START], END, at=NOON)
    asked = {"costing": "auto", "units": "kilometers", "language": "en-US"}
    start, end = {"lat": 40.758, "lon": -73.9855}, {"lat": 40.7033, "lon": -73.9881}
    assert json.loads(engine.ways.calls[0].request.content) == {
        **asked,
        "locations": [start, end],
        "alternates": 2,
    }
    assert json.loads(engine.legs.calls[0].request.content) == {**asked, "sources": [start], "targets": [end]}


async def test_a_live_valhalla_is_told_the_hour_on_the_clock_of_the_place(server: respx.MockRouter) -> None:
    engine = recorded_engine(server, "valhalla", free_flow=False)
    server.route(url__regex=r"/sources_to_targets$").mock(
        side_effect=[recording("valhalla-matrix.json"), changed("valhalla-matrix.json", _first_row_only)]
    )
    await engine.routes.route(START, END, at=NOON.astimezone(UTC))
    await engine.routes.matrix([START, ELSEWHERE], END, at=NOON)
    await engine.routes.matrix([START], END, at=NOON)
    asked = [json.loads(call.request.content) for call in server.calls]
    leaving, arriving = {"type": 1, "value": "2026-01-14T12:00"}, {"type": 2, "value": "2026-01-14T12:00"}
    assert [each["date_time"] for each in asked] == [leaving, arriving, leaving]
    assert "alternates" not in asked[0]


async def test_a_live_valhalla_is_told_the_hour_in_chicago_for_a_trip_there() -> None:
    chicago = Point(41.878, -87.63)
    question = Valhalla().ask_routes(chicago, Point(41.9, -87.7), NOON)
    assert (question.json or {})["date_time"]["value"] == "2026-01-14T11:00"


def _first_row_only(said: Any) -> None:
    del said["sources_to_targets"][1:]


@ENGINES
async def test_the_alternatives_have_names_steps_and_lengths_of_their_own(
    server: respx.MockRouter, name: str
) -> None:
    first, second = await recorded_engine(server, name).routes.alternatives(START, END, at=NOON)
    assert (first.name, second.name) == ("7th Avenue, Brooklyn Bridge", "FDR Drive, Brooklyn Bridge")
    assert (first.distance_meters, second.distance_meters) == pytest.approx((8213, 10470), abs=2)
    assert first.engine == name
    assert "7th Avenue" in first.steps[0].instruction
    assert "Chambers Street" in first.steps[3].instruction


@ENGINES
async def test_a_live_engines_times_are_taken_as_they_are(server: respx.MockRouter, name: str) -> None:
    way = await recorded_engine(server, name, free_flow=False).routes.route(START, END, at=NOON)
    assert way.duration_seconds == 810


@ENGINES
async def test_free_flow_times_take_the_traffic_of_the_hour(server: respx.MockRouter, name: str) -> None:
    routes = recorded_engine(server, name).routes
    noon, night = [await routes.route(START, END, at=at) for at in (NOON, NIGHT)]
    slowness = Traffic().slowness(START, END, miles=noon.distance_meters / 1609.344, at=NOON)
    assert noon.duration_seconds == pytest.approx(810 * slowness, abs=1)
    assert 1.2 * 810 < night.duration_seconds < noon.duration_seconds / 1.4
    for step, later in zip(noon.steps, night.steps, strict=True):
        assert step.duration_seconds >= later.duration_seconds
    assert len(server.calls) == 1, "the hour changes the factor and not the question"


def test_a_typical_trip_in_manhattan_takes_the_inverse_of_the_measured_share() -> None:
    """Free flow is 0.46 of the real time, half of the trips being measured by day (OP-99)."""
    week = [NOON.replace(hour=0) + timedelta(hours=hour) for hour in range(7 * 24)]
    union_square = Point(40.7359, -73.9906)
    factors = sorted(Traffic().slowness(START, union_square, miles=1.9, at=at) for at in week)
    assert factors[0] > 1.3
    assert factors[len(factors) // 2] == pytest.approx(1 / 0.46, rel=0.2)
    assert factors[-1] < 1.6 / 0.46


def test_the_longer_the_trip_the_nearer_is_free_flow_to_the_truth() -> None:
    factors = [Traffic().slowness(START, END, miles=miles, at=NOON) for miles in (1, 5, 10, 20, 50, 300)]
    assert factors == sorted(factors, reverse=True)
    assert [share for _, share in FREE_FLOW_SHARE] == sorted(share for _, share in FREE_FLOW_SHARE)


def test_where_nobody_has_measured_the_engine_is_believed() -> None:
    assert Traffic().slowness(Point(37.80, -122.27), Point(37.85, -122.27), miles=5, at=NOON) == 1


def test_no_hour_makes_a_trip_faster_than_free_flow() -> None:
    port_richmond, tottenville = Point(40.636, -74.13), Point(40.512, -74.251)
    assert Traffic().slowness(port_richmond, tottenville, miles=60, at=NIGHT) == 1


@ENGINES
async def test_a_start_without_a_road_has_no_leg_and_the_others_have(
    server: respx.MockRouter, name: str
) -> None:
    engine = recorded_engine(server, name)
    engine.legs.mock(
        return_value=recording(f"{name}-{'table' if name == 'osrm' else 'matrix'}-unreachable.json")
    )
    first, second = await engine.routes.matrix([START, ELSEWHERE], END, at=NOON)
    assert first is not None
    assert second is None


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("osrm", "osrm-no-route.json"),
        ("osrm", "osrm-no-segment.json"),
        ("valhalla", "valhalla-no-path.json"),
        ("valhalla", "valhalla-no-edges.json"),
    ],
)
async def test_an_engine_that_knows_no_road_has_answered(
    server: respx.MockRouter, name: str, answer: str
) -> None:
    """However often that happens: the breaker stays closed."""
    engine = recorded_engine(server, name)
    engine.ways.mock(return_value=recording(answer, 400))
    for _ in range(10):
        refusal = await refused(engine)
        assert isinstance(refusal, NoRoute)
        assert refusal.message == "Route Calculation Error: no road connects these places"
        assert refusal.code == "no_route"
    assert engine.breaker.state == "closed"


FAILURES = {
    "refused": httpx.ConnectError("refused"),
    "reset": httpx.ReadError("reset"),
    "slow": httpx.ReadTimeout("slow"),
    "500": httpx.Response(500),
    "502 page": httpx.Response(502, text="<html>Bad Gateway</html>"),
    "404": httpx.Response(404, text="not here"),
    "401": httpx.Response(401, json={}),
    "redirect": httpx.Response(301, headers={"Location": "http://elsewhere.test/"}),
    "empty": httpx.Response(200),
    "page": httpx.Response(200, text="<html></html>"),
    "list": httpx.Response(200, json=[]),
    "other object": httpx.Response(200, json={"ok": True}),
    "cut off": httpx.Response(200, content=b'{"code": "Ok", "routes": [{"dist'),
    "NaN": httpx.Response(200, content=b'{"code": "Ok", "routes": NaN, "trip": NaN}'),
    "deep": httpx.Response(200, content=b'{"a":' * 100_000),
    "huge": httpx.Response(200, content=b" " * 9_000_000),
}


@ENGINES
@pytest.mark.parametrize("failure", FAILURES)
async def test_a_failing_engine_gives_the_documented_error_and_no_way(
    server: respx.MockRouter, name: str, failure: str
) -> None:
    engine = recorded_engine(server, name)
    engine.ways.mock(side_effect=[FAILURES[failure]] * 3)
    refusal = await refused(engine)
    assert refusal.message == "Route Calculation Error"
    assert refusal.code == "unavailable"
    assert not isinstance(refusal, NoRoute)


def osrm(path: str, value: Any) -> Any:
    """A change to the first route of OSRM's recording, at a path such as ``legs.0.distance``."""

    def change(said: Any) -> None:
        here, *rest = said["routes"][0], *path.split(".")
        for key in rest[:-1]:
            here = here[int(key) if key.isdigit() else key]
        here[rest[-1]] = value

    return "osrm-ways.json", change


def valhalla(path: str, value: Any) -> Any:
    """The same for the trip of Valhalla's."""

    def change(said: Any) -> None:
        here, *rest = said["trip"], *path.split(".")
        for key in rest[:-1]:
            here = here[int(key) if key.isdigit() else key]
        here[rest[-1]] = value

    return "valhalla-ways.json", change


LIES = {
    "osrm a distance without end": osrm("distance", 10**400),
    "osrm a distance as a flag": osrm("distance", True),
    "osrm no legs": osrm("legs", None),
    "osrm a step without a maneuver": osrm("legs.0.steps.0.maneuver", None),
    "osrm a maneuver off the globe": osrm("legs.0.steps.0.maneuver.location", [-181, 0]),
    "osrm a maneuver at half a place": osrm("legs.0.steps.0.maneuver.location", [0]),
    "valhalla no legs": valhalla("legs", []),
    "valhalla a street that is none": valhalla("legs.0.maneuvers.0.street_names", [None]),
    "valhalla a step before the line": valhalla("legs.0.maneuvers.2.begin_shape_index", -1),
    "osrm negative distance": osrm("distance", -8213),
    "osrm distance in words": osrm("distance", "8213"),
    "osrm no distance": osrm("distance", None),
    "osrm a distance round the globe": osrm("distance", 1e9),
    "osrm shorter than the straight line": osrm("distance", 5_000),
    "osrm far longer than its line": osrm("distance", 16_000),
    "osrm negative time": osrm("duration", -1),
    "osrm faster than a car": osrm("duration", 60),
    "osrm a time that its steps do not have": osrm("duration", 2_000),
    "osrm a step of negative length": osrm(
        "legs.0.steps", [{"maneuver": {"location": [0, 0]}, "distance": -1}]
    ),
    "osrm no steps": osrm("legs.0.steps", []),
    "osrm two legs": osrm("legs", [{}, {}]),
    "osrm no line": osrm("geometry", ""),
    "osrm a line that breaks off": osrm("geometry", "_p~iF~ps|U_ulLnnqC_mqNvxq`"),
    "osrm a line in no encoding": osrm("geometry", "~" * 12 + "?"),
    "osrm a line as an object": osrm("geometry", {"type": "LineString"}),
    "valhalla negative length": valhalla("summary.length", -8),
    "valhalla shorter than the straight line": valhalla("summary.length", 5.0),
    "valhalla miles": valhalla("units", "miles"),
    "valhalla faster than a car": valhalla("summary.time", 60),
    "valhalla a time as a flag": valhalla("summary.time", True),
    "valhalla a step beyond the line": valhalla("legs.0.maneuvers.2.end_shape_index", 9_999),
    "valhalla an error in the trip": valhalla("status", 1),
    "valhalla no maneuvers": valhalla("legs.0.maneuvers", []),
    "valhalla an instruction that is none": valhalla("legs.0.maneuvers.0.instruction", 7),
}


@pytest.mark.parametrize("lie", LIES)
async def test_a_way_that_cannot_be_true_is_a_failure_of_the_engine(
    server: respx.MockRouter, lie: str
) -> None:
    engine = recorded_engine(server, lie.split(maxsplit=1)[0])
    engine.ways.mock(return_value=changed(*LIES[lie]))
    refusal = await refused(engine)
    assert refusal.message == "Route Calculation Error"
    for _ in range(4):
        await refused(engine)
    assert engine.breaker.state == "open"
    assert engine.ways.call_count == 5, "a lie is not asked for again"


@ENGINES
async def test_a_way_that_begins_miles_from_the_place_is_no_way_from_there(
    server: respx.MockRouter, name: str
) -> None:
    engine = recorded_engine(server, name)
    at_sea = Point(40.55, -73.90)
    assert isinstance(await refused(engine, start=at_sea), NoRoute)
    assert isinstance(await refused(engine, end=at_sea), NoRoute)
    assert engine.breaker.state == "closed"


TABLES = {
    "too few rows": {"distances": [[1.0]], "durations": [[1.0]]},
    "too many cells": {"distances": [[8000, 1], [4000, 1]], "durations": [[800, 1], [400, 1]]},
    "negative": {"distances": [[8000], [-4000]], "durations": [[800], [400]]},
    "shorter than the straight line": {"distances": [[100], [4000]], "durations": [[800], [400]]},
    "no distances": {"durations": [[800], [400]]},
}


@pytest.mark.parametrize("table", TABLES)
async def test_a_matrix_that_cannot_be_true_is_a_failure(server: respx.MockRouter, table: str) -> None:
    engine = recorded_engine(server)
    engine.legs.respond(200, json={"code": "Ok", **TABLES[table]})
    with pytest.raises(RouteCalculationError):
        await engine.routes.matrix([START, ELSEWHERE], END, at=NOON)


@ENGINES
async def test_the_breaker_opens_and_recovers(server: respx.MockRouter, name: str) -> None:
    engine = recorded_engine(server, name)
    engine.ways.mock(side_effect=httpx.ConnectError("refused"))
    for _ in range(8):
        await refused(engine)
    assert engine.ways.call_count == 5 * 3
    engine.ways.mock(side_effect=None, return_value=recording(f"{name}-ways.json"))
    await refused(engine)
    engine.clock.now += 10
    assert (await engine.routes.route(START, END, at=NOON)).engine == name
    assert engine.breaker.state == "closed"


@ENGINES
async def test_equal_questions_are_asked_once_for_as_long_as_a_quote_lives(
    server: respx.MockRouter, name: str
) -> None:
    engine = recorded_engine(server, name)
    nearly = Point(START.lat + 0.000004, START.lng - 0.000004)
    first = await engine.routes.route(START, END, at=NOON)
    assert await engine.routes.route(nearly, END, at=NOON) == first
    assert (await engine.routes.alternatives(START, END, at=NOON))[0] == first
    assert engine.ways.call_count == 1
    engine.clock.now += 900
    await engine.routes.route(START, END, at=NOON)
    assert engine.ways.call_count == 2


async def test_equal_questions_at_once_are_one(server: respx.MockRouter) -> None:
    engine = recorded_engine(server)
    found = await asyncio.gather(*(engine.routes.route(START, END, at=NOON) for _ in range(50)))
    assert len(set(found)) == 1
    assert engine.ways.call_count == 1


async def test_a_live_engine_is_asked_anew_every_hour_of_the_week(server: respx.MockRouter) -> None:
    engine = recorded_engine(server, "valhalla", free_flow=False)
    for at in (NOON, NOON + timedelta(minutes=20), NOON + timedelta(days=7), NOON + timedelta(hours=1)):
        await engine.routes.route(START, END, at=at)
    assert engine.ways.call_count == 2


async def test_a_failure_is_not_remembered(server: respx.MockRouter) -> None:
    engine = recorded_engine(server)
    engine.ways.mock(side_effect=[httpx.Response(400), recording("osrm-ways.json")])
    await refused(engine)
    assert (await engine.routes.route(START, END, at=NOON)).distance_meters > 8_000


@ENGINES
async def test_the_configured_engine_is_opened_and_closed(server: respx.MockRouter, name: str) -> None:
    recorded_engine(server, name)
    settings = Settings(routes_engine=RoutesEngine(name), routes_url=URL)
    async with open_routes(settings) as routes:
        assert (await routes.route(START, END, at=NOON)).engine == name
    with pytest.raises(RuntimeError, match="closed"):
        await routes.route(START, ELSEWHERE, at=NOON)


async def test_a_long_line_is_thinned_and_keeps_its_ends(server: respx.MockRouter) -> None:
    points = [(40.758, -73.9855 + n * 0.00002) for n in range(12_001)]
    end = Point(*points[-1])
    meters = 12_000 * 0.00002 * 69.1 * 1609.344 * 0.7575

    def change(said: Any) -> None:
        del said["routes"][1:]
        route = said["routes"][0]
        route |= {"geometry": encoded(points), "distance": meters, "duration": 1_200.0}
        step = route["legs"][0]["steps"][0] | {"distance": meters, "duration": 1_200.0}
        route["legs"][0]["steps"] = [step, route["legs"][0]["steps"][-1]]

    engine = recorded_engine(server)
    engine.ways.mock(return_value=changed("osrm-ways.json", change))
    way = await engine.routes.route(START, end, at=NOON)
    assert len(way.polyline) <= 1_001
    assert (way.polyline[0], way.polyline[-1]) == (START, end)


def encoded(points: list[tuple[float, float]]) -> str:
    letters, before = [], (0, 0)
    for point in points:
        now = round(point[0] * 1e6), round(point[1] * 1e6)
        for new, old in zip(now, before, strict=True):
            bits = ~((new - old) << 1) if new < old else (new - old) << 1
            while bits >= 32:
                letters.append(chr((bits & 31 | 32) + 63))
                bits >>= 5
            letters.append(chr(bits + 63))
        before = now
    return "".join(letters)
