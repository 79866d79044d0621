"""Two server processes over one PostgreSQL: what happens at one is seen at the other, and outlives it."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import attrs
import httpx
import pytest
from httpx_sse import EventSource, aconnect_sse

from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from people import MIDTOWN, People, Person, book, in_an_hour, noon_in, pay
from postgres import server as database_server
from serving import Server, running_server

pytestmark = pytest.mark.anyio

SEEN_WITHIN_SECONDS = 1.0


@pytest.fixture
def two_servers(tmp_path: Path, migrated_template: str) -> Iterator[tuple[Server, Server]]:
    url = database_server().create(template=migrated_template)
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with (
        running_server(tmp_path / "one", url, OFFER_SECONDS="4", OFFER_TURNS="1") as one,
        running_server(tmp_path / "other", url, OFFER_SECONDS="4", OFFER_TURNS="1") as other,
    ):
        yield one, other
    database_server().drop(url)


@pytest.fixture
async def marketplace(two_servers: tuple[Server, Server]) -> AsyncIterator[Marketplace]:
    """A third process beside the two, for what only the command line may do."""
    async with open_marketplace(two_servers[0].settings) as opened:
        yield opened


async def lives(source: EventSource) -> AsyncIterator[dict[str, Any]]:
    """What the stream tells of the driver, as it comes."""
    async for event in source.aiter_sse():
        if event.event == "live" and event.data:
            yield json.loads(event.data)


def at(person: Person, client: httpx.AsyncClient) -> Person:
    """The same person, who asks another server."""
    return attrs.evolve(person, client=client)


async def test_an_update_at_one_server_is_seen_at_the_other_and_no_order_is_lost_with_one(
    two_servers: tuple[Server, Server], marketplace: Marketplace
) -> None:
    one, other = two_servers
    async with (
        asyncio.timeout(60),
        httpx.AsyncClient(base_url=one.address, timeout=20) as here,
        httpx.AsyncClient(base_url=other.address, timeout=20) as there,
    ):
        people = People(here, marketplace)
        customer, (driver, driver_id) = await people.customer(), await people.driver()
        order = await book(customer, driver_id=driver_id, scheduled_time=in_an_hour())
        assert (await pay(customer, order["id"])).status_code == 200
        for step in ("accept", "en-route"):
            assert (await driver.post(f"/orders/{order['id']}/{step}")).status_code == 200
        path = f"/api/v1/orders/{order['id']}/events?live=true"
        headers = {"Authorization": f"Bearer {customer.token}"}
        async with aconnect_sse(there, "GET", path, headers=headers) as source:
            stream = lives(source)
            assert (await anext(stream))["position"]
            for number in range(4):
                await seen_soon(driver, stream, MIDTOWN["lat"] + 0.0002 * (1 + number))
            await hears_of_a_late_report(people, there)
            booked = [await book(customer, scheduled_time=noon_in(days=days)) for days in (3, 4, 5)]
            one.kill()
            await seen_soon(at(driver, there), stream, MIDTOWN["lat"] - 0.0002)
        moved = at(customer, there)
        for known in (order, *booked):
            stored = (await moved.get(f"/orders/{known['id']}")).json()
            assert (stored["number"], stored["price_cents"]) == (known["number"], known["price_cents"])
        for step in ("start", "pickup", "complete"):
            assert (await at(driver, there).post(f"/orders/{order['id']}/{step}")).status_code == 200


async def test_an_offer_made_at_one_server_is_heard_at_the_other_and_goes_on_without_the_first(
    two_servers: tuple[Server, Server], marketplace: Marketplace
) -> None:
    one, other = two_servers
    async with (
        asyncio.timeout(60),
        httpx.AsyncClient(base_url=one.address, timeout=20) as here,
        httpx.AsyncClient(base_url=other.address, timeout=20) as there,
    ):
        people = People(here, marketplace)
        customer, (dee, dee_id), (eve, _) = (
            await people.customer(),
            await people.driver(),
            await people.driver(),
        )
        order = await book(customer, driver_id=dee_id, scheduled_time=in_an_hour())
        assert (await pay(customer, order["id"])).status_code == 200
        path, headers = "/api/v1/drivers/me/offers/events", {"Authorization": f"Bearer {eve.token}"}
        async with aconnect_sse(there, "GET", path, headers=headers) as source:
            stream = offers(source)
            assert await anext(stream) == []
            assert (await dee.post(f"/orders/{order['id']}/decline")).status_code == 200
            answered = time.monotonic()
            assert await anext(stream) == [("in_turn", order["id"])]
            assert time.monotonic() - answered < SEEN_WITHIN_SECONDS
            one.kill()
            assert await anext(stream) == [("everyone", order["id"])]
        taken = await at(eve, there).post(f"/orders/{order['id']}/accept")
        assert (taken.status_code, taken.json()["status"]) == (200, "assigned")


async def offers(source: EventSource) -> AsyncIterator[list[tuple[str, str]]]:
    """What the stream tells of a driver's offers: the kind of each, and the id of its order."""
    async for event in source.aiter_sse():
        if event.event == "offers":
            items = json.loads(event.data)["items"]
            yield [(each["kind"], each["order"]["id"]) for each in items]


async def hears_of_a_late_report(people: People, there: httpx.AsyncClient) -> None:
    """At the other server, of an order that was completed before."""
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id, scheduled_time=in_an_hour())
    assert (await pay(customer, order["id"])).status_code == 200
    for step in ("accept", "start", "pickup", "complete"):
        assert (await driver.post(f"/orders/{order['id']}/{step}")).status_code == 200
    path = f"/api/v1/orders/{order['id']}/events?afterwards=true"
    headers = {"Authorization": f"Bearer {customer.token}"}
    async with aconnect_sse(there, "GET", path, headers=headers) as source:
        said = {"kind": "not_delivered", "account": "Nobody came."}
        reported = await customer.post(f"/orders/{order['id']}/claims", said)
        assert reported.status_code == 201, reported.text
        answered = time.monotonic()
        async for event in source.aiter_sse():
            if event.data and json.loads(event.data)["type"] == "claim_opened":
                break
        assert time.monotonic() - answered < SEEN_WITHIN_SECONDS


async def seen_soon(driver: Person, stream: AsyncIterator[dict[str, Any]], lat: float) -> None:
    reply = await driver.post("/drivers/me/location", {"lat": lat, "lng": MIDTOWN["lng"]})
    assert reply.status_code == 200
    answered = time.monotonic()
    async for live in stream:
        if live["position"]["lat"] == lat:
            break
    assert time.monotonic() - answered < SEEN_WITHIN_SECONDS
