"""Offers over HTTP: listed, streamed, declined, taken by the next, and given to another by an admin."""

import asyncio
import json
from typing import Any

import pytest
from httpx_sse import aconnect_sse

from people import People, Person, book, pay
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio


async def offers_to(driver: Person) -> list[tuple[str, str]]:
    """The kind of each offer, and the id of its order."""
    shown = (await driver.get("/drivers/me/offers")).json()
    return [(offer["kind"], offer["order"]["id"]) for offer in shown["items"]]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_an_order_goes_from_the_chosen_driver_to_the_next(people: People) -> None:
    customer, (dee, dee_id), (eve, eve_id) = (
        await people.customer(),
        await people.driver(),
        await people.driver(),
    )
    order = await book(customer, driver_id=dee_id)
    assert (await pay(customer, order["id"])).status_code == 200
    (offer,) = (await dee.get("/drivers/me/offers")).json()["items"]
    assert (offer["kind"], offer["order"]["id"]) == ("chosen", order["id"])
    assert (offer["order"]["contact_name"], offer["order"]["contact_phone"]) == (None, None)
    assert offer["expires_at"] > offer["offered_at"]

    refused = await eve.post(f"/orders/{order['id']}/decline")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    said = await dee.post(f"/orders/{order['id']}/decline", key="no-1")
    again = await dee.post(f"/orders/{order['id']}/decline", key="no-1")
    assert (said.status_code, said.json()["state"], again.content) == (200, "declined", said.content)
    assert (await offers_to(dee), await offers_to(eve)) == ([], [("in_turn", order["id"])])
    tracking = (await customer.get(f"/orders/{order['id']}/tracking")).json()
    assert (tracking["driver_changed"], tracking["cancelling"]["fee_cents"]) == (True, 0)

    sniped = await dee.post(f"/orders/{order['id']}/accept")
    assert (sniped.status_code, sniped.json()["code"]) == (409, "offered_to_another")
    assert (await eve.post(f"/orders/{order['id']}/accept")).json()["driver_id"] == eve_id
    late = await eve.post(f"/orders/{order['id']}/decline")
    assert (late.status_code, late.json()["code"]) == (409, "order_accepted")

    body = {"driver_id": dee_id, "reason": "Eve's van is in the shop"}
    assert (await dee.post(f"/orders/{order['id']}/reassign", body)).status_code == 403
    admin = await people.admin()
    given = await admin.post(f"/orders/{order['id']}/reassign", body)
    assert (given.status_code, given.json()["driver_id"], given.json()["status"]) == (
        200,
        dee_id,
        "assigned",
    )
    assert await offers_to(dee) == [("assigned", order["id"])]
    (found,) = (await admin.get("/orders/all", params={"search": str(order["number"])})).json()["items"]
    assert (found["order"]["id"], found["driver"]["id"]) == (order["id"], dee_id)
    history = (await admin.get(f"/orders/{order['id']}/history")).json()
    assert (history["events"][-1]["type"], history["immovable"]) == ("reassigned", None)
    assert (history["offers"][-1]["kind"], history["offers"][-1]["reason"]) == ("assigned", body["reason"])
    candidates = (await admin.get(f"/orders/{order['id']}/candidates")).json()["items"]
    assert [(each["driver"]["id"], each["refused"]) for each in candidates] == [(eve_id, None)]
    released = await admin.post(f"/orders/{order['id']}/release", {"reason": "Ill"}, key="out-1")
    again = await admin.post(f"/orders/{order['id']}/release", {"reason": "Ill"}, key="out-1")
    assert (released.json()["status"], again.content) == ("pending", released.content)
    unknown = await admin.post(f"/orders/{order['id']}/reassign", {**body, "surprise": 1})
    assert (unknown.status_code, unknown.json()["param"]) == (422, "surprise")


async def test_a_driver_hears_of_an_offer_when_it_is_made_and_when_it_is_gone(served_people: People) -> None:
    customer, (dee, dee_id) = await served_people.customer(), await served_people.driver()
    order = await book(customer, driver_id=dee_id)
    headers = {"Authorization": f"Bearer {dee.token}"}
    path = "/api/v1/drivers/me/offers/events"
    async with asyncio.timeout(30), aconnect_sse(dee.client, "GET", path, headers=headers) as source:
        received = source.aiter_sse()

        async def next_offers() -> list[dict[str, Any]]:
            event = await anext(received)
            assert event.event == "offers"
            items: list[dict[str, Any]] = json.loads(event.data)["items"]
            return items

        assert [each["order"]["id"] for each in await next_offers()] == []
        await pay(customer, order["id"])
        assert [each["order"]["id"] for each in await next_offers()] == [order["id"]]
        await customer.post(f"/orders/{order['id']}/cancel", {"reason": ""})
        assert await next_offers() == []
