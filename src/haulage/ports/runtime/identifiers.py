"""Fresh identifiers."""

from typing import Protocol


class Identifiers(Protocol):
    def new(self, kind: str) -> str:
        """An unguessable id of at least 120 random bits, such as ``ord_...`` for kind ``ord``."""
        ...

    def uuid(self) -> str:
        """A random UUID (RFC 9562, version 4), which is what clients of GoTrue keep a user's id as."""
        ...

    def digits(self, count: int) -> str:
        """So many random decimal digits, for a person to type."""
        ...
