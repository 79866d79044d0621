"""``haulage orders`` and ``haulage drivers``: the same rules as everywhere, and hostile arguments."""

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest

from haulage.kernel.actor import SYSTEM
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings

CUSTOMER, DRIVER, ADMIN = "customer@haulage.example", "driver@haulage.example", "admin@haulage.example"
STRANGER = "maya.feldman@haulage.example"
CARD = ("--expiry", "12/40", "--cvc", "123", "--name", "Casey Rivera")
TRIP = (
    *("--from", "40.7424,-74.0060", "--from-address", "75 9th Ave, New York"),
    *("--to", "40.7333,-73.9908", "--to-address", "828 Broadway, New York"),
    *("--item", "chair:35:26x26x40", "--name", "Casey Rivera", "--phone", "+1 212 555 0101"),
)


@pytest.fixture
def orders(haulage, data):
    def command(name, *arguments, as_=CUSTOMER):
        return haulage("orders", name, *arguments, "--as", as_, "--data", data, "--json")

    return command


@pytest.fixture
def drivers(haulage, data):
    def command(name, *arguments, as_=ADMIN):
        return haulage("drivers", name, *arguments, "--as", as_, "--data", data, "--json")

    return command


@pytest.fixture
def email_of(drivers):
    return lambda driver_id: drivers("show", driver_id).json["email"]


def test_booking_prints_the_order_with_the_lines_of_its_price(orders):
    booked = orders("book", *TRIP).json
    fare = booked["fare"]
    assert booked["order"]["status"] == "pending"
    assert booked["order"]["payment_status"] == "unpaid"
    assert (
        booked["order"]["price_cents"] == fare["total_cents"] == fare["subtotal_cents"] + fare["taxes_cents"]
    )
    assert booked["driver"]["driver_id"] == booked["order"]["chosen_driver_id"]


def test_an_order_says_how_to_get_to_each_door(orders, haulage, data):
    door = ("--to-unit", "4B", "--to-floor", "4", "--to-floor-access", "stairs", "--to-gate-code", "#2580")
    contact = ("--from-contact-name", "Robin", "--from-contact-phone", "212 555 0102")
    order = orders("book", *TRIP, *door, *contact).json["order"]
    assert order["dropoff_access"]["unit"] == "4B"
    assert (order["dropoff_access"]["floor"], order["dropoff_access"]["floor_access"]) == (4, "stairs")
    assert order["pickup_access"]["contact_phone"] == "212 555 0102"
    shown = haulage("orders", "show", order["id"], "--as", CUSTOMER, "--data", data).out
    assert "unit 4B; floor 4; stairs; code #2580" in shown
    assert "contact Robin, 212 555 0102" in shown


def test_people_see_the_price_line_by_line(haulage, data):
    answer = haulage("orders", "book", *TRIP, "--as", CUSTOMER, "--data", data)
    assert answer.code == 0
    for word in ("Order", "Subtotal", "Taxes", "Total", "pending, unpaid"):
        assert word in answer.out


def test_an_order_can_be_named_by_its_number(orders):
    order = orders("book", *TRIP).json["order"]
    assert orders("show", order["number"]).json == orders("show", order["id"]).json


def test_another_customers_order_is_not_found_by_id_or_number(orders):
    order = orders("book", *TRIP).json["order"]
    for reference in (order["id"], order["number"]):
        for command in (
            ("show", reference),
            ("cancel", reference),
            ("pay", reference, "--card", "4242424242424242", *CARD),
        ):
            answer = orders(*command, as_=STRANGER)
            assert answer.code == 1
            assert answer.json["code"] == "not_found"


def test_a_declined_card_leaves_the_order_to_be_paid_by_another(orders):
    order = orders("book", *TRIP).json["order"]["id"]
    declined = orders("pay", order, "--card", "4000 0000 0000 0002", *CARD)
    assert declined.code == 1
    assert declined.json["code"] == "card_declined"
    assert "declined" in declined.json["message"]
    paid = orders("pay", order, "--card", "4242 4242 4242 4242", *CARD).json
    assert paid["payment"]["status"] == "succeeded"
    assert paid["order"]["status"] == "assigned"


def test_a_card_that_asks_its_holder_waits_for_the_answer(orders):
    order = orders("book", *TRIP).json["order"]["id"]
    card = ("--card", "4000 0000 0000 3220", *CARD)
    assert orders("pay", order, *card).json["code"] == "authentication_needed"
    assert orders("pay", order, *card, "--authenticate", "refuse").json["code"] == "card_declined"
    assert orders("pay", order, *card, "--authenticate", "approve").json["payment"]["status"] == "succeeded"


def test_nothing_of_a_card_is_printed_but_brand_and_last_digits(orders):
    order = orders("book", *TRIP).json["order"]["id"]
    answer = orders("pay", order, "--card", "4242424242424242", *CARD)
    assert "42424242" not in answer.out
    assert answer.json["payment"]["card_last4"] == "4242"


