"""The threads of SQLite connections, in which whole units of work are carried out.

aiosqlite gives each connection a thread, and SQLAlchemy sends each statement there in four trips: to open a
cursor, to execute, to fetch and to close. A trip takes longer than most statements, so a unit goes there as
a whole, once, and its statements are plain calls.

A connection that was let go because the work on it was cancelled, or that never opened, is not waited for by
anybody: its thread would report to a loop that is closed. So the threads are known, and ended before it.

aiosqlite has no public name for a connection's thread, nor for having a function called in it. Both private
names are here and nowhere else, in :func:`_thread_of` and :func:`in_thread_of`.
"""

import asyncio
import contextvars
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from weakref import WeakSet

import aiosqlite
import attrs
from sqlalchemy import Connection
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_dbapi
from sqlalchemy.ext.asyncio import AsyncEngine

from haulage_adapters.sql.session import Session

T = TypeVar("T")

END_SECONDS = 5.0
"""Ours: a statement under way ends sooner, and a thread that does not holds up nothing but this."""


@attrs.frozen
class SqliteThreads:
    """Those of one engine's connections."""

    _known: WeakSet[threading.Thread] = attrs.field(factory=WeakSet, init=False)

    def connect(self, database: str, **options: Any) -> "RawConnection":
        """As the engine would itself."""
        connection = RawConnection(database, **options)
        thread = _thread_of(connection)
        thread.daemon = True
        self._known.add(thread)
        return connection

    async def end(self) -> None:
        """Wait for those whose connections are closed, while the loop still hears them."""
        deadline = time.monotonic() + END_SECONDS
        for thread in list(self._known):
            if thread.is_alive():
                await asyncio.to_thread(thread.join, max(0.0, deadline - time.monotonic()))


class RawConnection(aiosqlite.Connection):
    """A connection that shows the one of the standard library below it, once it is open."""

    raw: sqlite3.Connection

    def __init__(self, database: str, **options: Any) -> None:
        def connect() -> sqlite3.Connection:
            self.raw = sqlite3.connect(database, **options)
            return self.raw

        super().__init__(connect, iter_chunk_size=64)


class DirectConnection(AsyncAdapt_aiosqlite_connection):
    """What SQLAlchemy sees of a connection: in the connection's own thread there is nothing to wait for, so
    that the driver's cursor is given as it is."""

    __slots__ = ()

    def cursor(self, server_side: bool = False) -> Any:
        return self._own.raw.cursor() if self._is_own_thread else super().cursor(server_side)

    def commit(self) -> None:
        self._own.raw.commit() if self._is_own_thread else super().commit()

    def rollback(self) -> None:
        self._own.raw.rollback() if self._is_own_thread else super().rollback()

    @property
    def _own(self) -> RawConnection:
        connection: RawConnection = self.driver_connection
        return connection

    @property
    def _is_own_thread(self) -> bool:
        return threading.current_thread() is _thread_of(self._own)


class DirectDriver(AsyncAdapt_aiosqlite_dbapi):
    """The ``module`` of an engine whose units are carried out in the threads of its connections."""

    def __init__(self) -> None:
        super().__init__(aiosqlite, sqlite3)

    def connect(self, *where: Any, **options: Any) -> DirectConnection:
        return DirectConnection(self, super().connect(*where, **options).driver_connection)


class ThreadSession(Session):
    """A transaction in its connection's thread. Nothing that it awaits ever waits."""

    def __init__(self, connection: Connection, given_up: threading.Event) -> None:
        super().__init__(connection.dialect.name)
        self._connection = connection
        self._given_up = given_up

    async def _do(self, work: Callable[[Connection], T]) -> T:
        if self._given_up.is_set():
            raise asyncio.CancelledError
        return work(self._connection)


async def carried_out(engine: AsyncEngine, work: Callable[[Session], Awaitable[T]]) -> T:
    """A transaction around *work*, in a connection's thread: it is undone unless *work* commits.

    When the caller is cancelled, the work ends at its next statement. *work* may await nothing but its
    session: a ``RuntimeError`` tells it so where it does.
    """
    connection = await engine.connect()
    within, given_up, context = connection.sync_connection, threading.Event(), contextvars.copy_context()
    assert within is not None
    raw = within.connection.driver_connection
    assert isinstance(raw, aiosqlite.Connection)
    try:
        return await in_thread_of(raw, lambda: context.run(_transact, within, work, given_up))
    except asyncio.CancelledError:
        given_up.set()
        await come_to_rest(raw)
        raise
    finally:
        await connection.close()  # waits for nothing: its transaction has ended, or was never begun


def _transact(
    connection: Connection, work: Callable[[Session], Awaitable[T]], given_up: threading.Event
) -> T:
    with connection.begin() as transaction:
        try:
            return at_once(work(ThreadSession(connection, given_up)))
        finally:
            if transaction.is_active:
                transaction.rollback()


def at_once(work: Awaitable[T]) -> T:
    """What comes of work that never has to wait."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    steps.throw(RuntimeError("a unit of work waits for nothing but its stores"))
    raise AssertionError("whoever is told so goes no further")


async def come_to_rest(raw: aiosqlite.Connection) -> None:
    """Wait until the thread has done what it was given, however often the caller is cancelled."""
    resting = asyncio.create_task(in_thread_of(raw, lambda: None))
    while not resting.done():
        try:
            await asyncio.shield(resting)
        except asyncio.CancelledError:
            continue


async def in_thread_of(raw: aiosqlite.Connection, work: Callable[[], T]) -> T:
    """What *work* returns that it does in the connection's thread, behind all that was sent there before."""
    result: T = await raw._execute(work)  # type: ignore[no-untyped-call]  # noqa: SLF001 - see the module
    return result


def _thread_of(connection: aiosqlite.Connection) -> threading.Thread:
    return connection._thread  # noqa: SLF001 - see the module
