"""Keeping passwords so that nobody can read them back."""

from typing import Protocol


class Passwords(Protocol):
    """Slow on purpose, so it is never asked inside a transaction."""

    async def hash(self, password: str) -> str:
        """A salted hash; two hashes of one password differ."""
        ...

    def is_common(self, password: str) -> bool:
        """Whether *password*, in lower case, is one of those that most people choose."""
        ...

    async def matches(self, password: str, stored_hash: str | None) -> bool:
        """Whether *kept* is a hash that was made from *password*.

        With nothing kept the answer is False after the same time, so that a clock does not tell which
        addresses have an account.
        """
        ...
