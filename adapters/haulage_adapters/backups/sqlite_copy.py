"""A SQLite database as one file, taken while others write (SQLite's online backup API)."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from haulage_adapters.backups.refusals import BackupFailed
from haulage_adapters.backups.state import Ask

BUSY_SECONDS = 5.0


def copy_database(source: Path, target: Path) -> None:
    """A copy of one view of the database: everything that was committed when this began is in it.

    All pages are copied in one step, which reads in a transaction of its own: writers are not held up, and
    never make it begin anew, as they would between several steps. Raises ``BackupFailed``.
    """
    if not source.is_file():
        raise BackupFailed(f"There is no database {source}.")
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as reading,
            closing(sqlite3.connect(target)) as writing,
        ):
            reading.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
            reading.backup(writing, pages=-1)
            writing.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, with nothing beside it
            (found,) = writing.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise BackupFailed(f"The database {source} could not be copied: {error}.") from error
    if found != "ok":
        raise BackupFailed(f"The database {source} is damaged: {found}.")


@contextmanager
def asking(path: Path) -> Iterator[tuple[Ask, list[str]]]:
    """Statements on a file that nobody else uses, and the names of its tables."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:

        def ask(statement: str) -> list[tuple[object, ...]]:
            return connection.execute(statement).fetchall()

        named = [str(name) for (name,) in ask("SELECT name FROM sqlite_master WHERE type = 'table'")]
        yield ask, [name for name in named if not name.startswith("sqlite_")]
