"""A notifier inside one process; subscribers in other processes find out when they look again."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class AsyncioSubscription:
    """One subscriber's signal."""

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
    """Every subscriber has a signal of its own, so none misses one that another received."""

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
        """Signal every subscriber: something may have happened to anything."""
        for notifier in tuple(self._subscriptions.values()):
            for subscription in tuple(notifier):
                subscription.publish()
