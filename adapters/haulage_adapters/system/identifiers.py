"""Random identifiers for addresses and rows."""

import secrets

RANDOM_BYTES = 16
"""128 bits: above the 120 that an id in an address must have (SAFETY rule 12)."""


class RandomIdentifiers:
    """``ord_`` and 22 URL-safe characters, for kind ``ord``."""

    def new(self, kind: str) -> str:
        return f"{kind}_{secrets.token_urlsafe(RANDOM_BYTES)}"

    def digits(self, count: int) -> str:
        return f"{secrets.randbelow(10**count):0{count}d}"
