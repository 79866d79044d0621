"""Many trips between real New York addresses, from the first price to the delivery."""

import asyncio
import os
from decimal import Decimal

import pytest

from haulage.drivers import DriverProfile
from haulage.ports.storage.paging import PageRequest
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from new_york import trips

TRIPS = int(os.environ.get("HAULAGE_TEST_TRIPS", "3"))
"""`nox -s soak -- trips` makes two hundred."""

CUSTOMER = "customer@haulage.example"
CARD = ("--expiry", "12/40", "--cvc", "123", "--name", "Casey Rivera")


@pytest.fixture
def drivers(data) -> dict[str, DriverProfile]:
    """The sample drivers by id."""

    async def look():
        async with open_marketplace(Settings(data=data, autoconfirm=True)) as marketplace:
            page = await marketplace.storage.read(lambda unit: unit.drivers.list(PageRequest(limit=100)))
            return {driver.id: driver for driver in page.items}

    return asyncio.run(look())


def test_many_trips_are_booked_declined_once_paid_driven_and_delivered(haulage, data, drivers):
    def orders(command, *arguments, as_):
        answer = haulage("orders", command, *arguments, "--as", as_, "--data", data, "--json")
        return answer.code, answer.json

    jobs_before = sum(driver.total_jobs for driver in drivers.values())
    numbers = set()
    for index, (start, end) in enumerate(trips(TRIPS)):
        code, booked = orders(
            "book",
            *("--from", f"{start['lat']},{start['lng']}", "--from-address", start["address"]),
            *("--to", f"{end['lat']},{end['lng']}", "--to-address", end["address"]),
            *("--item", f"box:{10 + index % 40}:18x18x16", "--size", ("small", "large")[index % 2]),
            *("--urgency", ("standard", "express", "urgent")[index % 3]),
            *("--name", "Casey Rivera", "--phone", "+1 212 555 0101"),
            as_=CUSTOMER,
        )
        assert code == 0, booked
        order, fare = booked["order"], booked["fare"]
        driver = drivers[order["chosen_driver_id"]]
        lines = ("base_fare", "distance_fee", "time_fee", "urgency_fee", "extra_fees")
        assert fare["subtotal_cents"] == sum(fare[f"{line}_cents"] for line in lines)
        assert order["price_cents"] == fare["total_cents"] == fare["subtotal_cents"] + fare["taxes_cents"]
        assert fare["taxes_cents"] == int(Decimal(fare["subtotal_cents"]) * 825 / 10_000 + Decimal("0.5"))

        code, declined = orders("pay", order["id"], "--card", "4000000000000002", *CARD, as_=CUSTOMER)
        assert (code, declined["code"]) == (1, "card_declined")
        code, paid = orders("pay", order["number"], "--card", "4242424242424242", *CARD, as_=CUSTOMER)
        assert code == 0, paid
        assert paid["payment"]["amount_cents"] == order["price_cents"]
        assert paid["order"]["driver_id"] == driver.id

        for step in ("accept", "start", "pickup", "complete"):
            code, order = orders(step, order["id"], as_=driver.email)
            assert code == 0, order
        assert (order["status"], order["tracking_status"]) == ("completed", "delivered")
        assert order["price_cents"] == fare["total_cents"], "the price never changes"
        numbers.add(order["number"])

    assert len(numbers) == TRIPS
    _, page = orders("list", "--status", "completed", "--limit", "50", as_=CUSTOMER)
    assert len(numbers & {order["number"] for order in page["items"]}) == min(TRIPS, 50)
    jobs_after = haulage(
        "drivers", "list", "--limit", "100", "--as", "admin@haulage.example", "--data", data, "--json"
    ).json["items"]
    assert sum(driver["total_jobs"] for driver in jobs_after) == jobs_before + TRIPS
