"""Usual things, what a list of them amounts to, and the list in quote and order, over HTTP."""

import pytest

from people import People, a_quote_request, an_order_request, book

pytestmark = pytest.mark.anyio


async def test_visitors_find_usual_things_by_name(people: People) -> None:
    found = (await people.client.get("/api/v1/items/presets", params={"search": "couch"})).json()
    assert found["items"][0]["id"] == "sofa"
    assert found["items"][0]["dimensions"] == {"length": 84.0, "width": 38.0, "height": 34.0}
    everything = (await people.client.get("/api/v1/items/presets")).json()
    assert len(everything["items"]) >= 60


async def test_visitors_are_told_what_a_list_amounts_to(people: People) -> None:
    items = [{"preset": "sofa"}, {"preset": "moving-box-medium", "quantity": 10}, {"description": "Crate"}]
    load = (await people.client.post("/api/v1/items/load", json={"items": items})).json()
    assert load["weight_pounds"] == 180 + 400 + 25
    assert (load["pieces"], load["people"], load["vehicle"], load["item_class"]) == (12, 2, "van", "large")
    assert load["description"] == "Sofa, 10 x Medium moving box, Crate"
    assert load["sentences"] == [
        "By weight, this fits a van.",
        "Two people are needed for the sofa.",
    ]
    assert not load["is_measured"]


async def test_an_unknown_preset_is_refused_by_its_field(people: People) -> None:
    reply = await people.client.post("/api/v1/items/load", json={"items": [{"preset": "zeppelin"}]})
    assert reply.status_code == 422
    assert reply.json()["param"] == "preset"


@pytest.mark.parametrize("quantity", [0, 100])
async def test_a_quantity_has_two_digits_at_most(people: People, quantity: int) -> None:
    items = [{"preset": "sofa", "quantity": quantity}]
    reply = await people.client.post("/api/v1/items/load", json={"items": items})
    assert reply.status_code in (400, 422)


async def test_the_list_is_priced_by_its_pieces_and_stays_with_quote_and_order(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    items = [
        {"preset": "parcel", "quantity": 4, "fragile": True},
        {"preset": "plant", "quantity": 2, "weight": 20},
        {"preset": "crib"},
    ]
    quote = (await customer.post("/quotes", a_quote_request(items=items))).json()
    assert quote["weight_pounds"] == 4 * 10 + 2 * 20 + 60
    # 90 lb over fifty at 25 cents; fragile and assembly once each, however many lines say so.
    assert quote["fare"]["extra_fees_cents"] == 90 * 25 + 10_00 + 25_00
    offers = (await customer.post(f"/quotes/{quote['id']}/matches")).json()["items"]
    request = an_order_request(quote["id"], offers[0]["driver_id"], item_notes=" Ring twice ")
    del request["items_description"]
    order = (await customer.post("/orders", request)).json()
    assert order["items_description"] == "4 x Parcel, 2 x Potted plant, Crib"
    assert order["item_notes"] == "Ring twice"
    assert [(line["preset"], line["quantity"], line["weight"]) for line in order["items"]] == [
        ("parcel", 4, 10.0),
        ("plant", 2, 20.0),
        ("crib", 1, 60.0),
    ]
    assert order["items"] == quote["items"]


async def test_an_order_without_a_name_for_anything_in_it_is_refused(people: People) -> None:
    customer = await people.customer()
    await people.driver()
    quote = (await customer.post("/quotes", a_quote_request(items=[{"weight": 20}]))).json()
    offers = (await customer.post(f"/quotes/{quote['id']}/matches")).json()["items"]
    request = an_order_request(quote["id"], offers[0]["driver_id"], items_description=" ")
    reply = await customer.post("/orders", request)
    assert reply.status_code == 422
    assert reply.json()["param"] == "items_description"


async def test_one_description_without_a_list_is_booked_as_before(people: People) -> None:
    await people.driver()
    order = await book(await people.customer())
    assert order["items_description"] == "Two boxes"
    assert order["items"][0]["weight"] == 40.0
