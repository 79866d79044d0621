"""How a variable's text is read. A ``ValueError`` says what the text must be."""

import ipaddress
from collections.abc import Callable
from enum import StrEnum
from urllib.parse import urlsplit

YES, NO = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off", ""})


def flag(text: str) -> bool:
    lowered = text.strip().lower()
    if lowered in YES:
        return True
    if lowered in NO:
        return False
    raise ValueError("must be 1 or 0")


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError("must be a whole number above 0")
    return value


def up_to_a_day(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 86_400:
        raise ValueError("must be a whole number of seconds from 0 to 86400")
    return value


def factor(text: str) -> float:
    value = float(text)
    if not 0 < value <= 1_000_000:
        raise ValueError("must be above 0 and at most 1000000")
    return value


def number(least: float, most: float, *, unit: str = "") -> Callable[[str], float]:
    """A number within its bounds, the bounds among them."""

    def read(text: str) -> float:
        value = float(text)
        if not least <= value <= most:
            raise ValueError(f"must be {unit}{' ' if unit else ''}between {least:g} and {most:g}")
        return value

    return read


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A whole number within its bounds, the bounds among them."""

    def read(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return value

    return read


def one_of(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    """A word of a vocabulary."""

    def read(text: str) -> StrEnum:
        if text not in set(kind):
            raise ValueError(f"must be one of {', '.join(kind)}")
        return kind(text)

    return read


def address(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise ValueError("must begin with http:// or https://")
    return text.rstrip("/")


def mail_address(text: str) -> str:
    """``help@example.com``. Raises ``ValueError``."""
    from haulage.accounts.email_address import normal_email
    from haulage.kernel.errors import InvalidInput

    try:
        return normal_email(text.strip())
    except InvalidInput:
        raise ValueError("must be an e-mail address such as help@example.com") from None


def server(text: str) -> str:
    """The address of a server that is asked: scheme, host, and a path if it has one."""
    read = address(text)
    try:
        parts = urlsplit(read)
        whole = bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole or parts.query or parts.fragment:
        raise ValueError("must be the address of a server, such as http://127.0.0.1:5000")
    return read


def patterns(text: str) -> tuple[str, ...]:
    """Addresses with ``*`` and ``**`` in them."""
    read = tuple(part.strip() for part in text.split(",") if part.strip())
    if not all(pattern.startswith(("http://", "https://")) for pattern in read):
        raise ValueError("must be addresses that begin with http:// or https://, separated by commas")
    return read


def is_loopback(address: str) -> bool:
    """Whether an address can only be this machine."""
    return is_loopback_host(urlsplit(address).hostname or "")


def is_loopback_host(host: str) -> bool:
    """Whether the name or number of a host can only be this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
