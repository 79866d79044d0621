"""A driver's dashboard over HTTP."""

import pytest

from people import PAYING_CARD, People, book, pay
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio

STEPS = ("accept", "en-route", "start", "pickup", "complete")


async def test_a_job_goes_from_open_to_active_to_the_figures(people: People) -> None:
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id, scheduled_time=None)
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
    spans = (
        ({"created_from": order["created_at"]}, 1),
        ({"created_until": order["created_at"]}, 0),
        ({"created_from": "2026-01-01T00:00:00-05:00", "created_until": "2200-01-01T00:00:00Z"}, 1),
    )
    for span, count in spans:
        of_span = (await driver.get("/drivers/me/figures", params=span)).json()
        assert (of_span["total_orders"], of_span["total_earnings_cents"] > 0) == (count, count > 0)
    for name in ("created_from", "created_until"):
        refused = await driver.get("/drivers/me/figures", params={name: "2026-01-01T00:00:00"})
        assert (refused.status_code, refused.json()["param"]) == (422, name)
    me = (await driver.get("/drivers/me")).json()
    assert me["total_earnings_cents"] == job["pays_cents"] + 500
    assert (me["working_hours_start"], me["working_hours_end"], me["weekday_hours"]) == (
        "00:00",
        "00:00",
        None,
    )
    listed = (await (await people.admin()).get("/drivers", params={"limit": 100})).json()["items"]
    assert me in listed
    assert figures.pop("day")
    assert figures == {
        "today_earnings_cents": job["pays_cents"] + 500,
        "total_earnings_cents": job["pays_cents"] + 500,
        "total_orders": 1,
        "completed_orders": 1,
        "average_rating": None,
        "completion_rate": 1.0,
    }
