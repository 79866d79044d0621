"""What a log says of work that nobody waits for: the cause for operators, on SQLite and on PostgreSQL."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from haulage.kernel.errors import Unavailable
from haulage.kernel.operator_words import operator_words
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.assembly.background_work import ChoreTiming, repeat
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.errors import DiskFull
from haulage_adapters.sql.storage import RetryLimits, SqlStorage
from haulage_adapters.system.faults import log_fault

pytestmark = pytest.mark.anyio

ONCE = RetryLimits(attempts=1, seconds=0.0)


async def probe(unit: UnitOfWork) -> None:
    await unit.operation.probe()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_lock_that_is_held_is_named_behind_the_customers_sentence(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pragmas = ("busy_timeout = 1", "journal_mode = WAL")
    monkeypatch.setattr("haulage_adapters.sql.engine.SQLITE_PRAGMAS", pragmas)
    storage = SqlStorage(open_engine(database), retries=ONCE)
    file = database.removeprefix("sqlite+aiosqlite:///")
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable) as refused:
                await storage.write(probe)
    finally:
        await storage.aclose()
    assert refused.value.message == Unavailable("storage").message
    assert "(database is locked)" in operator_words(refused.value)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_table_that_is_held_is_named_in_the_servers_words(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("haulage_adapters.sql.engine.POSTGRES_OPTIONS", {"lock_timeout": "50ms"})
    storage = SqlStorage(open_engine(database), retries=ONCE)
    engine = create_engine(database, poolclass=NullPool)
    try:
        with engine.connect() as other:
            other.execute(text("LOCK TABLE operation_state IN ACCESS EXCLUSIVE MODE"))
            with pytest.raises(Unavailable) as refused:
                await storage.write(probe)
    finally:
        await storage.aclose()
        engine.dispose()
    assert "(canceling statement due to lock timeout)" in operator_words(refused.value)


def test_a_refusal_is_a_line_and_a_fault_has_its_trace(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("haulage_adapters.tests")
    log_fault(log, "jobs are not being done", DiskFull())
    log_fault(log, "jobs are not being done", ZeroDivisionError("seven"))
    refusal, fault = caplog.records
    assert "disk of the database is full" in refusal.getMessage()
    assert (refusal.levelname, refusal.exc_info) == ("WARNING", None)
    assert (fault.levelname, bool(fault.exc_info)) == ("ERROR", True)


async def test_a_chore_on_a_full_disk_leaves_a_line_with_the_cause(caplog: pytest.LogCaptureFixture) -> None:
    closing = asyncio.Event()

    async def chore() -> None:
        closing.set()
        raise DiskFull

    await repeat("mileage", chore, closing, ChoreTiming(0.0, timedelta(seconds=30), 0.0))
    (line,) = caplog.records
    assert (
        "chore 'mileage' failed and will be tried again: The disk of the database is full"
        in line.getMessage()
    )
    assert line.exc_info is None
