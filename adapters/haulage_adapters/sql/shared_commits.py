"""Units that write to SQLite and come at once share one commit.

A commit waits for the disk, many times longer than most units work. So while one unit is carried out, those
that come meanwhile follow it in the same transaction, and one commit acknowledges them all. Each has a
savepoint of its own: what it raises undoes it and no other. Nobody hears of an outcome, refusals among them,
before the commit is on the disk, because a unit sees what those before it have written.

Where the commit fails, or the database has undone the whole transaction, each unit is carried out again by
itself and answers for itself. Units are made to be run again (see the port of storage).
"""

import asyncio
import contextvars
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import aiosqlite
import attrs
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as WaitedTooLong
from sqlalchemy.ext.asyncio import AsyncEngine

from haulage_adapters.sql.errors import with_cursor
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.sqlite_threads import ThreadSession, at_once, come_to_rest, in_thread_of

T = TypeVar("T")

MOST_TOGETHER = 32
TOGETHER_SECONDS = 0.05
"""Ours: how long units go on joining a transaction. The first of them waits so long for its commit, at most,
and for the unit that joined last; other processes wait for the file."""


class PartSession(ThreadSession):
    """A unit's part of a transaction that is committed later."""

    is_done = False

    async def commit(self) -> None:
        self.require_no_failure()
        await self._do(lambda _connection: None)
        self.is_done = True


@attrs.define(eq=False)
class _Unit:
    """One caller's work. ``ended`` is its outcome, once that is sure."""

    work: Callable[[Session], Awaitable[Any]]
    ended: "asyncio.Future[Any]"
    context: contextvars.Context = attrs.field(factory=contextvars.copy_context)
    given_up: threading.Event = attrs.field(factory=threading.Event)
    result: Any = None
    error: BaseException | None = None

    def run(self, session: Session) -> None:
        """In the connection's thread; an earlier outcome is forgotten."""
        self.result, self.error = None, None
        try:
            self.result = self.context.run(at_once, self.work(session))
        except BaseException as error:
            self.error = error

    def settle(self) -> None:
        """In the event loop."""
        if self.ended.done():
            return
        if self.error is None:
            self.ended.set_result(self.result)
        elif isinstance(self.error, asyncio.CancelledError):
            self.ended.cancel()
        else:
            self.ended.set_exception(self.error)


@attrs.define(eq=False)
class SharedCommits:
    """Over the one writing connection of a process."""

    engine: AsyncEngine
    wait_seconds: float
    """How long a unit waits for its turn."""
    _waiting: deque[_Unit] = attrs.field(factory=deque, init=False)
    _running: "asyncio.Task[None] | None" = attrs.field(default=None, init=False)

    async def carried_out(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """A transaction around *work*, or a part of one: undone unless *work* commits it. When the caller is
        cancelled, the work ends at its next statement. It may await nothing but its session."""
        loop = asyncio.get_running_loop()
        unit = _Unit(work, loop.create_future())
        self._waiting.append(unit)
        waits = loop.call_later(self.wait_seconds, self._refuse, unit)
        if self._running is None or self._running.done():
            self._running = loop.create_task(self._run())
        try:
            result: T = await asyncio.shield(unit.ended)
        except asyncio.CancelledError:
            unit.given_up.set()
            if not self._withdraw(unit):
                await _end_of(unit)
            raise
        finally:
            waits.cancel()
        return result

    async def aclose(self) -> None:
        """Wait until the connection is free."""
        if self._running is not None and not self._running.done():
            await asyncio.wait([self._running])

    def _withdraw(self, unit: _Unit) -> bool:
        """Whether it had not begun yet."""
        try:
            self._waiting.remove(unit)
        except ValueError:  # its turn came
            return False
        return True

    def _refuse(self, unit: _Unit) -> None:
        if self._withdraw(unit):
            unit.error = WaitedTooLong("a write waited too long for those before it")
            unit.settle()

    async def _run(self) -> None:
        """One transaction after the other, until nobody waits."""
        try:
            while self._waiting:
                await self._run_on_connection()
        except BaseException as error:
            while self._waiting:
                unit = self._waiting.popleft()
                unit.error = error
                unit.settle()
            if not isinstance(error, Exception):
                raise

    async def _run_on_connection(self) -> None:
        connection = await self.engine.connect()
        within = connection.sync_connection
        assert within is not None
        raw = within.connection.driver_connection
        assert isinstance(raw, aiosqlite.Connection)
        try:
            while self._waiting:
                group: list[_Unit] = []
                try:
                    await in_thread_of(raw, lambda: _carry_out(within, self._waiting, group))  # noqa: B023
                except asyncio.CancelledError:
                    for unit in (*group, *self._waiting):
                        unit.given_up.set()
                    await come_to_rest(raw)
                    raise
                finally:
                    for unit in group:
                        unit.settle()
        finally:
            await connection.close()


async def _end_of(unit: _Unit) -> None:
    """However often the caller is cancelled meanwhile."""
    while not unit.ended.done():
        try:
            await asyncio.shield(unit.ended)
        except asyncio.CancelledError:
            continue
        except Exception:
            return


def _carry_out(connection: Connection, waiting: deque[_Unit], group: list[_Unit]) -> None:
    """One transaction of the first unit that waits, and of those behind it while there is time. *group* are
    those whose outcome is sure in the end."""
    try:
        _transact(connection, waiting, group)
    except BaseException as error:
        for unit in group:
            unit.error = error


def _transact(connection: Connection, waiting: deque[_Unit], group: list[_Unit]) -> None:
    try:
        first = waiting.popleft()
    except IndexError:  # withdrawn
        return
    group.append(first)
    if not _run_alone(connection, first, commit=False):
        return
    try:
        _join(connection, waiting, group)
        connection.commit()
    except SQLAlchemyError as error:
        _undo(connection)
        first.error = error
        if len(group) > 1:
            for unit in group:
                _run_alone(connection, unit)


def _run_alone(connection: Connection, unit: _Unit, *, commit: bool = True) -> bool:
    """In a transaction of its own; whether that is to be kept. Without *commit* it is still open then."""
    try:
        connection.begin()
        session = PartSession(connection, unit.given_up)
        unit.run(session)
        is_done = session.is_done and unit.error is None
        if is_done and commit:
            connection.commit()
    except SQLAlchemyError as error:
        unit.error, is_done = error, False
    if not is_done:
        _undo(connection)
    return is_done


def _join(connection: Connection, waiting: deque[_Unit], group: list[_Unit]) -> None:
    """Raises what ends the whole transaction."""
    until = time.monotonic() + TOGETHER_SECONDS
    while waiting and len(group) < MOST_TOGETHER and time.monotonic() < until:
        try:
            unit = waiting.popleft()
        except IndexError:  # withdrawn
            return
        group.append(unit)
        _carry_out_plainly(connection, "SAVEPOINT unit")
        session = PartSession(connection, unit.given_up)
        unit.run(session)
        is_committed = session.is_done and unit.error is None
        _carry_out_plainly(connection, *(() if is_committed else ("ROLLBACK TO unit",)), "RELEASE unit")


def _carry_out_plainly(connection: Connection, *statements: str) -> None:
    """Past SQLAlchemy, which would take longer than such a statement."""
    with_cursor(connection, lambda cursor: [cursor.execute(statement) for statement in statements])


def _undo(connection: Connection) -> None:
    """What the connection has begun. SQLite may have undone it by itself. After a commit that failed
    SQLAlchemy counts the transaction as ended, and SQLite does not."""
    connection.rollback()
    connection.connection.rollback()
