"""A storage whose units all are parts of one transaction that somebody else ends."""

import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar

import attrs
from sqlalchemy import Connection

from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage_adapters.sql.sqlite_threads import ThreadSession
from haulage_adapters.sql.unit_of_work import SqlUnitOfWork

T = TypeVar("T")


@attrs.frozen
class OneTransaction(Storage):
    """Over a connection of either database, which is used where the caller is."""

    connection: Connection

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Run *work*. What it raises is to undo the whole transaction."""
        unit = SqlUnitOfWork(ThreadSession(self.connection, threading.Event()))
        result = await work(unit)
        await unit.finish()
        return result

    async def read(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        return await self.write(work)

    async def scrub(self, *, rewrite: bool = False) -> None:
        """Nothing was deleted."""

    async def check(self) -> None:
        """It answers, or raises, at the next statement."""

    async def check_writes(self) -> None:
        """The same: whoever opened it can write."""
