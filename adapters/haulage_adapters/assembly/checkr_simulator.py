"""The simulated Checkr as the command line starts it."""

import attrs

from haulage_adapters.checkr_simulator import CheckrState, SimulatedCheckr, Terms, serve

__all__ = ["CheckrOptions", "simulate_checkr"]


@attrs.frozen
class CheckrOptions:
    """How it behaves; events go to *webhook*, signed with *webhook_key*."""

    port: int
    webhook: str | None
    webhook_key: str = attrs.field(repr=False)
    include_object: bool
    seconds: float
    clear_share: float
    seed: str
    older: bool
    included: bool


def simulate_checkr(wanted: CheckrOptions) -> None:
    """Answer until the process is interrupted; raises ``OSError`` when the port cannot be had."""
    terms = Terms(
        seconds=wanted.seconds,
        clear_share=wanted.clear_share,
        seed=wanted.seed,
        older=wanted.older,
        included=wanted.included,
    )
    simulator = SimulatedCheckr(
        CheckrState(terms), wanted.webhook, wanted.webhook_key, include_object=wanted.include_object
    )
    with serve(simulator, wanted.port) as server:
        server.serve_forever()
