"""Whether SQLite's file is still the one that the connections of this process have open, and sound."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import attrs

from haulage.kernel.errors import Unavailable
from haulage_adapters.sql.errors import SERVICE, DatabaseDamaged, DatabaseReplaced, DiskFull

LEAST_FREE_BYTES = 1024 * 1024
"""Ours: with less a request may be refused. A probe is not: it fits in the log as that is."""

LOOK_SECONDS = 0.2
"""Ours: how long a look waits for a lock. Who holds it for longer is no damage."""


@attrs.define(eq=False)
class OpenFile:
    """The file at *path*, as the first connection found it.

    SQLite goes on to write to a file that was removed, or that another one took the place of. It is looked at
    from outside, and by SQLite: to open and close it here would end the locks that SQLite holds on it.
    """

    path: Path
    _opened: tuple[int, int] | None = attrs.field(default=None, init=False)
    _bytes: int = attrs.field(default=0, init=False)
    """How large it was when it was sound last."""

    def note(self) -> None:
        """A connection was opened."""
        if self._opened is None:
            self._opened = self._identity()

    def require_in_place(self) -> None:
        """Raises ``DatabaseReplaced``."""
        if self._opened is not None and self._opened != self._identity():
            raise DatabaseReplaced

    def require_sound(self) -> None:
        """Raises ``DiskFull`` where there is no room to write, and ``DatabaseDamaged`` where a connection
        that is made now could not read the file, or it lost its end. Connections that are open read from
        their memory for long, and do not notice.

        Blocks for milliseconds. What is damaged in the middle is only found by reading all of it.
        """
        try:
            if shutil.disk_usage(self.path.parent).free < LEAST_FREE_BYTES:
                raise DiskFull
            if self._lost_its_end() and self._lost_its_end():  # twice: it may be written anew just now
                raise DatabaseDamaged
        except OSError as error:
            raise Unavailable(SERVICE) from error
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise Unavailable(SERVICE) from error
        except sqlite3.DatabaseError as error:
            raise DatabaseDamaged from error

    def _lost_its_end(self) -> bool:
        """A file grows when its log is brought into it, and shrinks only with the number of its pages."""
        address = f"{self.path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=LOOK_SECONDS)) as connection:
            ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_schema")
            ((pages,),) = connection.execute("PRAGMA page_count")
            ((page_bytes,),) = connection.execute("PRAGMA page_size")
        found = self.path.stat().st_size
        if not tables or found < min(pages * page_bytes, self._bytes):
            return True
        self._bytes = found
        return False

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
