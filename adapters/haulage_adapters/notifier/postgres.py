"""Notifications to every process that shares a PostgreSQL database, by its ``LISTEN`` and ``NOTIFY``.

One connection listens and one notifies, both outside the pool: a listener stays, and a pool's connections
are given back. Only topics travel, never what happened; whoever receives one reads the storage. A process
whose connection broke connects again, and then wakes all its own listeners, because it cannot know what it
missed.
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

from haulage.kernel.operator_words import operator_words
from haulage.ports.runtime.notifier import Notifier, Subscription
from haulage.ports.runtime.topics import Topic
from haulage_adapters.database_url import parse_url
from haulage_adapters.notifier.in_process import InProcessNotifier

log = logging.getLogger(__name__)

CHANNEL = "haulage"
SEND = "SELECT pg_notify(%s, topic) FROM unnest(%s::text[]) AS topic"
MOST_WAITING = 10_000
"""More than these are lost while the database does not answer; listeners read again by themselves."""

Work: TypeAlias = Callable[[AsyncConnection[Any]], Awaitable[None]]
CONNECTION_FAILURES = (Error, OSError, TimeoutError)


@attrs.frozen
class NotifierTiming:
    """How long things may take, in seconds.

    A connection on which nothing was received for a ``heartbeat`` is asked whether it still stands.
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
        self._options = _connection_options(url)
        self._timing = timing
        self._local = InProcessNotifier()
        self._is_listening = asyncio.Event()
        self._waiting: dict[Topic, None] = {}
        self._has_waiting = asyncio.Event()
        self._all_sent = asyncio.Event()
        self._sender_pid: int | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def listen(self, topic: Topic, *others: Topic) -> AbstractAsyncContextManager[Subscription]:
        return self._listen(topic, *others)

    @asynccontextmanager
    async def _listen(self, *topics: Topic) -> AsyncIterator[Subscription]:
        """That other processes cannot be heard is no reason to refuse: whoever listens reads now and then."""
        self._work("receiving", self._receive)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timing.first_listen):
                await self._is_listening.wait()
        async with self._local.listen(*topics) as subscription:
            yield subscription

    async def publish(self, topic: Topic) -> None:
        """Listeners of this process at once; the others without anybody waiting for it."""
        await self._local.publish(topic)
        if len(self._waiting) < MOST_WAITING:
            self._waiting[topic] = None
            self._all_sent.clear()
            self._has_waiting.set()
            self._work("sending", self._send)

    async def aclose(self) -> None:
        """Send what is still to be sent, if that is quick, and disconnect."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timing.closing if self._has_waiting.is_set() else 0):
                await self._all_sent.wait()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _work(self, name: str, work: Work) -> None:
        task = self._tasks.get(name)
        if task is None or task.done():
            self._tasks[name] = asyncio.create_task(self._for_ever(work), name=f"notifications: {name}")

    async def _for_ever(self, work: Work) -> None:
        pause = self._timing.first_pause
        while True:
            try:
                async with await AsyncConnection.connect(**self._options) as connection:
                    pause = self._timing.first_pause
                    await work(connection)
            except CONNECTION_FAILURES as failure:
                log.warning(
                    "notifications wait for the database: %s", operator_words(failure).splitlines()[0]
                )
            await asyncio.sleep(SystemRandom().uniform(pause / 2, pause))
            pause = min(2 * pause, self._timing.longest_pause)

    async def _receive(self, connection: AsyncConnection[Any]) -> None:
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
            await self._local.publish_all()
            self._is_listening.set()
            while True:
                async for received in connection.notifies(timeout=self._timing.heartbeat):
                    if received.pid != self._sender_pid:
                        await self._local.publish(Topic(received.payload))
                await self._require_answer(connection)
        finally:
            self._is_listening.clear()

    async def _send(self, connection: AsyncConnection[Any]) -> None:
        self._sender_pid = connection.info.backend_pid
        while True:
            await self._has_waiting.wait()
            sent, self._waiting = list(self._waiting), {}
            try:
                async with asyncio.timeout(self._timing.answer):
                    await connection.execute(SEND, [CHANNEL, sent])
            except CONNECTION_FAILURES:
                self._waiting = dict.fromkeys(sent) | self._waiting
                raise
            if not self._waiting:
                self._has_waiting.clear()
                self._all_sent.set()

    async def _require_answer(self, connection: AsyncConnection[Any]) -> None:
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
        "application_name": "haulage notifications",
        "connect_timeout": 5,
        "keepalives_idle": 15,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    }
