"""Whoever follows something is woken: in one process, and in every process that shares a PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from typing import Any

import psycopg
import pytest

from haulage.ports.runtime.notifier import Notifier
from haulage.ports.runtime.topics import driver_topic, order_topic
from haulage_adapters.notifier import open_notifier
from haulage_adapters.notifier.postgres import NotifierTiming, PostgresNotifier
from postgres import server

pytestmark = pytest.mark.anyio

SOON = 10.0
"""Seconds after which a test has failed; nothing waits so long that works."""

QUICK = NotifierTiming(first_listen=SOON, first_pause=0.01, longest_pause=0.05)


@pytest.fixture
def shared() -> Any:
    """A PostgreSQL database without tables: notifications need none."""
    url = server().create()
    yield url
    server().drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
async def notifier(request: pytest.FixtureRequest, anyio_backend: str) -> AsyncIterator[Notifier]:
    if request.param == "sqlite":
        async with open_notifier("sqlite+aiosqlite:///here.db") as opened:
            yield opened
        return
    async with aclosing(PostgresNotifier(request.getfixturevalue("shared"), QUICK)) as opened:
        yield opened


@asynccontextmanager
async def two_processes(url: str) -> AsyncIterator[tuple[PostgresNotifier, PostgresNotifier]]:
    async with AsyncExitStack() as stack:
        here, there = PostgresNotifier(url, QUICK), PostgresNotifier(url, QUICK)
        for opened in (here, there):
            stack.push_async_callback(opened.aclose)
        yield here, there


async def break_connections(url: str) -> int:
    """As a restarted server or a firewall does; how many there were."""
    plain = url.replace("postgresql+psycopg", "postgresql")
    statement = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'haulage notifications' AND datname = current_database()"
    )
    async with await psycopg.AsyncConnection.connect(plain, autocommit=True) as connection:
        return len(await (await connection.execute(statement)).fetchall())


async def test_every_listener_to_a_topic_is_notified_and_nobody_else_is(notifier: Notifier) -> None:
    async with (
        notifier.listen(order_topic("ord_1")) as one,
        notifier.listen(order_topic("ord_1")) as two,
        notifier.listen(order_topic("ord_2")) as other,
    ):
        await notifier.publish(order_topic("ord_1"))
        assert await one.wait(SOON)
        assert await two.wait(SOON)
        assert not await other.wait(0)
        assert not await one.wait(0), "it was published once"


async def test_what_was_published_before_listening_is_not_received(notifier: Notifier) -> None:
    async with notifier.listen(order_topic("ord_2")) as ready:
        await notifier.publish(order_topic("ord_1"))
        async with notifier.listen(order_topic("ord_1")) as late:
            await notifier.publish(order_topic("ord_2"))
            assert await ready.wait(SOON)
            assert not await late.wait(0)


async def test_what_one_process_publishes_is_received_in_another(shared: str) -> None:
    async with two_processes(shared) as (here, there), there.listen(driver_topic("drv_1")) as subscription:
        await here.publish(driver_topic("drv_1"))
        assert await subscription.wait(SOON)
        assert not await subscription.wait(0)


async def test_a_thousand_notifications_reach_the_other_process(shared: str) -> None:
    topics = [order_topic(f"ord_{number}") for number in range(1000)]
    async with two_processes(shared) as (here, there), AsyncExitStack() as stack:
        subscriptions = [await stack.enter_async_context(there.listen(topic)) for topic in topics]
        for topic in topics:
            await here.publish(topic)
        assert all(await asyncio.gather(*(each.wait(SOON) for each in subscriptions)))


async def test_after_a_broken_connection_all_are_notified_and_then_each_of_its_own(shared: str) -> None:
    """A process does not know what it missed, so everybody looks."""
    async with two_processes(shared) as (here, there), there.listen(order_topic("ord_1")) as subscription:
        await here.publish(order_topic("ord_1"))
        assert await subscription.wait(SOON)
        assert await break_connections(shared) == 2
        assert await subscription.wait(SOON), "it has connected again"
        await here.publish(order_topic("ord_1"))
        assert await subscription.wait(SOON)


async def test_whoever_publishes_and_listens_does_not_notice_that_the_database_is_away(
    unused_address: str,
) -> None:
    timing = NotifierTiming(first_listen=0.01, first_pause=0.01, closing=0.01)
    alone = aclosing(PostgresNotifier(unused_address, timing))
    async with (
        asyncio.timeout(SOON),
        alone as notifier,
        notifier.listen(order_topic("ord_1")) as subscription,
    ):
        await notifier.publish(order_topic("ord_1"))
        assert await subscription.wait(0), "in this process it is received at once"


@pytest.fixture
def unused_address(tmp_path: Any) -> str:
    """A socket folder in which no server is."""
    return f"postgresql+psycopg://haulage@/none?host={tmp_path}"


async def test_what_is_published_just_before_the_end_is_still_sent(shared: str) -> None:
    there = PostgresNotifier(shared, QUICK)
    async with aclosing(there), there.listen(order_topic("ord_1")) as subscription:
        async with open_notifier(shared) as here:
            await here.publish(order_topic("ord_1"))
        assert await subscription.wait(SOON)
