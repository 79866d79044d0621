"""Fresh identifiers."""

from typing import Protocol


class Identifiers(Protocol):
    def new(self, kind: str) -> str:
        """An unguessable id of at least 120 random bits, such as ``ord_...`` for kind ``ord``."""
        ...

    def digits(self, count: int) -> str:
        """So many random decimal digits, for a person to type."""
        ...
