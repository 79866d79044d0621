"""Driving behaviour over HTTP: the same figures as the command line's, and nobody else's."""

import json
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner

from core.behaviour.drives import METERS_PER_DEGREE, START, mps
from haulage_cli.root import haulage as root
from people import People, Person

pytestmark = pytest.mark.anyio

SPEEDS = [*mps(20, 20, 15, 9.5, 9.5), *[20.0] * 150, *mps(9, 12.2, 12.2), *[0.0] * 700, *mps(3.1), *mps(7)]
EVENT = {"date": "2026-03-04", "period": "day"}


def a_point(second: int, speed: float) -> dict[str, Any]:
    return {
        "at": (START + timedelta(seconds=second)).isoformat(),
        "lat": round(40.75 + second * 8 / METERS_PER_DEGREE, 6),
        "lng": -73.98,
        "speed_mph": speed,
        "heading_deg": 0.0,
    }


DRIVE = [a_point(second, speed) for second, speed in enumerate(SPEEDS)]


async def record(driver: Person, points: list[dict[str, Any]], *, at_once: int = 200) -> None:
    for start in range(0, len(points), at_once):
        sent = await driver.post("/behaviour/points", {"points": points[start : start + at_once]})
        assert sent.status_code == 200, sent.text


async def report(driver: Person, **query: str) -> dict[str, Any]:
    answer = await driver.get("/behaviour/report", params=EVENT | query)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


def by_the_command_line(tmp_path: Any) -> dict[str, Any]:
    path = tmp_path / "drive.csv"
    columns = ("t_utc", "lat", "lng", "speed_mph", "heading_deg")
    rows = [",".join(repr(point[name]) for name in columns[1:]) for point in DRIVE]
    lines = [f"{point['at']},{row}" for point, row in zip(DRIVE, rows, strict=True)]
    path.write_text("\n".join([",".join(columns), *lines]))
    ran = CliRunner().invoke(root, ["behaviour", "score", str(path), "--json"])
    result: dict[str, Any] = json.loads(ran.stdout)
    return result


@pytest.mark.both_databases
async def test_the_report_agrees_with_the_command_line_to_the_last_digit(
    people: People, tmp_path: Any
) -> None:
    driver = await people.new_driver()
    await record(driver, DRIVE)
    result, scored = await report(driver), by_the_command_line(tmp_path)
    metrics = scored["scores"]["1"]
    assert result["metrics"] == metrics | {"period": "day"}
    assert [day["metrics"] for day in result["days"]] == [result["metrics"]]
    assert (result["route_compliance"], result["risk_level"]) == (
        metrics["route_compliance"],
        metrics["risk_level"],
    )
    assert result["metrics"]["idle_events"] == 1
    shown = [
        {"type": event["type"], "severity": event["severity"]}
        | {end: event[end].replace("Z", "+00:00") for end in ("start", "end")}
        for event in reversed(result["events"])
    ]
    for event in scored["events"]:
        del event["drive"]
    assert shown == scored["events"]
    assert len(shown) == 5
    for period in ("week", "month"):
        longer = await report(driver, period=period)
        assert longer["metrics"] == metrics | {"period": period}
        assert longer["days"] == result["days"]


async def test_a_report_says_what_it_is_about(people: People) -> None:
    driver = await people.new_driver()
    await record(driver, DRIVE[:60])
    result = await report(driver, period="week")
    assert (result["first_day"], result["last_day"]) == ("2026-02-26", "2026-03-04")
    assert result["timezone"] == "America/New_York"
    assert [day["day"] for day in result["days"]] == ["2026-03-04"]
    assert result["ai_insights"][0]["type"] == "praise"
    assert result["events"][0]["details"]["acceleration_mps2"] == pytest.approx(-5.5)


