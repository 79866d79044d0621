"""Who is shown what of an order: in every stage, by every reader, as the core's table says."""

import pytest

from haulage.orders.views import Reader
from people import People, pay
from views_table import NEVER
from webapp.test_proofs import a_proof
from webapp.test_roles import OPERATIONS, QUESTIONS, filled
from webapp.view_scene import (
    ACCEPT,
    ACCESS,
    COMPLETE,
    CONTACT,
    KINDS,
    PICKUP,
    PROOF,
    SET_OUT,
    START,
    STREAMS,
    a_scene,
    begun,
    booked,
    driver_does,
    look_around,
    offers_of,
    paid,
    shows_all_it_may,
)

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]


async def test_an_order_from_its_booking_to_its_end(people: People) -> None:
    scene = await a_scene(people)
    await offers_of(scene)
    await booked(scene)
    assert (await look_around(scene)).wrong == []
    await paid(scene)
    looks = await look_around(scene)
    assert looks.wrong == []
    shows_all_it_may(
        looks, Reader.CUSTOMER, {"driver_name": "short", "contact_phone": "shown", "log": "whole"}
    )
    shows_all_it_may(looks, Reader.CUSTOMER, {"access": "whole"})
    unmet = {"contact_name": NEVER, "contact_phone": NEVER, "payment": NEVER, "access": "floors"}
    shows_all_it_may(
        looks, Reader.ASSIGNED, {**unmet, "items": "shown", "item_notes": NEVER, "item_photos": NEVER}
    )
    await driver_does(scene, ACCEPT)
    for person in (scene.customer, scene.driver.person):
        call = await scene.do(person, "POST", "/orders/{order_id}/calls")
        assert call["phone_number"] in (scene.driver.phone, CONTACT["phone"])
        scene.ids["call_id"] = call["id"]
        await scene.do(person, "PATCH", "/orders/{order_id}/calls/{call_id}", {"status": "missed"})
        await scene.do(person, "POST", "/orders/{order_id}/messages", {"text": "Hello."})
    stop_calls = "/orders/{order_id}/stops/dropoff/calls"
    call = await scene.do(scene.driver.person, "POST", stop_calls)
    assert call["phone_number"] == ACCESS["contact_phone"]
    refused = await scene.do(scene.customer, "POST", stop_calls, ok=False)
    assert refused["code"] == "no_number"
    looks = await look_around(scene)
    assert looks.wrong == []
    both = {
        "contact_phone": "shown",
        "driver_phone": "shown",
        "driver_plate": "shown",
        "driver_photo": "shown",
        "contact_name": "whole",
        "driver_name": "whole",
    }
    shows_all_it_may(looks, Reader.CUSTOMER, {**both, "payment": "shown", "position": NEVER})
    accepted = {
        **both,
        "item_notes": "shown",
        "item_photos": "shown",
        "payment": NEVER,
        "log": "work",
        "access": "whole",
    }
    shows_all_it_may(looks, Reader.ACCEPTED, accepted)
    link = {
        "driver_plate": NEVER,
        "driver_name": "first",
        "log": "journey",
        "places": "exact",
        "items": NEVER,
        "access": NEVER,
    }
    shows_all_it_may(looks, Reader.LINK, link)
    await driver_does(scene, SET_OUT)
    await scene.do(scene.customer, "POST", "/orders/{order_id}/delivery-pin")
    looks = await look_around(scene)
    assert looks.wrong == []
    for reader in (Reader.CUSTOMER, Reader.LINK, Reader.ACCEPTED):
        shows_all_it_may(
            looks, reader, {"position": "shown", "driver_plate": "shown", "driver_photo": "shown"}
        )
    shows_all_it_may(looks, Reader.CUSTOMER, {"pin": "shown"})
    await scene.do(scene.customer, "DELETE", "/orders/{order_id}/delivery-pin")
    await driver_does(scene, START, PICKUP)
    assert (await look_around(scene)).wrong == []
    await scene.do(scene.driver.person, "POST", "/deliveries/{order_id}/proof", a_proof(**PROOF))
    if not (await scene.order()).is_final:
        await driver_does(scene, COMPLETE)
    await scene.do(scene.customer, "POST", "/orders/{order_id}/rating", {"stars": 5})
    await scene.do(scene.customer, "POST", "/orders/{order_id}/tips", {"amount_cents": 500})
    looks = await look_around(scene)
    assert looks.wrong == []
    shows_all_it_may(
        looks,
        Reader.CUSTOMER,
        {
            "driver_phone": NEVER,
            "driver_plate": NEVER,
            "driver_photo": "shown",
            "driver_name": "whole",
            "proof": "whole",
        },
    )
    shows_all_it_may(looks, Reader.AFTER, {"contact_phone": NEVER, "contact_name": "short", "access": NEVER})
    shows_all_it_may(looks, Reader.AFTER, {"proof": "whole"})
    shows_all_it_may(looks, Reader.LINK, {"driver_name": "first", "proof": "named", "position": NEVER})


