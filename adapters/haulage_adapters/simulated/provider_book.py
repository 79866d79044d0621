"""What the simulated payment provider has written down, for every process that asks it.

It is an outside company's memory, so it is no part of our database: a database that was restored from a
backup finds the provider as it really would, knowing more than itself. With a file it outlives its process,
and all processes of one data folder share it.
"""

import json
import os
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 5.0
"""Ours: how long one process waits for another that is writing."""

FILE_MODE = 0o600
SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    owner TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (kind, key)
);
CREATE INDEX IF NOT EXISTS facts_owner ON facts (kind, owner);
"""


class ProviderBook:
    """Facts by kind and key, each entered once; without a *file* they end with the process."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._opened: sqlite3.Connection | None = None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """What is done inside is done whole or not at all, and no other process writes meanwhile."""
        connection = self._connection()
        if connection.in_transaction:
            yield
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def once(self, kind: str, key: str, value: Any, *, owner: str = "") -> Any:
        """Enter a fact where none is; the one that stands."""
        with self.writing():
            self._connection().execute(
                "INSERT OR IGNORE INTO facts (kind, key, owner, value) VALUES (?, ?, ?, ?)",
                (kind, key, owner, json.dumps(value)),
            )
            return self.find(kind, key)

    def change(self, kind: str, key: str, value: Any) -> None:
        """Another value of a fact that stands."""
        with self.writing():
            self._connection().execute(
                "UPDATE facts SET value = ? WHERE kind = ? AND key = ?", (json.dumps(value), kind, key)
            )

    def find(self, kind: str, key: str) -> Any:
        """The fact's value, or None."""
        statement = "SELECT value FROM facts WHERE kind = ? AND key = ?"
        with closing(self._connection().execute(statement, (kind, key))) as found:
            row = found.fetchone()
        return None if row is None else json.loads(row[0])

    def of(self, kind: str, owner: str) -> dict[str, Any]:
        """Every fact of the kind that belongs to *owner*, oldest first, by key."""
        statement = "SELECT key, value FROM facts WHERE kind = ? AND owner = ? ORDER BY number"
        with closing(self._connection().execute(statement, (kind, owner))) as found:
            return {key: json.loads(value) for key, value in found}

    def sum_of(self, kind: str, owner: str) -> int:
        """The sum of facts that are numbers."""
        statement = "SELECT COALESCE(SUM(CAST(value AS INTEGER)), 0) FROM facts WHERE kind = ? AND owner = ?"
        with closing(self._connection().execute(statement, (kind, owner))) as found:
            return int(found.fetchone()[0])

    def _connection(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = _open(self._file)
            weakref.finalize(self, self._opened.close)
        return self._opened


def _open(file: Path | None) -> sqlite3.Connection:
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, FILE_MODE))
    connection = sqlite3.connect(
        file or ":memory:", timeout=PATIENCE_SECONDS, isolation_level=None, check_same_thread=False
    )
    # Made-up money need not outlive a loss of power; it outlives a killed process all the same.
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA secure_delete = ON")
    connection.executescript(SCHEMA)
    return connection
