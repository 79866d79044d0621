"""How many requests one network address has under way at once, its event streams among them.

The server below bounds the connections of everybody together and none of one address alone, so that a
single one could keep all others out. A connection on which nothing is asked is not seen here: it is closed
by the server after its idle time.
"""

import asyncio
import logging
from collections import Counter
from math import inf
from typing import Any

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from haulage.kernel.rate_limit import TooManyRequests
from haulage_adapters.settings import Settings
from haulage_webapp import errors
from haulage_webapp.gotrue import errors as gotrue_errors
from haulage_webapp.gotrue.router import AUTH_PATH
from haulage_webapp.limits import caller

log = logging.getLogger(__name__)

HEALTH_PATH = "/health/"
"""Answered whatever else the asking address holds: where a reverse proxy is not declared, all have its
address, and a server whose probes are refused would be restarted for that."""

RETRY_AFTER_SECONDS = 5
"""Ours: most requests end within a fraction of a second, and one place is enough for the next."""

LOG_EVERY_SECONDS = 60.0


class OpenRequests:
    """Refuses one more than *most* of an address with 429, in the form of the API that was asked."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.most = settings.open_requests
        self.trusted_proxies = settings.trusted_proxies
        self.open: Counter[str] = Counter()
        self._logged_at = -inf

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["path"].startswith(HEALTH_PATH):
            await self.app(scope, receive, send)
            return
        address = caller(Request(scope), self.trusted_proxies)
        if self.open[address] >= self.most:
            self._log()
            await _refuse(scope, receive, send)
            return
        self.open[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    def _log(self) -> None:
        """Now and then: whoever is refused may ask again at once, and would fill the log."""
        now = asyncio.get_running_loop().time()
        if now - self._logged_at >= LOG_EVERY_SECONDS:
            self._logged_at = now
            log.warning("requests were refused: %d of one network address are under way", self.most)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    request: Request[Any, Any, Any] = Request(scope)
    shaped = gotrue_errors if scope["path"].startswith(f"{AUTH_PATH}/") else errors
    response = shaped.on_refusal(request, TooManyRequests(RETRY_AFTER_SECONDS))
    await response.to_asgi_response(app=None, request=request)(scope, receive, send)
