"""A customer's dashboard over HTTP."""

import pytest

from people import People, book, pay
from webapp.test_trips import people as served_people

__all__ = ["served_people"]

pytestmark = pytest.mark.anyio


async def test_bookings_come_with_their_drivers_and_figures(people: People) -> None:
    customer, (_driver, driver_id) = await people.customer(), await people.driver()
    order = await book(customer, driver_id=driver_id)
    await pay(customer, order["id"])
    page = (await customer.get("/orders/booked")).json()
    assert page["next"] is None
    (booked,) = page["items"]
    assert (booked["order"]["id"], booked["driver"]["id"]) == (order["id"], driver_id)
    figures = (await customer.get("/orders/booked/figures")).json()
    assert figures == {"active": 0, "upcoming": 1, "completed": 0, "spent_cents": order["price_cents"]}


async def test_bookings_belong_to_somebody(people: People) -> None:
    stranger = await people.customer()
    assert (await stranger.get("/orders/booked")).json() == {"items": [], "next": None}
