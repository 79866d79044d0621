"""Bringing a database to the present schema, from code: no configuration file is needed.

An upgrade is one transaction under a lock, so that it happens wholly or not at all, and processes that
start together wait for the first of them and then find nothing left to do. It changes tables that the
release before is written for, so the rule is: stop every server and worker of that release first. One that
is left running holds locks, and the upgrade gives up after seconds, rather than have everybody's requests
wait behind it. There is no way down: a step back would have to throw away what the newer release has
written. Going back to an older release means restoring the backup taken before the upgrade.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from haulage.kernel.errors import Unavailable
from haulage_adapters.database_url import parse_url
from haulage_adapters.sql.engine import set_pragmas
from haulage_adapters.sql.errors import SERVICE, DatabaseInUse, DatabaseTooNew, DiskFull, translate

log = logging.getLogger(__name__)

LOCK_MILLISECONDS = 120_000
"""How long an upgrade waits for another one to finish."""

UNTOLD_MILLISECONDS = 500
"""Ours: how long it waits before it says what for. Most upgrades take less."""

TABLE_LOCK_MILLISECONDS = 5_000
"""Ours: how long it waits for a table that somebody reads or writes; who asks for that table meanwhile waits
behind it."""

LOCK_NOT_FREE = "55P03"

ADVISORY_LOCK = 0x68_61_75_6C_61_67_65
"""One number for all upgrades of a PostgreSQL database: 'haulage' in ASCII."""


_ONE_AT_A_TIME = Lock()
"""Alembic keeps the running migration in module globals, so two threads would share a connection."""


async def upgrade(url: str) -> None:
    """Bring the database to the newest revision; a SQLite file is made where there is none.

    Safe to run from any number of processes at once. Raises ``Unavailable`` when the database does
    not answer, ``DatabaseInUse`` when somebody holds its lock or a table, and ``DatabaseTooNew`` when it is
    of a newer release.
    """
    await asyncio.to_thread(_upgrade, parse_url(url))


async def current(url: str) -> str | None:
    """The revision that the database is at; None when it was never upgraded."""
    return await asyncio.to_thread(_current, parse_url(url))


async def is_current(url: str) -> bool:
    """Whether the database is at the newest revision."""
    return await current(url) == newest()


def newest() -> str | None:
    """The revision that this release needs."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def knows(revision: str) -> bool:
    """Whether this release can come from there to its own."""
    return any(each.revision == revision for each in ScriptDirectory.from_config(_config()).walk_revisions())


def _upgrade(url: URL) -> None:
    with locked(url) as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
        if revision is not None and not knows(revision):
            raise DatabaseTooNew
        upgrade_on(connection)


def upgrade_on(connection: Connection, revision: str = "head") -> None:
    """Go to *revision* within the transaction of :func:`locked`."""
    with _ONE_AT_A_TIME:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _current(url: URL) -> str | None:
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        return None
    with _connected(url, locks=False) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config


@contextmanager
def locked(url: URL) -> Iterator[Connection]:
    """A transaction that no other upgrade runs beside, kept where nothing is raised in it."""
    with _connected(url) as connection:
        if connection.dialect.name == "postgresql":
            _lock_postgres(connection)
            connection.execute(text(f"SET LOCAL lock_timeout = {TABLE_LOCK_MILLISECONDS}"))
        yield connection
        connection.commit()


def _lock_postgres(connection: Connection) -> None:
    """Raises what the driver raises after ``LOCK_MILLISECONDS``."""
    lock = text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
    connection.execute(text(f"SET LOCAL lock_timeout = {UNTOLD_MILLISECONDS}"))
    try:
        with connection.begin_nested():
            connection.execute(lock)
    except SQLAlchemyError as error:
        if not _lock_is_held(error):
            raise
        _report_waiting("another upgrade of this database")
        connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_MILLISECONDS}"))
        connection.execute(lock)


def _report_waiting(whom: str) -> None:
    log.warning("Waiting for %s to end, for at most %d seconds.", whom, LOCK_MILLISECONDS // 1000)


def _lock_is_held(error: SQLAlchemyError) -> bool:
    """Of either database, where it was not free in time."""
    cause = getattr(error, "orig", None)
    if isinstance(cause, sqlite3.Error):
        return cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    return getattr(cause, "sqlstate", None) == LOCK_NOT_FREE


@contextmanager
def _connected(url: URL, *, locks: bool = True) -> Iterator[Connection]:
    """On SQLite it *locks* the file to other writers with its first statement."""
    sync = url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url
    engine = create_engine(sync, hide_parameters=True, poolclass=NullPool)
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine, locks=locks)
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        if _lock_is_held(error):
            raise DatabaseInUse from error
        failure = translate(error, SERVICE)
        raise (failure if isinstance(failure, DiskFull) else Unavailable(SERVICE)) from error
    finally:
        engine.dispose()


def _prepare_sqlite(engine: Engine, *, locks: bool) -> None:
    """Take the write lock with the first statement, so that what is read stays true.

    Foreign keys stay unenforced, as SQLite asks of whoever rebuilds tables.
    """

    def connected(connection: Any, _entry: Any) -> None:
        set_pragmas(
            connection, (f"busy_timeout = {LOCK_MILLISECONDS}", "journal_mode = WAL", "synchronous = FULL")
        )

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {UNTOLD_MILLISECONDS}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        except SQLAlchemyError as error:
            if not _lock_is_held(error):
                raise
            _report_waiting("another upgrade, or whatever else writes to this database,")
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {LOCK_MILLISECONDS}")
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "connect", connected)
    if locks:
        event.listen(engine, "begin", begin)