def test_the_events_of_an_order_are_followed_to_its_end(orders, email_of):
    order = orders("book", *TRIP).json["order"]["id"]
    orders("pay", order, "--card", "4242424242424242", *CARD)
    driver = email_of(orders("show", order).json["driver_id"])
    for step in ("accept", "en-route", "start", "pickup", "complete"):
        assert orders(step, order, as_=driver).code == 0, step
    events = [json.loads(line) for line in orders("follow", order).out.splitlines()]
    assert [event["type"] for event in events] == [
        *("created", "paid", "assigned", "accepted", "en_route", "started", "picked_up", "completed")
    ]
    assert [event["sequence"] for event in events] == list(range(1, 9))


def test_nothing_is_completed_that_was_never_picked_up(orders, email_of):
    order = orders("book", *TRIP).json["order"]["id"]
    orders("pay", order, "--card", "4242424242424242", *CARD)
    driver = email_of(orders("show", order).json["driver_id"])
    orders("start", order, as_=driver)
    assert orders("complete", order, as_=driver).json["code"] == "pickup_not_confirmed"


def test_an_order_that_is_handed_back_is_offered_to_others_in_turn(orders, drivers, email_of):
    order = orders("book", *TRIP).json["order"]["id"]
    orders("pay", order, "--card", "4242424242424242", *CARD)
    driver = email_of(orders("show", order).json["driver_id"])
    assert [each["kind"] for each in orders("offers", as_=driver).json["items"]][:1] == ["chosen"]
    assert orders("hand-back", order, as_=driver).json["status"] == "pending"
    assert orders("accept", order, as_=driver).json["code"] == "offered_to_another"
    online = [each["email"] for each in drivers("list", "--online", "--limit", "100").json["items"]]

    def is_asked(email):
        offers = orders("offers", as_=email).json["items"]
        return any((each["order"]["id"], each["kind"]) == (order, "in_turn") for each in offers)

    asked = next(filter(is_asked, online))
    assert orders("decline", order, as_=asked).json["state"] == "declined"
    assert not is_asked(asked)
    given = orders("reassign", order, "--driver", driver, "--reason", "Free again", as_=ADMIN).json
    assert (given["status"], email_of(given["driver_id"])) == ("assigned", driver)
    found = orders("candidates", order, "--search", asked, as_=ADMIN).json["items"]
    assert [email_of(each["driver"]["id"]) for each in found] == [asked]
    assert "Has declined this order before" in found[0]["cautions"]
    assert orders("release", order, "--reason", "Ill", as_=ADMIN).json["status"] == "pending"
    assert orders("release", order, "--reason", "Ill", as_=ADMIN).json["code"] == "order_has_no_driver"


def test_a_customer_cannot_do_a_drivers_work(orders):
    order = orders("book", *TRIP).json["order"]["id"]
    for step in ("accept", "en-route", "start", "pickup", "complete", "hand-back"):
        assert orders(step, order).json["code"] == "forbidden", step


def test_cancelling_keeps_the_reason_and_ends_the_order(orders):
    order = orders("book", *TRIP).json["order"]["id"]
    cancelled = orders("cancel", order, "--reason", "Plans have changed").json
    assert cancelled["status"] == "cancelled"
    assert cancelled["cancellation_reason"] == "Plans have changed"
    assert orders("cancel", order).json["code"] == "illegal_move"


def test_a_list_goes_on_behind_its_cursor_without_gaps_or_repeats(orders):
    whole = orders("list", "--limit", "100", as_=ADMIN).json["items"]
    first = orders("list", "--limit", "7", as_=ADMIN).json
    rest = orders("list", "--limit", "100", "--cursor", first["next"], as_=ADMIN).json["items"]
    assert [*first["items"], *rest] == whole


def test_customers_see_their_own_orders_and_admins_those_they_ask_for(orders):
    own = orders("list", "--limit", "100").json["items"]
    assert own
    assert orders("list", "--limit", "100", "--customer", CUSTOMER, as_=ADMIN).json["items"] == own
    assert orders("list", "--limit", "100", "--customer", STRANGER).json["code"] == "forbidden"
    assert {each["status"] for each in orders("list", "--status", "completed").json["items"]} == {"completed"}
    newest = str(own[0]["number"])
    assert orders("list", "--search", newest, as_=ADMIN).json["items"] == own[:1]
    assert orders("list", "--search", newest).json["code"] == "forbidden"


def test_an_appointment_is_booked_for_its_time(orders):
    at = (datetime.now(UTC) + timedelta(days=1)).replace(microsecond=0)
    booked = orders("book", *TRIP, "--at", at.isoformat()).json
    assert datetime.fromisoformat(booked["order"]["scheduled_time"]) == at


def test_an_appointment_is_booked_for_a_window(orders):
    at = (datetime.now(UTC) + timedelta(days=1)).replace(microsecond=0)
    order = orders("book", *TRIP, "--at", at.isoformat(), "--window", "2").json["order"]
    assert datetime.fromisoformat(order["scheduled_until"]) == at + timedelta(hours=2)
    assert orders("book", *TRIP, "--window", "2").json["param"] == "window"


