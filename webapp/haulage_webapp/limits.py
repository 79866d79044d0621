"""Rate limits by network address, for routes that visitors may call."""

import re
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from haulage.ports.runtime.limits import Limited
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.settings import Settings

LIMITED = "limited"
UNKNOWN_CALLER = "unknown"
WITH_PORT = re.compile(r"(?:\[(?P<v6>[^\]]++)\]|(?P<v4>[0-9.]++))(?::[0-9]{1,5})?")
"""An address as proxies write it: one of IPv6 may stand in brackets."""
IPV6_NETWORK_BITS = 64
"""One household or server commands a whole /64 of addresses (RFC 6177), so that is one caller."""


def limited(what: Limited) -> dict[str, Any]:
    """The part of a route's ``opt`` that has it counted."""
    return {LIMITED: what}


async def enforce_limits(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """A guard: counts the call of a limited route. Raises ``TooManyRequests``."""
    what = handler.opt.get(LIMITED)
    if what is None:
        return
    state = connection.app.state
    marketplace: Marketplace = state.marketplace
    settings: Settings = state.settings
    await marketplace.limit_requests(what, caller(connection, settings.trusted_proxies))


def caller(connection: ASGIConnection[Any, Any, Any, Any], trusted_proxies: int) -> str:
    """Who calls: the peer, or what the outermost trusted proxy says its peer was.

    Each proxy adds the address it was called from at the end, some in a line of its own, so what stands
    further left than our own proxies wrote may be the caller's invention.
    """
    lines = connection.headers.getall("x-forwarded-for", []) if trusted_proxies else []
    addresses = ",".join(lines).split(",")
    address = addresses[-trusted_proxies].strip() if len(addresses) >= trusted_proxies > 0 else None
    if not address:
        address = connection.client.host if connection.client else UNKNOWN_CALLER
    return _network(address)


def _network(address: str) -> str:
    """Some proxies write the caller's port too (RFC 7239, 6): it is not part of who calls."""
    found = WITH_PORT.fullmatch(address)
    try:
        parsed = ip_address((found["v6"] or found["v4"]) if found else address)
    except ValueError:
        return UNKNOWN_CALLER
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_NETWORK_BITS), strict=False))
    return str(parsed)
