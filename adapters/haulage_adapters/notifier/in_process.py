"""Bells that ring inside one process; other processes' followers find out when they look again."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class AsyncioSubscription:
    """One follower's bell."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def publish(self) -> None:
        self._rung.set()

    async def wait(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        except TimeoutError:
            return False
        self._rung.clear()
        return True


class InProcessNotifier:
    """Every follower has a bell of its own, so none can miss a ring that another heard."""

    def __init__(self) -> None:
        self._subscriptions: defaultdict[str, set[AsyncioSubscription]] = defaultdict(set)

    @asynccontextmanager
    async def listen(self, order_id: str, *others: str) -> AsyncIterator[AsyncioSubscription]:
        subscription = AsyncioSubscription()
        for id in (order_id, *others):
            self._subscriptions[id].add(subscription)
        try:
            yield subscription
        finally:
            for id in (order_id, *others):
                self._subscriptions[id].discard(subscription)
                if not self._subscriptions[id]:
                    del self._subscriptions[id]

    async def publish(self, order_id: str) -> None:
        for subscription in tuple(self._subscriptions.get(order_id, ())):
            subscription.publish()

    async def publish_all(self) -> None:
        """Something may have happened to anything."""
        for notifier in tuple(self._subscriptions.values()):
            for subscription in tuple(notifier):
                subscription.publish()
