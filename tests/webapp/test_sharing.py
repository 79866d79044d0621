"""Shared links over HTTP: what a visitor reads by one, and that it says so when it has ended."""

import json
from typing import Any

import pytest

from people import People, Person
from webapp.test_tracking import A_STEP_AWAY, set_out

pytestmark = pytest.mark.anyio

WITHHELD = ("phone", "contact", "price", "customer", "payment", "items_description", "cents", "email")


async def link(customer: Person, order_id: str) -> dict[str, Any]:
    reply = await customer.post(f"/orders/{order_id}/tracking-link")
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def test_a_visitor_follows_an_order_by_its_link(people: People) -> None:
    customer, driver, order_id = await set_out(people)
    await driver.post("/drivers/me/location", {**A_STEP_AWAY, "address": "Driver's home"})
    shared = await link(customer, order_id)
    assert shared["path"] == f"/track/{order_id}?token={shared['token']}"
    reply = await people.client.get(f"/api/v1/track/{order_id}", params={"token": shared["token"]})
    seen = reply.json()
    assert seen["live"]["position"]["lat"] == A_STEP_AWAY["lat"]
    assert seen["driver"]["name"] == "Driver"
    assert seen["expires_at"] == shared["expires_at"]
    written = json.dumps(seen).lower()
    assert [word for word in WITHHELD if word in written] == []
    whole = (await customer.get(f"/orders/{order_id}/tracking")).json()
    for secret in (whole["driver"]["phone"], whole["order"]["contact_phone"], whole["order"]["customer_id"]):
        assert secret.lower() not in written
    assert "home" not in written


async def test_a_link_that_has_ended_says_so_and_a_wrong_one_says_nothing(people: People) -> None:
    customer, _, order_id = await set_out(people)
    nothing = await customer.get(f"/orders/{order_id}/tracking-link")
    assert (nothing.status_code, nothing.json()) == (200, {"link": None})
    shared = await link(customer, order_id)
    assert (await link(customer, order_id)) == shared
    assert (await customer.get(f"/orders/{order_id}/tracking-link")).json() == {"link": shared}
    assert (await customer.ask("DELETE", f"/orders/{order_id}/tracking-link")).status_code == 204
    assert (await customer.get(f"/orders/{order_id}/tracking-link")).json() == {"link": None}
    ask = people.client.get
    for path in (f"/api/v1/track/{order_id}", f"/api/v1/track/{order_id}/events"):
        ended = await ask(path, params={"token": shared["token"]})
        assert (ended.status_code, ended.json()["code"]) == (410, "tracking_link_ended")
        assert "no longer shared" in ended.json()["message"]
        wrong = await ask(path, params={"token": "trk_x." + "0" * 64})
        assert (wrong.status_code, wrong.json()["message"]) == (404, "Order tracking not found")
        assert (await ask(path)).status_code == 422
