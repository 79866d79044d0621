"""A unit of work happens wholly or not at all, on both databases."""

import asyncio
import sqlite3
import threading
from datetime import datetime
from functools import partial
from typing import Any

import attrs
import pytest
from sqlalchemy import event, text

from builders import NOON, a_driver, a_paid_order, an_order, minutes_later
from concurrently import Meanwhile, Steps
from haulage.kernel.errors import Conflict, InvalidInput, Unavailable
from haulage.orders.order import accept
from haulage.ports.storage.idempotency import RequestKey, StoredResponse
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql import engine
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.errors import DatabaseRefused, TransactionLost
from haulage_adapters.sql.storage import MOST_OVERTAKEN, RetryLimits, SqlStorage

pytestmark = pytest.mark.anyio

KEY = RequestKey("usr_1", "POST /orders", "3f2a")
REPLY = StoredResponse("a" * 64, b"{}")


async def _add_reply(unit: UnitOfWork) -> None:
    await unit.idempotency.add(KEY, REPLY, NOON)


async def _has_reply(storage: SqlStorage) -> bool:
    return await storage.read(lambda unit: unit.idempotency.get(KEY)) is not None


async def test_work_returns_what_it_found(storage: SqlStorage) -> None:
    async def answer(_unit: UnitOfWork) -> int:
        return 42

    assert await storage.write(answer) == 42
    assert await storage.read(answer) == 42


async def test_work_that_raises_is_undone(scene: Any, storage: SqlStorage) -> None:
    order = await scene.order(a_paid_order())

    async def fail(unit: UnitOfWork) -> None:
        await unit.orders.save(order, accept(order, "drv_1", NOON))
        await _add_reply(unit)
        raise InvalidInput("wish", "is not one")

    with pytest.raises(InvalidInput):
        await storage.write(fail)
    assert await storage.read(lambda unit: unit.orders.get(order.id)) == order
    assert not await _has_reply(storage)


async def test_work_that_is_cancelled_is_undone_and_the_next_goes_on(storage: SqlStorage) -> None:
    written, meanwhile = asyncio.Event(), Meanwhile()

    async def go_on(unit: UnitOfWork) -> None:
        await _add_reply(unit)
        await meanwhile.do(_set(written))
        while True:
            await meanwhile.rest(0.001)
            await unit.orders.get("ord_1")

    task = asyncio.create_task(storage.write(go_on))
    await written.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not await _has_reply(storage)
    await storage.write(_add_reply)
    assert await _has_reply(storage)


async def test_work_cancelled_inside_a_statement_is_undone(scene: Any, storage: SqlStorage) -> None:
    async def busy(unit: UnitOfWork, steps: Steps) -> None:
        await _add_reply(unit)
        while True:
            steps.count()
            await unit.drivers.mark_changed("drv_1", NOON)

    for number in (1, 2, 5, 20):
        steps = Steps(number)
        task = asyncio.create_task(storage.write(partial(busy, steps=steps)))
        await steps.reached()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert not await _has_reply(storage)
    await storage.write(_add_reply)
    assert await _has_reply(storage)


async def test_work_that_swallows_a_conflict_is_undone_all_the_same(scene: Any, storage: SqlStorage) -> None:
    async def swallow(unit: UnitOfWork) -> None:
        await unit.drivers.mark_changed("drv_1", minutes_later(60))
        try:
            await unit.drivers.add(a_driver())
        except Conflict:
            return

    with pytest.raises(Conflict):
        await storage.write(swallow)
    assert await storage.read(lambda unit: unit.drivers.changed_since(minutes_later(60), None, 9)) == []


async def test_losing_a_race_for_a_version_leaves_the_unit_usable(scene: Any, storage: SqlStorage) -> None:
    """No row matched, so nothing failed: the work may decide anew."""
    order = await scene.order(a_paid_order())

    async def second_try(unit: UnitOfWork) -> None:
        stale = attrs.evolve(order, version=7)
        try:
            await unit.orders.save(stale, accept(stale, "drv_1", NOON))
        except Conflict:
            await unit.orders.save(order, accept(order, "drv_1", NOON))

    await storage.write(second_try)
    stored = await storage.read(lambda unit: unit.orders.get(order.id))
    assert stored is not None
    assert stored.driver_id == "drv_1"


async def test_reading_work_cannot_write(storage: SqlStorage) -> None:
    with pytest.raises((DatabaseRefused, Unavailable)):
        await storage.read(_add_reply)
    assert not await _has_reply(storage)


