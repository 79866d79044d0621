"""Connections to SQLite and PostgreSQL, set so that an acknowledged write is a kept one.

**Isolation.** Writes run under ``READ COMMITTED`` on PostgreSQL. Every guard stands in the statement
that changes the row: ``UPDATE ... WHERE id AND status AND version`` waits for the row's lock and looks
at its newest committed form, and unique keys are checked against everything that is committed. A
stale read can therefore never win, and, unlike under stricter levels, losing is a plain "no row
matched" instead of an aborted transaction, so contention costs no retries. Reads run under
``REPEATABLE READ`` and read-only: one snapshot for the whole of the work.

On SQLite a write takes the write lock first (``BEGIN IMMEDIATE``), so there is one writer at a time
and what it reads stays true; a read is a deferred transaction on its own WAL snapshot, which neither
waits for the writer nor delays it. The process has one writing connection: writers queue in turn for
it instead of polling the file's lock against each other, and those that come at once share a commit
(:mod:`haulage_adapters.sql.shared_commits`). Each transaction is carried out as a whole in its connection's
thread.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import attrs
import msgspec
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from haulage_adapters.database_url import parse_url
from haulage_adapters.sql.errors import SERVICE, translated
from haulage_adapters.sql.former_texts import forget_former_texts
from haulage_adapters.sql.open_file import OpenFile
from haulage_adapters.sql.session import Session, WaitingSession
from haulage_adapters.sql.shared_commits import SharedCommits
from haulage_adapters.sql.sqlite_threads import DirectDriver, SqliteThreads, carried_out

log = logging.getLogger(__name__)

T = TypeVar("T")

BUSY_MILLISECONDS = 5_000
"""How long SQLite waits for another process's write before it says that it is locked."""

LARGEST_REWRITTEN = 128 * 1024 * 1024
"""Ours: bytes of a SQLite file that are written anew within three seconds, measured on a busy machine of two
cores at 43 MB a second. Writers wait for it, and are refused after ``BUSY_MILLISECONDS``."""

PRAGMA_PAUSE_SECONDS = 0.002
"""Ours: longer than another connection takes to change the journal mode of a new file."""

READERS = 4
"""Reading connections to a SQLite file, each of them a thread."""

POSTGRES_CONNECTIONS = 10
RESTED_SECONDS = 1.0
"""Ours: a connection that nobody used for so long is asked whether it still lives before it is used. To ask
each time would cost as much as most of the work."""

POOL_SECONDS = 10
"""How long a caller waits for a free connection before the store counts as unavailable."""

CONNECT_SECONDS = 5
POSTGRES_OPTIONS = {
    "statement_timeout": "10s",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "30s",
    "timezone": "UTC",
}


