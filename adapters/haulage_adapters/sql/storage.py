"""The marketplace's storage on SQLite or PostgreSQL."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from random import SystemRandom
from typing import TypeVar

import attrs
from sqlalchemy import select

from haulage.kernel.errors import Unavailable
from haulage.ports.runtime.notifier import Notifier
from haulage.ports.runtime.topics import Topic
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage_adapters.notifier.in_process import InProcessNotifier
from haulage_adapters.sql.engine import SqlEngine
from haulage_adapters.sql.errors import SERVICE, ChangedMeanwhile, TransactionLost
from haulage_adapters.sql.rewrites import Rewrites
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.unit_of_work import SqlUnitOfWork
from haulage_adapters.sql.write_probe import WriteProbe, WritesHeldUp

T = TypeVar("T")

CHECK_SECONDS = 3.0


@attrs.frozen
class RetryLimits:
    """How often and how long a transaction that lost out to another is run again."""

    attempts: int = 8
    seconds: float = 10.0
    first_pause_seconds: float = 0.01


STANDARD_RETRIES = RetryLimits()

MOST_OVERTAKEN = 3
"""Ours: how often a transaction runs in which a row was changed after it was read. A change of what the
caller read before the transaction is a conflict every time."""


@attrs.frozen
class SqlStorage(Storage):
    """Units of work over a :class:`SqlEngine`; close it with :meth:`aclose`.

    What a unit notifies of is published after its commit and not by PostgreSQL's ``NOTIFY`` within it: that
    takes a lock on the whole database until the commit is on the disk, so that commits wait for each other.
    """

    engine: SqlEngine
    retries: RetryLimits = STANDARD_RETRIES
    notifier: Notifier = attrs.field(factory=InProcessNotifier, eq=False, repr=False)
    write_probe: WriteProbe = attrs.field(factory=WriteProbe, eq=False, repr=False)
    rewrites: Rewrites = attrs.field(eq=False, repr=False)

    @rewrites.default
    def _rewrites_of_its_file(self) -> Rewrites:
        return Rewrites(self.engine.rewrite_mark)

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Run *work* in one transaction and commit; anything it raises undoes it all.

        Run again with growing, random pauses when the database gave the transaction up; then
        ``Unavailable``. On PostgreSQL also when a job or somebody else changed a row between its reading and
        its writing; then ``Conflict``. On SQLite nobody writes in between.
        """
        deadline = time.monotonic() + self.retries.seconds
        why: TransactionLost | None = None
        for attempt in range(self.retries.attempts):
            try:
                return await self._write_once(work)
            except ChangedMeanwhile:
                if attempt + 1 >= MOST_OVERTAKEN or self.engine.file is not None:
                    raise
                await asyncio.sleep(self._pause(attempt))
            except TransactionLost as lost:
                why = lost
                if time.monotonic() >= deadline:
                    break
                await asyncio.sleep(self._pause(attempt))
        raise Unavailable(SERVICE) from why

    async def read(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Run *work* on one consistent view that changes nothing; the database refuses writes."""

        async def whole(session: Session) -> T:
            unit = SqlUnitOfWork(session)
            result = await work(unit)
            await unit.finish()
            return result

        try:
            return await self.engine.read(whole)
        except TransactionLost as error:
            raise Unavailable(SERVICE) from error

    async def scrub(self, *, rewrite: bool = False) -> None:
        """On SQLite the write-ahead log still has pages as they were: bring it into the file, and empty it.
        PostgreSQL overwrites what is deleted when its autovacuum comes by. Callers who ask at once for the
        file to be written anew share that."""
        if rewrite or self.rewrites.due:
            await self.rewrites.ask(self._rewrite)
        else:
            await self.engine.checkpoint()

    async def check(self) -> None:
        """Raise ``Unavailable`` when the store does not answer within three seconds."""
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                await self.engine.read(lambda session: session.scalar(select(1)))
        except (TimeoutError, TransactionLost) as error:
            raise Unavailable(SERVICE) from error

    async def check_writes(self) -> None:
        """As the port promises; callers who ask at once share one write. It may wait for a rewrite of ours,
        which ends within seconds: that is no trouble."""
        if self.engine.file is not None:
            self.engine.file.require_in_place()
            await asyncio.to_thread(self.engine.file.require_sound)
        try:
            await self.write_probe.ask(lambda: self.write(lambda unit: unit.operation.probe()))
        except WritesHeldUp:
            if not self.rewrites.is_under_way:
                raise

    async def aclose(self) -> None:
        """Close every connection."""
        await self.write_probe.aclose()
        await self.rewrites.aclose()
        await self.engine.aclose()

    async def _rewrite(self) -> bool:
        """The file and its log; whether that was all of it."""
        done = await self.engine.rewrite()
        await self.engine.checkpoint()
        return done

    async def _write_once(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        async def whole(session: Session) -> tuple[T, Sequence[Topic]]:
            unit = SqlUnitOfWork(session)
            result = await work(unit)
            await unit.finish()
            await session.commit()
            return result, unit.topics

        result, topics = await self.engine.write(whole)
        for topic in topics:
            await self.notifier.publish(topic)
        return result

    def _pause(self, attempt: int) -> float:
        """Full jitter, so that those who collided once do not meet again."""
        return SystemRandom().uniform(0, self.retries.first_pause_seconds * 2**attempt)
