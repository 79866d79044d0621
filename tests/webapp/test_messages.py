"""Messages between a customer and their driver over HTTP."""

import asyncio
from typing import Any

import pytest

from people import People, Person, book, pay

pytestmark = pytest.mark.anyio

ONE_DATABASE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


async def a_pair(people: People, *, alone: bool = True) -> tuple[Person, Person, str]:
    """A customer, the driver of their paid order, and the order's id; the server's own messages stay away
    from the two if they are to be *alone*."""
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    if alone:
        await customer.want_no_automatic_messages()
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
    assert (await driver.post(f"/orders/{order_id}/accept")).status_code == 200
    sent = await say(customer, order_id, "  <b>Hi</b> & hello 👋  ")
    assert (sent["message"], sent["status"], sent["is_own"]) == ("<b>Hi</b> & hello 👋", "sent", True)
    assert sent["sms_refusal"] == "SMS notifications are disabled for this user"
    seen = await thread(driver, order_id)
    assert [each["message"] for each in seen["items"]] == ["<b>Hi</b> & hello 👋"]
    assert (seen["items"][0]["is_own"], seen["items"][0]["is_read"]) == (False, False)
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
    back = [each for each in (await thread(customer, order_id))["items"] if each["sender_type"] != "system"]
    assert [(each["message_type"], each["status"], each["is_read"]) for each in back] == [
        ("manual", "delivered", True),
        ("template", "sent", False),
    ]
    assert (await thread(driver, order_id))["summary"] == {
        "total_messages": 2,
        "total_calls": 0,
        "total_call_duration_seconds": 0,
    }
    assert (await driver.get("/messages/unread")).json() == {"unread": 0, "orders": []}


