"""What happens beside a unit of work while it is under way.

On SQLite a unit is carried out in its connection's thread and waits for nothing; there the thread waits.
"""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

import attrs

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
