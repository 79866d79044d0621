"""The promise of the ``Routes`` port, kept by the embedded estimate and by both road engines."""

import itertools
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
import respx

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.measures import METERS_PER_MILE
from haulage.ports.maps.routes import Routes
from haulage_adapters.embedded.calibrated import CalibratedRoutes
from recorded_engines import ELSEWHERE, END, START, recorded_engine

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 1, 14, 17, 0, tzinfo=UTC)
"""A Wednesday in New York."""

NIGHT = NOON - timedelta(hours=8)


@pytest.fixture(params=["embedded", "osrm", "osrm live", "valhalla", "valhalla live"])
async def routes(request: pytest.FixtureRequest, anyio_backend: str) -> AsyncIterator[Routes]:
    name, _, live = request.param.partition(" ")
    if name == "embedded":
        yield CalibratedRoutes()
        return
    with respx.mock(assert_all_called=False) as server:
        engine = recorded_engine(server, name, free_flow=not live).routes
        yield engine
        await engine.aclose()


def meters(a: Point, b: Point) -> float:
    return great_circle_miles(a, b) * float(METERS_PER_MILE)


async def test_a_way_is_longer_than_the_straight_line_and_takes_time(routes: Routes) -> None:
    way = await routes.route(START, END, at=NOON)
    assert meters(START, END) <= way.distance_meters < 2 * meters(START, END)
    assert 10 * 60 < way.duration_seconds < 60 * 60
    assert isinstance(way.distance_meters, int)
    assert isinstance(way.duration_seconds, int)


async def test_the_first_of_the_alternatives_is_the_way(routes: Routes) -> None:
    ways = await routes.alternatives(START, END, at=NOON)
    assert ways[0] == await routes.route(START, END, at=NOON)
    assert len(set(ways)) == len(ways)


async def test_a_leg_is_the_distance_and_the_time_of_the_way(routes: Routes) -> None:
    assert await routes.leg(START, END, at=NOON) == (await routes.route(START, END, at=NOON)).leg


async def test_every_way_names_its_engine(routes: Routes) -> None:
    for way in await routes.alternatives(START, END, at=NOON):
        assert way.engine
        assert way.approximate == (way.engine == "embedded-estimate")


async def test_the_line_runs_from_the_start_to_the_end(routes: Routes) -> None:
    for way in await routes.alternatives(START, END, at=NOON):
        assert len(way.polyline) >= 2
        assert meters(way.polyline[0], START) < 200
        assert meters(way.polyline[-1], END) < 200


async def test_steps_follow_each_other_and_add_up_to_the_way(routes: Routes) -> None:
    for way in await routes.alternatives(START, END, at=NOON):
        assert sum(step.distance_meters for step in way.steps) == way.distance_meters
        assert sum(step.duration_seconds for step in way.steps) == way.duration_seconds
        assert all(step.instruction.strip() for step in way.steps)
        assert all(step.distance_meters >= 0 and step.duration_seconds >= 0 for step in way.steps)
        assert all(a.end == b.start for a, b in itertools.pairwise(way.steps))


async def test_a_matrix_answers_for_each_start_in_order(routes: Routes) -> None:
    far, near = await routes.matrix([START, ELSEWHERE], END, at=NOON)
    assert far is not None
    assert near is not None
    assert far.distance_meters > near.distance_meters >= meters(ELSEWHERE, END)
    assert far.duration_seconds > near.duration_seconds > 0


async def test_from_nowhere_there_is_no_matrix(routes: Routes) -> None:
    assert await routes.matrix([], END, at=NOON) == ()


async def test_distance_does_not_depend_on_the_hour(routes: Routes) -> None:
    noon, night = await routes.route(START, END, at=NOON), await routes.route(START, END, at=NIGHT)
    assert noon.distance_meters == night.distance_meters
    assert noon.duration_seconds >= night.duration_seconds


async def test_a_time_without_an_offset_is_refused(routes: Routes) -> None:
    with pytest.raises(InvalidInput, match="offset"):
        await routes.route(START, END, at=NOON.replace(tzinfo=None))
    with pytest.raises(InvalidInput, match="offset"):
        await routes.leg(START, END, at=NOON.replace(tzinfo=None))
    with pytest.raises(InvalidInput, match="offset"):
        await routes.matrix([START], END, at=NOON.replace(tzinfo=None))
