"""What a trip will cost, for somebody without an account."""

from pathlib import Path

import pytest

from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from people import MIDTOWN, People, a_quote_request
from webapp.in_process import talking_to

pytestmark = pytest.mark.anyio

PREVIEW = "/api/v1/quotes/preview"


async def test_a_visitor_gets_the_range_that_a_customer_then_chooses_from(people: People) -> None:
    cheap, _ = await people.driver()
    await people.driver()
    rates = {"price_per_mile_cents": 100, "minimum_fare_cents": 1500}
    assert (await cheap.ask("PATCH", "/drivers/me", json=rates)).is_success
    seen = await people.client.post(PREVIEW, json=a_quote_request())
    assert seen.status_code == 200, seen.text
    preview = seen.json()

    customer = await people.customer()
    quote = (await customer.post("/quotes", a_quote_request())).json()
    matches = (await customer.post(f"/quotes/{quote['id']}/matches")).json()
    totals = [offer["fare"]["total_cents"] for offer in matches["items"]]
    assert preview["price_range"] == {"low_cents": min(totals), "high_cents": max(totals)}
    assert preview["price_range"] == matches["price_range"]
    assert min(totals) < max(totals)
    assert preview["drivers"] == len(totals)
    assert preview["distance_miles"] == quote["distance_miles"]
    assert preview["estimated_minutes"] == quote["estimated_minutes"]


async def test_arrival_is_told_in_steps_of_five_minutes_and_only_for_now(people: People) -> None:
    await people.driver()
    now = (await people.client.post(PREVIEW, json=a_quote_request(scheduled_time=None))).json()
    assert now["arrival_minutes"] >= 5
    assert now["arrival_minutes"] % 5 == 0
    later = (await people.client.post(PREVIEW, json=a_quote_request())).json()
    assert later["arrival_minutes"] is None


async def test_where_nobody_is_free_there_is_no_price_yet(people: People) -> None:
    heavy = a_quote_request(items=[{"description": "A grand piano", "weight": 9000}], item_class="large")
    seen = (await people.client.post(PREVIEW, json=heavy)).json()
    assert (seen["price_range"], seen["drivers"], seen["arrival_minutes"]) == (None, 0, None)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"dropoff": MIDTOWN}, "dropoff"),
        ({"items": []}, "items"),
        ({"scheduled_time": "2020-01-01T12:00:00Z"}, "scheduled_time"),
    ],
)
async def test_a_request_that_makes_no_sense_names_the_field(
    people: People, change: dict[str, object], field: str
) -> None:
    refused = await people.client.post(PREVIEW, json=a_quote_request(**change))
    assert refused.status_code in {409, 422}
    assert refused.json()["param"] == field


async def test_a_preview_leaves_nothing_that_could_be_booked(people: People) -> None:
    customer = await people.customer()
    _, driver_id = await people.driver()
    seen = (await people.client.post(PREVIEW, json=a_quote_request())).json()
    assert "id" not in seen
    assert str(driver_id) not in str(seen)
    assert (await customer.get("/orders")).json()["items"] == []


async def test_visitors_who_look_at_many_prices_keep_no_customer_of_their_network_from_booking(
    anyio_backend: str, database: str, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path, database=database, autoconfirm=True, previews_per_address=2)
    async with (
        open_marketplace(settings) as marketplace,
        talking_to(settings, marketplace, works_beside=False) as client,
    ):
        customer = await People(client, marketplace).customer()
        statuses = [(await client.post(PREVIEW, json=a_quote_request())).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        assert (await customer.ask("POST", "/quotes", json=a_quote_request())).status_code == 201
