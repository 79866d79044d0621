"""Migrations make exactly the schema that the stores are written for."""

import asyncio
import subprocess
import sys
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect
from sqlalchemy.pool import NullPool

from haulage_adapters.sql.engine import parse_url
from haulage_adapters.sql.migrations import current, is_current, newest, upgrade
from haulage_adapters.sql.schema import metadata


def _connect(url: str) -> Connection:
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        parsed = parsed.set(drivername="sqlite")
    return create_engine(parsed, poolclass=NullPool).connect()


def _checks(connection: Connection) -> dict[tuple[str, str], str]:
    """Every CHECK constraint by table and name, which alembic does not compare."""
    inspector = inspect(connection)
    return {
        (table, str(check["name"])): check["sqltext"]
        for table in inspector.get_table_names()
        for check in inspector.get_check_constraints(table)
    }


def _indexes(connection: Connection) -> dict[str, Any]:
    """Every index with its condition, which alembic does not compare either."""
    inspector = inspect(connection)
    return {
        str(index["name"]): (
            index["column_names"],
            bool(index["unique"]),
            {name: str(option) for name, option in index.get("dialect_options", {}).items()},
        )
        for table in inspector.get_table_names()
        for index in inspector.get_indexes(table)
    }


def test_migrations_make_the_tables_that_the_stores_expect(database: str) -> None:
    with _connect(database) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


@pytest.mark.parametrize(
    ("database", "empty_database"), [("sqlite", "sqlite"), ("postgresql", "postgresql")], indirect=True
)
def test_migrations_make_every_check_and_index_condition(database: str, empty_database: str) -> None:
    with _connect(empty_database) as expected, _connect(database) as migrated:
        metadata.create_all(expected)
        assert _checks(migrated) == _checks(expected)
        assert _indexes(migrated) == _indexes(expected)


@pytest.mark.anyio
async def test_an_empty_database_is_at_no_revision(empty_database: str) -> None:
    assert await current(empty_database) is None
    assert not await is_current(empty_database)


@pytest.mark.anyio
async def test_an_upgraded_database_is_current_and_stays_so(empty_database: str) -> None:
    await upgrade(empty_database)
    await upgrade(empty_database)
    assert await is_current(empty_database)
    assert await current(empty_database) == newest()


@pytest.mark.anyio
async def test_threads_that_upgrade_at_once_wait_for_each_other(empty_database: str) -> None:
    await asyncio.gather(*(upgrade(empty_database) for _ in range(6)))
    assert await is_current(empty_database)


UPGRADE = """
import asyncio, sys
from haulage_adapters.sql.migrations import upgrade
sys.stdin.readline()
asyncio.run(upgrade(sys.argv[1]))
"""


def test_processes_that_upgrade_at_once_wait_for_each_other(empty_database: str) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", UPGRADE, empty_database], stdin=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    for process in started:
        process.communicate("go\n", timeout=60)
    assert [process.returncode for process in started] == [0, 0, 0]
    assert asyncio.run(is_current(empty_database))


def test_an_upgrade_that_fails_leaves_nothing_behind(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_late(*_arguments: Any, **_options: Any) -> None:
        raise RuntimeError("the last statement failed")

    with monkeypatch.context() as patched:
        patched.setattr(Operations, "create_index", fails_late)
        with pytest.raises(RuntimeError, match="the last statement"):
            asyncio.run(upgrade(empty_database))
    with _connect(empty_database) as connection:
        assert inspect(connection).get_table_names() == []
