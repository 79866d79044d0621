"""Writing the database's file anew, asked for by many at once, and whether that is still to be done."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

OURS_ALONE = 0o600


@attrs.define(eq=False)
class Rewrites:
    """One attempt at a time, and at most one that waits for its end and serves all who ask meanwhile.

    Who asks during an attempt is not served by it: it may have copied already what they deleted since. An
    attempt is not given up with its caller, who may be the only one that knows that it is needed.

    What came to nothing is marked by a file, so that any process does it later: the command that erased
    somebody is over at once, and servers start anew.
    """

    mark: Path | None = None
    """A name beside the database's file; None where that is never written anew."""

    _failed: bool = attrs.field(default=False, init=False)
    _under_way: "asyncio.Task[None] | None" = attrs.field(default=None, init=False)
    _waiting: "asyncio.Task[None] | None" = attrs.field(default=None, init=False)

    @property
    def is_under_way(self) -> bool:
        """Whether the file is being written anew: writers wait for that, for seconds."""
        return self._under_way is not None and not self._under_way.done()

    @property
    def due(self) -> bool:
        """Whether the last attempt came to nothing, because a writer held the file, the disk was full or the
        process ended."""
        return self._failed or (self.mark is not None and self.mark.exists())

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
        self._note(due=True)
        if await attempt():
            self._note(due=False)

    def _note(self, *, due: bool) -> None:
        """A full disk may take no mark: then this process knows it alone."""
        self._failed = due
        if self.mark is None:
            return
        with suppress(OSError):
            if due:
                self.mark.touch(mode=OURS_ALONE)
            else:
                self.mark.unlink(missing_ok=True)


def _retrieve_outcome(task: "asyncio.Task[None]") -> None:
    """How it ended was for those who waited, and nobody may be left."""
    if not task.cancelled():
        task.exception()
