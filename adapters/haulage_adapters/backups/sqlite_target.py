"""A restored SQLite file, on its way to its place."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from haulage_adapters.backups.archive import PIECE, Readable, drafted
from haulage_adapters.backups.refusals import RestoreRefused

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, and would take for the new one's."""

FIRST_BYTES = b"SQLite format 3\0"
IN_USE = "The database is in use. Stop every server and worker, then restore again."


class SqliteTarget:
    """Where the restored file goes, and what is set aside for it."""

    def __init__(self, path: Path, stamp: str) -> None:
        self._path = path
        self._stamp = stamp
        self.set_aside: list[Path] = []

    def require_room(self, *, replace: bool) -> None:
        """A file that is empty counts as none."""
        if not self._is_there:
            return
        if not replace:
            raise RestoreRefused(
                f"{self._path} is there already. Restore into an empty data folder, or use --replace."
            )
        self._require_unused()

    @contextmanager
    def drafted(self) -> Iterator[Path]:
        """A name to restore under. Afterwards it is one file, and takes its place."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with drafted(self._path) as draft:
            try:
                yield draft
                _become_one_file(draft)
                self._make_way()
            finally:
                for end in BESIDE:
                    Path(f"{draft}{end}").unlink(missing_ok=True)

    def fill(self, draft: Path, content: Readable) -> None:
        with draft.open("wb") as file:
            shutil.copyfileobj(content, file, PIECE)

    @property
    def _is_there(self) -> bool:
        return self._path.is_file() and self._path.stat().st_size > 0

    def _require_unused(self) -> None:
        """SQLite changes the journal mode only for its one user. What is no database is not in use."""
        with self._path.open("rb") as file:
            if file.read(len(FIRST_BYTES)) != FIRST_BYTES:
                return
        try:
            with closing(sqlite3.connect(self._path, timeout=1.0)) as connection:
                (mode,) = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise RestoreRefused(IN_USE) from error
            return
        if mode != "delete":
            raise RestoreRefused(IN_USE)

    def _make_way(self) -> None:
        if self._is_there:
            self._require_unused()
        for end in ("", *BESIDE):
            old = Path(f"{self._path}{end}")
            if old.is_file():
                aside = Path(f"{self._path}.replaced-{self._stamp}{end}")
                old.replace(aside)
                self.set_aside.append(aside)


def _become_one_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
