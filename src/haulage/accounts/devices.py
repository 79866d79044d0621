"""The device behind a session, as far as its owner needs it to recognize it: in words, and coarsely where."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import attrs

UNKNOWN_DEVICE = "Unknown device"
MAX_AGENT_LENGTH = 300
MAX_NETWORK_LENGTH = 64
IPV4_BITS = 24
IPV6_BITS = 48
"""Ours: what names a town or a provider's customers, and no household. A network of 256 addresses of IPv4; of
IPv6 the least that a provider gives to one site (RFC 6177)."""

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
"""In this order: most browsers also name the ones that they resemble."""

_PROGRAM = re.compile(r"([A-Za-z][A-Za-z0-9_.-]{1,39})(?:/|\Z)")


def _shortened(text: str) -> str:
    """Without what a database refuses, and not longer than is kept."""
    return "".join(letter for letter in text if letter.isprintable())[:MAX_AGENT_LENGTH]


@attrs.frozen
class Device:
    """What a request tells of the device that sent it. *network* is coarse: see :func:`coarse_network`."""

    user_agent: str = attrs.field(default="", repr=False, converter=_shortened)
    network: str | None = attrs.field(default=None, repr=False)


def device_words(user_agent: str | None) -> str:
    """A user agent in words, such as ``Firefox on Windows``; a program by its name."""
    text = user_agent or ""
    browser = next((name for mark, name in _BROWSERS if mark in text), None)
    system = next((name for mark, name in _SYSTEMS if mark in text), None)
    if browser and system:
        return f"{browser} on {system}"
    if browser or system:
        return browser or system or UNKNOWN_DEVICE
    program = _PROGRAM.match(text)
    return f"Program {program[1]}" if program else UNKNOWN_DEVICE


def coarse_network(address: str) -> str | None:
    """The part of the network that an address or a network lies in; None for what is neither."""
    try:
        parsed = ip_address(address.partition("/")[0])
    except ValueError:
        return None
    return _network(parsed)


def _network(address: IPv4Address | IPv6Address) -> str:
    bits = IPV4_BITS if isinstance(address, IPv4Address) else IPV6_BITS
    return str(ip_network((address, bits), strict=False))
