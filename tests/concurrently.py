"""What happens beside a unit of work while it is under way.

On SQLite a unit is carried out in its connection's thread and waits for nothing; there the thread waits.
"""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

import attrs
import pytest

from haulage_adapters.notifier.in_process import AsyncioSubscription

T = TypeVar("T")

PATIENCE_SECONDS = 10.0


@attrs.frozen
class Meanwhile:
    """Made in the event loop's thread, used in the unit."""

    _loop: asyncio.AbstractEventLoop = attrs.field(factory=asyncio.get_running_loop, init=False)
    _thread: threading.Thread = attrs.field(factory=threading.current_thread, init=False)

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """What others do, from beginning to end."""
        if threading.current_thread() is self._thread:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await work
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_SECONDS)

    async def rest(self, seconds: float) -> None:
        """Let others have so much time."""
        if threading.current_thread() is self._thread:
            await asyncio.sleep(seconds)
        else:
            threading.Event().wait(seconds)


class Steps:
    """Counts the steps of a unit, in whatever thread that is, for somebody who waits for one of them."""

    def __init__(self, wanted: int) -> None:
        self._loop, self._left, self._reached = asyncio.get_running_loop(), wanted, asyncio.Event()

    def count(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._loop.call_soon_threadsafe(self._reached.set)

    async def reached(self) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._reached.wait()


class Waiting:
    """Who waits for a notification."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._waiting, self._somebody = 0, asyncio.Event()
        wait = AsyncioSubscription.wait

        async def counted(subscription: AsyncioSubscription, seconds: float) -> bool:
            self._waiting += 1
            self._somebody.set()
            try:
                return await wait(subscription, seconds)
            finally:
                self._waiting -= 1
                if not self._waiting:
                    self._somebody.clear()

        monkeypatch.setattr(AsyncioSubscription, "wait", counted)

    async def somebody(self) -> None:
        """Until anybody does."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._somebody.wait()
