"""Random identifiers for addresses and rows."""

import secrets
from uuid import uuid4

RANDOM_BYTES = 16
"""128 bits: above the 120 that an id in an address must have."""


class RandomIdentifiers:
    """``ord_`` and 22 URL-safe characters, for kind ``ord``."""

    def new(self, kind: str) -> str:
        return f"{kind}_{secrets.token_urlsafe(RANDOM_BYTES)}"

    def uuid(self) -> str:
        return str(uuid4())

    def digits(self, count: int) -> str:
        return f"{secrets.randbelow(10**count):0{count}d}"
