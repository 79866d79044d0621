"""A server on this machine that speaks like Checkr and checks nobody."""

from haulage_adapters.checkr_simulator.server import SimulatedCheckr, serve
from haulage_adapters.checkr_simulator.state import CheckrState, Terms

__all__ = ["CheckrState", "SimulatedCheckr", "Terms", "serve"]
