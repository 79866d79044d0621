"""A lock between processes; the system opens it when its holder ends, however that happens."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file, which stays behind empty; waits as long as another process holds it."""
    with path.open("a+b") as file:
        _take(file)
        yield


if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        file.seek(0)
        while True:
            try:
                # Windows itself gives up after ten seconds.
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                return
            except OSError:
                continue

else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)
