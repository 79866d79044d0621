"""A driver's tax year over HTTP: years, miles, income, documents and files."""

import pytest

from people import People

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]


async def test_a_document_is_made_listed_and_opened(people: People) -> None:
    driver, driver_id = await people.driver()
    other, _ = await people.driver()
    taxes = f"/drivers/{driver_id}/tax"
    years = (await driver.get(f"{taxes}/years")).json()["years"]
    assert len(years) >= 3
    request = {"document_type": "1099_nec", "tax_year": years[1]}
    made = await driver.post(f"{taxes}/documents", json=request)
    assert made.status_code == 201, made.text
    document = made.json()
    shown = {name: document[name] for name in ("is_below_threshold", "is_year_over", "corrects", "file_name")}
    assert shown == {
        "is_below_threshold": True,
        "is_year_over": True,
        "corrects": None,
        "file_name": f"form-1099-nec-{years[1]}.pdf",
    }
    listed = (await driver.get(f"{taxes}/documents", params={"year": years[1]})).json()
    assert listed["items"] == [document]
    opened = await driver.get(document["download_url"].removeprefix("/api/v1"))
    assert opened.content.startswith(b"%PDF")
    assert document["file_name"] in opened.headers["Content-Disposition"]
    assert (await other.get(document["download_url"].removeprefix("/api/v1"))).status_code == 404
    future = await driver.post(f"{taxes}/documents", json=request | {"tax_year": years[0] + 1})
    assert (future.status_code, future.json()["param"]) == (422, "year")


async def test_a_year_is_read_as_files(people: People) -> None:
    driver, driver_id = await people.driver()
    other, _ = await people.driver()
    taxes = f"/drivers/{driver_id}/tax"
    for number in range(101):
        body = {"category": "phone", "amount_cents": 1_05, "description": f"=P{number}", "date": "2026-01-31"}
        assert (await driver.post(f"{taxes}/expenses", json=body)).status_code == 201
    file = await driver.get(f"{taxes}/2026/expenses.csv")
    lines = file.text.splitlines()
    assert (len(lines), file.headers["Content-Type"].startswith("text/csv")) == (102, True)
    assert '"2026-01-31","phone","1.05","\'=P' in lines[1]
    again = await driver.post(f"{taxes}/expenses/import/preview", json={"csv": file.text})
    assert (again.json()["refused"], len(again.json()["lines"])) == (0, 101)
    mileage = await driver.get(f"{taxes}/2026/mileage.csv")
    assert mileage.text.startswith('"date","order","from","to","business_miles"')
    for path in ("2026/expenses.csv", "2026/mileage.csv", "mileage", "2026/income", "years"):
        assert (await other.get(f"{taxes}/{path}")).status_code == 404, path
    assert (await driver.get(f"{taxes}/mileage", params={"year": 2026})).json()["items"] == []
    assert (await driver.get(f"{taxes}/2026/income")).json() == {"items": [], "next": None}
