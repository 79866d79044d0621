"""Bringing a database to the present schema, from code: no configuration file is needed.

An upgrade is one transaction under a lock, so that it happens wholly or not at all, and processes that
start together wait for the first of them and then find nothing left to do. There is no way down: a
step back would have to throw away what the newer release has written. Going back to an older release
means restoring the backup taken before the upgrade.
"""

import asyncio
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
from haulage_adapters.sql.engine import parse_url, set_pragmas
from haulage_adapters.sql.errors import SERVICE

LOCK_MILLISECONDS = 120_000
"""How long an upgrade waits for another one to finish."""

ADVISORY_LOCK = 0x68_61_75_6C_61_67_65
"""One number for all upgrades of a PostgreSQL database: 'haulage' in ASCII."""


_ONE_AT_A_TIME = Lock()
"""Alembic keeps the running migration in module globals, so two threads would share a connection."""


async def upgrade(url: str) -> None:
    """Bring the database to the newest revision; a SQLite file is made where there is none.

    Safe to run from any number of processes at once. Raises ``Unavailable`` when the database does
    not answer.
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


def _upgrade(url: URL) -> None:
    with _ONE_AT_A_TIME, _locked(url) as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _current(url: URL) -> str | None:
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        return None
    with _connected(url) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config


@contextmanager
def _locked(url: URL) -> Iterator[Connection]:
    """A transaction that no other upgrade runs beside."""
    with _connected(url) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_MILLISECONDS}"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"))
        yield connection
        connection.commit()


@contextmanager
def _connected(url: URL) -> Iterator[Connection]:
    sync = url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url
    engine = create_engine(sync, hide_parameters=True, poolclass=NullPool)
    if engine.dialect.name == "sqlite":
        _begin_at_once(engine)
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise Unavailable(SERVICE) from error
    finally:
        engine.dispose()


def _begin_at_once(engine: Engine) -> None:
    """Take SQLite's write lock with the first statement, so that what is read stays true.

    Foreign keys stay unenforced, as SQLite asks of whoever rebuilds tables.
    """

    def connected(connection: Any, _entry: Any) -> None:
        set_pragmas(
            connection, (f"busy_timeout = {LOCK_MILLISECONDS}", "journal_mode = WAL", "synchronous = FULL")
        )

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begin)
