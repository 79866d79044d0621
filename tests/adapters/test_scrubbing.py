"""What was erased stands no more in the bytes of a SQLite file or of its write-ahead log."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from haulage_adapters.sql import engine as sql_engine
from haulage_adapters.sql.engine import open_engine, set_pragmas
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

MARK = b"Zelda Quark"


def bytes_of(file: Path) -> bytes:
    return b"".join(each.read_bytes() for each in file.parent.glob(f"{file.name}*"))


@pytest.fixture
def forgotten(tmp_path: Path) -> Path:
    """A file from which an earlier release deleted somebody, without overwriting them."""
    file = tmp_path / "haulage.db"
    luck = random.Random(1)
    with closing(sqlite3.connect(file)) as connection:
        set_pragmas(connection)
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE said (id INTEGER PRIMARY KEY, words TEXT)")
        for number in range(400):
            words = f"Hello {MARK.decode()} " + "x" * luck.randrange(300)
            connection.execute("INSERT INTO said VALUES (?, ?)", (number, words))
        connection.execute("UPDATE said SET words = 'Hello [erased]'")
    return file


async def test_deleted_text_leaves_the_file_when_it_is_scrubbed(forgotten: Path) -> None:
    storage = SqlStorage(open_engine(f"sqlite+aiosqlite:///{forgotten}"))
    await storage.check()
    await storage.scrub()
    assert MARK in bytes_of(forgotten)
    await storage.scrub(rewrite=True)
    assert MARK not in bytes_of(forgotten)
    assert b"Hello [erased]" in bytes_of(forgotten)
    await storage.aclose()


async def test_a_file_that_is_too_large_is_left_with_a_word_in_the_log(
    forgotten: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sql_engine, "LARGEST_REWRITTEN", 1)
    storage = SqlStorage(open_engine(f"sqlite+aiosqlite:///{forgotten}"))
    await storage.scrub(rewrite=True)
    await storage.aclose()
    assert "too large to be written anew" in caplog.text


async def test_a_writer_who_holds_the_file_is_not_disturbed(
    forgotten: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sql_engine, "BUSY_MILLISECONDS", 1)
    storage = SqlStorage(open_engine(f"sqlite+aiosqlite:///{forgotten}"))
    with closing(sqlite3.connect(forgotten, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        await storage.scrub(rewrite=True)
        connection.execute("ROLLBACK")
    await storage.aclose()
    assert "could not be written anew" in caplog.text


async def test_what_a_writer_kept_from_the_file_is_done_at_the_next_call(
    forgotten: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_engine, "BUSY_MILLISECONDS", 1)
    monkeypatch.setattr(sql_engine, "SQLITE_PRAGMAS", (*sql_engine.SQLITE_PRAGMAS, "busy_timeout = 1"))
    storage = SqlStorage(open_engine(f"sqlite+aiosqlite:///{forgotten}"))
    with closing(sqlite3.connect(forgotten, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        await storage.scrub(rewrite=True)
        connection.execute("ROLLBACK")
    assert MARK in bytes_of(forgotten)
    await storage.scrub()
    assert MARK not in bytes_of(forgotten)
    await storage.aclose()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_an_index_that_a_writer_keeps_as_it_is_leaves_a_word_in_the_log(
    storage: SqlStorage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sql_engine, "SQLITE_PRAGMAS", (*sql_engine.SQLITE_PRAGMAS, "busy_timeout = 1"))
    file = storage.engine.writing.url.database
    assert file is not None
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        await storage.scrub()
        connection.execute("ROLLBACK")
    assert "stay in the index of orders" in caplog.text
