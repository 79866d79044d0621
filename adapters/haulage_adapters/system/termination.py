"""Hearing of the end of the process before whoever serves requests is done with its connections."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_termination(end: Callable[[], None]) -> Iterator[None]:
    """Call *end* in the running loop when SIGTERM comes, and then whoever handled it before.

    A server ends its application only when the last connection is closed, and open event streams keep that
    from happening until the process is killed. Does nothing where nobody else handles the signal, because
    then it ends the process, and outside the main thread, where signals cannot be handled.
    """
    before = signal.getsignal(signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    loop = asyncio.get_running_loop()

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end)
        before(number, frame)

    signal.signal(signal.SIGTERM, handle)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGTERM) is handle:
            signal.signal(signal.SIGTERM, before)
