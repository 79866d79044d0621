"""DBOS's own connections to our database: it works in threads, with a synchronous engine."""

from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from haulage_adapters.sql.engine import CONNECT_SECONDS, parse_url

CONNECTIONS = 4
"""At most, in each process: its polls, the attempts it settles, and the lock of its background jobs."""

BUSY_MILLISECONDS = 30_000
"""SQLite has one writer at a time, and requests come before jobs: DBOS waits longer than they do."""

POSTGRES_OPTIONS = "-c statement_timeout=30s -c idle_in_transaction_session_timeout=60s -c timezone=UTC"


def open_engine(url: str) -> Engine:
    """Nothing is connected yet."""
    parsed = parse_url(url)
    pool = {"pool_size": CONNECTIONS, "max_overflow": 0, "pool_timeout": 30}
    if parsed.get_backend_name() == "sqlite":
        engine = create_engine(parsed.set(drivername="sqlite"), hide_parameters=True, **pool)
        event.listen(engine, "connect", _prepare_sqlite)
        return engine
    return create_engine(
        parsed,
        hide_parameters=True,
        pool_pre_ping=True,
        connect_args={
            "options": POSTGRES_OPTIONS,
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "haulage-jobs",
        },
        **pool,
    )


def close_engine(engine: Engine) -> None:
    """Close every connection; one that a thread of DBOS still has is closed as soon as it comes back."""
    event.listen(engine, "checkin", _close)
    engine.dispose()


def _close(_connection: Any, entry: ConnectionPoolEntry) -> None:
    entry.invalidate()


def _prepare_sqlite(connection: Any, _entry: ConnectionPoolEntry) -> None:
    """Writes take the write lock first, as DBOS's own engine has it; the rest is as for our requests."""
    connection.isolation_level = "IMMEDIATE"
    for pragma in (
        f"busy_timeout = {BUSY_MILLISECONDS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")
