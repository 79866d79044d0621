"""Messages between a customer and their driver over HTTP."""

import asyncio
from typing import Any

import pytest

from people import People, Person, book, pay

pytestmark = pytest.mark.anyio

ONE_DATABASE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def a_pair(people: People) -> tuple[Person, Person, str]:
    """A customer, the driver of their paid order, and the order's id."""
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id)
    assert (await pay(customer, order["id"])).status_code == 200
    return customer, driver, order["id"]


async def say(person: Person, order_id: str, text: str, *, key: str | None = None) -> dict[str, Any]:
    sent = await person.post(f"/orders/{order_id}/messages", {"text": text}, key=key)
    assert sent.status_code == 201, sent.text
    return sent.json()


async def thread(person: Person, order_id: str, **params: Any) -> dict[str, Any]:
    seen = await person.get(f"/orders/{order_id}/messages", params=params)
    assert seen.status_code == 200, seen.text
    return seen.json()


async def test_what_one_writes_the_other_reads(people: People) -> None:
    customer, driver, order_id = await a_pair(people)
    sent = await say(customer, order_id, "  <b>Hi</b> & hello 👋  ")
    assert (sent["message"], sent["status"], sent["is_own"]) == ("<b>Hi</b> & hello 👋", "sent", True)
    assert sent["sms_refusal"] == "SMS notifications are disabled for this user"
    seen = await thread(driver, order_id)
    assert [each["message"] for each in seen["messages"]] == ["<b>Hi</b> & hello 👋"]
    assert (seen["messages"][0]["is_own"], seen["messages"][0]["is_read"]) == (False, False)
    assert seen["contact"] == {
        "name": "Ann Lee",
        "type": "customer",
        "can_call": True,
        "phone": "+1 212 555 0100",
    }
    unread = (await driver.get("/messages/unread")).json()
    assert (unread["unread"], [each["order_id"] for each in unread["orders"]]) == (1, [order_id])
    read = [(await driver.post(f"/orders/{order_id}/messages/read")).json()["read"] for _ in range(2)]
    assert read == [1, 0]
    answered = await driver.post(f"/orders/{order_id}/messages", {"template_id": "driver_on_the_way"})
    assert answered.status_code == 201, answered.text
    assert answered.json()["message"].startswith("Hi Ann Lee, this is ")
    back = await thread(customer, order_id)
    assert [(each["message_type"], each["status"], each["is_read"]) for each in back["messages"]] == [
        ("manual", "delivered", True),
        ("template", "sent", False),
    ]
    assert back["summary"] == {"total_messages": 2, "total_calls": 0, "total_call_duration_seconds": 0}
    assert (await driver.get("/messages/unread")).json() == {"unread": 0, "orders": []}


@ONE_DATABASE
async def test_one_key_sends_one_message(people: People) -> None:
    customer, driver, order_id = await a_pair(people)
    sent = await asyncio.gather(*(say(customer, order_id, "Hello", key="tap-1") for _ in range(5)))
    assert len({each["id"] for each in sent}) == 1
    assert len((await thread(driver, order_id))["messages"]) == 1
    other = await customer.post(f"/orders/{order_id}/messages", {"text": "Bye"}, key="tap-1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
