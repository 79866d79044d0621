"""Server processes that begin as copies of the one that starts them, with everything loaded.

To load the application takes longer than all other work of a start. Where processes can be copied safely, it
is loaded once, by the process that starts them: they begin with it and share its memory, and one that ended
is replaced without loading it again. That process itself opens no database and starts no thread of its own,
since a copy would lack them: what comes before the start runs in a copy that ends with it.
"""

import contextlib
import ctypes
import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

PR_SET_PDEATHSIG = 1
"""Of prctl(2)."""

COPIES = sys.platform == "linux"
"""Elsewhere libraries of the system do not outlive a copy, as on macOS, or there is none, as on Windows."""


def load(application: str) -> None:
    """Load the module of the application, so that each server process begins with it."""
    multiprocessing.set_start_method("fork" if COPIES else "spawn", force=True)
    if COPIES:
        with for_good():  # pages that the collector never writes to stay shared
            import_module(application.partition(":")[0])


@contextlib.contextmanager
def for_good() -> Iterator[None]:
    """What is made within stays until the process ends, so the garbage collector never looks at it again.

    To look through all of it held every request up for 0.2 s now and then, measured on 2 cores with a
    thousand event streams; what is left to look through takes 0.07 s. To look through what there was so far
    made loading the application 0.4 s longer.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def in_a_copy(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What *work* returns or raises, done in a process that ends with it where processes can be copied.

    It ends with this process as well: nothing goes on writing for a server that was stopped in its start.
    """
    if not COPIES:
        return work(*args, **kwargs)
    context: Any = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(1, context, _end_with, (os.getpid(),)) as copy:
        return copy.submit(work, *args, **kwargs).result()


def _end_with(parent: int) -> None:
    """Have Linux end this process once its parent has ended, in whatever way."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it ended before that was said
        os.kill(os.getpid(), signal.SIGTERM)
