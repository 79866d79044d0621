"""Booking over HTTP: whose price counts, who may see what, and what happens once."""

import asyncio
from typing import Any

import httpx
import pytest

from people import (
    CHALLENGED_CARD,
    DECLINED_CARD,
    PAYING_CARD,
    People,
    Person,
    a_quote_request,
    an_order_request,
    book,
    pay,
)

pytestmark = pytest.mark.anyio


async def offered_quote(customer: Person) -> tuple[dict[str, Any], dict[str, Any]]:
    quote = (await customer.post("/quotes", a_quote_request())).json()
    matches = (await customer.post(f"/quotes/{quote['id']}/matches")).json()
    return quote, matches["items"][0]


async def test_drivers_who_would_come_are_named_by_first_name_and_initial(people: People) -> None:
    """Nobody has booked yet: any customer may ask for any number of quotes."""
    customer, names = await people.customer(), ["Dee Wilhelmina Featherstone", "Eve Quackenbush"]
    for name in names:
        driver, _ = await people.driver()
        renamed = await people.client.put(
            "/auth/v1/user",
            json={"data": {"name": name}},
            headers={"Authorization": f"Bearer {driver.token}"},
        )
        assert renamed.status_code == 200, renamed.text
        assert (await driver.get("/drivers/me")).json()["name"] == name
    quote = (await customer.post("/quotes", a_quote_request())).json()
    matches = await customer.post(f"/quotes/{quote['id']}/matches")
    assert sorted(offer["name"] for offer in matches.json()["items"]) == ["Dee F.", "Eve Q."]
    assert not [word for word in ("Wilhelmina", "Featherstone", "Quackenbush") if word in matches.text]


@pytest.mark.both_databases
async def test_an_order_goes_from_quote_to_delivered(people: People) -> None:
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, scheduled_time=None)
    paid = (await pay(customer, order["id"])).json()
    assert paid["order"]["status"] == "assigned"
    assert paid["order"]["driver_id"] == driver_id
    assert paid["payment"]["card_last4"] == "4242"
    for step, status in [
        ("accept", "assigned"),
        ("en-route", "assigned"),
        ("start", "in_progress"),
        ("pickup", "in_progress"),
        ("complete", "completed"),
    ]:
        moved = await driver.post(f"/orders/{order['id']}/{step}")
        assert (moved.status_code, moved.json()["status"]) == (200, status)
    seen = (await customer.get(f"/orders/{order['id']}")).json()
    assert seen["tracking_status"] == "delivered"
    assert all(step["at"] for step in seen["timeline"])


