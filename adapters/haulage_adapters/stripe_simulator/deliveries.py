"""Signed events on their way to webhook endpoints, in as bad an order as one likes."""

import asyncio
import hashlib
import hmac
import json
import random
from collections.abc import Callable

import attrs
import httpx

from haulage_adapters.stripe_simulator.errors import Json, invalid
from haulage_adapters.stripe_simulator.forms import text_of
from haulage_adapters.stripe_simulator.state import SimulatorState

FORGED_WITH = "whsec_of_somebody_else"
ATTEMPT_SECONDS = 10.0


@attrs.frozen
class DeliveryFaults:
    """Shares from 0 to 1 of the deliveries that come twice, forged as well, or late by up to so long."""

    duplicated: float = 0.0
    forged: float = 0.0
    delay_seconds: float = 0.0
    seed: int = 0
    retry_seconds: tuple[float, ...] = (0.2, 1.0, 5.0, 20.0)


def sign(payload: bytes, secret: str, seconds: int) -> str:
    """The header ``Stripe-Signature`` for these bytes."""
    signed = hmac.new(secret.encode(), b"%d." % seconds + payload, hashlib.sha256).hexdigest()
    return f"t={seconds},v1={signed}"


@attrs.define
class Deliveries:
    """Sends every event to every endpoint that wants it, again and again until it is taken."""

    state: SimulatorState
    faults: DeliveryFaults = attrs.Factory(DeliveryFaults)
    client: Callable[[], httpx.AsyncClient] = lambda: httpx.AsyncClient(timeout=ATTEMPT_SECONDS)
    refused: int = 0
    """Deliveries that an endpoint did not take."""
    _luck: random.Random = attrs.Factory(lambda self: random.Random(self.faults.seed), takes_self=True)  # noqa: S311
    _sending: set["asyncio.Task[None]"] = attrs.Factory(set)

    def listen(self) -> None:
        self.state.listeners.append(self.send)

    def add_endpoint(self, form: Json) -> Json:
        url = text_of(form, "url")
        if not url.startswith(("http://127.0.0.1", "http://localhost", "http://[::1]")):
            raise invalid("url", "the simulator speaks to this machine only")
        wanted = form.get("enabled_events", ["*"])
        endpoint = self.state.base("webhook_endpoint", "we") | {
            "enabled_events": wanted if isinstance(wanted, list) else [wanted],
            "secret": form.get("secret") or f"whsec_{self.state.new_id('s')[6:]}",
            "connect": form.get("connect") == "true",
            "status": "enabled",
            "url": url,
        }
        return self.state.add("webhook_endpoint", endpoint)

    def send(self, event: Json) -> None:
        """Start on the way to every endpoint; twice, forged or late as the faults say."""
        for endpoint in list(self.state.kind("webhook_endpoint").values()):
            if not {"*", event["type"]} & set(endpoint["enabled_events"]):
                continue
            if endpoint["connect"] is not ("account" in event):
                continue
            copies = 2 if self._luck.random() < self.faults.duplicated else 1
            for _ in range(copies):
                self._start(endpoint["url"], endpoint["secret"], event)
            if self._luck.random() < self.faults.forged:
                self._start(endpoint["url"], FORGED_WITH, event, tries=1)

    def _start(self, url: str, secret: str, event: Json, tries: int | None = None) -> None:
        late = self._luck.random() * self.faults.delay_seconds
        task = asyncio.create_task(self._deliver(url, secret, event, late, tries))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _deliver(self, url: str, secret: str, event: Json, late: float, tries: int | None) -> None:
        payload = json.dumps(event, separators=(",", ":")).encode()
        for wait in (late, *self.faults.retry_seconds)[:tries]:
            await asyncio.sleep(wait)
            if await self._taken(url, secret, payload):
                event["pending_webhooks"] = 0
                return
            self.refused += 1

    async def _taken(self, url: str, secret: str, payload: bytes) -> bool:
        signature = sign(payload, secret, self.state.seconds())
        headers = {"Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature}
        try:
            async with self.client() as client:
                answer = await client.post(url, content=payload, headers=headers)
        except httpx.HTTPError:
            return False
        return answer.is_success

    async def settle(self) -> None:
        """Wait until nothing is on its way."""
        while self._sending:
            await asyncio.gather(*self._sending, return_exceptions=True)

    async def aclose(self) -> None:
        for task in list(self._sending):
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
