"""A notifier for every process that shares a PostgreSQL database.

One connection listens and one tells, both outside the pool: a listener stays, and a pool's connections are
given back. Only ids travel, never what happened; whoever hears one reads the storage. A process whose
connection broke connects again, and then signals all its subscribers, because it cannot know what it missed.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from random import SystemRandom
from typing import Any, TypeAlias

import attrs
from psycopg import AsyncConnection, Error
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

from haulage.ports.runtime.notifier import Notifier, Subscription
from haulage_adapters.notifier.in_process import InProcessNotifier
from haulage_adapters.sql.engine import parse_url

log = logging.getLogger(__name__)

CHANNEL = "haulage_notifications"
TELL = "SELECT pg_notify(%s, id) FROM unnest(%s::text[]) AS id"
MOST_WAITING = 10_000
"""More notifications than these are lost while the database does not answer; subscribers look again."""

Work: TypeAlias = Callable[[AsyncConnection[Any]], Awaitable[None]]
TROUBLE = (Error, OSError, TimeoutError)


@attrs.frozen
class NotifierTiming:
    """How long things may take, in seconds.

    A connection that was silent for a ``heartbeat`` is checked.
    """

    first_listen: float = 1.0
    heartbeat: float = 15.0
    answer: float = 5.0
    first_pause: float = 0.1
    longest_pause: float = 5.0
    closing: float = 2.0


STANDARD_TIMING = NotifierTiming()


class PostgresNotifier(Notifier):
    """Connects when first asked to publish or to listen; close it with :meth:`aclose`."""

    def __init__(self, url: str, timing: NotifierTiming = STANDARD_TIMING) -> None:
        self._where = _connection_options(url)
        self._timing = timing
        self._near = InProcessNotifier()
        self._hears = asyncio.Event()
        self._waiting: dict[str, None] = {}
        self._has_waiting = asyncio.Event()
        self._all_sent = asyncio.Event()
        self._teller_pid: int | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def listen(self, order_id: str, *others: str) -> AbstractAsyncContextManager[Subscription]:
        return self._listen(order_id, *others)

    @asynccontextmanager
    async def _listen(self, *ids: str) -> AsyncIterator[Subscription]:
        """Not to hear others is no reason to refuse: whoever listens looks again now and then."""
        self._work("hearing", self._hear)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timing.first_listen):
                await self._hears.wait()
        async with self._near.listen(*ids) as subscription:
            yield subscription

    async def publish(self, order_id: str) -> None:
        """Those of this process at once; the others are told without anybody waiting for it."""
        await self._near.publish(order_id)
        if len(self._waiting) < MOST_WAITING:
            self._waiting[order_id] = None
            self._all_sent.clear()
            self._has_waiting.set()
            self._work("telling", self._tell)

    async def aclose(self) -> None:
        """Tell what is still to be told, if that is quick, and disconnect."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timing.closing if self._has_waiting.is_set() else 0):
                await self._all_sent.wait()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _work(self, name: str, work: Work) -> None:
        task = self._tasks.get(name)
        if task is None or task.done():
            self._tasks[name] = asyncio.create_task(self._for_ever(work), name=f"notifier: {name}")

    async def _for_ever(self, work: Work) -> None:
        pause = self._timing.first_pause
        while True:
            try:
                async with await AsyncConnection.connect(**self._where) as connection:
                    pause = self._timing.first_pause
                    await work(connection)
            except TROUBLE as trouble:
                log.warning("the notifier waits for the database: %s", type(trouble).__name__)
            await asyncio.sleep(SystemRandom().uniform(pause / 2, pause))
            pause = min(2 * pause, self._timing.longest_pause)

    async def _hear(self, connection: AsyncConnection[Any]) -> None:
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
            await self._near.publish_all()
            self._hears.set()
            while True:
                async for notification in connection.notifies(timeout=self._timing.heartbeat):
                    if notification.pid != self._teller_pid:
                        await self._near.publish(notification.payload)
                await self._require_line(connection)
        finally:
            self._hears.clear()

    async def _tell(self, connection: AsyncConnection[Any]) -> None:
        self._teller_pid = connection.info.backend_pid
        while True:
            await self._has_waiting.wait()
            ids, self._waiting = list(self._waiting), {}
            try:
                async with asyncio.timeout(self._timing.answer):
                    await connection.execute(TELL, [CHANNEL, ids])
            except TROUBLE:
                self._waiting = dict.fromkeys(ids) | self._waiting
                raise
            if not self._waiting:
                self._has_waiting.clear()
                self._all_sent.set()

    async def _require_line(self, connection: AsyncConnection[Any]) -> None:
        """A connection that a firewall has forgotten looks quiet for ever."""
        async with asyncio.timeout(self._timing.answer):
            await connection.execute("SELECT 1")


def _connection_options(url: str) -> dict[str, Any]:
    """What psycopg needs to reach the same database as the pool."""
    parsed = parse_url(url)
    _, options = PGDialect_psycopg().create_connect_args(parsed)  # type: ignore[no-untyped-call]
    return {
        **options,
        "autocommit": True,
        "application_name": "haulage notifier",
        "connect_timeout": 5,
        "keepalives_idle": 15,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    }
