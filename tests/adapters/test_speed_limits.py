"""Speed limits of Valhalla: what is asked, what is believed, and that nobody waits long for them."""

import asyncio
import copy
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx
import pytest
import respx
import stamina
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from haulage.kernel.geo import Point
from haulage.ports.maps.roads import SpeedLimits
from haulage_adapters.assembly.maps import limits_at_hand, open_limits
from haulage_adapters.embedded.unknown_limits import UnknownLimits
from haulage_adapters.http_client.breaker import Breaker
from haulage_adapters.http_client.client import Answer, Limits, ServiceClient
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.road_engines import PATIENCE, MatchedLimits
from haulage_adapters.road_engines.speed_limits import MOST_TRACES, QUIET_SECONDS
from haulage_adapters.road_engines.traces import MOST_POINTS, traces
from haulage_adapters.road_engines.valhalla_trace import read_trace
from haulage_adapters.settings import RoutesEngine, Settings
from haulage_adapters.simulated.speed_limits import SimulatedLimits
from recorded_engines import RECORDINGS, URL, Seconds, recording

pytestmark = pytest.mark.anyio

RECORDED = json.loads((RECORDINGS / "traced-valhalla.json").read_text())
KNOWN = [25.0, 25.0, None, None, None, 50.0, None]
UNKNOWN = [None] * 7


def north(count: int, *, start: float = 40.75, degrees: float = 2e-4) -> list[Point]:
    """A fix every second at fifty miles an hour."""
    return [Point(start + n * degrees, -73.99) for n in range(count)]


DRIVE = north(7)


@pytest.fixture(autouse=True)
def _no_waiting_between_attempts() -> Iterator[None]:
    with stamina.set_testing(True, attempts=2):
        yield


@pytest.fixture
def trace() -> Iterator[respx.Route]:
    with respx.mock(assert_all_called=False) as router:
        yield router.post(f"{URL}/trace_attributes").mock(return_value=recording("traced-valhalla.json"))


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


@pytest.fixture
async def limits(anyio_backend: str, clock: Seconds) -> AsyncIterator[MatchedLimits]:
    engine = MatchedLimits(ServiceClient(URL, limits=PATIENCE, breaker=Breaker(now=clock)), now=clock)
    yield engine
    await engine.aclose()


def limits_everywhere(request: httpx.Request) -> httpx.Response:
    """An answer to any trace: 30 miles an hour."""
    count = len(json.loads(request.content)["shape"])
    points = [{"type": "matched", "edge_index": 0}] * count
    return httpx.Response(
        200, json={"units": "miles", "edges": [{"speed_limit": 30}], "matched_points": points}
    )


async def test_a_drive_is_matched_to_the_roads_and_limits_are_asked_for_in_miles(
    trace: respx.Route, limits: MatchedLimits
) -> None:
    assert await limits.limits(DRIVE) == KNOWN
    assert json.loads(trace.calls[0].request.content) == {
        "shape": [{"lat": round(point.lat, 5), "lon": point.lng} for point in DRIVE],
        "shape_match": "map_snap",
        "costing": "auto",
        "units": "miles",
        "filters": {
            "attributes": ["edge.speed_limit", "matched.type", "matched.edge_index"],
            "action": "include",
        },
    }


async def test_a_batch_that_is_sent_again_is_not_asked_about_again(
    trace: respx.Route, limits: MatchedLimits, clock: Seconds
) -> None:
    assert await limits.limits(DRIVE) == await limits.limits(DRIVE) == KNOWN
    assert trace.call_count == 1


@pytest.mark.parametrize(
    "points",
    [[], DRIVE[:1], DRIVE[:1] * 50, north(9, degrees=1e-5), north(9, degrees=0.5)],
    ids=["nothing", "a lone fix", "one place", "wavering while standing", "far apart"],
)
async def test_where_no_road_can_be_told_nobody_is_asked(
    trace: respx.Route, limits: MatchedLimits, points: list[Point]
) -> None:
    assert await limits.limits(points) == [None] * len(points)
    assert not trace.called


