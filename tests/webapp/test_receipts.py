"""Receipts, confirmations and payment history over HTTP."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from people import DECLINED_CARD, People, book, pay
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio


async def test_a_customer_finds_confirmation_receipt_and_pdf(people: People) -> None:
    customer, (_driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id)
    assert (await pay(customer, order["id"])).status_code == 200
    (record,) = (await customer.get("/payments/history")).json()["items"]
    assert (record["status"], record["amount_cents"]) == ("completed", order["price_cents"])
    assert record["payment_method"] == {"brand": "visa", "last4": "4242"}

    confirmation = (await customer.get(f"/confirmations/{record['confirmation_id']}")).json()
    assert confirmation["driver_assignment"]["driver"]["id"] == driver_id
    assert confirmation["estimated_delivery"]["pickup_time"] is not None
    assert confirmation["timeline"][0]["label"] == "Order Confirmed"
    tracked = (await customer.get(f"/orders/{order['id']}/tracking")).json()
    assert tracked["payment"]["confirmation_id"] == record["confirmation_id"]

    receipt = (await customer.get(f"/receipts/{confirmation['receipt_id']}")).json()
    lines = receipt["fare_breakdown"]
    total = lines.pop("total_cents")
    assert (total, sum(lines.values())) == (order["price_cents"], order["price_cents"])

    link = (await customer.post(f"/receipts/{receipt['id']}/pdf")).json()
    pdf = await people.client.get(link["url"])
    assert (pdf.status_code, pdf.headers["content-type"]) == (200, "application/pdf")
    assert pdf.headers["content-disposition"].startswith("inline")
    assert pdf.headers["cache-control"] == "no-store"
    assert receipt["receipt_number"] in PdfReader(BytesIO(pdf.content)).pages[0].extract_text()
    forged = await people.client.get(link["url"].replace("until=", "until=1"))
    assert (forged.status_code, forged.json()["code"]) == (404, "link_expired")

    emailed = await customer.post(f"/receipts/{receipt['id']}/email", {"address": "books@example.com"})
    assert emailed.json() == {"address": "books@example.com"}


async def test_an_admin_finds_the_receipt_and_what_went_back_and_sends_it_again(people: People) -> None:
    customer, admin = await people.customer(), await people.admin()
    (_driver, driver_id) = await people.driver()
    order = await book(customer, driver_id=driver_id)
    assert (await pay(customer, order["id"])).status_code == 200
    (listed,) = (await admin.get("/payments/all")).json()["items"]
    refund = await admin.post(f"/payments/{listed['id']}/refunds", {"amount_cents": 500, "reason": "Late"})
    assert refund.status_code == 201
    history = (await admin.get(f"/orders/{order['id']}/history")).json()
    (payment,) = history["payments"]
    assert payment["receipt_id"] == listed["receipt_id"]
    assert (payment["purpose"], history["order"]["refund_cents"]) == ("order", 500)
    (given,) = payment["refunds"]
    assert (given["reason"], sum(given["parts"].values())) == ("Late", 500)

    receipt = (await admin.get(f"/receipts/{payment['receipt_id']}")).json()
    assert (receipt["receipt_number"], receipt["refund_cents"]) == (payment["receipt_number"], 500)
    emailed = await admin.post(f"/receipts/{receipt['id']}/email", {})
    assert emailed.json() == {"address": receipt["customer_info"]["email"]}
    trail = (await admin.get("/audit", params={"action": "receipt_emailed"})).json()["items"]
    assert [(each["object_id"], each["facts"]["to_customer"]) for each in trail] == [(receipt["id"], True)]
    await customer.post(f"/receipts/{receipt['id']}/email", {})
    trail = (await admin.get("/audit", params={"action": "receipt_emailed"})).json()["items"]
    assert len(trail) == 1, "what customers send themselves is no entry"


@pytest.mark.both_databases
async def test_history_is_filtered_and_summed(people: People) -> None:
    customer, (_driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id)
    await pay(customer, order["id"], DECLINED_CARD)

    async def found(**wanted: str) -> int:
        return len((await customer.get("/payments/history", params=wanted)).json()["items"])

    assert await found(status="failed") == 1
    assert await found(status="completed") == 0
    await pay(customer, order["id"])
    assert await found(status="completed", period="week", service_type=order["service_type"]) == 1
    assert await found(search="boxes", period="year") == 1
    assert await found(search="piano") == 0
    year = (await customer.get("/payments/tax-year")).json()
    assert year["total_spent_cents"] == order["price_cents"] == year["average_order_cents"]
    assert sum(sum(month.values()) for month in year["by_month"]) == order["price_cents"]
    assert year["years"] == [year["tax_year"]]
    link = (await customer.post(f"/payments/tax-year/{year['tax_year']}/pdf")).json()
    assert (await people.client.get(link["url"])).content.startswith(b"%PDF")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_bad_questions_name_their_fault(people: People) -> None:
    customer = await people.customer()
    for path, field in (
        ("/payments/history?status=lost", "status"),
        ("/payments/history?period=decade", "period"),
        ("/payments/history?period=year&tax_year=99999", "tax_year"),
        ("/payments/history?search=" + "x" * 101, "search"),
        ("/payments/tax-year?tax_year=abc", "tax_year"),
    ):
        answer = await customer.get(path)
        assert (answer.status_code, field in answer.text) == (422, True), path
    unknown = await customer.get("/receipts/rcp_unknown")
    assert (unknown.status_code, unknown.json()["message"]) == (404, "Receipt not found")
