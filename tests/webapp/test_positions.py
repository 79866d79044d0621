"""Positions over HTTP: reported in batches, read back by range, followed, and asked who is near."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from httpx_sse import aconnect_sse

from people import MIDTOWN, People, Person
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio


def a_fix(seconds_ago: float, **changes: Any) -> dict[str, Any]:
    at = (datetime.now(UTC) - timedelta(seconds=seconds_ago)).isoformat()
    return {"at": at, "lat": 40.7527, "lng": -73.9772, "accuracy_m": 8} | changes


async def report(driver: Person, *fixes: dict[str, Any]) -> Any:
    return (await driver.post("/drivers/me/positions", {"fixes": list(fixes)})).json()


async def test_a_batch_is_reported_and_read_back_by_range(people: People) -> None:
    driver, driver_id = await people.driver()
    sent = a_fix(20, heading=90, speed_mph=12.5, address="5 Ave")
    came_of_it = await report(driver, a_fix(10), sent, a_fix(15, accuracy_m=80), sent)
    assert {name: came_of_it[name] for name in ("taken", "known", "untrusted", "refused")} == {
        "taken": 3,
        "known": 1,
        "untrusted": 1,
        "refused": [],
    }
    since = (datetime.now(UTC) - timedelta(minutes=1)).isoformat()
    page = (await driver.get("/drivers/me/positions", params={"since": since, "limit": 2})).json()
    first, second = (item["position"] for item in page["items"])
    assert {name: first[name] for name in sent if name != "at"} == {
        n: v for n, v in sent.items() if n != "at"
    }
    assert datetime.fromisoformat(first["at"]) == datetime.fromisoformat(sent["at"])
    assert (second["quality_flag"], second["driver_id"]) == ("poor_accuracy", driver_id)
    rest = {"since": since, "cursor": page["next"]}
    admin = await people.admin()
    more = (await admin.get(f"/drivers/{driver_id}/positions", params=rest)).json()
    assert [item["position"]["quality_flag"] for item in more["items"]] == [None, None], "and going online"
    assert more["next"] is None


@pytest.mark.parametrize(
    ("fix", "param"),
    [
        (a_fix(0, lat=91), "fixes[0].lat"),
        (a_fix(0, accuracy_m=-1), "fixes[0].accuracy_m"),
        (a_fix(0, heading=360), "fixes[0].heading"),
        (a_fix(0, speed_mph=251), "fixes[0].speed_mph"),
        (a_fix(0, at="2026-06-01T12:00:00"), "fixes[0].at"),
        (a_fix(0, at="yesterday"), "fixes[0].at"),
        (a_fix(-3600), "fixes[0].at"),
        (a_fix(91 * 86_400), "fixes[0].at"),
        (a_fix(0, altitude=3), "fixes[0].altitude"),
        ({"lat": 40.7, "lng": -73.9}, "fixes[0].at"),
    ],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_fix_that_cannot_be_is_refused_by_the_name_of_its_field(
    people: People, fix: dict[str, Any], param: str
) -> None:
    driver, _ = await people.driver()
    reply = await driver.post("/drivers/me/positions", {"fixes": [fix]})
    assert (reply.status_code, reply.json()["param"]) == (422, param)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_batch_is_bounded_at_both_ends(people: People) -> None:
    driver, _ = await people.driver()
    for fixes in ([], [a_fix(0)] * 501):
        reply = await driver.post("/drivers/me/positions", {"fixes": fixes})
        assert (reply.status_code, reply.json()["param"]) == (422, "fixes")


async def test_one_bad_fix_of_many_is_named_and_keeps_no_other_out(people: People) -> None:
    driver, _ = await people.driver()
    came_of_it = await report(driver, a_fix(5), a_fix(-3600), a_fix(4))
    assert came_of_it["taken"] == 2
    assert came_of_it["refused"] == [
        {"index": 1, "param": "fixes[1].at", "message": "fixes[1].at: must not be in the future"}
    ]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_single_report_tells_all_that_a_device_knows(people: People) -> None:
    driver, _ = await people.driver()
    position = {
        "lat": 40.7527,
        "lng": -73.9772,
        "heading": 12.5,
        "speed_mph": 3,
        "accuracy_m": 60,
        "address": "5 Ave",
    }
    reply = (await driver.post("/drivers/me/location", position)).json()
    assert {name: reply[name] for name in position} == position
    assert reply["quality_flag"] == "poor_accuracy"


async def test_admins_ask_who_is_near_a_pickup(people: People) -> None:
    _, near_id = await people.driver()
    await people.driver(at={"lat": 41.2, "lng": -73.9772})
    admin = await people.admin()
    asked = {"pickup_lat": MIDTOWN["lat"], "pickup_lng": MIDTOWN["lng"]}
    near = (await admin.get("/drivers/available", params=asked)).json()["items"]
    assert [(it["driver_id"], it["distance_miles"]) for it in near] == [(near_id, 0)]
    both = (await admin.get("/drivers/available", params=asked | {"max_distance": 50})).json()["items"]
    assert len(both) == 2
    for bad in ({"max_distance": 0}, {"max_distance": 101}, {"pickup_lat": 91}, {"limit": 0}):
        assert (await admin.get("/drivers/available", params=asked | bad)).status_code == 422


async def test_positions_are_followed_as_they_come(served_people: People) -> None:
    driver, driver_id = await served_people.driver()
    admin = await served_people.admin()
    received: list[dict[str, Any]] = []
    path = f"/api/v1/drivers/{driver_id}/positions/events"
    headers = {"Authorization": f"Bearer {admin.token}", "Last-Event-ID": "0"}
    async with asyncio.timeout(30), aconnect_sse(admin.client, "GET", path, headers=headers) as source:
        async for event in source.aiter_sse():
            if not event.data:
                continue
            assert event.event == "position"
            received.append(json.loads(event.data))
            if len(received) == 3:
                break
            await report(driver, a_fix(60 * len(received)))
    assert [it["number"] for it in received] == [1, 2, 3]
    stranger = await served_people.customer()
    refused = await stranger.get(f"/drivers/{driver_id}/positions/events")
    assert refused.status_code == 404
