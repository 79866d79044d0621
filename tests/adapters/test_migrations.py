"""Migrations make exactly the schema that the stores are written for."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.pool import NullPool

from forked import run, start
from haulage_adapters.database_url import parse_url
from haulage_adapters.sql import migrations
from haulage_adapters.sql.errors import DatabaseInUse, DatabaseTooNew
from haulage_adapters.sql.migrations import current, is_current, newest, upgrade
from haulage_adapters.sql.schema import metadata


def _connect(url: str) -> Connection:
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        parsed = parsed.set(drivername="sqlite")
    return create_engine(parsed, poolclass=NullPool).connect()


NO_MODEL = ("order_search", "ix_order_texts_trigrams")
"""Tables of FTS5, and an index that needs an extension: no part of what SQLAlchemy makes."""


def _has_model(_object: Any, name: str | None, *_rest: Any) -> bool:
    return not (name or "").startswith(NO_MODEL)


def _triggers(connection: Connection) -> set[tuple[str, ...]]:
    """Names and texts of triggers, with what they call."""
    if connection.dialect.name == "sqlite":
        found = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    else:
        found = connection.execute(
            text(
                "SELECT t.tgname, pg_get_triggerdef(t.oid), p.prosrc FROM pg_trigger t "
                "JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal"
            )
        )
    return {tuple(map(str, row)) for row in found}


def _checks(connection: Connection) -> dict[tuple[str, str], str]:
    """Every CHECK constraint by table and name, which alembic does not compare."""
    inspector = inspect(connection)
    return {
        (table, str(check["name"])): check["sqltext"]
        for table in inspector.get_table_names()
        for check in inspector.get_check_constraints(table)
    }


def test_an_upgrade_says_what_it_waits_for_and_gives_up_with_a_sentence(
    empty_database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(migrations, "UNTOLD_MILLISECONDS", 20)
    monkeypatch.setattr(migrations, "LOCK_MILLISECONDS", 100)
    with migrations.locked(parse_url(empty_database)) as connection:
        connection.execute(text("SELECT 1"))
        with pytest.raises(DatabaseInUse):
            asyncio.run(upgrade(empty_database))
    assert "Waiting for another upgrade" in caplog.text
    asyncio.run(upgrade(empty_database))
    assert asyncio.run(is_current(empty_database))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_where_the_database_is_can_be_asked_beside_an_upgrade(database: str) -> None:
    with migrations.locked(parse_url(database)) as connection:
        connection.execute(text("SELECT 1"))
        assert asyncio.run(current(database)) == newest()


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
        if _has_model(index, index["name"])
    }


def test_migrations_make_the_tables_that_the_stores_expect(database: str) -> None:
    with _connect(database) as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_object": _has_model}
        )
        assert compare_metadata(context, metadata) == []


@pytest.mark.parametrize(
    ("database", "empty_database"), [("sqlite", "sqlite"), ("postgresql", "postgresql")], indirect=True
)
def test_migrations_make_every_check_trigger_and_index_condition(database: str, empty_database: str) -> None:
    with _connect(empty_database) as expected, _connect(database) as migrated:
        metadata.create_all(expected)
        assert _checks(migrated) == _checks(expected)
        assert _indexes(migrated) == _indexes(expected)
        assert _triggers(migrated) == _triggers(expected)


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


def test_processes_that_upgrade_at_once_wait_for_each_other(empty_database: str) -> None:
    started = [start(run, upgrade, empty_database) for _ in range(3)]
    for process in started:
        process.join(60)
    assert [process.exitcode for process in started] == [0, 0, 0]
    assert asyncio.run(is_current(empty_database))


def test_an_upgrade_that_fails_leaves_nothing_behind(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_late(*_arguments: Any, **_options: Any) -> None:
        raise RuntimeError("the last statement failed")

    with monkeypatch.context() as patched:
        patched.setattr(Operations, "execute", fails_late)
        with pytest.raises(RuntimeError, match="the last statement"):
            asyncio.run(upgrade(empty_database))
    with _connect(empty_database) as connection:
        assert inspect(connection).get_table_names() == []


LATER_REVISION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "9999_later", "{newest}", None, None


def upgrade():
    op.add_column("rate_limits", sa.Column("added", sa.Integer()))
"""


@pytest.fixture
def later_release(empty_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of this release, with one revision more to come."""
    asyncio.run(upgrade(empty_database))
    (tmp_path / "9999_later.py").write_text(LATER_REVISION.format(newest=newest()))
    config = migrations._config()
    config.set_main_option("path_separator", "newline")
    ours = Path(migrations.__file__).parent / "versions"
    config.set_main_option("version_locations", f"{ours}\n{tmp_path}".replace("%", "%%"))
    monkeypatch.setattr(migrations, "_config", lambda: config)
    return empty_database


def test_a_database_of_an_earlier_release_is_upgraded(later_release: str) -> None:
    assert not asyncio.run(is_current(later_release))
    asyncio.run(upgrade(later_release))
    assert asyncio.run(current(later_release)) == "9999_later"
    with _connect(later_release) as connection:
        assert "added" in {column["name"] for column in inspect(connection).get_columns("rate_limits")}


def test_a_database_of_a_newer_release_is_refused(
    later_release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(upgrade(later_release))
    monkeypatch.undo()
    with pytest.raises(DatabaseTooNew):
        asyncio.run(upgrade(later_release))


@pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
def test_an_upgrade_gives_up_soon_while_a_table_is_in_use(
    later_release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "TABLE_LOCK_MILLISECONDS", 100)
    with _connect(later_release) as reader:
        reader.execute(text("SELECT count(*) FROM rate_limits"))
        with pytest.raises(DatabaseInUse):
            asyncio.run(upgrade(later_release))
    assert not asyncio.run(is_current(later_release))
    asyncio.run(upgrade(later_release))
    assert asyncio.run(is_current(later_release))
