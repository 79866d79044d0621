"""The simulated Checkr as the command line starts it."""

import attrs

from haulage_adapters.checkr_simulator import CheckrState, SimulatedCheckr, Terms, serve

__all__ = ["CheckrOptions", "simulate_checkr"]


@attrs.frozen
class CheckrOptions:
    """How it behaves."""

    port: int
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
    with serve(SimulatedCheckr(CheckrState(terms)), wanted.port) as server:
        server.serve_forever()
