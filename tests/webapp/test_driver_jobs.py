"""A driver's dashboard over HTTP."""

import pytest

from people import PAYING_CARD, People, book, pay
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio

STEPS = ("accept", "en-route", "start", "pickup", "complete")


async def test_a_job_goes_from_open_to_active_to_the_figures(people: People) -> None:
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id)
    await pay(customer, order["id"])
    await driver.post(f"/orders/{order['id']}/hand-back")
    jobs = (await driver.get("/drivers/me/jobs")).json()
    (job,) = [each for each in jobs["available"] if each["order"]["id"] == order["id"]]
    assert (job["order"]["contact_name"], job["order"]["contact_phone"], job["fits"]) == (None, None, True)
    for step in STEPS:
        assert (await driver.post(f"/orders/{order['id']}/{step}")).status_code == 200
        if step == "accept":
            (active,) = (await driver.get("/drivers/me/jobs")).json()["active"]
            assert active["order"]["contact_phone"] == "+1 212 555 0100"
            assert active["pays_cents"] == job["pays_cents"]
    tip = (await customer.post(f"/orders/{order['id']}/tips", {"amount_cents": 500})).json()
    await customer.post(f"/payments/{tip['id']}/confirm", {"card": PAYING_CARD})
    figures = (await driver.get("/drivers/me/figures")).json()
    assert figures.pop("day")
    assert figures == {
        "today_earnings_cents": job["pays_cents"] + 500,
        "total_earnings_cents": job["pays_cents"] + 500,
        "total_orders": 1,
        "completed_orders": 1,
        "average_rating": None,
        "completion_rate": 1.0,
    }
