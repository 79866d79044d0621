"""A simulator as an operator orders it."""

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

import attrs

from haulage.kernel.errors import InvalidInput

if TYPE_CHECKING:
    from haulage_adapters.stripe_simulator.server import Simulator


@attrs.frozen
class SimulatedStripe:
    """Where it listens, where its events go, and how they get there."""

    port: int
    webhook: str | None = None
    webhook_secret: str = "whsec_local"  # noqa: S105 - it guards invented money
    connect_webhook_secret: str = "whsec_local_connect"  # noqa: S105 - likewise
    decline_share: float = 0.05
    seed: str = "haulage"
    duplicated: float = 0.0
    forged: float = 0.0
    delay_seconds: float = 0.0
    ready_accounts: bool = False
    payout_seconds: int | None = None
    settle_seconds: int = 0

    def simulator(self) -> "Simulator":
        """Raises ``InvalidInput`` for a webhook that is not on this machine."""
        from haulage_adapters.stripe_simulator.deliveries import DeliveryFaults  # it loads an HTTP client
        from haulage_adapters.stripe_simulator.errors import Refused
        from haulage_adapters.stripe_simulator.server import Simulator
        from haulage_adapters.stripe_simulator.state import Terms

        made = Simulator(
            terms=Terms(
                decline_share=self.decline_share,
                seed=self.seed,
                ready_accounts=self.ready_accounts,
                payout_seconds=self.payout_seconds,
                settle_seconds=self.settle_seconds,
            ),
            delivery_faults=DeliveryFaults(
                duplicated=self.duplicated, forged=self.forged, delay_seconds=self.delay_seconds
            ),
        )
        if self.webhook is not None:
            try:
                made.deliveries.add_endpoint({"url": self.webhook, "secret": self.webhook_secret})
                made.deliveries.add_endpoint(
                    {"url": self.webhook, "secret": self.connect_webhook_secret, "connect": "true"}
                )
            except Refused as refused:
                raise InvalidInput("webhook", refused.message) from None
        return made


def simulate_stripe(wanted: SimulatedStripe) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    from haulage_adapters.stripe_simulator.running import serve

    simulator = wanted.simulator()

    async def run() -> None:
        serving = asyncio.ensure_future(serve(simulator, wanted.port))
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, serving.cancel)
        with suppress(asyncio.CancelledError):
            await serving

    asyncio.run(run())
