"""Writing the database's file anew, asked for by many at once, and whether that is still to be done."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import attrs


@attrs.define(eq=False)
class Rewrites:
    """One attempt at a time, and at most one that waits for its end and serves all who ask meanwhile.

    Who asks during an attempt is not served by it: it may have copied already what they deleted since. An
    attempt is not given up with its caller, who may be the only one that knows that it is needed.
    """

    due: bool = attrs.field(default=False, init=False)
    """Whether the last attempt came to nothing, because a writer held the file or the disk was full."""

    _under_way: "asyncio.Task[None] | None" = attrs.field(default=None, init=False)
    _waiting: "asyncio.Task[None] | None" = attrs.field(default=None, init=False)

    @property
    def is_under_way(self) -> bool:
        """Whether the file is being written anew: writers wait for that, for seconds."""
        return self._under_way is not None and not self._under_way.done()

    async def ask(self, attempt: Callable[[], Coroutine[Any, Any, bool]]) -> None:
        """*attempt* says whether it did what it was asked for. Raises what it raises."""
        task = self._waiting
        if task is None or task.done():
            task = self._waiting = asyncio.create_task(self._carry_out(attempt, self._under_way))
            task.add_done_callback(_retrieve_outcome)
        await asyncio.shield(task)

    async def aclose(self) -> None:
        """Wait for what was asked for."""
        tasks = [task for task in (self._under_way, self._waiting) if task is not None and not task.done()]
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _carry_out(
        self, attempt: Callable[[], Coroutine[Any, Any, bool]], before: "asyncio.Task[None] | None"
    ) -> None:
        if before is not None and not before.done():
            await asyncio.wait({before})
        self._under_way, self._waiting = self._waiting, None
        done = False
        try:
            done = await attempt()
        finally:
            self.due = not done


def _retrieve_outcome(task: "asyncio.Task[None]") -> None:
    """How it ended was for those who waited, and nobody may be left."""
    if not task.cancelled():
        task.exception()
