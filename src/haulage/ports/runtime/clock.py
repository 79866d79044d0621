"""The one source of the current instant."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The present instant in UTC, with its offset."""
        ...
