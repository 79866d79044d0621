"""The engines that need no storage: the light half of the assembly, for commands without a database."""

from haulage.ports.maps import Routes
from haulage_adapters.embedded.calibrated import CalibratedRoutes


def routes() -> Routes:
    """The engine that finds ways."""
    return CalibratedRoutes()
