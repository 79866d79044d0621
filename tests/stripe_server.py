"""The simulated Stripe as a server on this machine, in a thread of its own."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import attrs
import httpx

from haulage_adapters.stripe_payments import StripeCards, StripeConnection
from haulage_adapters.stripe_payments.client import TimeBudget
from haulage_adapters.stripe_simulator.deliveries import DeliveryFaults
from haulage_adapters.stripe_simulator.faults import Fault, Faults
from haulage_adapters.stripe_simulator.running import serve
from haulage_adapters.stripe_simulator.server import Simulator
from haulage_adapters.stripe_simulator.state import SimulatorState, Terms
from ports import free_port

KEY = "sk_test_of_nobody"


@attrs.frozen
class RunningSimulator:
    """Its state may be looked at from the test: one thread changes it, between requests."""

    simulator: Simulator
    url: str
    loop: asyncio.AbstractEventLoop

    @property
    def state(self) -> SimulatorState:
        return self.simulator.state

    @property
    def faults(self) -> Faults:
        return self.simulator.faults

    def cards(self, **budget: float) -> StripeCards:
        return StripeCards(
            StripeConnection(KEY, api_base=self.url, budget=TimeBudget(**budget)), simulated=True
        )  # type: ignore[arg-type]

    def post(self, path: str, **form: str) -> dict[str, object]:
        """What a bank or a cardholder does."""
        answer = httpx.post(self.url + path, data=form, headers={"Authorization": f"Bearer {KEY}"})
        made: dict[str, object] = answer.json()
        return made

    def charged_cents(self) -> dict[str, int]:
        """Money that moved, by intent."""
        found: dict[str, int] = {}
        for charge in self.state.kind("charge").values():
            if charge["paid"]:
                found[charge["payment_intent"]] = found.get(charge["payment_intent"], 0) + charge["amount"]
        return found

    def lose(self, path: str, times: int = 1) -> None:
        self.faults.order(path, Fault.LOSE, times=times)


@contextmanager
def running_simulator(faults: DeliveryFaults | None = None, **terms: object) -> Iterator[RunningSimulator]:
    """A fresh one on a free port, ended with the block."""
    simulator = Simulator(
        terms=Terms(**{"decline_share": 0, "ready_accounts": True, **terms}),  # type: ignore[arg-type]
        delivery_faults=faults or DeliveryFaults(),
    )
    port = free_port()
    loop = asyncio.new_event_loop()
    task = loop.create_task(serve(simulator, port))
    thread = threading.Thread(target=_run, args=(loop, task), daemon=True)
    thread.start()
    running = RunningSimulator(simulator, f"http://127.0.0.1:{port}", loop)
    try:
        _wait_for(running.url)
        yield running
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(10)


def _run(loop: asyncio.AbstractEventLoop, task: "asyncio.Task[None]") -> None:
    asyncio.set_event_loop(loop)
    with suppress(asyncio.CancelledError):
        loop.run_until_complete(task)
    loop.close()


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with suppress(httpx.ConnectError):
            httpx.get(url + "/v1/balance")
            return
    raise TimeoutError("the simulator did not start")