async def test_the_order_costs_what_the_offer_said(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    quote, offer = await offered_quote(customer)
    order = (await customer.post("/orders", an_order_request(quote["id"], offer["driver_id"]))).json()
    fare = offer["fare"]
    assert order["price_cents"] == fare["total_cents"] == fare["subtotal_cents"] + fare["taxes_cents"]
    assert offer["estimated_price_cents"] == fare["subtotal_cents"]


@pytest.mark.parametrize(
    "smuggled",
    [
        {"price_cents": 1},
        {"distance": 0.1},
        {"driver_share_cents": 10_000},
        {"customer_id": "usr_x"},
        {"status": "paid"},
    ],
)
async def test_what_only_the_server_decides_is_refused_in_an_order(
    people: People, smuggled: dict[str, Any]
) -> None:
    customer = await people.customer()
    await people.driver()
    quote, offer = await offered_quote(customer)
    refused = await customer.post("/orders", an_order_request(quote["id"], offer["driver_id"], **smuggled))
    assert refused.status_code == 422
    assert refused.json()["param"] == next(iter(smuggled))
    assert (await customer.get("/orders")).json()["items"] == []


@pytest.mark.parametrize(
    ("access", "param"),
    [
        ({"unit": "x" * 41}, "dropoff_access.unit"),
        ({"floor": 201}, "dropoff_access.floor"),
        ({"floor_access": "rope"}, "dropoff_access.floor_access"),
        ({"contact_phone": "12"}, "dropoff_access.contact_phone"),
        ({"note": "x" * 501}, "dropoff_access.note"),
        ({"key_under_the": "mat"}, "dropoff_access.key_under_the"),
    ],
)
async def test_access_details_that_cannot_be_are_refused_by_name(
    people: People, access: dict[str, Any], param: str
) -> None:
    customer = await people.customer()
    await people.driver()
    quote, offer = await offered_quote(customer)
    request = an_order_request(quote["id"], offer["driver_id"], dropoff_access=access)
    refused = await customer.post("/orders", request)
    assert (refused.status_code, refused.json()["param"]) == (422, param)


async def test_a_quote_with_a_distance_of_ones_own_is_refused(people: People) -> None:
    customer = await people.customer()
    refused = await customer.post("/quotes", a_quote_request(distance_miles=0.1))
    assert (refused.status_code, refused.json()["param"]) == (422, "distance_miles")


async def test_a_driver_who_was_not_offered_cannot_be_chosen(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    quote, _ = await offered_quote(customer)
    _, late = await people.driver()
    refused = await customer.post("/orders", an_order_request(quote["id"], late))
    assert (refused.status_code, refused.json()["code"]) == (409, "driver_not_offered")


async def test_another_customers_things_answer_as_if_they_were_not_there(people: People) -> None:
    owner, stranger = await people.customer(), await people.customer()
    await people.driver()
    order = await book(owner)
    payment = (await owner.post(f"/orders/{order['id']}/payment")).json()
    quote_id = order["quote_id"]
    attempts = [
        await stranger.get(f"/orders/{order['id']}"),
        await stranger.get(f"/orders/{order['id']}/events"),
        await stranger.get(f"/quotes/{quote_id}"),
        await stranger.post(f"/quotes/{quote_id}/matches"),
        await stranger.post("/orders", an_order_request(quote_id, order["chosen_driver_id"])),
        await stranger.post(f"/orders/{order['id']}/payment"),
        await stranger.post(f"/payments/{payment['id']}/confirm", {"card": PAYING_CARD}),
        await stranger.post(f"/orders/{order['id']}/cancel", {"reason": "mine now"}),
    ]
    assert [reply.status_code for reply in attempts] == [404] * len(attempts)
    assert (await owner.get(f"/orders/{order['id']}")).json() == order


async def test_a_missing_order_and_anothers_order_answer_alike(people: People) -> None:
    owner, stranger = await people.customer(), await people.customer()
    await people.driver()
    order = await book(owner)
    missing = (await stranger.get("/orders/ord_missing")).json()
    anothers = (await stranger.get(f"/orders/{order['id']}")).json()
    assert missing | {"request_id": ""} == anothers | {"request_id": ""}


async def test_a_decline_says_so_and_a_second_card_pays(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    order = await book(customer)
    declined = await pay(customer, order["id"], DECLINED_CARD, key="first")
    assert declined.status_code == 402
    assert declined.json()["message"] == "Your card was declined. Please try a different payment method."
    assert declined.headers["content-type"] == "application/problem+json"
    again = await pay(customer, order["id"], DECLINED_CARD, key="first")
    assert (again.content, again.headers["idempotent-replayed"]) == (declined.content, "true")
    assert (await pay(customer, order["id"], key="second")).json()["order"]["payment_status"] == "paid"


async def test_a_card_that_asks_to_authenticate_pays_once_it_is_approved(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    order = await book(customer)
    asked = (await pay(customer, order["id"], CHALLENGED_CARD)).json()
    assert asked["payment"]["status"] == "requires_action"
    assert asked["order"]["payment_status"] == "unpaid"
    paid = await customer.post(f"/payments/{asked['payment']['id']}/authenticate", {"approved": True})
    assert paid.json()["order"]["payment_status"] == "paid"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"number": "4242 4242 4242 424"}, "card.number"),
        ({"number": "4242 4242 4242 4241"}, "card.number"),
        ({"number": "4242-4242-4242-4242"}, "card.number"),
        ({"expiry": "1/39"}, "card.expiry"),
        ({"expiry": "13/39"}, "card.expiry"),
        ({"expiry": "01/20"}, "card.expiry"),
        ({"cvc": "12"}, "card.cvc"),
        ({"cvc": "12a"}, "card.cvc"),
        ({"name": "A"}, "card.name"),
    ],
)
async def test_a_bad_card_field_is_named_and_costs_no_attempt(
    people: People, changes: dict[str, str], field: str
) -> None:
    customer = await people.customer()
    await people.driver()
    order = await book(customer)
    refused = await pay(customer, order["id"], PAYING_CARD | changes)
    assert (refused.status_code, refused.json()["param"]) == (422, field)
    assert (await pay(customer, order["id"])).status_code == 200


