"""Notifications inside one process; others find out when they read again."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from haulage.ports.runtime.topics import Topic


class AsyncioSubscription:
    """One listener: two cannot miss a notification that the other took."""

    def __init__(self) -> None:
        self._is_notified = asyncio.Event()

    def notify(self) -> None:
        self._is_notified.set()

    async def wait(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._is_notified.wait()
        except TimeoutError:
            return False
        self._is_notified.clear()
        return True


class InProcessNotifier:
    """Sets the events of whoever listens."""

    def __init__(self) -> None:
        self._subscriptions: defaultdict[Topic, set[AsyncioSubscription]] = defaultdict(set)

    @asynccontextmanager
    async def listen(self, topic: Topic, *others: Topic) -> AsyncIterator[AsyncioSubscription]:
        topics, subscription = {topic, *others}, AsyncioSubscription()
        for each in topics:
            self._subscriptions[each].add(subscription)
        try:
            yield subscription
        finally:
            for each in topics:
                self._subscriptions[each].discard(subscription)
                if not self._subscriptions[each]:
                    del self._subscriptions[each]

    async def publish(self, topic: Topic) -> None:
        _notify(self._subscriptions.get(topic, ()))

    async def publish_all(self) -> None:
        """Anything may have changed."""
        for subscriptions in self._subscriptions.values():
            _notify(subscriptions)


def _notify(subscriptions: Iterable[AsyncioSubscription]) -> None:
    for subscription in subscriptions:
        subscription.notify()
