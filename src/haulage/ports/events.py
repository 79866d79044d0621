"""Waking those who watch an order, a driver, or the outbox."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Bell(Protocol):
    """Rung when there is something new to look at."""

    async def wait(self, seconds: float) -> bool:
        """Return True when it rang since the last wait, or False after this many seconds."""
        ...


class OrderBells(Protocol):
    """Tells watchers that there is news of an order, or of anything else with an id, such as a driver.

    The news itself is in the storage. A ring may be lost, so watchers also look at the log now and then.
    """

    def listen(self, order_id: str, *others: str) -> AbstractAsyncContextManager[Bell]:
        """Hear every ring for any of these ids from entering the context until leaving it."""
        ...

    async def ring(self, order_id: str) -> None:
        """Wake the watchers of this order, in this process and in others."""
        ...
