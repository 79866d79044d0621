"""Where a browser may be sent after a mailed link or a social sign-in.

The target carries tokens, so only listed places may receive it. A pattern is an address in which ``*``
stands for any characters but ``.`` and ``/``, and ``**`` for any at all, as in GoTrue's allow list.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

import attrs

MAX_REDIRECT_LENGTH = 2_000
_SCHEMES = frozenset({"http", "https"})
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@attrs.frozen
class RedirectRules:
    """The server's own address, which is always allowed, and the patterns of the others.

    A server on the loopback interface is the same server under each name of that interface.
    """

    site: str
    allowed: Sequence[str] = ()

    def target(self, requested: str | None) -> str:
        """*requested* where it is allowed, otherwise the server's own address."""
        if requested and self._allows(requested):
            return requested
        return self.site

    def _allows(self, address: str) -> bool:
        if len(address) > MAX_REDIRECT_LENGTH or not address.isascii() or not address.isprintable():
            return False
        if "\\" in address or " " in address:
            return False
        try:
            parts = urlsplit(address)
        except ValueError:
            return False
        if parts.scheme not in _SCHEMES or not parts.hostname or "@" in parts.netloc:
            return False
        if _origin(parts) == _origin(urlsplit(self.site)):
            return True
        plain = f"{parts.scheme}://{parts.netloc}{parts.path or '/'}"
        return any(_pattern(pattern).fullmatch(plain) for pattern in self.allowed)


def _origin(parts: SplitResult) -> tuple[str, str]:
    """Scheme and host with port, where the names of the loopback interface count as one."""
    host, port = parts.hostname or "", parts.netloc.rpartition("]")[2].partition(":")[2]
    return parts.scheme, f"localhost:{port}" if host in _LOOPBACK else parts.netloc


@lru_cache(maxsize=256)
def _pattern(pattern: str) -> re.Pattern[str]:
    """The first slash after the host ends the host: no wildcard of the path reaches into it."""
    scheme, separator, rest = pattern.partition("://")
    host, slash, path = rest.partition("/")
    whole = f"{re.escape(scheme + separator)}{_wild(host, any_of='[^/]*')}/{_wild(path, any_of='.*')}"
    return re.compile(whole if slash else whole.removesuffix("/") + "/")


def _wild(text: str, any_of: str) -> str:
    pieces = re.split(r"(\*\*|\*)", text)
    return "".join({"**": any_of, "*": "[^./]*"}.get(piece, re.escape(piece)) for piece in pieces)