@pytest.mark.both_databases
async def test_a_repeated_booking_with_its_key_is_one_order(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    quote, offer = await offered_quote(customer)
    request = an_order_request(quote["id"], offer["driver_id"])
    first = await customer.post("/orders", request, key="k1")
    replies = await asyncio.gather(*(customer.post("/orders", request, key="k1") for _ in range(5)))
    assert {reply.content for reply in replies} == {first.content}
    assert {reply.status_code for reply in replies} == {201}
    assert len((await customer.get("/orders")).json()["items"]) == 1


@pytest.mark.both_databases
async def test_simultaneous_bookings_with_one_key_have_one_effect(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    quote, offer = await offered_quote(customer)
    request = an_order_request(quote["id"], offer["driver_id"])
    replies = await asyncio.gather(*(customer.post("/orders", request, key="k1") for _ in range(8)))
    assert {reply.status_code for reply in replies} == {201}
    assert len({reply.json()["id"] for reply in replies}) == 1


async def test_a_key_that_comes_back_with_another_body_is_refused(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    quote, offer = await offered_quote(customer)
    await customer.post("/orders", an_order_request(quote["id"], offer["driver_id"]), key="k1")
    other = an_order_request(quote["id"], offer["driver_id"], items_description="Three boxes")
    refused = await customer.post("/orders", other, key="k1")
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")


async def test_two_customers_may_use_the_same_key(people: People) -> None:
    one, other = await people.customer(), await people.customer()
    await people.driver()
    first = await one.post("/quotes", a_quote_request(), key="same")
    second = await other.post("/quotes", a_quote_request(), key="same")
    assert first.json()["id"] != second.json()["id"]


@pytest.mark.both_databases
async def test_fifty_drivers_ask_for_one_order_and_one_gets_it(people: People) -> None:
    customer = await people.customer()
    chosen, chosen_id = await people.driver()
    order = await book(customer, driver_id=chosen_id)
    await pay(customer, order["id"])
    await chosen.post(f"/orders/{order['id']}/hand-back")
    drivers = [chosen] + [(await people.driver())[0] for _ in range(4)]
    replies = await asyncio.gather(
        *(drivers[turn % len(drivers)].post(f"/orders/{order['id']}/accept") for turn in range(50))
    )
    winners = {reply.json()["driver_id"] for reply in replies if reply.status_code == 200}
    assert len(winners) == 1
    assert {reply.status_code for reply in replies} == {200, 409}
    final = (await customer.get(f"/orders/{order['id']}")).json()
    assert final["driver_id"] in winners


async def test_cancelling_a_paid_order_in_time_gives_everything_back(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    order = await book(customer)
    await pay(customer, order["id"])
    cancelled = (await customer.post(f"/orders/{order['id']}/cancel", {"reason": "Changed plans"})).json()
    assert cancelled["status"] == "cancelled"
    assert cancelled["cancellation_fee_cents"] == 0
    assert cancelled["driver_feedback"] == cancelled["cancellation_reason"] == "Changed plans"
    payment = (await customer.post(f"/orders/{order['id']}/payment")).json()
    assert payment["refunded_cents"] == order["price_cents"]


@pytest.mark.both_databases
async def test_lists_are_paged_and_bounded(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    booked = [(await book(customer))["number"] for _ in range(5)]
    seen: list[int] = []
    cursor = None
    while True:
        params = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        page = (await customer.get("/orders", params=params)).json()
        assert len(page["items"]) <= 2
        seen += [order["number"] for order in page["items"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert seen == sorted(booked, reverse=True)
    assert (await customer.get("/orders", params={"limit": 101})).status_code == 422
    assert (await customer.get("/orders", params={"cursor": "nonsense"})).status_code == 422


async def test_a_customer_who_asks_for_anothers_list_is_refused(people: People) -> None:
    owner, stranger = await people.customer(), await people.customer()
    await people.driver()
    order = await book(owner)
    for wanted in (
        {"customer_id": order["customer_id"]},
        {"driver_id": order["chosen_driver_id"]},
        {"role": "driver"},
    ):
        assert (await stranger.get("/orders", params=wanted)).status_code == 403


async def test_only_admins_approve_and_list_drivers(people: People) -> None:
    customer, driver = await people.customer(), await people.new_driver()
    driver_id = (await driver.get("/drivers/me")).json()["id"]
    for person in (customer, driver):
        refused = await person.post(f"/drivers/{driver_id}/approval", {"reason": "me"})
        assert refused.status_code == 403
        assert (await person.get("/drivers")).status_code == 403
    assert (await driver.post("/drivers/me/online", {})).json()["code"] == "driver_not_approved"


async def test_a_sign_up_as_admin_is_refused(client: httpx.AsyncClient) -> None:
    for name in ("user_type", "userType"):
        body = {"email": "root@example.com", "password": "Correct-horse-1", "data": {name: "admin"}}
        assert (await client.post("/auth/v1/signup", json=body)).status_code >= 400


async def test_visitors_are_asked_to_sign_in(client: httpx.AsyncClient) -> None:
    refused = await client.get("/api/v1/orders")
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    bad = await client.get("/api/v1/orders", headers={"Authorization": "Bearer nonsense"})
    assert bad.status_code == 401


async def test_an_unpaid_order_is_hidden_from_drivers(people: People) -> None:
    customer, (driver, _) = await people.customer(), await people.driver()
    order = await book(customer)
    assert (await driver.get("/orders/available")).json()["items"] == []
    assert (await driver.post(f"/orders/{order['id']}/accept")).status_code == 404


async def test_the_list_of_available_orders_tells_nobody_whom_to_meet(people: People) -> None:
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id)
    await pay(customer, order["id"])
    await driver.post(f"/orders/{order['id']}/hand-back")
    (shown,) = (await driver.get("/orders/available")).json()["items"]
    assert (shown["id"], shown["contact_name"], shown["contact_phone"]) == (order["id"], None, None)
    taken = (await driver.post(f"/orders/{order['id']}/accept")).json()
    assert taken["contact_phone"] == "+1 212 555 0100"
