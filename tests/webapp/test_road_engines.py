"""A marketplace with a road engine of its own: quotes by its ways, and none when it fails."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import respx
import stamina
from sqlalchemy import create_engine, text

from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import RoutesEngine, Settings
from people import People, a_quote_request
from recorded_engines import END, LEGS, START, URL, WAYS, recording
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio

TRIP = {
    "pickup": {"lat": START.lat, "lng": START.lng, "address": "7 Times Square, New York, NY 10036"},
    "dropoff": {"lat": END.lat, "lng": END.lng, "address": "1 Old Fulton Street, Brooklyn, NY 11201"},
}


@pytest.fixture
def database(migrated_file: Path, tmp_path: Path) -> Path:
    """The engine asks no database: one kind is enough."""
    return Path(shutil.copy(migrated_file, tmp_path / "haulage.db"))


@pytest.fixture
def ways() -> Iterator[respx.Route]:
    """What the engine answers to a question for ways; without a change, its recording."""
    with respx.mock(assert_all_called=False) as server, stamina.set_testing(True, attempts=3):
        server.route(url__regex=LEGS["osrm"]).mock(side_effect=httpx.ConnectError("refused"))
        yield server.route(url__regex=WAYS["osrm"]).mock(return_value=recording("osrm-ways.json"))


@pytest.fixture
async def marketplace(anyio_backend: str, database: Path, tmp_path: Path) -> AsyncIterator[Marketplace]:
    settings = Settings(
        data=tmp_path,
        database=f"sqlite+aiosqlite:///{database}",
        routes_engine=RoutesEngine.OSRM,
        routes_url=URL,
        autoconfirm=True,
    )
    async with open_marketplace(settings) as opened:
        yield opened


@pytest.fixture
async def client(
    marketplace: Marketplace, tmp_path: Path, ways: respx.Route
) -> AsyncIterator[httpx.AsyncClient]:
    async with talking_to(Settings(data=tmp_path), marketplace) as client:
        yield client


def quotes_in(database: Path) -> int:
    engine = create_engine(f"sqlite:///{database}")
    with engine.connect() as connection:
        count = connection.execute(text("SELECT count(*) FROM quotes")).scalar_one()
    engine.dispose()
    return int(count)


async def test_a_quote_is_made_by_the_engines_way(people: People, database: Path) -> None:
    customer = await people.customer()
    best = (await customer.post("/quotes", a_quote_request(**TRIP))).json()
    other = (await customer.post("/quotes", a_quote_request(**TRIP, alternative=1))).json()
    assert (best["distance_miles"], other["distance_miles"]) == (5.10, 6.51)
    assert other["fare"]["total_cents"] > best["fare"]["total_cents"]
    assert quotes_in(database) == 2


@pytest.mark.parametrize(
    "failure",
    [httpx.ConnectError("refused"), httpx.Response(500), httpx.Response(200, text="<html>")],
    ids=["refused", "500", "page"],
)
async def test_a_failed_engine_prices_nothing_and_says_so(
    people: People, ways: respx.Route, database: Path, failure: Any
) -> None:
    customer = await people.customer()
    ways.mock(side_effect=[failure] * 3)
    refused = await customer.post("/quotes", a_quote_request(**TRIP), key="quote-1")
    assert refused.status_code == 503
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.json()["message"] == "Route Calculation Error"
    assert quotes_in(database) == 0
    ways.mock(side_effect=None, return_value=recording("osrm-ways.json"))
    again = await customer.post("/quotes", a_quote_request(**TRIP), key="quote-1")
    assert again.status_code == 201, "a failure does not use up the key"


async def test_a_trip_without_a_road_is_named_as_such(
    people: People, ways: respx.Route, database: Path
) -> None:
    customer = await people.customer()
    ways.mock(return_value=recording("osrm-no-route.json", 400))
    refused = await customer.post("/quotes", a_quote_request(**TRIP))
    assert (refused.status_code, refused.json()["code"]) == (503, "no_route")
    assert refused.json()["message"].startswith("Route Calculation Error")
    assert quotes_in(database) == 0


async def test_an_alternative_that_is_not_there_is_refused_by_name(people: People, database: Path) -> None:
    customer = await people.customer()
    for alternative in (2, 10, -1):
        refused = await customer.post("/quotes", a_quote_request(**TRIP, alternative=alternative))
        assert (refused.status_code, refused.json()["param"]) == (422, "alternative")
    assert quotes_in(database) == 0


async def test_the_drivers_are_offered_while_the_engine_is_down(people: People, ways: respx.Route) -> None:
    """Their arrivals are shown by the estimate; the matrix of this engine never answers."""
    customer = await people.customer()
    await people.driver()
    quote = (await customer.post("/quotes", a_quote_request(**TRIP))).json()
    matches = await customer.post(f"/quotes/{quote['id']}/matches")
    assert matches.status_code == 200
    assert 3 <= matches.json()["items"][0]["estimated_arrival"] <= 40
