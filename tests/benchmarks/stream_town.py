"""Orders on their way, each with a driver who reports and people who watch, made through the application.

Half of an order's watchers are its customer's devices, and half have its link.
"""

import sys
from pathlib import Path
from typing import Any

import attrs
import httpx

from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.settings import Settings
from haulage_webapp.app import create_app

sys.path.insert(0, str(Path(__file__).parents[1]))
from people import MIDTOWN, People, Person, book, pay

NORTH = 0.02
"""Degrees from the pickup, well outside of the circle in which a driver counts as there."""

APART = 1e-4
"""Degrees of longitude between two drivers."""


@attrs.frozen
class Watched:
    """An order on its way: what its driver and its watchers send."""

    driver: dict[str, Any]
    customer_request: str
    link_request: str

    def streams(self, count: int) -> list[dict[str, Any]]:
        number = self.driver["number"]
        requests = [(self.customer_request, self.link_request)[index % 2] for index in range(count)]
        return [{"request": request, "driver": number} for request in requests]


async def settle(settings: Settings, count: int) -> list[Watched]:
    """So many orders whose drivers have set out."""
    await upgrade_database(settings)
    async with open_marketplace(settings) as opened:
        marketplace = opened
        app = create_app(settings, marketplace)
        async with app.lifespan():
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                people = People(client, marketplace)
                return [await _set_out(people, number) for number in range(count)]


async def _set_out(people: People, number: int) -> Watched:
    start = {"lat": MIDTOWN["lat"] + NORTH, "lng": MIDTOWN["lng"] + number * APART}
    customer, driver = await people.customer(), await people.new_driver()
    driver_id = (await driver.get("/drivers/me")).json()["id"]
    await people.approve(driver_id)
    assert (await driver.post("/drivers/me/online", {"location": start})).status_code == 200
    order = await book(customer, driver_id=driver_id)
    assert (await pay(customer, order["id"])).status_code == 200
    for step in ("accept", "en-route"):
        answer = await driver.post(f"/orders/{order['id']}/{step}")
        assert answer.status_code == 200, answer.text
    link = (await customer.post(f"/orders/{order['id']}/tracking-link")).json()
    positions = {"number": number, "path": "/api/v1/drivers/me/positions", "head": _head(driver), **start}
    return Watched(
        positions,
        f"GET /api/v1/orders/{order['id']}/events?live=true HTTP/1.1\r\n{_head(customer)}\r\n",
        f"GET /api/v1/track/{order['id']}/events?token={link['token']} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    )


def _head(person: Person) -> str:
    return f"Host: 127.0.0.1\r\nAuthorization: Bearer {person.token}\r\nContent-Type: application/json\r\n"


def barely(count: int) -> list[Watched]:
    """The same for the bare application, which knows nobody."""
    return [
        Watched(
            {
                "number": number,
                "path": f"/drivers/{number}",
                "head": "Host: 127.0.0.1\r\n",
                "lat": MIDTOWN["lat"] + NORTH,
                "lng": MIDTOWN["lng"] + number * APART,
            },
            *2 * [f"GET /streams/{number} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
        )
        for number in range(count)
    ]