@ONE_DATABASE
async def test_one_key_sends_one_message(people: People) -> None:
    customer, driver, order_id = await a_pair(people)
    sent = await asyncio.gather(*(say(customer, order_id, "Hello", key="tap-1") for _ in range(5)))
    assert len({each["id"] for each in sent}) == 1
    assert len((await thread(driver, order_id))["items"]) == 1
    other = await customer.post(f"/orders/{order_id}/messages", {"text": "Bye"}, key="tap-1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


REFUSED_TEXTS = [
    ("", "text: must not be empty"),
    (" \t ", "text: must not be empty"),
    ("x" * 161, "text: must be at most 160 characters"),
    ("a\x1b[2Jb", "text: must not contain line breaks or other control characters"),
    ("a\u202eb", "text: must not contain line breaks or other control characters"),
]
REFUSED_BODIES: list[tuple[Any, str]] = [
    ({}, "text"),
    ({"text": "Hi", "template_id": "customer_call"}, "template_id"),
    ({"text": "Hi", "variables": {"a": "b"}}, "variables"),
    ({"text": 7}, "text"),
    ({"text": "Hi", "sender_id": "usr_other"}, "sender_id"),
    ({"template_id": "customer_late"}, "variables.delay_minutes"),
    ({"template_id": "customer_late", "variables": {"delay_minutes": "1" * 301}}, "variables"),
    ({"template_id": "customer_late", "variables": {"delay_minutes": {}}}, "variables"),
]


@ONE_DATABASE
async def test_what_is_no_message_is_refused_by_its_field_and_not_stored(people: People) -> None:
    customer, driver, order_id = await a_pair(people)
    for text, message in REFUSED_TEXTS:
        refused = await customer.post(f"/orders/{order_id}/messages", {"text": text})
        assert (refused.status_code, refused.json()["message"]) == (422, message)
        assert refused.json()["param"] == "text"
    for body, param in REFUSED_BODIES:
        refused = await customer.post(f"/orders/{order_id}/messages", body)
        assert (refused.status_code, refused.json()["param"].startswith(param)) == (422, True), refused.text
    missing = await customer.post(f"/orders/{order_id}/messages", {"template_id": "nonsense"})
    assert (missing.status_code, missing.json()["message"]) == (404, "Message template not found")
    assert (await thread(driver, order_id))["items"] == []
    nul = await customer.post(f"/orders/{order_id}/messages", {"text": "a\x00b"})
    assert nul.status_code == 400
    longest = await say(customer, order_id, "👍" * 160)
    assert len(longest["message"]) == 160
    for query in ("limit=0", "limit=101", "cursor=nonsense", "limit=x"):
        assert (await customer.get(f"/orders/{order_id}/messages?{query}")).status_code == 422
    other = await customer.post(f"/orders/{order_id}/messages/read?until=msg_none")
    assert (other.status_code, other.json()["param"]) == (422, "until")


@ONE_DATABASE
async def test_pages_go_back_in_time(people: People) -> None:
    customer, driver, order_id = await a_pair(people)
    for number in range(5):
        await say(customer if number % 2 else driver, order_id, f"Text {number}")
    # The server writes to the customer meanwhile, and to no driver.
    newest = await thread(driver, order_id, limit=2)
    assert [each["message"] for each in newest["items"]] == ["Text 3", "Text 4"]
    older = await thread(driver, order_id, limit=2, cursor=newest["next"])
    assert [each["message"] for each in older["items"]] == ["Text 1", "Text 2"]
    assert older["summary"]["total_messages"] == 5
    until = newest["items"][0]["id"]
    read = await driver.post(f"/orders/{order_id}/messages/read?until={until}")
    assert read.json() == {"read": 2}


@ONE_DATABASE
async def test_templates_are_listed_by_who_sends_them(people: People) -> None:
    customer = await people.customer()
    listed = await customer.get("/messages/templates", params={"user_type": "driver"})
    found = listed.json()["templates"]
    assert len(found) >= 6
    assert {each["user_type"] for each in found} == {"driver"}
    late = next(each for each in found if each["id"] == "driver_late")
    assert (late["category"], late["variables"], late["asks"]) == (
        "delay",
        ["delay_minutes"],
        ["delay_minutes"],
    )
    assert (await customer.get("/messages/templates?user_type=nobody")).status_code == 422


@ONE_DATABASE
async def test_one_says_how_one_wants_to_be_reached(people: People) -> None:
    customer, driver, order_id = await a_pair(people, alone=False)
    first = (await customer.get("/communication-preferences")).json()
    assert first["quiet_hours"] == {"enabled": False, "start_time": "22:00", "end_time": "08:00"}
    assert first["sms_consent"] == {"given": False, "text_version": None, "at": None}
    assert set(first["auto_messages"].values()) == {True}
    agreed = await customer.ask(
        "PUT",
        "/communication-preferences",
        json={"sms_consent": True, "consent_text_version": first["consent"]["version"]},
    )
    assert agreed.json()["sms_consent"]["text_version"] == first["consent"]["version"]
    assert (await say(driver, order_id, "On my way"))["sms_refusal"] is None
    for change, param in (
        ({"quiet_hours": {"enabled": True, "start_time": "25:00"}}, "quiet_hours.start_time"),
        (
            {"quiet_hours": {"enabled": True, "start_time": "09:00", "end_time": "09:00"}},
            "quiet_hours.end_time",
        ),
        ({"timezone": "../../etc/localtime"}, "timezone"),
        ({"language": "<b>"}, "language"),
        ({"sms_enabled": "yes"}, "sms_enabled"),
        ({"consent_at": "2020-01-01T00:00:00Z"}, "consent_at"),
        ({"sms_consent": True, "consent_text_version": "old"}, "consent_text_version"),
        ({"auto_messages": {"delays": False}}, "auto_messages"),
    ):
        refused = await customer.ask("PUT", "/communication-preferences", json=change)
        assert (refused.status_code, refused.json()["param"].startswith(param)) == (422, True), refused.text
    await driver.ask("PUT", "/communication-preferences", json={"calls_enabled": False})
    called = await customer.post(f"/orders/{order_id}/calls")
    assert (called.status_code, called.json()["message"]) == (409, "Calls are disabled for this user")
    assert (await thread(customer, order_id))["contact"]["can_call"] is False


@ONE_DATABASE
async def test_a_call_is_begun_and_its_outcome_told_by_who_called(people: People) -> None:
    customer, driver, order_id = await a_pair(people)
    refused = await driver.post(f"/orders/{order_id}/calls")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_number"), "not before they accept"
    assert (await driver.post(f"/orders/{order_id}/accept")).status_code == 200
    begun = [await driver.post(f"/orders/{order_id}/calls", key="call-1") for _ in range(2)]
    assert [each.status_code for each in begun] == [201, 201]
    call = begun[0].json()
    assert (begun[1].json()["id"], call["phone_number"]) == (call["id"], "+1 212 555 0100")
    path = f"/orders/{order_id}/calls/{call['id']}"
    outcome = {"status": "completed", "duration_seconds": 30, "notes": "Will open."}
    assert (await customer.ask("PATCH", path, json=outcome)).status_code == 404
    answer = await driver.ask("PATCH", path, json=outcome)
    assert (answer.status_code, answer.json()["status"], answer.json()["notes"]) == (
        200,
        "completed",
        "Will open.",
    )
    for wrong in ({"status": "asleep"}, {"status": "missed", "duration_seconds": 5}, {"duration_seconds": 5}):
        assert (await driver.ask("PATCH", path, json=wrong)).status_code == 422
    (seen,) = (await thread(customer, order_id))["calls"]
    assert (seen["call_type"], seen["phone_number"], seen["notes"]) == ("incoming", None, "")
