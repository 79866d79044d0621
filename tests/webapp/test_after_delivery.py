"""Moving and rating an order over HTTP."""

import csv
import io
from datetime import UTC, datetime, timedelta
from functools import partial

import attrs
import pytest

from haulage.kernel.local_time import platform_time
from haulage.ports.storage.unit_of_work import UnitOfWork
from people import People, book, in_an_hour, pay
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio


async def test_an_order_is_moved_delivered_and_rated(people: People) -> None:
    customer, (driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id)
    await pay(customer, order["id"])
    path = f"/orders/{order['id']}"
    slots = (await customer.get(f"{path}/slots")).json()
    assert slots["next"] is None
    start = slots["items"][-1]["start"]
    moved = await customer.post(f"{path}/reschedule", {"start": start}, key="move-1")
    assert moved.status_code == 200, moved.text
    assert moved.json()["scheduled_time"] == start
    repeated = await customer.post(f"{path}/reschedule", {"start": start}, key="move-1")
    assert repeated.content == moved.content
    assert (await driver.post(f"{path}/accept")).status_code == 200
    early = await driver.post(f"{path}/start")
    assert (early.status_code, early.json()["code"]) == (409, "too_early_to_set_out")
    await people.marketplace.storage.write(partial(_bring_near, order["id"]))
    for step in ("start", "pickup", "complete"):
        done = await driver.post(f"{path}/{step}")
        assert done.status_code == 200, done.text
    rated = (await customer.post(f"{path}/rating", {"stars": 4, "feedback": "Well packed."})).json()
    assert (rated["customer_rating"], rated["driver_rating"]) == (4, 4)
    assert rated["customer_feedback"] == "Well packed."
    assert (await driver.get("/drivers/me")).json()["rating"] == 4.0


async def test_a_customer_asks_for_the_hours_of_another_day(people: People) -> None:
    customer, (_, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id)
    path = f"/orders/{order['id']}/slots"
    day = (platform_time(datetime.now(UTC)) + timedelta(days=5)).date()
    slots = (await customer.get(f"{path}?day={day}")).json()["items"]
    assert len(slots) == 15
    refused = await customer.get(f"{path}?day={day - timedelta(days=9)}")
    assert (refused.status_code, refused.json()["param"]) == (422, "day")


async def test_administrators_read_how_a_delivery_went_and_take_it_along(people: People) -> None:
    """ADM-07."""
    customer, (driver, driver_id), admin = (
        await people.customer(),
        await people.driver(),
        await people.admin(),
    )
    order = await book(customer, driver_id=driver_id, scheduled_time=in_an_hour(), urgency="urgent")
    await pay(customer, order["id"])
    listed = f"/orders/all?customer_id={order['customer_id']}"
    assert (await admin.get(listed)).json()["items"][0]["actual_duration"] is None
    path = f"/orders/{order['id']}"
    for step in ("accept", "start", "pickup", "complete"):
        assert (await driver.post(f"{path}/{step}")).status_code == 200
    await customer.post(f"{path}/rating", {"stars": 4, "feedback": "=Well packed."})
    (item,) = (await admin.get(listed)).json()["items"]
    assert item["actual_duration"] == 1
    assert (item["order"]["urgency"], item["order"]["customer_rating"]) == ("high", 4)
    columns = ["urgency", "items", "estimated_minutes", "actual_minutes", "rating", "feedback"]
    wanted = "".join(f"&columns={column}" for column in columns)
    reply = await admin.get(f"/orders/export?search={order['number']}{wanted}")
    estimated = str(item["order"]["estimated_duration"])
    rows = list(csv.reader(io.StringIO(reply.text)))
    assert rows == [columns, ["high", "Two boxes", estimated, "1", "4", "'=Well packed."]]


@pytest.mark.parametrize(
    "body", [{}, {"stars": 0}, {"stars": 6}, {"stars": 4.5}, {"stars": "5"}, {"stars": 5, "tip": 1}]
)
async def test_a_rating_that_is_none_is_refused(people: People, body: dict[str, object]) -> None:
    customer = await people.customer()
    assert (await customer.post("/orders/ord_1/rating", body)).status_code in (400, 422)


async def _bring_near(order_id: str, unit: UnitOfWork) -> None:
    """The day of the appointment has come."""
    order = await unit.orders.get(order_id)
    assert order is not None
    soon = datetime.now(UTC) + timedelta(hours=1)
    await unit.orders.save(order, attrs.evolve(order, scheduled_time=soon, scheduled_until=None))