async def test_an_event_is_contested_decided_and_counted_no_more(people: People) -> None:
    driver, admin = await people.new_driver(), await people.admin()
    await record(driver, DRIVE)
    before = await report(driver)
    event = before["events"][-1]
    traced = (await driver.get(f"/behaviour/events/{event['id']}")).json()
    assert traced["event"] == event
    assert len(traced["trace"]) > 10

    path = f"/behaviour/events/{event['id']}/contest"
    contested = await driver.post(path, {"reason": "A child ran out."})
    assert contested.json()["contest"]["status"] == "open"
    assert (await driver.post(path, {"reason": "Again."})).json()["code"] == "already_contested"
    waiting = (await admin.get("/behaviour/contests", params={"status": "open"})).json()["items"]
    assert [each["id"] for each in waiting] == [event["id"]]

    decided = await admin.post(f"{path}/decision", {"decision": "uphold", "reason": "Seen."})
    assert (decided.json()["resolved"], decided.json()["contest"]["status"]) == (True, "upheld")
    after = await report(driver)
    assert after["metrics"]["safety_score"] == before["metrics"]["safety_score"] + 5
    assert after["metrics"]["harsh_braking_events"] == before["metrics"]["harsh_braking_events"] - 1
    assert (await admin.post(f"{path}/decision", {"decision": "reject", "reason": "No."})).status_code == 409
    seen = await admin.get(f"/behaviour/drivers/{event['driver_id']}/report", params=EVENT)
    assert seen.json()["metrics"] == after["metrics"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"at": "2026-03-04T10:00:00"}, "at"),
        ({"at": "2999-03-04T10:00:00Z"}, "points[1].at"),
        ({"at": "1066-03-04T10:00:00Z"}, "points[1].at"),
        ({"speed_mph": -1}, "speed_mph"),
        ({"speed_mph": 251}, "speed_mph"),
        ({"lat": 91}, "lat"),
        ({"heading_deg": 361}, "heading_deg"),
        ({"engine_status": "flying"}, "engine_status"),
        ({"limit_mph": 10}, "limit_mph"),
    ],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_point_that_cannot_be_believed_is_refused_with_its_batch(
    people: People, change: dict[str, Any], field: str
) -> None:
    driver = await people.new_driver()
    refused = await driver.post("/behaviour/points", {"points": [DRIVE[0], DRIVE[1] | change]})
    assert refused.status_code in (400, 422), refused.text
    assert field in refused.text
    assert (await driver.get("/behaviour/points")).json() == {"items": []}


@pytest.mark.parametrize("body", [{"points": []}, {"points": [DRIVE[0]] * 1001}, {}])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_batch_has_one_to_a_thousand_points(people: People, body: dict[str, Any]) -> None:
    driver = await people.new_driver()
    assert (await driver.post("/behaviour/points", body)).status_code in (400, 422)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_the_live_view_tells_speed_and_acceleration(people: People) -> None:
    driver = await people.new_driver()
    await record(driver, [DRIVE[0], DRIVE[1], DRIVE[2] | {"engine_status": "on"}])
    points = (await driver.get("/behaviour/points")).json()["items"]
    assert [point["acceleration_mps2"] for point in points] == [None, 0, pytest.approx(-5)]
    own = (await driver.get("/drivers/me")).json()["id"]
    assert {point["driver_id"] for point in points} == {own}
    assert [point["engine_status"] for point in points] == [None, None, "on"]


@pytest.mark.parametrize("query", [{"period": "year"}, {"date": "yesterday"}, {"date": "0001-01-01"}])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_period_that_there_is_not_is_refused(people: People, query: dict[str, str]) -> None:
    driver = await people.new_driver()
    assert (await driver.get("/behaviour/report", params=query)).status_code in (400, 422)


async def test_others_events_and_reports_are_not_found(people: People) -> None:
    driver, other, customer = await people.new_driver(), await people.new_driver(), await people.customer()
    await record(driver, DRIVE)
    for event in (await report(driver))["events"]:
        assert (await other.get(f"/behaviour/events/{event['id']}")).status_code == 404
        path = f"/behaviour/events/{event['id']}/contest"
        assert (await other.post(path, {"reason": "Mine."})).status_code == 404
    assert (await customer.get("/behaviour/report")).status_code == 403
    assert (await people.client.get("/api/v1/behaviour/report")).status_code == 401
