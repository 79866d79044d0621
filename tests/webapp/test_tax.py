"""A driver's tax year over HTTP."""

from datetime import UTC, datetime

import pytest

from haulage.kernel.local_time import platform_time
from people import People
from webapp.test_deliveries import a_job
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("database", ["sqlite"], indirect=True)]

YEAR = datetime.now(UTC).year


async def test_a_driver_reads_what_they_earned_and_administrators_leave_a_trace(people: People) -> None:
    _, driver, order_id = await a_job(people)
    for step in ("start", "confirm-pickup", "stop"):
        session = (await driver.post(f"/deliveries/{order_id}/{step}")).json()
    driver_id = (await driver.get("/drivers/me")).json()["id"]
    path = f"/drivers/{driver_id}/tax/{YEAR}"
    shown = (await driver.get(path)).json()
    assert shown["earnings_cents"] == session["payout_calculation"]["driver_cents"] > 0
    assert (shown["tips_cents"], shown["business_miles"], shown["waiting"]) == (0, 0, 1)
    assert shown["net_income_cents"] == shown["earnings_cents"]
    assert sum(each["estimated_tax_cents"] for each in shown["quarters"]) == shown["estimated_tax_cents"]

    admin = await people.admin()
    assert (await admin.get(path)).json() == shown
    trail = (await admin.get("/audit", params={"object_id": driver_id, "action": "admin_read"})).json()
    assert [entry["object_kind"] for entry in trail["items"]] == ["see_tax_year"]


@pytest.mark.parametrize(("year", "status"), [(0, 422), (1999, 422), (2101, 422), ("soon", 404)])
async def test_a_year_that_is_not_estimated_is_named(people: People, year: object, status: int) -> None:
    driver, driver_id = await people.driver()
    reply = await driver.get(f"/drivers/{driver_id}/tax/{year}")
    assert reply.status_code == status
    if status == 422:
        assert reply.json()["message"].startswith("year: must be from 2000 to 2100")


async def test_administrators_see_what_is_withheld_and_record_no_more_than_is_due(people: People) -> None:
    admin = await people.admin()
    shown = (await admin.get(f"/tax-report/{YEAR}/withholding")).json()
    assert (shown["payable_cents"], len(shown["months"]), shown["remittances"]) == (0, 12, [])
    today = platform_time(datetime.now(UTC)).date()
    paid = {
        "period": f"{today:%Y-%m}",
        "amount_cents": 1,
        "reference": "EFTPS-1",
        "paid_on": today.isoformat(),
    }
    refused = await admin.post("/tax-report/remittances", json=paid)
    assert (refused.status_code, refused.json()["param"]) == (409, "amount_cents")
    refused = await admin.post("/tax-report/remittances", json=paid | {"period": "2026-13"})
    assert (refused.status_code, refused.json()["param"]) == (422, "period")
    driver, _ = await people.driver()
    assert (await driver.get(f"/tax-report/{YEAR}/withholding")).status_code == 403
    assert (await driver.post("/tax-report/remittances", json=paid)).status_code == 403
