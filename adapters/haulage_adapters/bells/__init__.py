"""Waking those who follow an order, a driver or anything else that has an id."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from haulage.ports.events import OrderBells
from haulage_adapters.bells.in_process import InProcessBells


@asynccontextmanager
async def open_bells(database_url: str) -> AsyncIterator[OrderBells]:
    """Bells for every process that shares the database; SQLite is shared by one server and its commands."""
    if database_url.startswith("sqlite"):
        yield InProcessBells()
        return
    from haulage_adapters.bells.postgres import PostgresBells

    bells = PostgresBells(database_url)
    try:
        yield bells
    finally:
        await bells.aclose()
