"""Ending work that takes too long."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Protocol

import attrs

from haulage.kernel.errors import HaulageError


@attrs.define
class TookTooLong(HaulageError):
    """The work reached its deadline and was cancelled."""

    code = "took_too_long"
    limit: timedelta

    @property
    def message(self) -> str:
        return f"It took longer than {self.limit.total_seconds():g} s."


class Deadline(Protocol):
    async def __call__(self, work: Callable[[], Awaitable[object]], limit: timedelta) -> None:
        """Do *work*, and cancel it with ``TookTooLong`` when it takes longer than *limit*. What *work*
        raises passes through."""
        ...
