"""The marketplace's storage on SQLite or PostgreSQL."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import SystemRandom
from typing import TypeVar

import attrs
from sqlalchemy import select

from haulage.kernel.errors import Unavailable
from haulage.ports.storage import Storage, UnitOfWork
from haulage_adapters.sql.engine import SqlEngine
from haulage_adapters.sql.errors import SERVICE, TransactionLost
from haulage_adapters.sql.jobs import Dispatch, left_where_it_is
from haulage_adapters.sql.session import Session
from haulage_adapters.sql.unit_of_work import SqlUnitOfWork

T = TypeVar("T")

CHECK_SECONDS = 3.0


@attrs.frozen
class RetryLimits:
    """How often and how long a transaction that lost out to another is run again."""

    attempts: int = 8
    seconds: float = 10.0
    first_pause_seconds: float = 0.01


STANDARD_RETRIES = RetryLimits()


def _nobody_listens() -> None:
    """The outbox is looked at by itself sooner or later."""


@attrs.frozen
class SqlStorage(Storage):
    """Units of work over a :class:`SqlEngine`; close it with :meth:`aclose`.

    ``mail_added`` is called after each commit that left a mail in the outbox. ``dispatch`` hands over
    jobs within the transaction that asks for them.
    """

    engine: SqlEngine
    retries: RetryLimits = STANDARD_RETRIES
    mail_added: Callable[[], None] = _nobody_listens
    dispatch: Dispatch = left_where_it_is

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Run *work* in one transaction and commit; anything it raises undoes it all.

        Run again with growing, random pauses when the database gave the transaction up; then
        ``Unavailable``.
        """
        deadline = time.monotonic() + self.retries.seconds
        for attempt in range(self.retries.attempts):
            try:
                return await self._write_once(work)
            except TransactionLost:
                if time.monotonic() >= deadline:
                    break
                await asyncio.sleep(self._pause(attempt))
        raise Unavailable(SERVICE)

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

    async def check(self) -> None:
        """Raise ``Unavailable`` when the store does not answer within three seconds."""
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                await self.engine.read(lambda session: session.scalar(select(1)))
        except (TimeoutError, TransactionLost) as error:
            raise Unavailable(SERVICE) from error

    async def aclose(self) -> None:
        """Close every connection."""
        await self.engine.aclose()

    async def _write_once(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        async def whole(session: Session) -> tuple[T, bool]:
            unit = SqlUnitOfWork(session, self.dispatch)
            result = await work(unit)
            await unit.finish()
            await session.commit()
            return result, unit.added_mail

        result, added_mail = await self.engine.write(whole)
        if added_mail:
            self.mail_added()
        return result

    def _pause(self, attempt: int) -> float:
        """Full jitter, so that those who collided once do not meet again."""
        return SystemRandom().uniform(0, self.retries.first_pause_seconds * 2**attempt)
