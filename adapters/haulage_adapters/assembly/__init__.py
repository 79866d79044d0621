"""The one place that names adapters: settings in, a marketplace of use cases out.

One module a capability that has more to choose than its storage; modules named after what they choose decide
between real and simulated services. The package itself loads none of them, so that a command which needs one
engine starts fast.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings


@asynccontextmanager
async def open_marketplace(settings: "Settings") -> AsyncIterator["Marketplace"]:
    """A marketplace over an upgraded database; leaving the context closes every connection."""
    from haulage_adapters.assembly import marketplace

    async with marketplace.open_marketplace(settings) as opened:
        yield opened
