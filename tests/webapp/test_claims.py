"""Reported problems over HTTP: from the customer's photo to the operator's decision."""

import httpx
import pytest

from people import People, Person
from pictures import a_jpeg
from webapp.test_proofs import a_delivery

pytestmark = pytest.mark.anyio

DAMAGED = {"kind": "damage", "account": "A leg is broken.", "item": "The sofa", "requested_cents": 1000}


async def delivered(people: People) -> tuple[Person, Person, str]:
    return await a_delivery(people, "start", "confirm-pickup", "stop")


async def send_photo(people: People, person: Person, order_id: str, client_id: str) -> httpx.Response:
    return await people.client.put(
        f"/api/v1/orders/{order_id}/claim-photos/{client_id}",
        content=a_jpeg(),
        headers={"Authorization": f"Bearer {person.token}", "Content-Type": "image/jpeg"},
    )


async def test_a_problem_is_reported_answered_and_decided(people: People) -> None:
    customer, driver, order_id = await delivered(people)
    admin, path = await people.admin(), f"/orders/{order_id}/claims"
    before = (await customer.get(path)).json()
    assert before["possible"][0]["kind"] == "damage"
    assert (await send_photo(people, customer, order_id, "leg")).json()["width"] == 320
    body = DAMAGED | {"photos": ["leg"]}
    first, again = [await customer.post(path, body, key="once") for _ in range(2)]
    assert (first.status_code, first.content) == (201, again.content)
    claim = first.json()["id"]
    assert (await customer.post(path, DAMAGED)).json()["code"] == "already_claimed"
    assert (await driver.get(f"/deliveries/{order_id}")).json()["payout_calculation"]["is_frozen"]

    (listed,) = (await admin.get("/claims", params={"undecided": "true", "kind": "damage"})).json()["items"]
    assert listed["claim"]["id"] == claim
    assert (await admin.get("/claims", params={"state": "declined"})).json()["items"] == []
    assert len((await admin.get("/claims", params={"state": "open"})).json()["items"]) == 1
    question = {"question": "Which leg?"}
    assert (await admin.post(f"/claims/{claim}/information-request", question)).status_code == 200
    answered = await customer.post(f"/claims/{claim}/answer", {"text": "The left."})
    assert answered.json()["state"] == "answered"

    question = {"question": "Was it whole at the pickup?"}
    asked = await admin.post(f"/claims/{claim}/driver-question", question)
    assert (asked.status_code, asked.json()["state"]) == (200, "answered")
    (own,) = (await driver.get("/drivers/me/claims")).json()["items"]
    assert "A leg is broken." not in str(own)
    assert [each["text"] for each in own["statements"]] == [question["question"]]
    given = await driver.post(f"/claims/{claim}/side", {"text": "It was so before."})
    assert set(given.json()) == {"id", "order_id", "state"}

    details = (await admin.get(f"/claims/{claim}")).json()
    assert [each["party"] for each in details["shown"]["statements"]] == [
        "admin",
        "customer",
        "admin_to_driver",
        "driver",
    ]
    photo = details["shown"]["photos"][0]["url"]
    opened = await people.client.get(photo)
    assert (opened.status_code, opened.headers["content-type"]) == (200, "image/jpeg")
    assert (await people.client.get(photo[:-1] + "x")).status_code == 404

    assert details["load"]["items"], "what was moved stands beside the report"
    path_of_parts, asked = f"/claims/{claim}/refund-parts", {"refund_cents": 1000}
    shared = (await admin.get(path_of_parts, params=asked)).json()
    assert (shared["driver_cents"] > 0, sum(shared.values())) == (True, 1000)
    alone = (await admin.get(path_of_parts, params=asked | {"goodwill": True})).json()
    assert (alone["driver_cents"], alone["tax_cents"], sum(alone.values())) == (0, shared["tax_cents"], 1000)
    assert (await admin.get(path_of_parts, params={"refund_cents": 0})).status_code == 422
    assert (await customer.get(path_of_parts, params=asked)).status_code == 403
    version = details["shown"]["claim"]["version"]
    decision = {"reason": "The photo shows it.", "refund_cents": 1000, "goodwill": True, "version": version}
    unread = await admin.post(f"/claims/{claim}/decision", decision | {"version": version - 1})
    assert (unread.status_code, unread.json()["code"]) == (409, "claim_changed")
    decided = await admin.post(f"/claims/{claim}/decision", decision)
    assert (decided.json()["state"], decided.json()["refunded_cents"]) == ("refunded", 1000)
    assert (await admin.post(f"/claims/{claim}/decision", decision)).status_code == 409
    (shown,) = (await customer.get(path)).json()["claims"]
    assert shown["claim"]["decision_reason"] == "The photo shows it."
    assert "It was so before." not in str(shown)


async def test_what_is_withdrawn_is_closed_and_others_do_not_find_it(people: People) -> None:
    customer, driver, order_id = await delivered(people)
    claim = (await customer.post(f"/orders/{order_id}/claims", DAMAGED)).json()["id"]
    for other in (driver, await people.customer()):
        assert (await other.post(f"/claims/{claim}/withdraw")).status_code == 404
        assert (await other.get(f"/claims/{claim}")).status_code == 403
    assert (await customer.post(f"/claims/{claim}/withdraw")).json()["state"] == "withdrawn"
    assert (await customer.post(f"/claims/{claim}/withdraw")).status_code == 409
    assert (await driver.get("/drivers/me/claims")).json()["items"] == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "boredom"}, "kind"),
        ({"account": " "}, "account"),
        ({"requested_cents": -1}, "requested_cents"),
        ({"requested_cents": 99_999_999}, "requested_cents"),
        ({"item": "x" * 201}, "item"),
        ({"photos": ["a"] * 7}, "photos"),
        ({"photos": ["never-sent"]}, "photos"),
    ],
)
async def test_what_cannot_be_is_refused_with_the_name_of_the_field(
    people: People, change: dict[str, object], field: str
) -> None:
    customer, _, order_id = await delivered(people)
    refused = await customer.post(f"/orders/{order_id}/claims", DAMAGED | change)
    assert (refused.status_code, field in refused.text) == (422, True), refused.text