async def test_reads_see_one_consistent_view(scene: Any, storage: SqlStorage) -> None:
    await scene.order(an_order("ord_1"))
    meanwhile = Meanwhile()

    async def look_twice(unit: UnitOfWork) -> tuple[int, int]:
        first = await unit.orders.list(OrderFilter(), PageRequest())
        await meanwhile.do(scene.order(an_order("ord_2", number=10_001, quote_id="qte_2")))
        second = await unit.orders.list(OrderFilter(), PageRequest())
        return len(first.items), len(second.items)

    assert await storage.read(look_twice) == (1, 1)
    assert len((await storage.read(lambda unit: unit.orders.list(OrderFilter(), PageRequest()))).items) == 2


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_work_that_waits_for_something_else_is_told_so_and_undone(storage: SqlStorage) -> None:
    async def wait(unit: UnitOfWork) -> None:
        await _add_reply(unit)
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="waits for nothing but its stores"):
        await storage.write(wait)
    assert not await _has_reply(storage)


async def test_readers_do_not_wait_for_a_writer(storage: SqlStorage) -> None:
    meanwhile = Meanwhile()

    async def read_beside(unit: UnitOfWork) -> bool:
        await _add_reply(unit)
        return await meanwhile.do(_has_reply(storage))

    assert await storage.write(read_beside) is False


async def test_a_lost_transaction_is_run_again(storage: SqlStorage) -> None:
    runs = 0

    async def lose_twice(unit: UnitOfWork) -> int:
        nonlocal runs
        runs += 1
        await _add_reply(unit)
        if runs < 3:
            raise TransactionLost
        return runs

    assert await storage.write(lose_twice) == 3


async def test_work_whose_row_is_changed_under_it_reads_again(scene: Any, storage: SqlStorage) -> None:
    """As a customer's report meets the job that sends the driver's share. On SQLite they take turns."""
    order = await scene.order(a_paid_order())
    changed, meanwhile = asyncio.Event(), Meanwhile()

    async def change_once() -> None:
        if not changed.is_set():
            changed.set()
            noted = attrs.evolve(order, item_notes="by somebody else")
            await storage.write(lambda unit: unit.orders.save(order, noted))

    async def overtaken(unit: UnitOfWork) -> None:
        before = await unit.orders.get(order.id)
        assert before is not None
        if storage.engine.file is None:
            await meanwhile.do(change_once())
        await unit.orders.save(before, accept(before, "drv_1", NOON))

    await storage.write(overtaken)
    stored = await storage.read(lambda unit: unit.orders.get(order.id))
    assert stored is not None
    assert stored.driver_id == "drv_1"
    assert stored.item_notes == ("by somebody else" if changed.is_set() else order.item_notes)


async def test_a_change_of_what_was_read_before_is_a_conflict_in_the_end(
    scene: Any, storage: SqlStorage
) -> None:
    order = await scene.order(a_paid_order())
    runs = 0

    async def change(unit: UnitOfWork) -> None:
        nonlocal runs
        runs += 1
        stale = attrs.evolve(order, version=7)
        await unit.orders.save(stale, accept(stale, "drv_1", NOON))

    with pytest.raises(Conflict):
        await storage.write(change)
    assert runs == (MOST_OVERTAKEN if storage.engine.file is None else 1)


async def test_a_transaction_that_is_always_lost_is_given_up(storage: SqlStorage) -> None:
    runs = 0

    async def lose(unit: UnitOfWork) -> None:
        nonlocal runs
        runs += 1
        raise TransactionLost

    impatient = SqlStorage(storage.engine, RetryLimits(attempts=3, first_pause_seconds=0.001))
    with pytest.raises(Unavailable):
        await impatient.write(lose)
    assert runs == 3


