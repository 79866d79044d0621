"""Places and ways over HTTP, for visitors too."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from pathlib import Path

import attrs
import httpx
import pytest

from haulage.kernel.errors import Unavailable
from haulage.kernel.geo import Point
from haulage.ports.maps.routes import Leg, Route, Step
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from haulage_adapters.wire.route_wording import distance_text, duration_text
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio

MIDTOWN, WILLIAMSBURG = Point(40.7527, -73.9772), Point(40.7134, -73.9554)
TRIP = {
    "from_lat": MIDTOWN.lat,
    "from_lng": MIDTOWN.lng,
    "to_lat": WILLIAMSBURG.lat,
    "to_lng": WILLIAMSBURG.lng,
}


@pytest.fixture
def database(migrated_file: object, tmp_path: object) -> str:
    """Maps ask no database: one is enough here."""
    import shutil

    path = shutil.copy(str(migrated_file), str(tmp_path) + "/haulage.db")
    return f"sqlite+aiosqlite:///{path}"


class TwoBridges:
    """An engine that has steps and a choice."""

    async def route(self, start: Point, end: Point, *, at: datetime) -> Route:
        return (await self.alternatives(start, end, at=at))[0]

    async def alternatives(self, start: Point, end: Point, *, at: datetime) -> tuple[Route, ...]:
        step = Step("Turn left onto Delancey Street", 400, 65, start, end)
        bridge = Route(8_047, 1_080, "engine", (start, end), (step,), name="Williamsburg Bridge")
        return bridge, attrs.evolve(bridge, distance_meters=9_656, name="Queens-Midtown Tunnel")

    async def matrix(self, starts: Sequence[Point], end: Point, *, at: datetime) -> tuple[Leg, ...]:
        return tuple(Leg(8_047, 1_080) for _ in starts)


class BrokenEngine(TwoBridges):
    async def alternatives(self, start: Point, end: Point, *, at: datetime) -> tuple[Route, ...]:
        raise Unavailable("routes", "Route Calculation Error")


def serving(marketplace: Marketplace, settings: Settings) -> AbstractAsyncContextManager[httpx.AsyncClient]:
    return talking_to(settings, marketplace, peer=("192.0.2.7", 4000))


def with_engine(marketplace: Marketplace, engine: TwoBridges) -> Marketplace:
    return attrs.evolve(marketplace, maps=attrs.evolve(marketplace.maps, routes=engine))


async def test_the_embedded_estimate_is_one_approximate_way(client: httpx.AsyncClient) -> None:
    reply = await client.get("/api/v1/routes", params=TRIP | {"at": "2026-11-02T12:00:00-05:00"})
    assert reply.status_code == 200
    (way,) = reply.json()["items"]
    assert way["approximate"] is True
    assert 5_000 < way["distance"]["value"] < 12_000
    assert way["distance"]["text"].endswith(" mi")
    assert way["duration"]["text"].endswith(("min", "mins"))
    assert len(way["steps"]) == 1
    assert way["polyline"][0] == {"lat": MIDTOWN.lat, "lng": MIDTOWN.lng}
    assert reply.json()["next"] is None


async def test_an_engines_steps_and_alternatives_are_passed_on(
    marketplace: Marketplace, tmp_path: Path
) -> None:
    async with serving(with_engine(marketplace, TwoBridges()), Settings(data=tmp_path)) as client:
        ways = (await client.get("/api/v1/routes", params=TRIP)).json()["items"]
    assert [way["name"] for way in ways] == ["Williamsburg Bridge", "Queens-Midtown Tunnel"]
    assert ways[0]["steps"][0]["instruction"] == "Turn left onto Delancey Street"
    assert ways[0]["steps"][0]["duration"] == {"text": "2 min", "value": 65}


async def test_a_failed_engine_is_said_and_nothing_is_invented(
    marketplace: Marketplace, tmp_path: Path
) -> None:
    async with serving(with_engine(marketplace, BrokenEngine()), Settings(data=tmp_path)) as client:
        reply = await client.get("/api/v1/routes", params=TRIP)
    assert reply.status_code == 503
    assert reply.json()["message"] == "Route Calculation Error"


@pytest.mark.parametrize(
    ("path", "params", "field"),
    [
        ("/routes", TRIP | {"from_lat": 91}, "from_lat"),
        ("/routes", TRIP | {"to_lng": "west"}, "to_lng"),
        ("/routes", TRIP | {"to_lng": "nan"}, "to_lng"),
        ("/routes", {"from_lat": 1, "from_lng": 1, "to_lat": 1}, "to_lng"),
        ("/routes", TRIP | {"at": "2026-11-02T12:00:00"}, "at"),
        ("/routes", TRIP | {"at": "tomorrow"}, "at"),
        ("/places/suggestions", {}, "text"),
        ("/places/suggestions", {"text": ""}, "text"),
        ("/places/suggestions", {"text": "x" * 10_000}, "text"),
        ("/places/suggestions", {"text": "5 ave", "limit": 21}, "limit"),
        ("/places/suggestions", {"text": "5 ave", "lat": 40.7}, "lng"),
        ("/places/suggestions", {"text": "5 ave", "lng": -73.9}, "lat"),
        ("/places/suggestions", {"text": "5 ave", "lat": "inf", "lng": 1}, "lat"),
        ("/places/geocode", {"address": ""}, "address"),
        ("/places/reverse", {"lat": 40.7}, "lng"),
        ("/places/reverse", {"lat": 40.7, "lng": -181}, "lng"),
    ],
)
async def test_a_question_that_cannot_be_meant_names_its_field(
    client: httpx.AsyncClient, path: str, params: dict[str, str], field: str
) -> None:
    reply = await client.get(f"/api/v1{path}", params=params)
    assert reply.status_code == 422, reply.text
    assert reply.json()["param"] == field


async def test_no_popular_place_is_one_that_cannot_be_booked(client: httpx.AsyncClient) -> None:
    popular = (await client.get("/api/v1/places/popular")).json()["items"]
    names = {each["description"] for each in popular}
    assert {"New York, NY", "Brooklyn, New York, NY", "Hoboken, NJ"} <= names
    assert len(popular) == len({each["place_id"] for each in popular}) <= 15
    for each in popular:
        place = (await client.get(f"/api/v1/places/{each['place_id']}")).json()
        assert place["outside"] is None, each["description"]


async def test_an_unknown_place_is_not_found(client: httpx.AsyncClient) -> None:
    for place_id in ("nowhere", "..%2F..%2Fetc", "x" * 500):
        reply = await client.get(f"/api/v1/places/{place_id}")
        assert reply.status_code == 404, place_id


async def test_a_spent_limit_says_when_to_come_back_and_to_whom_it_belongs(
    marketplace: Marketplace, tmp_path: Path, database: str
) -> None:
    settings = Settings(data=tmp_path, database=database, routes_per_minute=30, limit_factor=0.1)
    async with open_marketplace(settings) as opened, serving(opened, settings) as client:
        replies = [await client.get("/api/v1/routes", params=TRIP) for _ in range(4)]
        other = await client.get("/api/v1/places/popular")
    assert [reply.status_code for reply in replies] == [200, 200, 200, 429]
    assert 1 <= int(replies[-1].headers["retry-after"]) <= 20
    assert replies[-1].json()["code"] == "too_many_requests"
    assert other.status_code == 200


async def test_a_callers_word_about_its_address_counts_only_behind_a_proxy_of_ours(
    tmp_path: Path, database: str
) -> None:
    async def statuses(trusted_proxies: int, forwarded: Sequence[str]) -> list[int]:
        settings = Settings(
            data=tmp_path, database=database, routes_per_minute=1, trusted_proxies=trusted_proxies
        )
        async with open_marketplace(settings) as opened, serving(opened, settings) as client:
            return [
                (
                    await client.get("/api/v1/routes", params=TRIP, headers={"X-Forwarded-For": word})
                ).status_code
                for word in forwarded
            ]

    assert await statuses(0, ["192.0.2.1", "192.0.2.2"]) == [200, 429]
    assert await statuses(1, ["192.0.2.1", "192.0.2.2"]) == [200, 200]
    assert await statuses(1, ["9.9.9.9, 192.0.2.1", "8.8.8.8, 192.0.2.1"]) == [200, 429]
    assert await statuses(1, ["2001:db8::1", "2001:db8::ffff"]) == [200, 429]
    assert await statuses(2, ["192.0.2.1", "not an address"]) == [200, 429]


@pytest.mark.parametrize(
    ("meters", "text"),
    [
        (0, "0 ft"),
        (100, "330 ft"),
        (161, "0.1 mi"),
        (7_476, "4.7 mi"),
        (8_047, "5.0 mi"),
        (1_609_344, "1,000.0 mi"),
    ],
)
def test_distances_are_said_in_feet_and_miles(meters: int, text: str) -> None:
    assert distance_text(meters) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "1 min"),
        (60, "1 min"),
        (61, "2 min"),
        (3_600, "1 hr"),
        (3_900, "1 hr 5 min"),
        (7_260, "2 hr 1 min"),
    ],
)
def test_durations_are_said_in_begun_minutes(seconds: int, text: str) -> None:
    assert duration_text(seconds) == text


async def test_a_place_outside_the_service_area_says_so(client: httpx.AsyncClient) -> None:
    inside = (await client.get("/api/v1/places/reverse", params={"lat": 40.7484, "lng": -73.9857})).json()
    assert inside["outside"] is None
    outside = (await client.get("/api/v1/places/reverse", params={"lat": 34.0522, "lng": -118.2437})).json()
    assert outside["outside"] == "We serve New York City, Hoboken and Jersey City for now."


async def test_the_service_area_is_told_to_everybody(client: httpx.AsyncClient) -> None:
    area = (await client.get("/api/v1/service-area")).json()
    assert area["name"] == "New York City, Hoboken and Jersey City"
    assert "Staten Island" in area["zones"]
    assert {each["service_type"] for each in area["bounds"]} == {"delivery", "moving", "pickup"}