def test_a_driver_who_was_not_offered_cannot_be_booked(orders):
    assert orders("book", *TRIP, "--driver", "drv_somebody").json["code"] == "driver_not_offered"


def test_when_the_price_limit_leaves_nobody_that_is_said(orders):
    answer = orders("book", *TRIP, "--max-price", "100")
    assert answer.json["code"] == "no_driver"
    assert "price limit" in answer.json["message"]


def test_a_load_that_nobody_carries_finds_nobody(orders):
    large = [*TRIP, "--item", "statue:1900:400x400x400"]
    assert orders("book", *large).json["code"] == "no_driver"


def test_only_admins_list_and_approve_drivers(drivers):
    assert len(drivers("list", "--limit", "100").json["items"]) >= 25
    for email in (CUSTOMER, DRIVER):
        assert drivers("list", as_=email).json["code"] == "forbidden"
        assert drivers("approve", DRIVER, "--reason", "me", as_=email).json["code"] == "forbidden"


def test_a_driver_whom_two_approved_goes_online_and_offline(drivers, data):
    waiting = "never.applied@haulage.example"

    async def sign_up() -> None:
        async with open_marketplace(Settings(data=data, autoconfirm=True)) as marketplace:
            facts = {"name": "Ann Lee", "user_type": "driver"}
            await marketplace.accounts.sign_up(waiting, "Haulage-demo-1", facts)

    asyncio.run(sign_up())
    driver = drivers("show", waiting).json
    assert drivers("online", as_=waiting).json["code"] == "driver_not_approved"
    assert not drivers("approve", waiting, "--reason", "Papers seen").json["is_approved"]
    assert drivers("confirm-approval", waiting).json["code"] == "own_override"

    async def confirm() -> None:
        async with open_marketplace(Settings(data=data)) as marketplace:
            await marketplace.onboarding.drivers.confirm(SYSTEM, driver["id"])

    asyncio.run(confirm())
    assert drivers("online", "--position", "40.75,-73.98", as_=waiting).json["is_online"]
    assert not drivers("offline", as_=waiting).json["is_online"]


def test_a_driver_sees_their_own_profile_and_no_other(drivers):
    other = drivers("list", "--limit", "2").json["items"]
    stranger = next(each["id"] for each in other if each["email"] != DRIVER)
    assert drivers("show", DRIVER, as_=DRIVER).json["email"] == DRIVER
    assert drivers("show", stranger, as_=DRIVER).json["code"] == "forbidden"


def test_somebody_without_an_account_can_do_nothing(orders):
    assert orders("list", as_="nobody@haulage.example").json["code"] == "user_not_found"
    assert orders("list", as_="no address").json["code"] == "invalid_email"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (("--from", "91,0"), 1),
        (("--from", "nan,0"), 1),
        (("--from", "40.7;-73.9"), 2),
        (("--to", "40.7424,-74.0060"), 1),
        (("--item", "x:-1"), 1),
        (("--item", "x:NaN"), 1),
        (("--item", "x"), 2),
        (("--item", ":5"), 2),
        (("--item", "x:5:1x2"), 2),
        (("--item", "x:5:1x2x1e-999999"), 1),
        (("--item", "x" * 501 + ":5"), 1),
        (("--name", " "), 1),
        (("--name", "n" * 101), 1),
        (("--name", "nul\0"), 2),
        (("--name", "half\ud800"), 2),
        (("--phone", "1" * 33), 1),
        (("--description", "d" * 2001), 1),
        (("--from-address", ""), 1),
        (("--from-address", "a" * 301), 1),
        (("--at", "2030-01-01T10:00:00"), 1),
        (("--at", "2020-01-01T10:00:00Z"), 1),
        (("--at", "9999-12-31T23:59:59Z"), 1),
        (("--at", "soon"), 2),
        (("--max-price", "0"), 2),
        (("--max-price", "99999999999999999999"), 1),
        (("--require", "r" * 101), 1),
        (("--urgency", "high"), 2),
        (("--size", "medium"), 2),
    ],
)
def test_hostile_arguments_are_refused(orders, changes, code):
    answer = orders("book", *TRIP, *changes)
    assert answer.code == code
    if code == 1:
        assert answer.json["message"]


@pytest.mark.parametrize(
    "reference", ["0", "99999", "9" * 400, "ord_x", "'; DROP TABLE orders; --", "٣", "", "-5"]
)
def test_references_to_nothing_find_nothing(orders, reference):
    answer = orders("show", "--", reference)
    assert answer.code in (1, 2)


def test_control_characters_never_reach_a_terminal(orders, haulage, data):
    order = orders("book", *TRIP, "--description", "chair\x1b[2J\x07").json["order"]["id"]
    shown = haulage("orders", "show", order, "--as", CUSTOMER, "--data", data).out
    assert "\x1b" not in shown
    assert "\x07" not in shown


def test_a_cursor_that_was_made_up_is_refused(orders):
    for cursor in ("x", "e30=", "\N{SNOWMAN}"):
        assert orders("list", "--cursor", cursor).code == 1