async def test_a_deadlock_is_resolved_by_running_again(scene: Any, storage: SqlStorage) -> None:
    """Two units change two drivers in opposite order; on SQLite they simply take turns."""
    both_hold_one, runs = asyncio.Event(), 0

    async def change(unit: UnitOfWork, first: str, second: str, now: datetime) -> None:
        nonlocal runs
        await unit.drivers.mark_changed(first, now)
        runs += 1
        if storage.engine.file is None:
            if runs == 2:
                both_hold_one.set()
            await both_hold_one.wait()
        await unit.drivers.mark_changed(second, now)

    await asyncio.gather(
        storage.write(lambda unit: change(unit, "drv_1", "drv_2", minutes_later(60))),
        storage.write(lambda unit: change(unit, "drv_2", "drv_1", minutes_later(60))),
    )
    changed = await storage.read(lambda unit: unit.drivers.changed_since(minutes_later(60), None, 9))
    assert len(changed) == 2
    # PostgreSQL ends one of them at least, which is run again; on a busy machine more than once.
    assert runs > 2 if storage.engine.file is None else runs == 2


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_lost_connection_is_unavailable_once_and_then_replaced(storage: SqlStorage) -> None:
    async def lose_it(unit: Any) -> None:
        await _add_reply(unit)
        mine = await _process(unit)
        await storage.write(lambda other: _terminate(other, mine))
        await unit.idempotency.get(KEY)

    with pytest.raises(Unavailable):
        await storage.write(lose_it)
    assert not await _has_reply(storage)
    await storage.write(_add_reply)
    assert await _has_reply(storage)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_connection_that_was_lost_while_it_rested_is_replaced_unnoticed(
    storage: SqlStorage, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "RESTED_SECONDS", 0.0)
    resting: int = await storage.write(_process)
    other = SqlStorage(open_engine(database))
    await other.write(lambda unit: _terminate(unit, resting))
    await other.aclose()
    assert await storage.write(_process) != resting


async def _process(unit: Any) -> Any:
    return await unit.idempotency._session.scalar(text("SELECT pg_backend_pid()"))


async def _terminate(unit: Any, process: int) -> None:
    await unit.idempotency._session.run(text(f"SELECT pg_terminate_backend({process}, 5000)"))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_write_waits_for_that_of_another_process(storage: SqlStorage, database: str) -> None:
    other = sqlite3.connect(database.removeprefix("sqlite+aiosqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    begun = Steps(1)
    event.listen(storage.engine.writing.sync_engine, "before_cursor_execute", lambda *_: begun.count())
    waiting = asyncio.create_task(storage.write(_add_reply))
    await begun.reached()
    assert not waiting.done()
    assert not await _has_reply(storage)
    other.execute("COMMIT")
    other.close()
    await waiting
    assert await _has_reply(storage)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_database_that_stays_locked_is_unavailable(
    storage: SqlStorage, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sqlite3.connect(database.removeprefix("sqlite+aiosqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr("haulage_adapters.sql.engine.SQLITE_PRAGMAS", ("busy_timeout = 20",))
    impatient = SqlStorage(open_engine(database), RetryLimits(attempts=3, first_pause_seconds=0.001))
    with pytest.raises(Unavailable):
        await impatient.write(_add_reply)
    await impatient.aclose()
    other.close()


async def test_a_store_that_answers_passes_the_check(storage: SqlStorage) -> None:
    await storage.check()


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite:////nowhere/at/all/haulage.db",
        "postgresql://haulage@/haulage?host=/nowhere",
        "postgresql+psycopg://haulage@127.0.0.1:1/haulage",
    ],
)
async def test_a_store_that_cannot_be_reached_is_unavailable(url: str) -> None:
    storage = SqlStorage(open_engine(url))
    with pytest.raises(Unavailable):
        await storage.check()
    with pytest.raises(Unavailable):
        await storage.write(_add_reply)
    with pytest.raises(Unavailable):
        await storage.read(_add_reply)
    await storage.aclose()


async def test_a_storage_that_was_closed_leaves_no_thread_behind_however_its_work_ended(
    database: str,
) -> None:
    """A thread that outlives its event loop has nobody to report to."""
    for number in (1, 2, 5, 20):
        before = set(threading.enumerate())
        storage, steps = SqlStorage(open_engine(database)), Steps(number)
        tasks = [asyncio.create_task(_work_on(storage, steps)) for _ in range(4)]
        await steps.reached()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await storage.aclose()
        left = set(threading.enumerate()) - before
        assert [thread for thread in left if "_connection_worker_thread" in thread.name] == []


async def _set(event: asyncio.Event) -> None:
    event.set()


async def _work_on(storage: SqlStorage, steps: Steps) -> None:
    while True:
        steps.count()
        await storage.write(lambda unit: unit.jobs.beat("wrk_1"))
        await storage.read(lambda unit: unit.jobs.workers())


@pytest.mark.parametrize("url", ["", "mysql://x/y", "sqlite://", "sqlite+aiosqlite:///:memory:", "haulage"])
def test_a_url_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        open_engine(url)
    assert refused.value.field == "HAULAGE_DATABASE"


async def test_no_exception_of_the_database_driver_comes_out(storage: SqlStorage) -> None:
    """A database without tables: whatever goes wrong is told in the core's words."""

    async def drop(unit: Any) -> None:
        await unit.idempotency._session.run(text("DROP TABLE idempotency_keys"))

    await storage.write(drop)
    with pytest.raises((DatabaseRefused, Unavailable)):
        await storage.write(_add_reply)
