"""Customers, drivers and an administrator of a server that may die under any of their requests.

Each does what a careful program does: a key for every change, and the same request with the same key again
when the connection broke. So everything that was begun is acknowledged in the end, and must be there once.
"""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import attrs
import httpx

from people import MIDTOWN, PAYING_CARD, People, Person, a_quote_request, an_order_request

STEPS = ("accept", "start", "pickup", "complete")
BROKEN_SECONDS = 0.05
GIVE_UP_AFTER = timedelta(minutes=3)


@attrs.define
class Crowd:
    """What everybody was told, by order: the end of each, and what was given back by hand."""

    people: People
    admin: Person
    drivers: dict[str, Person]
    ended: dict[str, str] = attrs.Factory(dict)
    paid_cents: dict[str, int] = attrs.Factory(dict)
    refunded_cents: Counter[str] = attrs.Factory(Counter)
    acknowledged: int = 0
    going_home: bool = False

    @classmethod
    async def of(cls, people: People, drivers: int) -> "Crowd":
        return cls(
            people,
            await people.admin(),
            {driver_id: person for person, driver_id in [await people.driver() for _ in range(drivers)]},
        )

    async def shop(self, customer: Person, driver_id: str) -> None:
        """Order after order with a driver of one's own, until it is time to go home."""
        while not self.going_home:
            await self._one_order(customer, driver_id)

    async def _one_order(self, customer: Person, driver_id: str) -> None:
        request = a_quote_request(scheduled_time=None)
        quote = await self._surely(customer, "/quotes", request)
        await self._surely(self.drivers[driver_id], "/drivers/me/online", {"location": _here()})
        await self._surely(customer, f"/quotes/{quote['id']}/matches")
        order = await self._surely(customer, "/orders", an_order_request(quote["id"], driver_id))
        self.ended[order["id"]] = "unpaid"
        if random.random() < 0.15:
            await self._cancel(customer, order["id"])
            return
        payment = await self._surely(customer, f"/orders/{order['id']}/payment")
        await self._pay(customer, payment["id"])
        self.paid_cents[order["id"]] = payment["amount_cents"]
        self.ended[order["id"]] = "assigned"
        if random.random() < 0.5:
            await self._cancel(customer, order["id"])
            return
        for step in STEPS:
            await self._surely(self.drivers[driver_id], f"/orders/{order['id']}/{step}")
        self.ended[order["id"]] = "completed"
        if random.random() < 0.5:
            cents = random.randint(1, 5_00)
            await self._surely(self.admin, f"/payments/{payment['id']}/refunds", {"amount_cents": cents})
            self.refunded_cents[order["id"]] += cents

    async def _cancel(self, customer: Person, order_id: str) -> None:
        await self._surely(customer, f"/orders/{order_id}/cancel", {"reason": "Changed my mind"})
        self.ended[order_id] = "cancelled"

    async def _pay(self, customer: Person, payment_id: str) -> None:
        """A charge that nobody heard the end of is asked after until the provider has told it; the card is
        shown once more if the server died before the provider heard of it."""
        answer = await self._show_card(customer, payment_id)
        began = datetime.now().astimezone()
        while (state := _payment_state(answer)) != "succeeded":
            assert datetime.now().astimezone() - began < GIVE_UP_AFTER, answer.text
            await asyncio.sleep(BROKEN_SECONDS)
            if state == "requires_payment_method":
                answer = await self._show_card(customer, payment_id)
            else:
                answer = await self._asked(customer, f"/payments/{payment_id}/settle")
        self.acknowledged += 1

    async def _show_card(self, customer: Person, payment_id: str) -> httpx.Response:
        path = f"/payments/{payment_id}/confirm"
        return await self._asked(customer, path, {"card": PAYING_CARD}, str(uuid4()))

    async def _surely(self, who: Person, path: str, json: Any = None) -> dict[str, Any]:
        """The answer of the one time that it was done."""
        answer = await self._asked(who, path, json, str(uuid4()))
        assert answer.status_code in (200, 201), (path, answer.text)
        self.acknowledged += 1
        reply: dict[str, Any] = answer.json()
        return reply

    async def _asked(
        self, who: Person, path: str, json: Any = None, key: str | None = None
    ) -> httpx.Response:
        """Asked again for as long as nobody is there to answer, or whoever is needed for the answer."""
        while True:
            with suppress(httpx.TransportError):
                answer = await who.post(path, json, key=key)
                if answer.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
                    return answer
            await asyncio.sleep(BROKEN_SECONDS)


def _payment_state(answer: httpx.Response) -> str | None:
    """None where the server could not tell."""
    return answer.json()["payment"]["status"] if answer.status_code == 200 else None


def _here() -> dict[str, float]:
    return {"lat": MIDTOWN["lat"], "lng": MIDTOWN["lng"]}
