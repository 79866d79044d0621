"""Processes for tests, forked from one that has loaded everything and runs nothing.

To load what is tested takes a process seconds, and most of these work for a tenth of one.
"""

import asyncio
import multiprocessing
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import attrs

LOADED = [
    "adapters.payout_lives",
    "adapters.requesting_payouts",
    "adapters.reserving",
    "crash.children",
    "haulage_adapters.sql.migrations",
]
END_SECONDS = 60


def start(target: Callable[..., object], *args: object) -> BaseProcess:
    """Calls *target* in a process of its own, which ends with the one that started it."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LOADED)
    process = context.Process(target=target, args=args, daemon=True)
    process.start()
    return process


def run(work: Callable[..., Coroutine[Any, Any, object]], *args: object) -> None:
    """What is asynchronous, as a whole process."""
    asyncio.run(work(*args))


@attrs.frozen
class Forked:
    """A process, and what is said between it and the test."""

    process: BaseProcess
    line: "Connection[Any, Any]"

    def tell(self, word: object) -> None:
        self.line.send(word)

    async def heard(self) -> Any:
        """What it says next; ``EOFError`` where it has ended instead."""
        return await asyncio.to_thread(self.line.recv)


@contextmanager
def forked(target: Callable[..., object], *args: object) -> Iterator[Forked]:
    """*target* is called with its end of the line before the *args*; the line is closed for it to end."""
    here, there = multiprocessing.Pipe()
    process = start(target, there, *args)
    there.close()
    try:
        yield Forked(process, here)
    finally:
        here.close()
        process.join(END_SECONDS)
        process.kill()
