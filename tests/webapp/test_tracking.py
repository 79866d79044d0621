"""Tracking over HTTP: the whole look, and what changes all the time on the event stream."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import anyio
import httpx
import pytest
from httpx_sse import aconnect_sse

from haulage_adapters.settings import Settings
from people import MIDTOWN, WILLIAMSBURG, People, Person, book, in_an_hour, pay
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio

MOST_STREAMS = Settings().event_streams

A_STEP_AWAY = {"lat": MIDTOWN["lat"] + 0.0004, "lng": MIDTOWN["lng"]}
"""From where drivers go online, so that they can have come there at once."""


async def set_out(people: People) -> tuple[Person, Person, str]:
    """A customer whose driver is on the way."""
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id, scheduled_time=in_an_hour())
    await pay(customer, order["id"])
    for step in ("accept", "en-route"):
        assert (await driver.post(f"/orders/{order['id']}/{step}")).status_code == 200
    return customer, driver, order["id"]


async def test_a_customer_sees_driver_arrival_routes_and_money(people: People) -> None:
    customer, driver, order_id = await set_out(people)
    fix = {**A_STEP_AWAY, "heading": 201.5}
    assert (await driver.post("/drivers/me/location", fix)).json()["heading"] == 201.5
    seen = (await customer.get(f"/orders/{order_id}/tracking")).json()
    assert seen["order"]["tracking_status"] == "driver_assigned"
    assert seen["driver"]["name"].startswith("Driver")
    assert seen["driver"]["phone"]
    live = seen["live"]
    assert live["stop"] == "pickup"
    assert (live["position"]["lat"], live["position"]["heading"]) == (A_STEP_AWAY["lat"], 201.5)
    route = live["arrival"]["route"]
    assert route["approximate"]
    assert route["polyline"][-1] == {"lat": MIDTOWN["lat"], "lng": MIDTOWN["lng"]}
    assert seen["trip"]["polyline"][-1] == {"lat": WILLIAMSBURG["lat"], "lng": WILLIAMSBURG["lng"]}
    assert seen["payment"]["amount_cents"] == seen["order"]["price_cents"]
    assert not seen["cancelling"]["allowed"]
    assert seen["speed"] == 1


async def test_until_when_the_driver_has_to_accept_is_told_until_they_have(people: People) -> None:
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id, scheduled_time=in_an_hour())
    await pay(customer, order["id"])
    (offer,) = (await driver.get("/drivers/me/offers")).json()["items"]
    for each in (customer, driver):
        seen = (await each.get(f"/orders/{order['id']}/tracking")).json()
        assert seen["answer_due_at"] == offer["expires_at"]
    assert (await driver.post(f"/orders/{order['id']}/accept")).status_code == 200
    assert (await customer.get(f"/orders/{order['id']}/tracking")).json()["answer_due_at"] is None


async def test_an_unknown_order_and_one_of_somebody_else_answer_alike(people: People) -> None:
    _, _, order_id = await set_out(people)
    stranger = await people.customer()
    for unknown in (order_id, "ord_none"):
        reply = await stranger.get(f"/orders/{unknown}/tracking")
        assert (reply.status_code, reply.json()["message"]) == (404, "Order tracking not found")
    assert (await people.client.get(f"/api/v1/orders/{order_id}/tracking")).status_code == 401


@pytest.mark.parametrize("heading", [-1, 360, "north"])
async def test_a_heading_off_the_compass_is_refused(people: People, heading: Any) -> None:
    driver, _ = await people.driver()
    reply = await driver.post("/drivers/me/location", {"lat": 40.7, "lng": -73.9, "heading": heading})
    assert reply.status_code in (400, 422)
    assert "heading" in reply.text


async def test_the_stream_tells_where_the_driver_is_as_often_as_that_changes(served_people: People) -> None:
    customer, driver, order_id = await set_out(served_people)
    headers = {"Authorization": f"Bearer {customer.token}", "Last-Event-ID": "3"}
    path = f"/api/v1/orders/{order_id}/events?live=true"
    received: list[tuple[str, str, dict[str, Any]]] = []
    async with asyncio.timeout(30), aconnect_sse(customer.client, "GET", path, headers=headers) as source:
        async for event in source.aiter_sse():
            if not event.data:  # this reader takes a comment after an id for a message
                continue
            data = json.loads(event.data)
            received.append((event.event, event.id, data))
            if event.event == "live" and data["position"] and data["position"]["lat"] != A_STEP_AWAY["lat"]:
                await driver.post("/drivers/me/location", A_STEP_AWAY)
            elif event.event == "live" and data["stop"] == "pickup":
                for step in ("start", "pickup", "complete"):
                    await driver.post(f"/orders/{order_id}/{step}")
    assert [event_id for name, event_id, _ in received if name == "order"] == ["4", "5", "6", "7", "8"]
    lives = [data for name, _, data in received if name == "live"]
    assert [bool(live["position"]) for live in lives[:2]] == [True, True]
    assert lives[-1]["position"] is None, "the last look is at an order that has ended"


@pytest.mark.parametrize("live", [True, False])
async def test_that_an_administrator_looked_where_a_driver_is_stands_in_the_trail(
    served_people: People, live: bool
) -> None:
    customer, _driver, order_id = await set_out(served_people)
    admin = await served_people.admin()
    path = f"/orders/{order_id}/events?live=true" if live else f"/orders/{order_id}/tracking"
    for person in (customer, admin, admin):
        await first_bytes(person, path)
        await first_bytes(person, f"/orders/{order_id}/events")
    entries = await admin.read_trail(action="admin_read")
    kinds = {each["object_kind"] for each in entries if each["object_id"] == order_id}
    assert kinds == {"see_order", "track_order"}


async def first_bytes(person: Person, path: str) -> None:
    headers = {"Authorization": f"Bearer {person.token}"}
    async with person.client.stream("GET", f"/api/v1{path}", headers=headers) as reply:
        assert reply.status_code == 200
        async for _ in reply.aiter_bytes():
            return


async def test_a_stream_too_many_is_answered_with_when_to_come_again(served_people: People) -> None:
    customer, (_driver, driver_id) = await served_people.customer(), await served_people.driver()
    order = await book(customer, driver_id=driver_id)
    admin = await served_people.admin()
    async with AsyncExitStack() as open_ones:
        streams = [await followed(customer, order["id"], open_ones) for _ in range(MOST_STREAMS)]
        with anyio.fail_after(20):
            refused = await customer.get(f"/orders/{order['id']}/events")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
        assert int(refused.headers["retry-after"]) >= 1
        await followed(admin, order["id"], open_ones)
        unseen = await (await served_people.customer()).get(f"/orders/{order['id']}/events")
        assert unseen.status_code == 404
        await streams[0].aclose()
        await until_let_in(customer, order["id"], open_ones)
    for _ in range(5):
        await customer.client.head(
            f"/api/v1/orders/{order['id']}/events", headers={"Authorization": f"Bearer {customer.token}"}
        )
    async with AsyncExitStack() as open_ones:
        await until_let_in(customer, order["id"], open_ones)


async def followed(person: Person, order_id: str, until: AsyncExitStack) -> httpx.Response:
    """The stream, once its first event is there."""
    headers = {"Authorization": f"Bearer {person.token}"}
    asked = person.client.stream("GET", f"/api/v1/orders/{order_id}/events", headers=headers)
    reply = await until.enter_async_context(asked)
    if reply.status_code == 200:
        chunks = reply.aiter_bytes()
        until.push_async_callback(chunks.aclose)  # type: ignore[attr-defined]  # left, it would close the stream
        await anext(chunks)
    return reply


async def until_let_in(person: Person, order_id: str, until: AsyncExitStack) -> None:
    """The server learns of a closed connection at its next event, within the two seconds of a look."""
    with anyio.fail_after(20):
        while (reply := await followed(person, order_id, until)).status_code == 429:
            await reply.aclose()
