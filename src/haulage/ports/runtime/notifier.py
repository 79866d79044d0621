"""Notifications that something has changed, for those who wait for it."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from haulage.ports.runtime.topics import Topic


class Subscription(Protocol):
    """Learns of every notification on its topics."""

    async def wait(self, seconds: float) -> bool:
        """Return True when there was one since the last wait, or False after this many seconds."""
        ...


class Notifier(Protocol):
    """Carries notifications between tasks and processes; what has changed is read from the storage.

    Use cases call ``UnitOfWork.notify``, and the storage publishes the topics after its commit. A
    notification may be lost, so whoever listens also reads now and then.
    """

    def listen(self, topic: Topic, *others: Topic) -> AbstractAsyncContextManager[Subscription]:
        """Learn of every notification on any of these topics from entering the context until leaving it."""
        ...

    async def publish(self, topic: Topic) -> None:
        """Wake whoever listens to this topic, in this process and in others. Never raises."""
        ...


LOOK_AGAIN_SECONDS = 2.0
"""Ours: a notification may be lost between processes, so the log is read this often at the least."""
