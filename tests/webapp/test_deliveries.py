"""Deliveries over HTTP, for their drivers."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from people import MIDTOWN, People, Person, book, pay

pytestmark = pytest.mark.anyio


async def a_job(people: People, **request: Any) -> tuple[Person, Person, str]:
    """The customer, the driver who has accepted, and the order."""
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id, **({"scheduled_time": None} | request))
    assert (await pay(customer, order["id"])).status_code == 200
    assert (await driver.post(f"/orders/{order['id']}/accept")).status_code == 200
    return customer, driver, order["id"]


async def test_a_delivery_is_worked_through_over_http(people: People) -> None:
    _, driver, order_id = await a_job(people)
    shown = (await driver.get(f"/deliveries/{order_id}")).json()
    assert (shown["status"], shown["timer"]["is_running"], shown["geofence_events"]) == ("pending", False, [])
    assert shown["payout_calculation"]["policy"] == "split_50_50"
    statuses = []
    for step in ("start", "pause", "resume", "confirm-pickup", "stop", "stop"):
        reply = await driver.post(f"/deliveries/{order_id}/{step}")
        assert reply.status_code == 200, reply.text
        statuses.append((reply.json()["status"], reply.json()["timer"]["is_paused"]))
    running, done = ("in_progress", False), ("completed", False)
    assert statuses == [running, ("in_progress", True), running, running, done, done]
    items = (await driver.get("/deliveries", params={"status": "completed"})).json()["items"]
    assert [each["order_id"] for each in items] == [order_id]
    assert items[0]["payout_calculation"]["is_earned"]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_refusals_have_the_documented_words(people: People) -> None:
    customer, driver, order_id = await a_job(people)
    early = await driver.post(f"/deliveries/{order_id}/stop")
    assert (early.status_code, early.json()["message"]) == (409, "Delivery is not in progress")
    unknown = await driver.post("/deliveries/ord_unknown/start")
    assert (unknown.status_code, unknown.json()["message"]) == (404, "Delivery session not found")
    assert (await customer.get(f"/deliveries/{order_id}")).status_code == 404
    await driver.post(f"/deliveries/{order_id}/start")
    again = await driver.post(f"/deliveries/{order_id}/start")
    assert (again.status_code, again.json()["code"]) == (409, "delivery_already_in_progress")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_step_with_its_key_is_taken_once_and_answered_alike(people: People) -> None:
    _, driver, order_id = await a_job(people)
    first = await driver.post(f"/deliveries/{order_id}/start", key="once")
    again = await driver.post(f"/deliveries/{order_id}/start", key="once")
    assert (first.status_code, again.content) == (200, first.content)


async def test_what_was_done_without_a_connection_is_told_afterwards_and_counts_once(people: People) -> None:
    _, driver, order_id = await a_job(people)
    now = datetime.now(UTC).isoformat()
    kinds = ("stop", "confirm_pickup", "start")
    actions = [
        {"client_id": f"{3 - number}-{kind}", "at": now, "order_id": order_id, "action": kind}
        for number, kind in enumerate(kinds)
    ]
    for _ in range(2):
        reply = await driver.post("/deliveries/actions", {"actions": actions})
        assert reply.status_code == 200, reply.text
        assert {each["outcome"] for each in reply.json()["items"]} == {"applied"}
        assert [each["status"] for each in reply.json()["deliveries"]] == ["completed"]
    naive = [actions[0] | {"at": "2026-06-01T12:00:00"}]
    refused = await driver.post("/deliveries/actions", {"actions": naive})
    assert (refused.status_code, refused.json()["param"]) == (422, "actions[0].at")


async def test_positions_from_the_pickup_begin_the_delivery(people: People) -> None:
    customer, driver, order_id = await a_job(people)
    now = datetime.now(UTC)
    fixes = [
        {
            "at": (now + timedelta(seconds=seconds)).isoformat(),
            "lat": MIDTOWN["lat"],
            "lng": MIDTOWN["lng"],
            "accuracy_m": 8,
        }
        for seconds in (1, 12)
    ]
    reply = await driver.post("/drivers/me/positions", {"fixes": fixes})
    assert (reply.status_code, reply.json()["taken"]) == (200, 2)
    shown = (await driver.get(f"/deliveries/{order_id}")).json()
    assert (shown["status"], shown["geofence_events"][0]["type"]) == ("in_progress", "pickup_enter")
    assert shown["geofence_events"][0]["auto_triggered"]
    assert (await customer.get(f"/orders/{order_id}")).json()["status"] == "in_progress"


async def test_what_cannot_be_delivered_is_brought_back_over_http(people: People) -> None:
    customer, driver, order_id = await a_job(people)
    for step in ("start", "confirm-pickup"):
        await driver.post(f"/deliveries/{order_id}/{step}")
    possible = (await driver.get(f"/deliveries/{order_id}/failures")).json()
    assert (possible["needs_return"], possible["seen_there"]) == (True, False)
    request = {"reason": "nobody_there", "note": "Rang twice"}
    first = await driver.post(f"/deliveries/{order_id}/fail", request, key="once")
    again = await driver.post(f"/deliveries/{order_id}/fail", request, key="once")
    assert (first.status_code, first.content) == (200, again.content)
    assert (await driver.post(f"/deliveries/{order_id}/stop")).json()["code"] == "on_the_way_back"
    seen = (await customer.get(f"/orders/{order_id}")).json()
    assert seen["timeline"][-1] == {"label": "Items Returned", "at": None}
    assert "nobody was there to receive" in seen["failure"]["message"]
    for _ in range(2):
        ended = await driver.post(f"/deliveries/{order_id}/return")
        assert (ended.status_code, ended.json()["status"]) == (200, "cancelled")
    assert (await customer.get(f"/orders/{order_id}")).json()["failure"]["returned_at"] is not None
    unknown = await driver.post(f"/deliveries/{order_id}/fail", {"reason": "bored"})
    assert (unknown.status_code, "reason" in unknown.text) == (422, True)
