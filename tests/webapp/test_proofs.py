"""Proofs of delivery over HTTP: taken, shown, exported, and what hostile senders are told."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image

from haulage.ports.files.pictures import MAX_PICTURE_OCTETS
from haulage.proofs import examine
from haulage_adapters.assembly.proof_checking import key_check
from people import People, Person, book, pay
from pictures import a_jpeg, a_png_bomb, exif_with_position

pytestmark = pytest.mark.anyio

STROKES = [[[100, 300], [300, 100], [500, 300]], [[150, 220], [450, 220]]]


PIECE = 64 * 1024
"""Ours: octets, about what a server hands on at once."""

DAMAGED = "photo: is damaged or incomplete"
NO_PICTURE = "photo: must be a JPEG, PNG or WebP picture"
HOSTILE = [
    (b"", 422, "photo: is empty"),
    (b"GIF89a" + bytes(50), 422, NO_PICTURE),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 422, NO_PICTURE),
    (a_jpeg()[:900], 422, DAMAGED),
    (b"\xff\xd8\xff" + bytes(500), 422, DAMAGED),
    (a_png_bomb(), 422, "photo: must have at most 10 million pixels"),
    (a_png_bomb(8_000), 422, "photo: must have at most 10 million pixels"),
    (b"\xff\xd8\xff" + b"\xff\xda" * 101, 422, "photo: is built in a way that no camera uses"),
    (bytes(MAX_PICTURE_OCTETS + 1), 413, "File size must be less than 10MB"),
]


async def a_delivery(people: People, *steps: str) -> tuple[Person, Person, str]:
    """The customer, the driver and the order, picked up unless told otherwise."""
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id, scheduled_time=None)
    assert (await pay(customer, order["id"])).status_code == 200
    assert (await driver.post(f"/orders/{order['id']}/accept")).status_code == 200
    for step in steps or ("start", "confirm-pickup"):
        assert (await driver.post(f"/deliveries/{order['id']}/{step}")).status_code == 200
    return customer, driver, order["id"]


def a_proof(client_id: str = "proof-1", **changes: Any) -> dict[str, Any]:
    now = datetime.now(UTC).isoformat()
    return {
        "client_id": client_id,
        "at": now,
        "recipient_name": "Ann Lee",
        "signature": {"strokes": STROKES},
        "position": {"lat": 40.7, "lng": -73.95, "accuracy_m": 8.5, "at": now},
    } | changes


async def send_photo(
    people: People, driver: Person | None, order_id: str, content: bytes, client_id: str = "photo-1"
) -> httpx.Response:
    headers = {"Content-Type": "image/jpeg"}
    if driver is not None:
        headers["Authorization"] = f"Bearer {driver.token}"
    path = f"/api/v1/deliveries/{order_id}/proof/photos/{client_id}"
    return await people.client.put(path, content=content, headers=headers)


async def test_a_proof_ends_the_delivery_and_its_customer_sees_all_of_it(people: People) -> None:
    customer, driver, order_id = await a_delivery(people)
    sent = await send_photo(people, driver, order_id, a_jpeg(2400, 1200, exif=exif_with_position()))
    assert (sent.status_code, sent.json()["width"], sent.json()["height"]) == (200, 1600, 800), sent.text
    proof = a_proof(photo="photo-1")
    for _ in range(2):  # the answer was lost: it is the same proof
        taken = await driver.post(f"/deliveries/{order_id}/proof", proof)
        assert taken.status_code == 200, taken.text
    tracked = (await customer.get(f"/orders/{order_id}/tracking")).json()
    proof = tracked["delivery_proof"]
    assert tracked["order"]["status"] == "completed"
    assert (proof["id"], proof["number"], proof["recipient_name"]) == (taken.json()["id"], 1, "Ann Lee")
    assert proof["signature"]["strokes"] == STROKES
    assert proof["position"]["accuracy_m"] == 8.5
    photo = await people.client.get(proof["photo"]["url"])
    assert (photo.status_code, photo.headers["content-type"]) == (200, "image/jpeg")
    assert photo.headers["content-disposition"].startswith("attachment")
    assert photo.headers["x-content-type-options"] == "nosniff"
    assert photo.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert not dict(Image.open(BytesIO(photo.content)).getexif())
    drawn = await people.client.get(proof["signature"]["url"])
    assert Image.open(BytesIO(drawn.content)).format == "PNG"
    forged = proof["photo"]["url"].replace(proof["id"], "prf_other")
    assert (await people.client.get(forged)).status_code == 404
    assert (await people.client.get(proof["photo"]["url"][:-1] + "0")).status_code in (200, 404)


async def test_the_exported_file_is_whole_without_us(people: People) -> None:
    customer, driver, order_id = await a_delivery(people)
    await send_photo(people, driver, order_id, a_jpeg())
    await driver.post(f"/deliveries/{order_id}/proof", a_proof(photo="photo-1"))
    file = await customer.get(f"/orders/{order_id}/proof/file")
    keys = (await people.client.get("/api/v1/proofs/keys")).json()["keys"]
    found = examine(file.content, key_check(), keys)
    assert (found.faults, list(found.numbers)) == ([], [1])
    assert found.contents[1]["recipient_name"] == "Ann Lee"
    other = await people.customer()
    assert (await other.get(f"/orders/{order_id}/proof/file")).status_code == 404


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_is_no_picture_is_refused(people: People) -> None:
    _, driver, order_id = await a_delivery(people)
    for sent, status, message in HOSTILE:
        refused = await send_photo(people, driver, order_id, sent)
        assert (refused.status_code, refused.json()["message"]) == (status, message)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("says_how_long", [True, False])
async def test_a_photo_of_more_than_10_mb_is_refused_in_a_sentence(
    people: People, says_how_long: bool
) -> None:
    """Also where only the counting of what comes can tell, and whatever the pieces are that it comes in."""
    _, driver, order_id = await a_delivery(people)
    headers = {"Content-Type": "image/jpeg", "Authorization": f"Bearer {driver.token}"}
    path = f"/api/v1/deliveries/{order_id}/proof/photos/photo-1"
    whole = a_jpeg() + bytes(MAX_PICTURE_OCTETS)

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(whole), PIECE):
            yield whole[start : start + PIECE]

    refused = await people.client.put(path, content=whole if says_how_long else pieces(), headers=headers)
    assert (refused.status_code, refused.json()["message"]) == (413, "File size must be less than 10MB")
    assert (await send_photo(people, driver, order_id, a_jpeg())).status_code == 200


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_only_the_driver_of_a_picked_up_delivery_proves_it(people: People) -> None:
    customer, driver, order_id = await a_delivery(people, "start")
    early = await send_photo(people, driver, order_id, a_jpeg())
    assert (early.status_code, early.json()["code"]) == (409, "pickup_not_confirmed")
    other, _ = await people.driver()
    for person, status in ((None, 401), (customer, 403), (other, 404)):
        assert (await send_photo(people, person, order_id, a_jpeg())).status_code == status
    await driver.post(f"/deliveries/{order_id}/confirm-pickup")
    wrong = await driver.post(f"/deliveries/{order_id}/proof", a_proof(photo="never-sent"))
    assert (wrong.status_code, wrong.json()["param"]) == (422, "photo")
    bare = await driver.post(f"/deliveries/{order_id}/proof", a_proof(signature=None))
    assert (bare.status_code, bare.json()["param"]) == (422, "signature")
    nameless = await driver.post(f"/deliveries/{order_id}/proof", a_proof(recipient_name=None))
    assert (nameless.status_code, nameless.json()["param"]) == (422, "recipient_name")
    assert (await driver.post(f"/deliveries/{order_id}/proof", a_proof())).status_code == 200
    second = await driver.post(f"/deliveries/{order_id}/proof", a_proof("proof-2"))
    assert (second.status_code, second.json()["code"]) == (409, "already_proved")


async def test_a_delivery_with_a_pin_ends_with_it_alone(people: People) -> None:
    customer, driver, order_id = await a_delivery(people)
    pin = (await customer.post(f"/orders/{order_id}/delivery-pin")).json()
    jobs = (await driver.get("/drivers/me/jobs")).json()
    assert [job["asks_pin"] for job in jobs["active"]] == [True]
    assert (await driver.get(f"/orders/{order_id}/tracking")).json()["delivery_pin"]["code"] is None
    seen = (await customer.get(f"/orders/{order_id}/tracking")).json()["delivery_pin"]
    assert seen == {"code": pin["code"], "given": False, "tries_left": 5}
    stopped = await driver.post(f"/deliveries/{order_id}/stop")
    assert (stopped.status_code, stopped.json()["code"]) == (409, "pin_needed")
    guesses = [f"{number:04d}" for number in range(6) if f"{number:04d}" != pin["code"]][:5]
    refusals = []
    for guess in (guesses[0], *guesses):  # the first is repeated, and counts once
        reply = await driver.post(f"/deliveries/{order_id}/proof", a_proof(pin=guess))
        refusals.append((reply.status_code, reply.json()["code"], reply.json()["param"]))
    assert refusals == [(409, "wrong_pin", "pin")] * 5 + [(409, "pin_locked", "pin")]
    right = await driver.post(f"/deliveries/{order_id}/proof", a_proof(pin=pin["code"]))
    assert right.json()["code"] == "pin_locked"
    fresh = (await customer.post(f"/orders/{order_id}/delivery-pin")).json()["code"]
    done = await driver.post(f"/deliveries/{order_id}/proof", a_proof(pin=fresh))
    assert (done.status_code, done.json()["pin_matched"]) == (200, True)
    assert (await customer.get(f"/orders/{order_id}")).json()["status"] == "completed"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_an_admin_lets_a_delivery_end_without_its_pin_and_nobody_else_does(people: People) -> None:
    customer, driver, order_id = await a_delivery(people)
    await customer.post(f"/orders/{order_id}/delivery-pin")
    assert (await driver.ask("DELETE", f"/orders/{order_id}/delivery-pin")).status_code == 404
    admin = await people.admin()
    assert (await admin.ask("DELETE", f"/orders/{order_id}/delivery-pin")).status_code == 204
    assert (await driver.post(f"/deliveries/{order_id}/stop")).status_code == 200


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_delivery_that_ended_by_itself_is_proved_afterwards(people: People) -> None:
    customer, driver, order_id = await a_delivery(people, "start", "confirm-pickup", "stop")
    unproved = (await driver.get("/drivers/me/jobs")).json()["unproved"]
    assert [job["order"]["id"] for job in unproved] == [order_id]
    assert (await customer.get(f"/orders/{order_id}/proof")).status_code == 404
    typed = a_proof(signature={"text": "Ann Lee"}, position=None)
    assert (await driver.post(f"/deliveries/{order_id}/proof", typed)).status_code == 200
    assert (await driver.get("/drivers/me/jobs")).json()["unproved"] == []
    link = (await customer.get(f"/orders/{order_id}/proof")).json()
    assert link["signature"] == {"strokes": None, "text": "Ann Lee", "url": None}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_the_holder_of_a_link_sees_that_there_is_a_proof(people: People) -> None:
    customer, driver, order_id = await a_delivery(people)
    path = (await customer.post(f"/orders/{order_id}/tracking-link")).json()["path"]
    await driver.post(f"/deliveries/{order_id}/proof", a_proof())
    seen = await people.client.get(f"/api/v1{path}")
    proof = seen.json()["delivery_proof"]
    assert set(proof) == {"received_at", "taken_at", "recipient_name"}
    assert proof["recipient_name"] == "Ann L."


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_picture_sent_again_is_the_same_one(people: People) -> None:
    _, driver, order_id = await a_delivery(people)
    first = await send_photo(people, driver, order_id, a_jpeg())
    again = await send_photo(people, driver, order_id, a_jpeg())
    assert (first.status_code, again.json()) == (200, first.json())
    other = await send_photo(people, driver, order_id, a_jpeg(noise=9))
    assert (other.status_code, other.json()["param"]) == (422, "client_id")
    for number in range(2, 11):
        name = f"photo-{number}"
        assert (await send_photo(people, driver, order_id, a_jpeg(), name)).status_code == 200
    many = await send_photo(people, driver, order_id, a_jpeg(), "photo-11")
    assert (many.status_code, many.json()["code"]) == (409, "too_many_photos")
