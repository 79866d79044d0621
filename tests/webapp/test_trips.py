"""Many trips between real New York addresses, by HTTP alone, watched on the event stream."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime, time, timedelta
from typing import Any

import attrs
import httpx
import pytest
from httpx_sse import aconnect_sse

from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.assembly import open_marketplace
from new_york import trips
from people import DECLINED_CARD, People, Person, an_order_request, pay
from serving import Server

pytestmark = pytest.mark.anyio

TRIPS = int(os.environ.get("HAULAGE_TEST_TRIPS", "3"))
"""`nox -s soak -- trips` makes two hundred."""

AT_ONCE = 4
DAYS = 40

STATIONS = [
    {"lat": 40.7527, "lng": -73.9772},
    {"lat": 40.6840, "lng": -73.9772},
    {"lat": 40.7420, "lng": -73.8700},
    {"lat": 40.8500, "lng": -73.8900},
    {"lat": 40.6000, "lng": -74.1000},
    {"lat": 40.7060, "lng": -73.7900},
]
"""Where the drivers wait: in every borough."""

STORY = [
    ("created", "pending", "unpaid"),
    ("payment_declined", "pending", "unpaid"),
    ("paid", "pending", "paid"),
    ("assigned", "assigned", "paid"),
    ("accepted", "assigned", "paid"),
    ("en_route", "assigned", "paid"),
    ("started", "in_progress", "paid"),
    ("picked_up", "in_progress", "paid"),
    ("completed", "completed", "paid"),
]
"""Everything that happens to an order whose first card is declined."""


@pytest.fixture
async def people(anyio_backend: str, server: Server) -> AsyncIterator[People]:
    async with (
        open_marketplace(server.settings) as marketplace,
        httpx.AsyncClient(base_url=server.address, timeout=30) as client,
    ):
        made = People(client, marketplace)
        yield made
        await made.retire_drivers()


def slot(number: int) -> str:
    """A time of its own for every trip; neighbours lie on different days, so that nobody is engaged twice."""
    day = (datetime.now(PLATFORM_ZONE) + timedelta(days=2 + number % DAYS)).date()
    return datetime.combine(day, time(9 + 2 * (number // DAYS)), PLATFORM_ZONE).isoformat()


async def watch(customer: Person, order_id: str) -> list[dict[str, Any]]:
    """The order's whole story, as the stream tells it until it ends by itself."""
    headers = {"Authorization": f"Bearer {customer.token}"}
    path = f"/api/v1/orders/{order_id}/events"
    async with aconnect_sse(customer.client, "GET", path, headers=headers) as source:
        return [json.loads(event.data) async for event in source.aiter_sse()]


@attrs.frozen
class Driver:
    """A driver who drives one trip at a time, as the server would insist."""

    person: Person
    hands: asyncio.Lock = attrs.field(factory=asyncio.Lock)


async def its_hour_comes(people: People, order_id: str) -> None:
    """Nobody sets out for a pickup that is days away."""

    async def move(unit: UnitOfWork) -> None:
        order = await unit.orders.get(order_id)
        assert order is not None
        soon = datetime.now(UTC) + timedelta(hours=1)
        await unit.orders.save(order, attrs.evolve(order, scheduled_time=soon))

    await people.marketplace.storage.write(move)


