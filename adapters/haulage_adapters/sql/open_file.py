"""Whether SQLite's file is still the one that the connections of this process have open."""

from pathlib import Path

import attrs

from haulage_adapters.sql.errors import DatabaseReplaced


@attrs.define(eq=False)
class OpenFile:
    """The file at *path*, as the first connection found it.

    SQLite goes on to write to a file that was removed, or that another one took the place of. It is only
    looked at from outside: opening and closing it here would end the locks that SQLite holds on it.
    """

    path: Path
    _opened: tuple[int, int] | None = attrs.field(default=None, init=False)

    def note(self) -> None:
        """A connection was opened."""
        if self._opened is None:
            self._opened = self._identity()

    def require_in_place(self) -> None:
        """Raises ``DatabaseReplaced``."""
        if self._opened is not None and self._opened != self._identity():
            raise DatabaseReplaced

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