async def test_nobody_is_told_the_number_of_somebody_who_wants_no_calls(people: People) -> None:
    scene = await begun(people, ACCEPT, SET_OUT)
    for person in (scene.customer, scene.driver.person):
        request = {"calls_enabled": False}
        assert (await person.ask("PUT", "/communication-preferences", json=request)).status_code == 200
    looks = await look_around(scene, calls_enabled=False)
    assert looks.wrong == []
    shows_all_it_may(looks, Reader.CUSTOMER, {"driver_phone": NEVER, "position": "shown"})
    shows_all_it_may(looks, Reader.ACCEPTED, {"contact_phone": NEVER, "contact_name": "whole"})
    for person in (scene.customer, scene.driver.person):
        reply = await person.post(f"/orders/{scene.ids['order_id']}/calls")
        assert (reply.status_code, reply.json()["code"]) == (409, "calls_disabled")


async def test_a_driver_who_declined_or_handed_back_or_was_replaced_is_a_stranger(people: People) -> None:
    scene = await begun(people, "/orders/{order_id}/decline")
    assert (await look_around(scene)).wrong == []
    await driver_does(scene, ACCEPT, driver=scene.other)
    assert (await look_around(scene)).wrong == []
    await driver_does(scene, "/orders/{order_id}/hand-back", driver=scene.other)
    assert (await look_around(scene)).wrong == []
    body = {"driver_id": scene.driver.id, "reason": "Nearer"}
    await scene.do(scene.admin, "POST", "/orders/{order_id}/reassign", body)
    await driver_does(scene, ACCEPT, SET_OUT)
    assert (await look_around(scene)).wrong == []
    body = {"driver_id": scene.other.id, "reason": "The van broke down"}
    await scene.do(scene.admin, "POST", "/orders/{order_id}/reassign", body)
    looks = await look_around(scene)
    assert looks.wrong == []
    assert looks.seen[Reader.STRANGER, "places"] == NEVER
    await scene.do(scene.admin, "POST", "/orders/{order_id}/release", {"reason": "Again"})
    assert (await look_around(scene)).wrong == []
    await scene.do(scene.customer, "POST", "/orders/{order_id}/cancel", {"reason": ""})
    assert (await look_around(scene)).wrong == []


async def test_an_order_cancelled_after_it_was_accepted_is_over_for_its_driver(people: People) -> None:
    scene = await begun(people, ACCEPT)
    await scene.do(scene.customer, "POST", "/orders/{order_id}/cancel", {"reason": "Plans changed"})
    looks = await look_around(scene)
    assert looks.wrong == []
    shows_all_it_may(looks, Reader.AFTER, {"contact_phone": NEVER, "contact_name": "short"})


async def test_a_delivery_that_fails_and_is_brought_back(people: People) -> None:
    scene = await begun(people, ACCEPT)
    work = "/deliveries/{order_id}/"
    await driver_does(scene, *(f"{work}{step}" for step in ("start", "pause", "resume", "confirm-pickup")))
    await scene.do(scene.driver.person, "POST", f"{work}fail", {"reason": "nobody_there"})
    assert (await look_around(scene)).wrong == []
    await driver_does(scene, f"{work}deliver-after-all")
    await scene.do(scene.driver.person, "POST", f"{work}fail", {"reason": "nobody_there"})
    await driver_does(scene, f"{work}return")
    looks = await look_around(scene)
    assert looks.wrong == []
    shows_all_it_may(looks, Reader.AFTER, {"contact_phone": NEVER})


async def test_a_delivery_that_its_driver_stops(people: People) -> None:
    scene = await begun(people, ACCEPT)
    work = "/deliveries/{order_id}/"
    await driver_does(scene, *(f"{work}{step}" for step in ("start", "confirm-pickup", "stop")))
    now = scene.people.marketplace.clock.now().isoformat()
    action = {"client_id": "a", "at": now, "order_id": scene.ids["order_id"], "action": "stop"}
    answer = await scene.do(scene.driver.person, "POST", "/deliveries/actions", {"actions": [action]})
    assert [each["contact_phone"] for each in answer["deliveries"]] == [None]
    assert (await look_around(scene)).wrong == []


async def test_an_order_moved_to_another_time_and_paid_by_the_providers_word(people: People) -> None:
    scene = await a_scene(people)
    await offers_of(scene)
    await booked(scene)
    await pay(scene.customer, scene.ids["order_id"])
    history = (await scene.customer.get("/payments/history")).json()["items"][0]
    scene.ids |= {"payment_id": history["id"], "confirmation_id": history["confirmation_id"]}
    settled = await scene.do(scene.customer, "POST", "/payments/{payment_id}/settle")
    assert settled["order"]["contact_phone"] == CONTACT["phone"]
    slots = (await scene.customer.get(f"/orders/{scene.ids['order_id']}/slots")).json()["items"]
    start = {"start": slots[-1]["start"]}
    await scene.do(scene.customer, "POST", "/orders/{order_id}/reschedule", start)
    assert (await look_around(scene)).wrong == []


async def test_what_administrators_see_is_refused_to_everybody_else(people: People) -> None:
    scene = await begun(people, ACCEPT)
    ids = {**scene.ids, "driver_id": scene.driver.id}
    for name, method, path, _action in OPERATIONS:
        if KINDS.get(name) != "admin" or method != "GET" or name in STREAMS:
            continue
        for person in (scene.customer, scene.other.person, scene.stranger):
            reply = await person.get(filled(path.removeprefix("/api/v1"), ids), params=QUESTIONS.get(name))
            assert reply.status_code in (403, 404), (name, reply.text)