async def take_trip(
    people: People, number: int, ends: tuple[Any, Any], customer: Person, drivers: dict[str, Driver]
) -> None:
    pickup, dropoff = ends
    request = {
        "pickup": pickup,
        "dropoff": dropoff,
        "items": [{"description": "A trunk", "weight": 20 + number % 60}],
        "scheduled_time": slot(number),
        "urgency": ("standard", "express", "urgent")[number % 3],
    }
    quote = (await customer.post("/quotes", request)).json()
    offers = (await customer.post(f"/quotes/{quote['id']}/matches")).json()["items"]
    assert offers, f"nobody for {request}"
    assert [offer["score"] for offer in offers] == sorted((offer["score"] for offer in offers), reverse=True)
    order = (await customer.post("/orders", an_order_request(quote["id"], offers[0]["driver_id"]))).json()
    watching = asyncio.create_task(watch(customer, order["id"]))
    assert (await pay(customer, order["id"], DECLINED_CARD)).status_code == 402
    paid = (await pay(customer, order["id"])).json()
    assert paid["payment"]["amount_cents"] == offers[0]["fare"]["total_cents"]
    driver = drivers[paid["order"]["driver_id"]]
    async with driver.hands:
        await its_hour_comes(people, order["id"])
        for step in ("accept", "en-route", "start", "pickup", "complete"):
            moved = await driver.person.post(f"/orders/{order['id']}/{step}")
            assert moved.status_code == 200, moved.text
    events = await asyncio.wait_for(watching, timeout=30)
    assert [(event["type"], event["status"], event["payment_status"]) for event in events] == STORY
    assert [event["sequence"] for event in events] == list(range(1, len(STORY) + 1))


async def test_many_trips_are_booked_paid_driven_and_watched(people: People) -> None:
    ready = [await people.driver(at=place) for place in STATIONS]
    drivers = {driver_id: Driver(person) for person, driver_id in ready}
    customers = [await people.customer() for _ in range(AT_ONCE)]
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int, ends: tuple[Any, Any]) -> None:
        async with gate:
            await take_trip(people, number, ends, customers[number % AT_ONCE], drivers)

    async with asyncio.TaskGroup() as group:
        for number, ends in enumerate(trips(TRIPS)):
            group.create_task(one(number, ends))
    assert sum([await count_completed(customer) for customer in customers]) == TRIPS


async def count_completed(customer: Person) -> int:
    """How many of their orders the customer finds completed, page by page."""
    total = 0
    cursor: str | None = None
    while True:
        params = {"status": "completed", "limit": 25} | ({"cursor": cursor} if cursor else {})
        page = (await customer.get("/orders", params=params)).json()
        total += len(page["items"])
        cursor = page["next"]
        if cursor is None:
            return total


async def test_a_stream_resumes_behind_the_last_event_that_was_seen(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    pickup, dropoff = trips(1, seed=7)[0]
    request = {
        "pickup": pickup,
        "dropoff": dropoff,
        "items": [{"weight": 20}],
        "scheduled_time": slot(DAYS * 5 - 1),
    }
    quote = (await customer.post("/quotes", request)).json()
    offers = (await customer.post(f"/quotes/{quote['id']}/matches")).json()["items"]
    order = (await customer.post("/orders", an_order_request(quote["id"], offers[0]["driver_id"]))).json()
    await pay(customer, order["id"])
    await customer.post(f"/orders/{order['id']}/cancel", {"reason": "seen enough"})
    headers = {"Authorization": f"Bearer {customer.token}", "Last-Event-ID": "2"}
    path = f"/api/v1/orders/{order['id']}/events"
    async with aconnect_sse(customer.client, "GET", path, headers=headers) as source:
        seen = [event async for event in source.aiter_sse()]
    assert [json.loads(event.data)["type"] for event in seen] == ["assigned", "cancelled"]
    assert [event.id for event in seen] == ["3", "4"]


async def test_signing_out_ends_the_streams_of_the_session(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    pickup, dropoff = trips(1, seed=8)[0]
    request = {
        "pickup": pickup,
        "dropoff": dropoff,
        "items": [{"weight": 20}],
        "scheduled_time": slot(DAYS * 5),
    }
    quote = (await customer.post("/quotes", request)).json()
    offers = (await customer.post(f"/quotes/{quote['id']}/matches")).json()["items"]
    order = (await customer.post("/orders", an_order_request(quote["id"], offers[0]["driver_id"]))).json()
    headers = {"Authorization": f"Bearer {customer.token}"}
    path = f"/api/v1/orders/{order['id']}/events"
    async with aconnect_sse(customer.client, "GET", path, headers=headers) as source:
        stream = source.aiter_sse()
        assert json.loads((await anext(stream)).data)["type"] == "created"
        signed_out = await customer.client.post("/auth/v1/logout", headers=headers)
        assert signed_out.status_code == 204
        assert [event async for event in stream] == []
