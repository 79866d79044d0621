"""Answers kept for a while, and one question at a time for callers who ask alike."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class TtlCache(Generic[Answer]):
    """At most *size* answers, each for *seconds*; the one that was used longest ago goes first.

    Failures are not kept. Callers who ask for the same key at once wait for one call; when the caller
    who makes it goes away, the call goes on for the others.
    """

    def __init__(self, *, size: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._size = size
        self._seconds = seconds
        self._now = now
        self._entries: OrderedDict[Hashable, tuple[float, Answer]] = OrderedDict()
        self._asking: dict[Hashable, asyncio.Task[Answer]] = {}

    async def get(self, key: Hashable, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer to *key*, from memory or by *ask*."""
        entry = self._entries.get(key)
        if entry is not None and entry[0] > self._now():
            self._entries.move_to_end(key)
            return entry[1]
        task = self._asking.get(key)
        if task is None:
            task = asyncio.create_task(self._ask(key, ask))
            self._asking[key] = task
            task.add_done_callback(lambda done: self._asked(key, done))
        return await asyncio.shield(task)

    async def _ask(self, key: Hashable, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        answer = await ask()
        if self._size:
            self._entries[key] = (self._now() + self._seconds, answer)
            self._entries.move_to_end(key)
            if len(self._entries) > self._size:
                self._entries.popitem(last=False)
        return answer

    def _asked(self, key: Hashable, done: "asyncio.Task[Answer]") -> None:
        """Forget the call; its error was for those who waited, and nobody may be left."""
        self._asking.pop(key, None)
        if not done.cancelled():
            done.exception()
