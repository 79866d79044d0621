"""Upgrades give earlier orders their texts, and PostgreSQL an index of them where it can have one."""

import asyncio
import importlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import NullPool

from adapters.conftest import Scene
from adapters.test_order_search import found
from builders import an_order
from haulage_adapters.sql import migrations
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.migrations import upgrade
from haulage_adapters.sql.storage import SqlStorage

postgresql_alone = pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
LIMITED = "haulage_without_rights"


def _run(url: URL | str, *statements: str) -> list[str]:
    """What the last of them answers."""
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements[:-1]:
            connection.execute(text(statement))
        result = connection.execute(text(statements[-1]))
        answer = [str(value) for value in result.scalars()] if result.returns_rows else []
    engine.dispose()
    return answer


def _indexes(url: URL | str) -> list[str]:
    return _run(url, "SELECT indexdef FROM pg_indexes WHERE indexname = 'ix_order_texts_text'")


@contextmanager
def _without_rights(url: str) -> Iterator[str]:
    """The database as a user who may make tables in it and nothing else."""
    _run(url, f"CREATE ROLE {LIMITED} LOGIN", f"GRANT ALL ON SCHEMA public TO {LIMITED}")
    try:
        yield make_url(url).set(username=LIMITED).render_as_string(hide_password=False)
    finally:
        _run(url, f"DROP OWNED BY {LIMITED}", f"DROP ROLE {LIMITED}")


@postgresql_alone
def test_who_may_not_install_the_extension_is_told_and_may_have_the_index_later(
    empty_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with _without_rights(empty_database) as limited:
        asyncio.run(upgrade(limited))
        (warning,) = (record for record in caplog.records if record.levelno == logging.WARNING)
        assert "CREATE EXTENSION pg_trgm" in warning.getMessage()
        assert _indexes(empty_database) == []
        _run(empty_database, "CREATE SCHEMA elsewhere", "CREATE EXTENSION pg_trgm SCHEMA elsewhere")
        asyncio.run(upgrade(limited))
        assert _indexes(empty_database) == [], "not before they may use it"
        _run(empty_database, f"GRANT USAGE ON SCHEMA elsewhere TO {LIMITED}")
        asyncio.run(upgrade(limited))
        (index,) = _indexes(empty_database)
        assert "elsewhere.gin_trgm_ops" in index
        asyncio.run(upgrade(limited))


@pytest.mark.anyio
async def test_orders_of_an_earlier_release_are_found(
    scene: Scene, storage: SqlStorage, database: str
) -> None:
    await scene.order(an_order(items_description="A grand piano"))
    await storage.aclose()
    undone = ["DROP TABLE order_texts"]
    if database.startswith("sqlite"):
        undone = ["DROP TABLE order_search", *_triggers_gone(database), *undone]
    else:
        undone += [
            f"DROP FUNCTION {name} CASCADE"
            for name in ("order_texts_of_order", "order_texts_of_customer", "order_texts_of_driver")
        ]
    _run(_plain(database), *undone)
    _make_texts(database)
    await upgrade(database)
    again = SqlStorage(open_engine(database))
    assert await found(again, "GRAND piano") == ["ord_1"]
    assert await found(again, "drums") == []
    await again.aclose()


def _make_texts(database: str) -> None:
    """The one step of the upgrade, whatever other steps have come after it."""
    (file,) = (Path(migrations.__file__).parent / "versions").glob("*_order_texts.py")
    step = importlib.import_module(f"haulage_adapters.sql.migrations.versions.{file.stem}")
    engine = create_engine(_plain(database), poolclass=NullPool)
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        step.upgrade()


def _plain(database: str) -> URL:
    url = make_url(database)
    return url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url


def _triggers_gone(database: str) -> list[str]:
    named = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%order_texts%'"
    return [f"DROP TRIGGER {name}" for name in _run(_plain(database), named)]
