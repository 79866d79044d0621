"""What a database's refusals mean to the marketplace. No driver's exception passes this file."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

import attrs
from sqlalchemy import Connection, exc

from haulage.kernel.errors import Conflict, HaulageError, Unavailable

SERVICE = "storage"

T = TypeVar("T")

_POSTGRES_RETRY = {"40001", "40P01", "55P03"}
"""Serialization failure, deadlock, and a lock that was not free in time."""

_SQLITE_RETRY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SQLITE_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_SQLITE_PRIMARY_CODE = 0xFF
"""An extended result code carries the primary one in its low byte."""


_DISK_FULL = {"53100", sqlite3.SQLITE_FULL}
"""PostgreSQL's ``disk_full``, and SQLite's."""

_READ_ONLY = {"25006", sqlite3.SQLITE_READONLY}
"""PostgreSQL's ``read_only_sql_transaction``, and SQLite's."""


@attrs.define
class DiskFull(Unavailable):
    """The database's disk is full. Customers are told of a general failure; logs and operators read more."""

    code = "disk_full"
    service: str = SERVICE
    for_operators: ClassVar[str] = (
        "The disk of the database is full: nothing can be written. Make room; what was acknowledged is kept."
    )


@attrs.define
class DatabaseInUse(Unavailable):
    """Somebody holds a table that an upgrade has to change, or the lock that it needs."""

    code = "database_in_use"
    service: str = SERVICE
    for_operators: ClassVar[str] = (
        "The database is in use and was not upgraded. Stop every haulage server and worker that uses it, and "
        "whatever else reads it for long; then run 'haulage db upgrade', and start them again."
    )


@attrs.define
class DatabaseTooNew(Unavailable):
    """The database has a schema that only a newer release knows."""

    code = "database_too_new"
    service: str = SERVICE
    for_operators: ClassVar[str] = (
        "The database has a schema that this release of haulage does not know. Run the release that upgraded "
        "it, or a newer one."
    )


@attrs.define
class DatabaseReplaced(Unavailable):
    """The database's file is no longer where it was opened. Customers are told of a general failure."""

    code = "database_replaced"
    service: str = SERVICE
    for_operators: ClassVar[str] = (
        "The database file was removed or replaced while it was in use: what this process writes goes to the "
        "former file, and is lost when the process ends. Put that file back or restore a backup, with every "
        "haulage server and worker stopped; then start them again."
    )


@attrs.define
class DatabaseDamaged(Unavailable):
    """SQLite's file is no database any more, or misses a part. Customers are told of a general failure."""

    code = "database_damaged"
    service: str = SERVICE
    for_operators: ClassVar[str] = (
        "The database file is damaged: something else wrote over it or cut it short. Stop every haulage "
        "server and worker, keep a copy of the file and of those beside it, and restore a backup (haulage "
        "restore)."
    )


@attrs.define
class DatabaseReadOnly(Unavailable):
    """Nothing may be written to the database. Customers are told of a general failure."""

    code = "database_read_only"
    service: str = SERVICE
    for_operators: ClassVar[str] = (
        "The database takes no writes: it is a standby, was set to read only, or its file is not ours to "
        "write."
    )


class TransactionLost(Exception):
    """The database aborted this transaction because of another; run again, it may succeed."""


class ChangedMeanwhile(Conflict):
    """The row is no longer as it was read: a job, or somebody else, wrote it in between. Read again in a new
    transaction, it may be changed all the same."""


class DatabaseRefused(Exception):
    """A database constraint was violated: a fault in the program."""


class _Violation(StrEnum):
    UNIQUE = "unique"
    REFERENCE = "reference"
    OTHER = "other"


_VIOLATIONS = {
    "23505": _Violation.UNIQUE,
    "23503": _Violation.REFERENCE,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: _Violation.UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: _Violation.UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY: _Violation.REFERENCE,
}


