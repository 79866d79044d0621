"""A driver's own profile over HTTP: what is sent is changed, and nothing else."""

from typing import Any

import pytest

from people import People

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.parametrize("database", ["sqlite"], indirect=True),
]

VAN: dict[str, Any] = {
    "type": "van",
    "make": "Ford",
    "model": "Transit",
    "year": 2024,
    "capacity_pounds": 3000.5,
    "capacity_cubic_feet": 400,
}
PLATE = {"state": "NY", "text": "ABC 1234"}
HOURS = {"start": "08:00", "end": "18:00"}


async def test_what_is_sent_is_changed_and_the_rest_stays(people: People) -> None:
    driver, _ = await people.driver()
    before = (await driver.get("/drivers/me")).json()
    for change, after in (
        ({"vehicle": VAN}, {"vehicle": VAN | {"color": None}}),
        ({"vehicle": {"year": 2025, "features": ["ramp"]}}, {"vehicle": VAN | {"year": 2025, "color": None}}),
        ({"vehicle": {"color": "white"}}, {"vehicle": VAN | {"year": 2025, "color": "white"}}),
        ({"license_plate": {"state": "ny", "text": "abc-1234"}}, {"license_plate": PLATE}),
        ({"working_hours_start": "06:30"}, {"working_hours_start": "06:30"}),
        ({"price_per_mile_cents": 275}, {"price_per_mile_cents": 275}),
        ({"minimum_fare_cents": 500, "specialties": ["pianos"]}, {"minimum_fare_cents": 500}),
        ({"weekday_hours": {"sunday": HOURS}}, {}),
        ({}, {}),
    ):
        reply = await driver.ask("PATCH", "/drivers/me", json=change)
        assert reply.status_code == 200, reply.text
        before |= after
        changed = reply.json() | {name: before[name] for name in ("updated_at", "changed_since")}
        if "weekday_hours" not in change:
            before["weekday_hours"] = changed["weekday_hours"]
        shown = {name: changed[name] for name in ("vehicle_features", "specialties", "weekday_hours")}
        assert changed == before | shown
    assert shown["vehicle_features"] == ["ramp"]
    assert shown["specialties"] == ["pianos"]
    assert shown["weekday_hours"]["sunday"] == HOURS
    assert shown["weekday_hours"]["monday"] is None
    forgotten = await driver.ask("PATCH", "/drivers/me", json={"weekday_hours": None, "license_plate": None})
    assert forgotten.json()["weekday_hours"] is None
    assert forgotten.json()["license_plate"] is None
    assert (await driver.get("/drivers/me")).json() == forgotten.json()


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"vehicle": {"year": 1999}}, "vehicle.year"),
    ({"vehicle": {"year": 2**70}}, "vehicle.year"),
    ({"vehicle": {"year": None}}, "vehicle.year"),
    ({"vehicle": {"type": "rocket"}}, "vehicle.type"),
    ({"vehicle": {"make": "\u202e"}}, "vehicle.make"),
    ({"vehicle": {"capacity_pounds": 0}}, "vehicle.capacity_pounds"),
    ({"vehicle": {"plates": "ABC"}}, "vehicle.plates"),
    ({"vehicle": {"color": "chameleon"}}, "vehicle.color"),
    ({"license_plate": {"state": "ZZ", "text": "ABC 1234"}}, "license_plate.state"),
    ({"license_plate": {"state": "NY", "text": "call 5550100"}}, "license_plate.text"),
    ({"license_plate": {"state": "NY", "text": "---"}}, "license_plate.text"),
    ({"working_hours_start": "08:00\n"}, "working_hours_start"),
    ({"working_hours_start": "24:00"}, "working_hours_start"),
    ({"weekday_hours": {}}, "weekday_hours"),
    ({"weekday_hours": {"monday": {"start": "08:15", "end": "08:45"}}}, "weekday_hours.monday"),
    ({"price_per_mile_cents": -1}, "price_per_mile_cents"),
    ({"price_per_mile_cents": 49}, "price_per_mile_cents"),
    ({"minimum_fare_cents": 0}, "minimum_fare_cents"),
    ({"price_per_mile_cents": None}, "price_per_mile_cents"),
    ({"minimum_fare_cents": 2.5}, "minimum_fare_cents"),
    ({"specialties": [""]}, "specialties[0]"),
    ({"is_approved": True}, "is_approved"),
]


async def test_what_cannot_be_is_refused_by_its_name_and_changes_nothing(people: People) -> None:
    driver = await people.new_driver()
    before = (await driver.get("/drivers/me")).json()
    for change, field in REFUSED:
        reply = await driver.ask("PATCH", "/drivers/me", json={"minimum_fare_cents": 2700} | change)
        assert (reply.status_code, reply.json()["param"]) == (422, field), reply.text
    assert (await driver.get("/drivers/me")).json() == before
