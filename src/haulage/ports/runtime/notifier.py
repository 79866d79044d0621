"""Waking those who watch an order, a driver, or the outbox."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Subscription(Protocol):
    """Rung when there is something new to look at."""

    async def wait(self, seconds: float) -> bool:
        """Return True when it rang since the last wait, or False after this many seconds."""
        ...


class Notifier(Protocol):
    """Signals subscribers that an order, or anything else with an id such as a driver, has changed.

    The change itself is in the storage. A signal may be lost, so subscribers also look now and then.
    """

    def listen(self, order_id: str, *others: str) -> AbstractAsyncContextManager[Subscription]:
        """Hear every ring for any of these ids from entering the context until leaving it."""
        ...

    async def publish(self, order_id: str) -> None:
        """Wake the watchers of this order, in this process and in others."""
        ...


LOOK_AGAIN_SECONDS = 2.0
"""Ours: a ring may be lost between processes, so the log is read this often at the least."""