@attrs.frozen
class SqlEngine:
    """Where to read and where to write; on PostgreSQL the two share one pool."""

    reading: AsyncEngine
    writing: AsyncEngine
    threads: SqliteThreads | None = None
    file: OpenFile | None = None
    commits: SharedCommits | None = None
    """These are SQLite's."""

    async def read(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """*work* on one view of the database, which refuses to be changed by it."""
        async with translated(SERVICE):
            if self.threads is not None:
                return await carried_out(self.reading, work)
            return await _transact(self.reading, work)

    async def write(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """*work* in one transaction, which is undone unless *work* commits it."""
        async with translated(SERVICE):
            if self.commits is not None:
                return await self.commits.carried_out(work)
            return await _transact(self.writing, work)

    async def checkpoint(self) -> None:
        """Empty SQLite's write-ahead log, as far as readers let it, and take out of its index of texts what
        stands in no text any more; nothing to do on PostgreSQL."""
        if self.threads is not None and self.writing.url.database:
            await asyncio.to_thread(_checkpoint, self.writing.url.database)

    @property
    def rewrite_mark(self) -> Path | None:
        """The file beside SQLite's that says that a rewrite is still to be done; None on PostgreSQL."""
        if self.threads is None or not self.writing.url.database:
            return None
        return Path(f"{self.writing.url.database}-rewrite-due")

    async def rewrite(self) -> bool:
        """Write SQLite's file anew, up to ``LARGEST_REWRITTEN``; nothing to do on PostgreSQL.

        ``secure_delete`` overwrites rows that are deleted. It does not overwrite copies that stay behind
        where a page was split, nor what was deleted before it was set.

        False when it is to be tried again: a writer held the file all the time, or the disk was full.
        """
        if self.threads is not None and self.writing.url.database:
            return await asyncio.to_thread(_rewrite, Path(self.writing.url.database))
        return True

    async def aclose(self) -> None:
        """Close every connection."""
        if self.commits is not None:
            await self.commits.aclose()
        await self.reading.dispose()
        await self.writing.dispose()
        if self.threads is not None:
            await self.threads.end()


async def _transact(engine: AsyncEngine, work: Callable[[Session], Awaitable[T]]) -> T:
    async with engine.connect() as connection:
        await connection.begin()
        return await work(WaitingSession(connection))


def open_engine(url: str, *, connections: int = POSTGRES_CONNECTIONS) -> SqlEngine:
    """An engine for ``sqlite+aiosqlite:///path`` or ``postgresql+psycopg://...``.

    Nothing is connected yet. *connections* bounds the PostgreSQL pool. Raises ``InvalidInput`` for
    any other kind of URL.
    """
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _open_sqlite(parsed)
    return _open_postgres(parsed, connections)


def _open_sqlite(url: URL) -> SqlEngine:
    threads, file = SqliteThreads(), OpenFile(Path(url.database or ""))
    reading, writing = (
        create_async_engine(
            url,
            module=DirectDriver(),
            hide_parameters=True,
            json_serializer=_to_json,
            json_deserializer=msgspec.json.decode,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            pool_reset_on_return=None,  # each transaction ends before its connection goes back
            connect_args={"async_creator_fn": threads.connect},
        )
        for connections in (READERS, 1)
    )
    _prepare_sqlite(reading, file, begin="BEGIN", pragmas=(*SQLITE_PRAGMAS, "query_only = ON"))
    _prepare_sqlite(writing, file, begin="BEGIN IMMEDIATE", pragmas=SQLITE_PRAGMAS)
    commits = SharedCommits(writing, wait_seconds=POOL_SECONDS)
    return SqlEngine(reading=reading, writing=writing, threads=threads, file=file, commits=commits)


def _checkpoint(path: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        set_pragmas(connection, SQLITE_PRAGMAS)
        try:
            forget_former_texts(connection)
        except sqlite3.OperationalError as error:  # a writer held it all the time
            log.warning("Former texts stay in the index of orders until the next attempt: %s", error)
        with suppress(sqlite3.OperationalError):  # the same
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _rewrite(path: Path) -> bool:
    """Former texts are forgotten first: the index is copied with all that stands in it."""
    try:
        if path.stat().st_size > LARGEST_REWRITTEN:
            log.warning(
                "The database is too large to be written anew while the server works: what was deleted may "
                "stay in its free space. Run VACUUM on it when nothing else does, or use PostgreSQL."
            )
            return True
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            set_pragmas(connection, (*SQLITE_PRAGMAS, f"busy_timeout = {BUSY_MILLISECONDS}"))
            forget_former_texts(connection)
            connection.execute("VACUUM")
    except (sqlite3.OperationalError, OSError) as error:  # a writer held it all the time, or the disk is full
        log.warning("The database could not be written anew after something was deleted: %s", error)
        return False
    return True


SQLITE_PRAGMAS = (
    f"busy_timeout = {BUSY_MILLISECONDS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # what is deleted is overwritten, and cannot be read from the file's free pages
)


def set_pragmas(connection: Any, pragmas: tuple[str, ...] = SQLITE_PRAGMAS) -> None:
    """Prepare one SQLite connection, whose transactions begin only where we say so."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in pragmas:
        _set_pragma(cursor, pragma)
    cursor.close()


def _set_pragma(cursor: Any, pragma: str) -> None:
    """Of connections that open a new file at once one changes its journal mode, and SQLite refuses another
    then without waiting for it, whatever its timeout, since both would wait for each other."""
    deadline = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            cursor.execute(f"PRAGMA {pragma}")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() >= deadline:
                raise
            time.sleep(PRAGMA_PAUSE_SECONDS)
        else:
            return


def _prepare_sqlite(engine: AsyncEngine, file: OpenFile, *, begin: str, pragmas: tuple[str, ...]) -> None:
    """The driver's own transactions would begin late and lose updates, so they are turned off."""

    def connected(connection: Any, _entry: ConnectionPoolEntry) -> None:
        file.note()
        set_pragmas(connection, pragmas)

    event.listen(engine.sync_engine, "connect", connected)
    event.listen(engine.sync_engine, "begin", _beginner(begin))


def _to_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _beginner(statement: str) -> Callable[[Connection], None]:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin


def _open_postgres(url: URL, connections: int) -> SqlEngine:
    options = " ".join(f"-c {name}={value}" for name, value in POSTGRES_OPTIONS.items())
    writing = create_async_engine(
        url,
        hide_parameters=True,
        json_serializer=_to_json,
        json_deserializer=msgspec.json.decode,
        isolation_level="READ COMMITTED",
        pool_size=connections,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        connect_args={
            "options": options,
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "haulage",
        },
    )
    _ping_the_rested(writing)
    reading = writing.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return SqlEngine(reading=reading, writing=writing)


def _ping_the_rested(engine: AsyncEngine) -> None:
    """A server that was restarted meanwhile is met with a new connection instead of a refusal."""
    dialect = engine.dialect

    def rests(_connection: Any, entry: ConnectionPoolEntry) -> None:
        entry.info["rests_since"] = time.monotonic()

    def wakes(connection: Any, entry: ConnectionPoolEntry, _proxy: PoolProxiedConnection) -> None:
        if time.monotonic() - entry.info.get("rests_since", time.monotonic()) < RESTED_SECONDS:
            return
        try:
            lives = dialect.do_ping(connection)
        except dialect.loaded_dbapi.Error:
            lives = False
        if not lives:
            raise DisconnectionError

    event.listen(engine.sync_engine, "checkin", rests)
    event.listen(engine.sync_engine, "checkout", wakes)
