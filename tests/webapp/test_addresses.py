"""Saved addresses over HTTP."""

from typing import Any

import pytest

from people import People

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

HOME: dict[str, Any] = {
    "name": "Home",
    "place": {"lat": 40.7484, "lng": -73.9857, "address": "350 5th Ave, New York, NY 10118"},
    "access": {"unit": "4B", "floor": 4, "floor_access": "stairs", "gate_code": "#2580"},
}


async def test_addresses_are_ones_own(people: People) -> None:
    owner, stranger = await people.customer(), await people.customer()
    saved = await owner.post("/addresses", HOME)
    assert saved.status_code == 201
    id = saved.json()["id"]
    assert (await owner.get("/addresses")).json() == {"items": [saved.json()], "next": None}
    assert (await stranger.get("/addresses")).json()["items"] == []
    assert (await stranger.ask("PUT", f"/addresses/{id}", json=HOME)).status_code == 404
    assert (await stranger.ask("DELETE", f"/addresses/{id}")).status_code == 404
    again = await owner.post("/addresses", HOME)
    assert (again.status_code, again.json()["code"], again.json()["param"]) == (
        409,
        "address_name_taken",
        "name",
    )
    assert (await owner.ask("DELETE", f"/addresses/{id}")).status_code == 204
    assert (await owner.get("/addresses")).json()["items"] == []


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"access": {"note": "x" * 501}}, "access.note"),
        ({"access": {"contact_phone": "12"}}, "access.contact_phone"),
        ({"place": {"lat": 91, "lng": 0, "address": "Nowhere"}}, "place.lat"),
    ],
)
async def test_what_cannot_be_saved_is_refused_by_name(
    people: People, changes: dict[str, Any], param: str
) -> None:
    customer = await people.customer()
    refused = await customer.post("/addresses", HOME | changes)
    assert (refused.status_code, refused.json()["param"]) == (422, param)
