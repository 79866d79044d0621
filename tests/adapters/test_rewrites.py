"""Many ask at once for the database's file to be written anew: it is done one at a time, for all of them."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import attrs
import pytest

from haulage_adapters.sql import engine as sql_engine
from haulage_adapters.sql.rewrites import Rewrites
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.write_probe import WritesHeldUp

pytestmark = pytest.mark.anyio


@attrs.define(eq=False)
class Attempts:
    """Attempts that end when the test says so."""

    begun: int = 0
    at_once: int = 0
    succeeds: bool = True
    may_end: asyncio.Semaphore = attrs.field(factory=lambda: asyncio.Semaphore(0))

    async def __call__(self) -> bool:
        self.begun += 1
        self.at_once += 1
        assert self.at_once == 1, "one at a time"
        await self.may_end.acquire()
        self.at_once -= 1
        return self.succeeds


async def settled() -> None:
    """Every task has come as far as it can without the test."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_all_who_ask_during_an_attempt_share_the_next() -> None:
    rewrites, attempts = Rewrites(), Attempts()
    first = asyncio.create_task(rewrites.ask(attempts))
    await settled()
    assert attempts.begun == 1
    others = [asyncio.create_task(rewrites.ask(attempts)) for _ in range(50)]
    await settled()
    assert attempts.begun == 1
    attempts.may_end.release()
    await first
    await settled()
    assert attempts.begun == 2
    assert not any(other.done() for other in others), "what they deleted may not be in the first"
    late = asyncio.create_task(rewrites.ask(attempts))
    await settled()
    attempts.may_end.release()
    await asyncio.gather(*others)
    assert not late.done()
    attempts.may_end.release()
    await late
    assert attempts.begun == 3


async def test_an_attempt_outlives_the_caller_who_is_cancelled() -> None:
    rewrites, attempts = Rewrites(), Attempts()
    gone = asyncio.create_task(rewrites.ask(attempts))
    await settled()
    gone.cancel()
    stays = asyncio.create_task(rewrites.ask(attempts))
    await settled()
    assert attempts.begun == 1
    attempts.may_end.release()
    attempts.may_end.release()
    await stays
    assert (gone.cancelled(), attempts.begun) == (True, 2)


async def test_closing_waits_for_what_was_asked_for() -> None:
    rewrites, attempts = Rewrites(), Attempts()
    asked = [asyncio.create_task(rewrites.ask(attempts))]
    await settled()
    asked.append(asyncio.create_task(rewrites.ask(attempts)))
    await settled()
    closing = asyncio.create_task(rewrites.aclose())
    await settled()
    assert not closing.done()
    attempts.may_end.release()
    attempts.may_end.release()
    await closing
    assert attempts.begun == 2
    await asyncio.gather(*asked)


async def test_one_that_fails_leaves_it_due_and_does_not_stop_the_next() -> None:
    rewrites, attempts = Rewrites(), Attempts()

    async def fails() -> bool:
        raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"):
        await rewrites.ask(fails)
    assert rewrites.due
    attempts.may_end.release()
    await rewrites.ask(attempts)
    assert not rewrites.due
    attempts.succeeds = False
    attempts.may_end.release()
    await rewrites.ask(attempts)
    assert rewrites.due


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_write_that_waits_for_our_own_rewrite_is_no_trouble(
    storage: SqlStorage, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a server would be called unready for seconds each day."""
    monkeypatch.setattr("haulage_adapters.sql.write_probe.PROBE_SECONDS", 0.05)
    attempts = Attempts()
    rewriting = asyncio.create_task(storage.rewrites.ask(attempts))
    await settled()
    with closing(
        sqlite3.connect(database.removeprefix("sqlite+aiosqlite:///"), isolation_level=None)
    ) as connection:
        connection.execute("BEGIN IMMEDIATE")
        await storage.check_writes()
        attempts.may_end.release()
        await rewriting
        with pytest.raises(WritesHeldUp):
            await storage.check_writes()
        connection.execute("ROLLBACK")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_many_scrubs_at_once_write_the_file_anew_once_or_twice(
    storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Path] = []
    really = sql_engine._rewrite

    def counted(path: Path) -> bool:
        done.append(path)
        return really(path)

    monkeypatch.setattr(sql_engine, "_rewrite", counted)
    await asyncio.gather(*(storage.scrub(rewrite=True) for _ in range(20)))
    assert len(done) in (1, 2)
