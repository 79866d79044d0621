"""A SQLite file survives its writer being killed: what was acknowledged is there."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from haulage.ports.storage.idempotency import RequestKey
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage

WRITER = """
import asyncio, sys
from datetime import UTC, datetime
from haulage.ports.storage.idempotency import RequestKey, StoredResponse
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage

async def main(url, name):
    storage = SqlStorage(open_engine(url))
    for number in range(1_000_000):
        key = RequestKey(name, "crash", str(number))
        await storage.write(
            lambda unit: unit.idempotency.add(key, StoredResponse("hash", b"x" * 500), datetime.now(UTC))
        )
        print(number, flush=True)

asyncio.run(main(sys.argv[1], sys.argv[2]))
"""

ACKNOWLEDGED = 60


def _write_until_killed(url: str, name: str) -> int:
    """The last number that the writer had acknowledged when it was killed."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, url, name], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            if int(line) >= ACKNOWLEDGED:
                break
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split()
    return int(rest[-1]) if rest else ACKNOWLEDGED


async def _kept(url: str, name: str, last: int) -> list[bool]:
    storage = SqlStorage(open_engine(url))
    keys = [RequestKey(name, "crash", str(number)) for number in range(last + 1)]
    found = [await storage.read(lambda unit, key=key: unit.idempotency.get(key)) is not None for key in keys]
    await storage.check()
    await storage.aclose()
    return found


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_killed_writer_loses_nothing_that_it_acknowledged(database: str) -> None:
    for round_name in ("first", "second"):
        last = _write_until_killed(database, round_name)
        assert all(asyncio.run(_kept(database, round_name, last)))
    path = Path(database.removeprefix("sqlite+aiosqlite:///"))
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
        assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
    engine.dispose()