async def test_a_gap_and_a_long_batch_cut_the_trace_and_every_limit_keeps_its_place(
    trace: respx.Route, limits: MatchedLimits
) -> None:
    trace.mock(side_effect=limits_everywhere)
    long, lone, far = north(MOST_POINTS + 5), north(1, start=42), north(4, start=43)
    assert await limits.limits([*long, *lone, *far]) == [*[30.0] * (MOST_POINTS + 5), None, *[30.0] * 4]
    asked = [len(json.loads(call.request.content)["shape"]) for call in trace.calls]
    assert sorted(asked) == [4, 5, MOST_POINTS]


def test_no_trace_is_longer_than_the_engine_takes() -> None:
    fixes = north(200, start=25, degrees=0.0144)
    assert [len(fixes[cut]) for cut in traces(fixes)] == [101, 99]


async def test_fixes_that_jump_about_ask_a_few_questions_only(
    trace: respx.Route, limits: MatchedLimits
) -> None:
    trace.mock(side_effect=limits_everywhere)
    jumping = [fix for n in range(100) for fix in north(2, start=40 + n % 2)]
    found = await limits.limits(jumping)
    assert trace.call_count <= MOST_TRACES
    assert found.count(30.0) == 2 * MOST_TRACES


@pytest.mark.parametrize("code", [171, 172, 444])
async def test_a_trace_without_a_road_is_an_answer(
    trace: respx.Route, limits: MatchedLimits, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    """However often that happens: the breaker stays closed, and nothing is written down."""
    said = json.loads((RECORDINGS / "traced-valhalla-unmatched.json").read_text())
    trace.mock(return_value=httpx.Response(400, json={**said, "error_code": code}))
    for n in range(10):
        assert await limits.limits(north(7, start=40 + n)) == UNKNOWN
    assert trace.call_count == 10
    assert not caplog.records


FAILURES = {
    "refused": httpx.ConnectError("refused"),
    "slow": httpx.ReadTimeout("slow"),
    "500": httpx.Response(500),
    "404": httpx.Response(404, text="not here"),
    "switched off": httpx.Response(400, json={"error_code": 106, "error": "Try any of: '/route'"}),
    "redirect": httpx.Response(301, headers={"Location": "http://elsewhere.test/"}),
    "empty": httpx.Response(200),
    "list": httpx.Response(200, json=[]),
    "NaN": httpx.Response(200, content=b'{"units": "miles", "edges": NaN}'),
    "deep": httpx.Response(200, content=b'{"a":' * 100_000),
    "huge": httpx.Response(200, content=b" " * 1_100_000),
}


@pytest.mark.parametrize("failure", FAILURES)
async def test_a_failing_engine_is_left_alone_and_written_down_once(
    trace: respx.Route,
    limits: MatchedLimits,
    clock: Seconds,
    caplog: pytest.LogCaptureFixture,
    failure: str,
) -> None:
    trace.mock(side_effect=[FAILURES[failure]] * 100)
    for _ in range(8):
        assert await limits.limits(DRIVE) == UNKNOWN
    assert trace.call_count <= 10, "five failures of two attempts open the breaker"
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert str(DRIVE[0].lat) not in caplog.text, "where people drive is not written down"
    trace.mock(return_value=recording("traced-valhalla.json"), side_effect=None)
    clock.now += QUIET_SECONDS
    assert await limits.limits(DRIVE) == KNOWN


async def test_an_engine_that_hangs_costs_its_budget_and_no_more(
    trace: respx.Route, anyio_backend: str
) -> None:
    async def hang(_request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    trace.mock(side_effect=hang)
    brief = MatchedLimits(
        ServiceClient(URL, limits=Limits(budget_seconds=0.05, attempt_seconds=0.05, attempts=2))
    )
    async with asyncio.timeout(1):
        assert await brief.limits([*DRIVE, *north(7, start=42)]) == [None] * 14
    await brief.aclose()
    assert PATIENCE.budget_seconds <= 1


def read(change: Any) -> list[float | None]:
    said = copy.deepcopy(RECORDED)
    change(said)
    return read_trace(Answer(200, json.dumps(said).encode()), 7)


@pytest.mark.parametrize("limit", [-1, 161, 1e9, 10**30, True, "25", "none", "", [], {}, [25]])
def test_a_limit_that_no_road_has_is_not_believed(limit: Any) -> None:
    with pytest.raises(InvalidResponse):
        read(lambda said: said["edges"][0].update(speed_limit=limit))


@pytest.mark.parametrize("limit", [0, 0.0, None, "unlimited"])
def test_where_no_limit_is_mapped_nobody_speeds(limit: Any) -> None:
    assert read(lambda said: said["edges"][0].update(speed_limit=limit))[:2] == [None, None]


@pytest.mark.parametrize(
    "change",
    [
        lambda said: said.update(units="kilometers"),
        lambda said: said.pop("units"),
        lambda said: said.pop("edges"),
        lambda said: said.update(edges={"0": {"speed_limit": 25}}),
        lambda said: said["edges"].append(25),
        lambda said: said.pop("matched_points"),
        lambda said: said["matched_points"].pop(),
        lambda said: said["matched_points"].append({"type": "unmatched"}),
        lambda said: said["matched_points"].insert(0, None) or said["matched_points"].pop(),
        lambda said: said["matched_points"][0].pop("type"),
        lambda said: said["matched_points"][0].update(edge_index=-1),
        lambda said: said["matched_points"][0].update(edge_index=0.0),
        lambda said: said["matched_points"][0].update(edge_index=True),
        lambda said: said["matched_points"][0].update(edge_index="0"),
    ],
)
def test_an_answer_of_another_form_is_not_believed(change: Any) -> None:
    with pytest.raises(InvalidResponse):
        read(change)


anything = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
anything = st.recursive(
    anything, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner)
)


@given(st.data())
@examples(max_examples=30)
def test_whatever_is_answered_is_a_limit_or_garbled(data: st.DataObject) -> None:
    def change(said: Any) -> None:
        part = data.draw(st.sampled_from([said, *said["edges"], *said["matched_points"]]))
        keys = ["units", "edges", "matched_points", "speed_limit", "type", "edge_index"]
        part[data.draw(st.sampled_from(keys))] = data.draw(anything)

    try:
        found = read(change)
    except InvalidResponse:
        return
    assert len(found) == 7
    assert all(limit is None or 0 < limit <= 160 for limit in found)


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        (Settings(), UnknownLimits),
        (Settings(routes_engine=RoutesEngine.OSRM, routes_url=URL), UnknownLimits),
        (Settings(routes_engine=RoutesEngine.VALHALLA, routes_url=URL), MatchedLimits),
        (Settings(demo=True), SimulatedLimits),
        (Settings(demo=True, routes_engine=RoutesEngine.VALHALLA, routes_url=URL), SimulatedLimits),
    ],
)
async def test_limits_are_valhallas_or_unknown_and_made_up_in_the_demonstration_only(
    settings: Settings, kind: type[SpeedLimits]
) -> None:
    async with open_limits(settings) as limits:
        assert type(limits) is kind
    assert type(limits_at_hand(settings)) in (UnknownLimits, SimulatedLimits)


class _Answers(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.path == "/valhalla/trace_attributes"
        assert len(asked["shape"]) == 7
        body = (RECORDINGS / "traced-valhalla.json").read_bytes()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Tests are quiet."""


@contextmanager
def _serving() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/valhalla"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


async def test_a_configured_server_is_asked_over_http_and_nobody_once_it_is_gone() -> None:
    with _serving() as url:
        settings = Settings(routes_engine=RoutesEngine.VALHALLA, routes_url=url)
        async with open_limits(settings) as limits:
            assert await limits.limits(DRIVE) == KNOWN
    async with open_limits(settings) as limits:
        assert await limits.limits(DRIVE) == UNKNOWN
