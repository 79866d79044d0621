"""Nothing outside the service area has a price, whoever wants to know it."""

from typing import Any

import pytest

from people import MIDTOWN, People, a_quote_request

pytestmark = pytest.mark.anyio

SAID = "We serve New York City, Hoboken and Jersey City for now."
LOS_ANGELES = {"lat": 34.0522, "lng": -118.2437, "address": "200 N Spring St, Los Angeles, CA"}
YONKERS = {"lat": 40.9312, "lng": -73.8988, "address": "40 S Broadway, Yonkers, NY"}
HOBOKEN = {"lat": 40.7440, "lng": -74.0324, "address": "94 Washington St, Hoboken, NJ"}
FARE = {"service_type": "delivery", "miles": 5, "minutes": 20}


@pytest.mark.parametrize("path", ["/quotes", "/quotes/preview"])
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"dropoff": LOS_ANGELES}, "dropoff"),
        ({"pickup": YONKERS}, "pickup"),
        ({"pickup": LOS_ANGELES, "dropoff": YONKERS}, "pickup"),
    ],
)
async def test_a_trip_that_leaves_the_area_has_no_price(
    people: People, path: str, change: dict[str, Any], field: str
) -> None:
    customer = await people.customer()
    refused = await customer.post(path, a_quote_request(**change))
    answer = refused.json()
    assert (refused.status_code, answer["code"]) == (409, "outside_service_area")
    assert (answer["message"], answer["param"]) == (SAID, field)


async def test_hoboken_is_within_the_area(people: People) -> None:
    customer = await people.customer()
    assert (
        await customer.post("/quotes", a_quote_request(pickup=MIDTOWN, dropoff=HOBOKEN))
    ).status_code == 201


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"dropoff": {"lat": 34.0522, "lng": -118.2437}}, 409, "dropoff"),
        ({"weight_pounds": 99_999}, 422, "weight_pounds"),
        ({"miles": 2_846.9}, 422, "miles"),
    ],
)
async def test_the_calculator_prices_nothing_beyond_the_bounds(
    people: People, change: dict[str, Any], status: int, field: str
) -> None:
    refused = await people.client.post("/api/v1/fares", json=FARE | change)
    assert (refused.status_code, refused.json()["param"]) == (status, field)


@pytest.mark.parametrize("path", ["/quotes", "/quotes/preview"])
async def test_a_small_order_cannot_weigh_what_no_small_vehicle_carries(people: People, path: str) -> None:
    customer = await people.customer()
    heavy = [{"description": "Lead", "weight": 99_999}]
    refused = await customer.post(path, a_quote_request(items=heavy))
    assert (refused.status_code, refused.json()["param"]) == (422, "items")
    assert refused.json()["message"] == "items: must be at most 2,000 lb for delivery"
    allowed = await customer.post(path, a_quote_request(items=[{"description": "Piano", "weight": 2_000}]))
    assert allowed.is_success
