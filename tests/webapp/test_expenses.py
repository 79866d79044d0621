"""A driver's expenses over HTTP."""

from io import BytesIO

import pytest
from PIL import Image

from people import People

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

EXPENSE = {"category": "phone", "amount_cents": 45_00, "description": " Plan ", "date": "2026-01-31"}


def a_jpeg() -> bytes:
    out = BytesIO()
    Image.new("RGB", (60, 30), "teal").save(out, "JPEG")
    return out.getvalue()


async def test_an_expense_is_added_changed_and_removed(people: People) -> None:
    driver, driver_id = await people.driver()
    path = f"/drivers/{driver_id}/tax/expenses"
    added = await driver.post(path, json=EXPENSE)
    assert added.status_code == 201, added.text
    expense = added.json()
    shown = {name: expense[name] for name in ("description", "tax_year", "is_deductible", "has_receipt")}
    assert shown == {"description": "Plan", "tax_year": 2026, "is_deductible": True, "has_receipt": False}
    fuel = await driver.ask("PUT", f"{path}/{expense['id']}", json=EXPENSE | {"category": "fuel"})
    assert (fuel.status_code, fuel.json()["is_deductible"]) == (200, False)
    (change,) = (await driver.get(f"{path}/{expense['id']}/changes")).json()["items"]
    assert change["before"]["category"] == "phone"
    listed = (await driver.get(path, params={"year": 2026})).json()
    assert (listed["spent_cents"], listed["deductible_cents"], listed["items"]) == (45_00, 0, [fuel.json()])
    assert (await driver.ask("DELETE", f"{path}/{expense['id']}")).status_code == 204
    assert (await driver.get(path, params={"year": 2026})).json()["items"] == []


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"amount_cents": 0}, "amount_cents"),
        ({"description": ""}, "description"),
        ({"description": "  "}, "description"),
        ({"category": "petrol"}, "category"),
        ({"date": "2036-01-31"}, "date"),
        ({"date": "x"}, "date"),
    ],
)
async def test_a_refusal_names_the_field(people: People, wrong: dict[str, object], field: str) -> None:
    driver, driver_id = await people.driver()
    refused = await driver.post(f"/drivers/{driver_id}/tax/expenses", json=EXPENSE | wrong)
    assert refused.status_code in (400, 422)
    assert field in refused.text


async def test_a_receipt_is_sent_and_opened_by_its_driver(people: People) -> None:
    driver, driver_id = await people.driver()
    other, _ = await people.driver()
    path = f"/drivers/{driver_id}/tax/expenses"
    expense_id = (await driver.post(path, json=EXPENSE)).json()["id"]
    receipt = f"{path}/{expense_id}/receipt"
    headers = {"Authorization": f"Bearer {driver.token}", "Content-Type": "image/jpeg"}
    refused = await people.client.put(f"/api/v1{receipt}", content=b"no picture", headers=headers)
    assert refused.json()["code"] == "picture_refused"
    sent = await people.client.put(f"/api/v1{receipt}", content=a_jpeg(), headers=headers)
    assert (sent.status_code, sent.json()["has_receipt"]) == (200, True)
    opened = await driver.get(receipt)
    assert Image.open(BytesIO(opened.content)).size == (60, 30)
    assert (await other.get(receipt)).status_code == 404
    assert (await driver.ask("DELETE", receipt)).json()["has_receipt"] is False
    assert (await driver.get(receipt)).status_code == 404


async def test_a_file_is_previewed_and_imported(people: People) -> None:
    driver, driver_id = await people.driver()
    path = f"/drivers/{driver_id}/tax/expenses/import"
    body = {"csv": "date,category,amount,description\n2026-01-31,phone,45,Plan\n2026-01-31,phone,45,Plan\n"}
    preview = (await driver.post(f"{path}/preview", json=body)).json()
    assert (preview["new"], preview["duplicates"], preview["added"]) == (1, 1, 0)
    assert (await driver.post(path, json=body)).json()["added"] == 1
    refused = await driver.post(path, json={"csv": body["csv"] + "x,phone,1,y\n"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_input")
    assert "csv[4]" in refused.text
