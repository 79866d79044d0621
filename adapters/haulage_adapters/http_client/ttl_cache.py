"""Answers kept for a while, and one question at a time for callers who ask alike.

The memory is that of cachetools, whose decorators do not wait for coroutines.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from cachetools import TTLCache

Answer = TypeVar("Answer")


class TtlCache(Generic[Answer]):
    """At most *size* answers, each for *seconds*; the one that was used longest ago goes first.

    Failures are not kept. Callers who ask for the same key at once wait for one call; when the caller
    who makes it goes away, the call goes on for the others.
    """

    def __init__(self, *, size: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._size = size
        self._answers: TTLCache[Hashable, Answer] = TTLCache(size, seconds, timer=now)
        self._asking: dict[Hashable, asyncio.Task[Answer]] = {}

    async def get(self, key: Hashable, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer to *key*, from memory or by *ask*."""
        with suppress(KeyError):
            return self._answers[key]
        task = self._asking.get(key)
        if task is None:
            task = asyncio.create_task(self._ask(key, ask))
            self._asking[key] = task
            task.add_done_callback(lambda done: self._forget_call(key, done))
        return await asyncio.shield(task)

    async def _ask(self, key: Hashable, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        answer = await ask()
        if self._size:
            self._answers[key] = answer
        return answer

    def _forget_call(self, key: Hashable, done: "asyncio.Task[Answer]") -> None:
        """Forget the call; its error was for those who waited, and nobody may be left."""
        self._asking.pop(key, None)
        if not done.cancelled():
            done.exception()
