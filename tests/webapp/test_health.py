"""``/health/ready`` says what writes would meet, and a 503 says when to come again and leaves a line."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import exc

from haulage.accounts.social_flows import ProviderSilent
from haulage.kernel.errors import Unavailable
from haulage.use_cases.readiness import CheckReady
from haulage_adapters.sql.engine import BUSY_MILLISECONDS, SqlEngine, open_engine
from haulage_adapters.sql.errors import DatabaseDamaged, DatabaseReadOnly, DiskFull, translate
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.clock import SystemClock
from haulage_webapp.errors import log_unavailable
from people import People

pytestmark = pytest.mark.anyio


class OfTests:
    """A storage that writes as it is told."""

    def __init__(self) -> None:
        self.refusal: Unavailable | None = None
        self.calls = 0

    async def check_writes(self) -> None:
        self.calls += 1
        if self.refusal is not None:
            raise self.refusal


@pytest.mark.both_databases
async def test_ready_says_no_while_nothing_can_be_written_and_asks_only_now_and_then(
    people: People,
    client: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    storage = OfTests()
    ready = people.marketplace.readiness.check
    monkeypatch.setattr(ready, "storage", storage)
    monkeypatch.setattr(ready, "_checked_at", None)
    storage.refusal = DiskFull()
    for _ in range(5):
        answer = await client.get("/health/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "disk_full")
        assert int(answer.headers["Retry-After"]) > 0
    assert storage.calls == 1
    assert "disk of the database is full" in caplog.text
    assert "disk" not in answer.text.replace("disk_full", "")
    storage.refusal = None
    monkeypatch.setattr(ready, "_checked_at", None)
    assert (await client.get("/health/ready")).status_code == 200


def test_the_line_has_the_words_of_the_driver_and_no_value(caplog: pytest.LogCaptureFixture) -> None:
    calls: Any = SimpleNamespace(scope={"state": {"request_id": "req-1"}})
    sent = exc.OperationalError(
        "SELECT ?", {"phone": "555-0100"}, sqlite3.OperationalError("no such column: x")
    )
    failure = translate(sent, "order")
    assert isinstance(failure, Unavailable)
    failure.__cause__ = sent
    log_unavailable(calls, failure)
    assert "request req-1 met unavailable (storage)" in caplog.text
    assert "(no such column: x)" in caplog.text
    assert "555-0100" not in caplog.text


def test_the_line_says_that_no_connection_was_free(caplog: pytest.LogCaptureFixture) -> None:
    calls: Any = SimpleNamespace(scope={"state": {"request_id": "req-1"}})
    waited = exc.TimeoutError("QueuePool limit of size 5 overflow 0 reached, connection timed out")
    failure = translate(waited, "order")
    assert isinstance(failure, Unavailable)
    failure.__cause__ = waited
    log_unavailable(calls, failure)
    assert "(QueuePool limit of size 5 overflow 0 reached, connection timed out" in caplog.text


@pytest.mark.parametrize("versioned", [{}, {"X-Supabase-Api-Version": "2024-01-01"}], ids=["old", "new"])
async def test_account_routes_say_when_to_come_again_and_leave_a_line(
    client: httpx.AsyncClient,
    versioned: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def lost(*_: Any) -> None:
        raise DiskFull

    monkeypatch.setattr(SqlEngine, "read", lost)
    monkeypatch.setattr(SqlEngine, "write", lost)
    body = {"email": "ann@example.com", "password": "parcel7"}
    answer = await client.post("/auth/v1/token?grant_type=password", json=body, headers=versioned)
    assert (answer.status_code, answer.headers["X-Sb-Error-Code"]) == (503, "unexpected_failure")
    assert int(answer.headers["Retry-After"]) > 0
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert answer.headers["X-Request-Id"] in line
    assert "disk of the database is full" in line


async def test_a_provider_that_is_silent_leaves_a_line_although_the_browser_is_sent_on(
    people: People,
    client: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def silent(*_: Any, **__: Any) -> None:
        raise ProviderSilent("google")

    monkeypatch.setattr(type(people.marketplace.accounts.social), "begin", silent)
    answer = await client.get("/auth/v1/authorize?provider=google")
    assert (answer.status_code, "temporarily_unavailable" in answer.headers["Location"]) == (302, True)
    assert "google" in caplog.text


@pytest.mark.both_databases
async def test_a_database_that_is_written_is_ready(people: People) -> None:
    ready = people.marketplace.readiness.check
    assert isinstance(ready, CheckReady)
    await CheckReady(people.marketplace.storage, people.marketplace.clock)()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_ready_says_no_while_another_process_holds_the_lock(
    people: People, client: httpx.AsyncClient, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long before the database itself gives up waiting, and with one write that waits for all who ask."""
    monkeypatch.setattr("haulage_adapters.sql.write_probe.PROBE_SECONDS", 0.05)
    storage = people.marketplace.readiness.check.storage
    assert isinstance(storage, SqlStorage)
    with closing(
        sqlite3.connect(database.removeprefix("sqlite+aiosqlite:///"), isolation_level=None)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        async with asyncio.timeout(BUSY_MILLISECONDS / 1000 - 0.5):
            for _ in range(3):
                monkeypatch.setattr(people.marketplace.readiness.check, "_checked_at", None)
                answer = await client.get("/health/ready")
                assert (answer.status_code, answer.json()["code"]) == (503, "writes_held_up")
                assert int(answer.headers["Retry-After"]) > 0
        assert storage.engine.writing.pool.checkedout() == 1  # type: ignore[attr-defined]
        other.execute("COMMIT")
    monkeypatch.setattr("haulage_adapters.sql.write_probe.PROBE_SECONDS", 30.0)
    monkeypatch.setattr(people.marketplace.readiness.check, "_checked_at", None)
    assert (await client.get("/health/ready")).status_code == 200
    assert storage.engine.writing.pool.checkedout() == 0  # type: ignore[attr-defined]


@pytest.mark.skipif(os.name != "posix", reason="an open file can be neither removed nor replaced")
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("loss", ["removed", "replaced"])
async def test_ready_says_no_while_the_database_file_is_not_the_one_that_is_open(
    people: People,
    client: httpx.AsyncClient,
    database: str,
    loss: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """SQLite would go on to write to the former file, which is gone when the server ends."""
    file = Path(database.removeprefix("sqlite+aiosqlite:///"))
    former = file.with_suffix(".former")

    async def ready() -> httpx.Response:
        monkeypatch.setattr(people.marketplace.readiness.check, "_checked_at", None)
        return await client.get("/health/ready")

    assert (await ready()).status_code == 200
    await people.marketplace.storage.scrub(rewrite=True)
    assert (await ready()).status_code == 200, "written anew in its place, it is the same file"
    shutil.move(file, former)
    if loss == "replaced":
        shutil.copy(former, file)
    answer = await ready()
    assert (answer.status_code, answer.json()["code"]) == (503, "database_replaced")
    assert int(answer.headers["Retry-After"]) > 0
    assert "database file was removed or replaced while it was in use" in caplog.text
    shutil.move(former, file)
    assert (await ready()).status_code == 200


@pytest.mark.parametrize(
    ("harm", "refuses"),
    [
        (lambda whole: whole, False),
        (lambda whole: b"x" * len(whole), True),
        (lambda whole: whole[: len(whole) // 2], True),
        (lambda whole: whole[:50], True),
    ],
    ids=["whole", "overwritten", "cut in half", "cut short"],
)
def test_ready_says_no_to_a_damaged_file(
    migrated_file: Path, tmp_path: Path, harm: Callable[[bytes], bytes], refuses: bool
) -> None:
    file = tmp_path / "haulage.db"
    file.write_bytes(harm(migrated_file.read_bytes()))

    async def look() -> None:
        storage = SqlStorage(open_engine(f"sqlite+aiosqlite:///{file}"))
        try:
            await CheckReady(storage, SystemClock())()
        finally:
            await storage.aclose()

    with pytest.raises(Unavailable) if refuses else nullcontext() as refusal:
        asyncio.run(look())
    assert refusal is None or refusal.type is DatabaseDamaged


def without_its_header(file: Path) -> None:
    with file.open("r+b", buffering=0) as opened:
        opened.write(b"x" * 100)


HARMS: dict[str, Callable[[Path], None]] = {
    "header": without_its_header,
    "end": lambda file: os.truncate(file, file.stat().st_size // 2),
    "everything": lambda file: os.truncate(file, 0),
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("harm", HARMS)
async def test_ready_says_no_once_the_file_is_harmed_under_a_server_that_goes_on_from_memory(
    people: People,
    client: httpx.AsyncClient,
    database: str,
    harm: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    file = Path(database.removeprefix("sqlite+aiosqlite:///"))

    async def ready() -> httpx.Response:
        monkeypatch.setattr(people.marketplace.readiness.check, "_checked_at", None)
        return await client.get("/health/ready")

    assert (await ready()).status_code == 200
    await people.marketplace.storage.scrub()
    HARMS[harm](file)
    answer = await ready()
    assert (answer.status_code, answer.json()["code"]) == (503, "database_damaged")
    assert int(answer.headers["Retry-After"]) > 0
    assert "database file is damaged" in caplog.text


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_ready_says_no_on_a_full_disk_although_a_probe_still_fits(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = people.marketplace.storage
    await storage.check_writes()
    monkeypatch.setattr("haulage_adapters.sql.open_file.LEAST_FREE_BYTES", 10**18)
    with pytest.raises(DiskFull):
        await storage.check_writes()


@pytest.mark.both_databases
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_ready_says_no_while_the_database_takes_no_writes(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a standby does, and a server whose operator set it to read only."""
    options = {"default_transaction_read_only": "on"}
    monkeypatch.setattr("haulage_adapters.sql.engine.POSTGRES_OPTIONS", options)
    storage = SqlStorage(open_engine(database))
    try:
        with pytest.raises(DatabaseReadOnly):
            await CheckReady(storage, SystemClock())()
    finally:
        await storage.aclose()


def test_a_full_disk_has_a_name() -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    assert isinstance(translate(exc.OperationalError("INSERT", {}, full), "order"), DiskFull)
    other = sqlite3.OperationalError("unable to open database file")
    other.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    assert not isinstance(translate(exc.OperationalError("INSERT", {}, other), "order"), DiskFull)
