"""Noticing a reverse proxy that nobody declared, behind which all callers look like one."""

import asyncio
import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from ipaddress import ip_address

from litestar.types import ASGIApp, Receive, Scope, Send

from haulage_adapters.data_folder.operating_records import note_proxy
from haulage_adapters.settings import Settings

log = logging.getLogger(__name__)

FORWARDED = b"x-forwarded-for"


class NoticeUndeclaredProxy:
    """Once in the life of a process: a line in the log, and a record for the next start-up check.

    Only a peer in a private network counts. Anybody can send the header, and who believes a proxy that is
    none lets callers choose their own address.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._watching = settings.trusted_proxies == 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._watching and _came_through_one(scope):
            self._watching = False
            await self._notice()
        await self.app(scope, receive, send)

    async def _notice(self) -> None:
        log.warning("requests come through a reverse proxy, and HAULAGE_TRUSTED_PROXIES is 0")
        try:
            await asyncio.to_thread(note_proxy, self.settings.data, datetime.now(UTC))
        except OSError as error:
            log.warning("this could not be recorded: %s", error)


def _came_through_one(scope: Scope) -> bool:
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    client = scope.get("client")
    if client is None or not any(name == FORWARDED for name, _ in headers):
        return False
    try:
        return ip_address(client[0]).is_private
    except ValueError:
        return False