def translate(error: exc.SQLAlchemyError, what: str) -> Exception:
    """The same failure in the core's words; *what* names the thing that was being stored."""
    if isinstance(error, exc.StatementError) and isinstance(error.orig, HaulageError):
        return error.orig
    if isinstance(error, exc.IntegrityError):
        return _violation(error, what)
    if _may_succeed_later(error):
        return TransactionLost(what)
    return _unavailable(error) or DatabaseRefused(f"{what}: {type(error).__name__}")


def _unavailable(error: exc.SQLAlchemyError) -> Unavailable | None:
    """What keeps the database from working; None where it works, and the statement was wrong."""
    if _is_read_only(error):
        return DatabaseReadOnly()
    if _is_full(error):
        return DiskFull()
    if _is_damaged(error):
        return DatabaseDamaged()
    lost = isinstance(error, exc.DBAPIError) and error.connection_invalidated
    if lost or isinstance(error, exc.OperationalError | exc.InterfaceError | exc.TimeoutError):
        return Unavailable(SERVICE)
    return None


@asynccontextmanager
async def translated(what: str) -> AsyncIterator[None]:
    """Let the core's own errors pass and translate all others."""
    try:
        yield
    except exc.SQLAlchemyError as error:
        failure = translate(error, what)
        raise failure from cause_to_show(failure, error)


def with_cursor(connection: Connection, work: Callable[[Any], T]) -> T:
    """What *work* returns that it does with a cursor of SQLite's driver. Its errors are SQLAlchemy's, as if
    the statements had gone through that."""
    cursor = connection.connection.cursor()
    try:
        return work(cursor)
    except sqlite3.Error as error:
        raise exc.DBAPIError.instance(
            None, None, error, sqlite3.Error, hide_parameters=True, dialect=connection.dialect
        ) from error
    finally:
        cursor.close()


def refused_unsent(error: exc.SQLAlchemyError) -> bool:
    """Whether a column type refused a value, so that the statement never reached the transaction."""
    return isinstance(error, exc.StatementError) and isinstance(error.orig, HaulageError)


def cause_to_show(failure: Exception, error: exc.SQLAlchemyError) -> exc.SQLAlchemyError | None:
    """The driver's error where it tells why a connection failed. Elsewhere it may quote the whole row,
    which has no business in a log."""
    return error if isinstance(failure, Unavailable | TransactionLost) else None


def _is_damaged(error: exc.SQLAlchemyError) -> bool:
    """Whether the SQLite file is no database, or one that something else has written over."""
    return _primary_code(error) in _SQLITE_DAMAGED


def _is_full(error: exc.SQLAlchemyError) -> bool:
    return _primary_code(error) in _DISK_FULL


def _is_read_only(error: exc.SQLAlchemyError) -> bool:
    return _primary_code(error) in _READ_ONLY


def _primary_code(error: exc.SQLAlchemyError) -> str | int | None:
    code = _code(error)
    return code & _SQLITE_PRIMARY_CODE if isinstance(code, int) else code


def _violation(error: exc.IntegrityError, what: str) -> Exception:
    """A missing referent was deleted by someone else meanwhile, which is a conflict too."""
    kind = _VIOLATIONS.get(_code(error), _Violation.OTHER)
    if kind is _Violation.OTHER:
        return DatabaseRefused(f"{what}: {_constraint(error)}")
    return Conflict(what)


def _constraint(error: exc.IntegrityError) -> str:
    """The constraint's name; SQLite's message names it and nothing else."""
    diagnosis = getattr(error.orig, "diag", None)
    return str(error.orig) if diagnosis is None else f"{diagnosis.constraint_name or diagnosis.column_name}"


def _may_succeed_later(error: exc.SQLAlchemyError) -> bool:
    code = _code(error)
    if isinstance(code, int):
        return code & _SQLITE_PRIMARY_CODE in _SQLITE_RETRY
    return code in _POSTGRES_RETRY


def _code(error: exc.SQLAlchemyError) -> str | int | None:
    """PostgreSQL's SQLSTATE or SQLite's extended result code."""
    cause: BaseException | None = error.orig if isinstance(error, exc.DBAPIError) else None
    while cause is not None:
        code = getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorcode", None)
        if isinstance(code, str | int):
            return code
        cause = cause.__cause__
    return None
