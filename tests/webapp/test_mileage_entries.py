"""What a driver writes into their mileage log over HTTP."""

import pytest

from people import People

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

ENTRY = {"date": "2026-01-31", "miles": 10.1, "from_place": " Home ", "to_place": "Garage"}
ENTRY |= {"vehicle_used": "Van", "fuel_cost_cents": 12_50}


async def test_an_entry_is_added_changed_and_removed_and_the_file_has_it(people: People) -> None:
    driver, driver_id = await people.driver()
    taxes = f"/drivers/{driver_id}/tax"
    path = f"{taxes}/mileage/entries"
    added = await driver.post(path, json=ENTRY)
    assert added.status_code == 201, added.text
    entry = added.json()
    shown = {name: entry[name] for name in ("from_place", "purpose", "miles", "deduction_cents")}
    assert shown == {"from_place": "Home", "purpose": "business", "miles": 10.1, "deduction_cents": 7_32}
    file = (await driver.get(f"{taxes}/2026/mileage.csv")).text.splitlines()
    line = '"2026-01-31","","Home","Garage","10.10","0.725","7.32","0.00","","Van","12.50","no"'
    assert file[1:] == [line], file
    assert (entry["vehicle_used"], entry["fuel_cost_cents"], entry["verified"]) == ("Van", 12_50, False)
    assert (await driver.get(f"{taxes}/mileage", params={"year": 2026})).json()["business_miles"] == 10.1
    changed = await driver.ask("PUT", f"{path}/{entry['id']}", json=ENTRY | {"purpose": "personal"})
    assert (changed.status_code, changed.json()["deduction_cents"]) == (200, 0)
    (change,) = (await driver.get(f"{path}/{entry['id']}/changes")).json()["items"]
    assert change["before"]["purpose"] == "business"
    listed = (await driver.get(path, params={"year": 2026})).json()
    assert (listed["business_miles"], listed["personal_miles"]) == (0, 10.1)
    assert listed["items"] == [changed.json()]
    assert (await driver.ask("DELETE", f"{path}/{entry['id']}")).status_code == 204
    assert (await driver.get(path, params={"year": 2026})).json()["items"] == []


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"miles": 0}, "miles"),
        ({"miles": 1.005}, "miles"),
        ({"miles": 2000.01}, "miles"),
        ({"to_place": " "}, "note"),
        ({"purpose": "commute"}, "purpose"),
        ({"date": "2036-01-31"}, "date"),
    ],
)
async def test_a_refusal_names_the_field(people: People, wrong: dict[str, object], field: str) -> None:
    driver, driver_id = await people.driver()
    refused = await driver.post(f"/drivers/{driver_id}/tax/mileage/entries", json=ENTRY | wrong)
    assert refused.status_code in (400, 422)
    assert field in refused.text
