"""Connections are set so that what was promised holds."""

import sqlite3
import traceback
from typing import Any

import attrs
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from builders import an_order
from haulage_adapters.sql.engine import set_pragmas
from haulage_adapters.sql.errors import DatabaseRefused
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

FULL = 2


async def _shown(engine: AsyncEngine, *statements: str) -> list[Any]:
    async with engine.connect() as connection:
        return [(await connection.execute(text(statement))).scalar() for statement in statements]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_sqlite_flushes_every_commit_and_enforces_references(storage: SqlStorage) -> None:
    settings = ("PRAGMA journal_mode", "PRAGMA synchronous", "PRAGMA foreign_keys", "PRAGMA query_only")
    assert await _shown(storage.engine.writing, *settings) == ["wal", FULL, 1, 0]
    assert await _shown(storage.engine.reading, *settings) == ["wal", FULL, 1, 1]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_postgresql_reads_a_snapshot_and_writes_by_statement(storage: SqlStorage) -> None:
    settings = ("SHOW transaction_isolation", "SHOW transaction_read_only", "SHOW statement_timeout")
    assert await _shown(storage.engine.writing, *settings) == ["read committed", "off", "10s"]
    assert await _shown(storage.engine.reading, *settings) == ["repeatable read", "on", "10s"]
    assert await _shown(storage.engine.writing, *settings) == ["read committed", "off", "10s"]


async def test_a_refusal_names_the_constraint_and_tells_nothing_of_the_row(
    scene: Any, storage: SqlStorage
) -> None:
    order = await scene.order(an_order(items_description="a secret wardrobe"))
    with pytest.raises(DatabaseRefused, match="ck_orders_price_cents") as refused:
        await storage.write(lambda unit: unit.orders.save(order, attrs.evolve(order, price_cents=-1)))
    assert "wardrobe" not in "".join(traceback.format_exception(refused.value))


class Refusing:
    """A connection whose first change of the journal mode meets another's."""

    def __init__(self, code: int) -> None:
        self.code, self.requests, self.isolation_level = code, list[str](), ""

    def cursor(self) -> "Refusing":
        return self

    def execute(self, statement: str) -> None:
        self.requests.append(statement)
        if statement == "PRAGMA journal_mode = WAL" and self.requests.count(statement) == 1:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = self.code
            raise error

    def close(self) -> None:
        pass


def test_connections_that_open_a_new_file_at_once_wait_for_its_journal_mode() -> None:
    """SQLite refuses one of them without waiting: it was seen once in 400 rounds of four."""
    met = Refusing(sqlite3.SQLITE_BUSY)
    set_pragmas(met, ("journal_mode = WAL", "synchronous = FULL"))
    assert met.requests == [*["PRAGMA journal_mode = WAL"] * 2, "PRAGMA synchronous = FULL"]
    with pytest.raises(sqlite3.OperationalError):
        set_pragmas(Refusing(sqlite3.SQLITE_CORRUPT), ("journal_mode = WAL",))
