"""Databases for tests: each test has its own, migrated, on SQLite and on PostgreSQL.

A folder of tests takes these fixtures over by importing them in its ``conftest.py``.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from emptied_databases import EmptiedDatabases
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.migrations import upgrade
from haulage_adapters.sql.storage import SqlStorage
from postgres import server

DATABASES = ["sqlite", "postgresql"]


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file at the newest revision, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "haulage.db"
    asyncio.run(upgrade(f"sqlite+aiosqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def migrated_template() -> Iterator[str]:
    """The name of a PostgreSQL database at the newest revision, to be copied."""
    url = server().create()
    asyncio.run(upgrade(url))
    yield str(make_url(url).database)
    server().drop(url)


@pytest.fixture(scope="session")
def emptied_databases(migrated_template: str) -> Iterator[EmptiedDatabases]:
    """Migrated PostgreSQL databases to be lent to one test after another."""
    databases = EmptiedDatabases(server(), migrated_template)
    yield databases
    databases.close()


@pytest.fixture(params=DATABASES)
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without any table."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'empty.db'}"
        return
    url = server().create()
    yield url
    server().drop(url)


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a migrated database without any row."""
    if request.param == "sqlite":
        path = shutil.copy(request.getfixturevalue("migrated_file"), tmp_path / "haulage.db")
        yield f"sqlite+aiosqlite:///{path}"
        return
    if request.node.get_closest_marker("new_database"):
        url = server().create(template=request.getfixturevalue("migrated_template"))
        yield url
        server().drop(url)
        return
    with request.getfixturevalue("emptied_databases").lend() as url:
        yield url


@pytest.fixture
async def storage(anyio_backend: str, database: str) -> AsyncIterator[SqlStorage]:
    """A storage over a migrated database of its own."""
    opened = SqlStorage(open_engine(database))
    yield opened
    await opened.aclose()
