"""An upgrade gives PostgreSQL an index of orders' texts where it can have one."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import NullPool

from haulage_adapters.sql.migrations import upgrade

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
