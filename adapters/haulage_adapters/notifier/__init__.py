"""Notifications for whoever follows an order, a driver or the jobs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from haulage.ports.runtime.notifier import Notifier
from haulage_adapters.notifier.in_process import InProcessNotifier


@asynccontextmanager
async def open_notifier(database_url: str) -> AsyncIterator[Notifier]:
    """Reaches every process that shares the database; SQLite is shared by one server and its commands."""
    if database_url.startswith("sqlite"):
        yield InProcessNotifier()
        return
    from haulage_adapters.notifier.postgres import PostgresNotifier

    notifier = PostgresNotifier(database_url)
    try:
        yield notifier
    finally:
        await notifier.aclose()
