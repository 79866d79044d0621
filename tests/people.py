"""People who use the HTTP API in tests: they sign up, and then ask as themselves."""

from datetime import datetime, time, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import attrs
import httpx

from builders import AT_ANY_HOUR
from haulage.kernel.actor import OPERATOR, SYSTEM
from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.messaging import AutoMessages
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.marketplace import Marketplace

PASSWORD = "Correct-horse-1"
AUTOMATIC_MESSAGES = [flag.name for flag in attrs.fields(AutoMessages)]

MIDTOWN = {"lat": 40.7527, "lng": -73.9772, "address": "89 E 42 ST, New York, NY 10017"}
WILLIAMSBURG = {"lat": 40.7134, "lng": -73.9554, "address": "200 BEDFORD AV, Brooklyn, NY 11249"}


@attrs.frozen
class Person:
    """Somebody signed in."""

    client: httpx.AsyncClient
    email: str
    token: str
    is_admin: bool = False

    async def ask(self, method: str, path: str, *, key: str | None = None, **options: Any) -> httpx.Response:
        """Send a request under ``/api/v1`` as this person."""
        headers = {"Authorization": f"Bearer {self.token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        return await self.client.request(method, f"/api/v1{path}", headers=headers, **options)

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self.ask("GET", path, **options)

    async def post(self, path: str, json: Any = None, *, key: str | None = None) -> httpx.Response:
        return await self.ask("POST", path, key=key, json=json)

    async def read_trail(self, **wanted: Any) -> list[dict[str, Any]]:
        """The newest entries of the audit trail, but for this look at it."""
        found = (await self.get("/audit", params=wanted)).json()["items"]
        return [entry for entry in found if entry["object_kind"] != "read_audit"]

    async def want_no_automatic_messages(self) -> None:
        """So that what the server writes by itself comes between no two looks at what is stored."""
        request_facts = {"auto_messages": dict.fromkeys(AUTOMATIC_MESSAGES, False)}
        assert (await self.ask("PUT", "/communication-preferences", json=request_facts)).status_code == 200


@attrs.define
class People:
    """Makes customers, drivers ready to work, and admins."""

    client: httpx.AsyncClient
    marketplace: Marketplace
    _count: int = 0
    _driver_ids: list[str] = attrs.Factory(list)

    async def customer(self) -> Person:
        return await self._sign_up("customer")

    async def admin(self) -> Person:
        person = await self._sign_up("customer")
        await self.marketplace.accounts.grant_admin(person.email)
        return attrs.evolve(person, is_admin=True)

    async def new_driver(self) -> Person:
        """As sign-up leaves them: not approved."""
        return await self._sign_up("driver")

    async def driver(self, *, at: dict[str, Any] = MIDTOWN) -> tuple[Person, str]:
        """Approved, working at any hour and online, with their driver id."""
        person = await self._sign_up("driver")
        driver_id = (await person.get("/drivers/me")).json()["id"]
        await self.approve(driver_id)
        await self.marketplace.storage.write(partial(_work_at_any_hour, driver_id))
        online = await person.post("/drivers/me/online", {"location": {"lat": at["lat"], "lng": at["lng"]}})
        assert online.status_code == 200, online.text
        self._driver_ids.append(driver_id)
        return person, driver_id

    async def retire_drivers(self) -> None:
        """On a server that many tests share, a quote would offer the five of them and not one's own."""
        for driver_id in self._driver_ids:
            await self.marketplace.storage.write(partial(_retire, driver_id))

    async def approve(self, driver_id: str) -> None:
        """It takes two: whoever runs the server asks, and the server confirms."""
        drivers = self.marketplace.onboarding.drivers
        await drivers.request(OPERATOR, driver_id, "Known to us.")
        await drivers.confirm(SYSTEM, driver_id)

    async def _sign_up(self, user_type: str) -> Person:
        self._count += 1
        email = f"{user_type}-{uuid4().hex}@example.com"  # servers are shared by the tests of a module
        body = {
            "email": email,
            "password": PASSWORD,
            "data": {
                "name": f"{user_type.title()} {self._count}",
                "phone": "+12125550100",
                "userType": user_type,
            },
        }
        reply = await self.client.post("/auth/v1/signup", json=body)
        assert reply.status_code == 200, reply.text
        return Person(self.client, email, reply.json()["access_token"])


async def _work_at_any_hour(driver_id: str, unit: UnitOfWork) -> None:
    before = await unit.drivers.get(driver_id)
    assert before is not None
    await unit.drivers.save(before, attrs.evolve(before, working_hours=AT_ANY_HOUR))


async def _retire(driver_id: str, unit: UnitOfWork) -> None:
    """Whoever was erased is gone already."""
    before = await unit.drivers.get(driver_id)
    if before is not None:
        await unit.drivers.save(before, attrs.evolve(before, approval=None, is_online=False))


def a_quote_request(**changes: Any) -> dict[str, Any]:
    """A small delivery from Midtown to Williamsburg at noon."""
    return {
        "pickup": MIDTOWN,
        "dropoff": WILLIAMSBURG,
        "items": [{"description": "Two boxes", "weight": 40}],
        "scheduled_time": noon_in(days=2),
    } | changes


def noon_in(*, days: int) -> str:
    """Noon in New York, so many days from now."""
    day = (datetime.now(PLATFORM_ZONE) + timedelta(days=days)).date()
    return datetime.combine(day, time(12), PLATFORM_ZONE).isoformat()


def in_an_hour() -> str:
    """Near enough for a driver to set out, and too far for their arrival to begin it."""
    return (datetime.now(PLATFORM_ZONE) + timedelta(hours=1)).isoformat()


async def book(customer: Person, *, driver_id: str | None = None, **request_facts: Any) -> dict[str, Any]:
    """Quote, match and order; the first offered driver unless one is named."""
    quote = await customer.post("/quotes", a_quote_request(**request_facts))
    assert quote.status_code == 201, quote.text
    matches = await customer.post(f"/quotes/{quote.json()['id']}/matches")
    assert matches.status_code == 200, matches.text
    offers = matches.json()["items"]
    assert offers, "nobody was offered"
    order = await customer.post(
        "/orders", an_order_request(quote.json()["id"], driver_id or offers[0]["driver_id"])
    )
    assert order.status_code == 201, order.text
    return order.json()


def an_order_request(quote_id: str, driver_id: str, **changes: Any) -> dict[str, Any]:
    return {
        "quote_id": quote_id,
        "driver_id": driver_id,
        "contact": {"name": "Ann Lee", "phone": "+1 212 555 0100"},
        "items_description": "Two boxes",
    } | changes


PAYING_CARD = {"number": "4242 4242 4242 4242", "expiry": "12/39", "cvc": "123", "name": "Ann Lee"}
DECLINED_CARD = PAYING_CARD | {"number": "4000 0000 0000 0002"}
CHALLENGED_CARD = PAYING_CARD | {"number": "4000 0000 0000 3220"}


async def pay(
    customer: Person, order_id: str, card: dict[str, str] = PAYING_CARD, *, key: str | None = None
) -> httpx.Response:
    """Open the order's payment and confirm it with this card."""
    payment = await customer.post(f"/orders/{order_id}/payment")
    assert payment.status_code == 200, payment.text
    return await customer.post(f"/payments/{payment.json()['id']}/confirm", {"card": card}, key=key)
