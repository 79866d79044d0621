"""``haulage messages``: a conversation and its rules from the command line."""

import pytest

from cli.test_orders import ADMIN, CARD, CUSTOMER, STRANGER, TRIP
from haulage_cli.permissions import operating


@pytest.fixture
def messages(haulage, data):
    def command(*arguments, as_=CUSTOMER, people=False):
        form = () if people else ("--json",)
        return haulage("messages", *arguments, "--as", as_, "--data", data, *form)

    return command


@pytest.fixture
def pair(haulage, data):
    """A paid order's id, and its driver's address."""

    def orders(name, *arguments):
        return haulage("orders", name, *arguments, "--as", CUSTOMER, "--data", data, "--json")

    order = orders("book", *TRIP).json["order"]["id"]
    orders("pay", order, "--card", "4242424242424242", *CARD)
    driver_id = orders("show", order).json["driver_id"]
    shown = haulage("drivers", "show", driver_id, "--as", ADMIN, "--data", data, "--json")
    return order, shown.json["email"]


def test_what_is_sent_is_read_and_answered_by_a_template(messages, pair):
    order, driver = pair
    sent = messages("send", order, "I am at the door.")
    assert (sent.code, sent.json["message"], sent.json["is_read"]) == (0, "I am at the door.", False)
    waiting = messages("unread", as_=driver).json
    assert [each["order_id"] for each in waiting["orders"]] == [order]
    assert [messages("read", order, as_=driver).json["read"] for _ in range(2)] == [waiting["unread"], 0]
    late = ("send", order, "--template", "driver_late", "--set", "delay_minutes=10")
    assert "about 10 minutes late" in messages(*late, as_=driver, people=True).out
    seen = messages("thread", order).json
    assert [each["sender_type"] for each in seen["items"]][-2:] == ["customer", "driver"]
    assert seen["can_send"] is True
    assert "I am at the door." in messages("thread", order, as_=ADMIN, people=True).out
    for refused, code in (
        (messages("send", order, " "), "invalid_input"),
        (messages("send", order, "Hi", as_=ADMIN), "forbidden"),
        (messages("thread", order, as_=STRANGER), "not_found"),
        (messages(*late[:-1], "ten", as_=driver), "invalid_input"),
        (messages(*late, as_=CUSTOMER), "not_found"),
    ):
        assert (refused.code, refused.json["code"]) == (1, code)


def test_templates_need_no_database(haulage):
    found = haulage("messages", "templates", "--user-type", "customer", "--json").json["templates"]
    assert len(found) >= 6
    assert {each["user_type"] for each in found} == {"customer"}
    assert "delay_minutes" in haulage("messages", "templates").out


def test_wishes_are_changed_in_part_and_consent_is_never_given_here(messages):
    wished = ("--quiet", "21:30-07:00", "--timezone", "America/Chicago", "--auto", "delays=off", "--no-calls")
    stored = messages("preferences", "set", *wished).json
    assert stored["quiet_hours"] == {"enabled": True, "start_time": "21:30", "end_time": "07:00"}
    assert (stored["auto_messages"]["delays"], stored["auto_messages"]["driver_arriving"]) == (False, True)
    off = messages("preferences", "set", "--quiet", "off", "--withdraw-consent").json
    assert off["quiet_hours"] == {"enabled": False, "start_time": "21:30", "end_time": "07:00"}
    assert (off["timezone"], off["calls_enabled"], off["sms_consent"]["given"]) == (
        "America/Chicago",
        False,
        False,
    )
    assert "Quiet hours" in messages("preferences", "show", people=True).out
    for wrong in (("--quiet", "late"), ("--auto", "delays"), ("--timezone", "Mars"), ("--language", "!")):
        assert messages("preferences", "set", *wrong).json["code"] == "invalid_input"


def test_who_read_what_in_whose_name_is_in_the_trail(haulage, messages, pair, data):
    order, driver = pair
    number = str(haulage("orders", "show", order, "--as", CUSTOMER, "--data", data, "--json").json["number"])
    for _ in range(2):
        assert messages("thread", number).code == 0
    assert haulage("drivers", "show", driver, "--as", ADMIN, "--data", data).code == 0
    listed = haulage("admin", "audit", "--action", "admin_read", "--limit", 100, "--data", data, "--json")
    entries = listed.json["items"]
    assert {entry["facts"]["operator"] for entry in entries} == {operating().name}
    read = [(entry["actor_role"], entry["object_kind"], entry["object_id"]) for entry in entries]
    assert read.count(("customer", "see_messages", order)) == 1
    assert ("customer", "see_order", order) in read
    (shown,) = {what for role, kind, what in read if (role, kind) == ("admin", "list_drivers")}
    assert shown.startswith("drv_")
    assert "@" not in listed.out
