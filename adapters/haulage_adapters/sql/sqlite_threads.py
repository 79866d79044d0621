"""The threads of SQLite connections, which must end before the event loop does.

aiosqlite gives each connection a thread that reports to the loop. A connection that was let go because the
work on it was cancelled, or that never opened, is not waited for by anybody: its thread would report to a
loop that is closed.
"""

import asyncio
import time
from threading import Thread
from typing import Any
from weakref import WeakSet

import aiosqlite
import attrs

END_SECONDS = 5.0
"""Ours: a statement under way ends sooner, and a thread that does not holds up nothing but this."""


@attrs.frozen
class SqliteThreads:
    """Those of one engine's connections."""

    _known: WeakSet[Thread] = attrs.field(factory=WeakSet, init=False)

    def connect(self, *where: Any, **options: Any) -> aiosqlite.Connection:
        """As the engine would itself."""
        connection = aiosqlite.connect(*where, **options)
        thread = connection._thread  # noqa: SLF001 - it gives its thread no other name
        thread.daemon = True
        self._known.add(thread)
        return connection

    async def end(self) -> None:
        """Wait for those whose connections are closed, while the loop still hears them."""
        deadline = time.monotonic() + END_SECONDS
        for thread in list(self._known):
            if thread.is_alive():
                await asyncio.to_thread(thread.join, max(0.0, deadline - time.monotonic()))
