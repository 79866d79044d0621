"""Signals to subscribers that an order, a driver or anything else with an id has changed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from haulage.ports.runtime.notifier import Notifier
from haulage_adapters.notifier.in_process import InProcessNotifier


@asynccontextmanager
async def open_notifier(database_url: str) -> AsyncIterator[Notifier]:
    """A notifier for every process that shares the database; one server and its commands share SQLite."""
    if database_url.startswith("sqlite"):
        yield InProcessNotifier()
        return
    from haulage_adapters.notifier.postgres import PostgresNotifier

    notifier = PostgresNotifier(database_url)
    try:
        yield notifier
    finally:
        await notifier.aclose()
