"""Whether the database takes writes, asked by many and waited for by nobody for long."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

import attrs

from haulage.kernel.errors import Unavailable
from haulage_adapters.sql.errors import SERVICE

PROBE_SECONDS = 1.5
"""Ours: a write takes milliseconds, and probes of load balancers give up after a few seconds."""


@attrs.define
class WritesHeldUp(Unavailable):
    """A lock holds up all writes to the database. Callers are told of a general failure."""

    code = "writes_held_up"
    service: str = SERVICE
    for_operators: ClassVar[str] = (
        "The database took no write in time: something else holds its lock, or too many writes wait for it."
    )


@attrs.define(eq=False)
class WriteProbe:
    """One attempt at a time; who asks while one waits shares it.

    An attempt is not given up with its caller: SQLite can be told to wait no longer only by its own timeout,
    and until then the one connection that writes is taken in any case.
    """

    _under_way: "asyncio.Task[None] | None" = attrs.field(default=None, init=False)

    async def ask(self, attempt: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Raises ``WritesHeldUp`` after ``PROBE_SECONDS``, and whatever *attempt* raises before."""
        task = self._under_way
        if task is None or task.done():
            task = self._under_way = asyncio.create_task(attempt())
            task.add_done_callback(_retrieve_outcome)
        ended, _ = await asyncio.wait({task}, timeout=PROBE_SECONDS)
        if not ended:
            raise WritesHeldUp
        await task

    async def aclose(self) -> None:
        """Give up the attempt under way, if there is one."""
        if self._under_way is not None:
            self._under_way.cancel()
            await asyncio.gather(self._under_way, return_exceptions=True)


def _retrieve_outcome(task: "asyncio.Task[None]") -> None:
    """How it ended was for those who waited, and nobody may be left."""
    if not task.cancelled():
        task.exception()
