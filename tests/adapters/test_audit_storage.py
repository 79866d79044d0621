"""The audit trail on SQLite and PostgreSQL: one chain, and nothing in it can be changed."""

import asyncio
from typing import Any

import attrs
import pytest
from sqlalchemy import delete, text, update

from adapters.query_plans import plan_of
from builders import NOON, a_user, an_account, minutes_later
from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import OPERATOR, SYSTEM
from haulage.kernel.errors import Conflict, HaulageError
from haulage.ports.storage.audit import AuditFilter
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage_adapters.sql.audit import SqlAuditStore
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.sql.tables import audit_entries

pytestmark = pytest.mark.anyio

WRITERS = 40


def an_audit_event(object_id: str = "acc_1", **changes: Any) -> AuditEvent:
    facts = {"zeta": 1, "alpha": None, "big": 2**53 - 1, "yes": True, "word": "Aa_.:-9"}
    made = AuditEvent(AuditAction.SIGNED_IN, SYSTEM, NOON.replace(microsecond=7), "account", object_id, facts)
    return attrs.evolve(made, **changes)


async def write(storage: SqlStorage, *events: AuditEvent) -> None:
    async def work(unit: UnitOfWork) -> None:
        for event in events:
            await unit.audit.append(event)

    await storage.write(work)


async def bad_number(storage: SqlStorage) -> int | None:
    return (await AuditUseCases(storage).verify(OPERATOR)).bad_number


async def test_entries_come_back_as_they_were_hashed(storage: SqlStorage) -> None:
    await write(storage, an_audit_event(), an_audit_event("acc_2"))
    await write(storage, an_audit_event("acc_3"))
    entries = await storage.read(lambda unit: unit.audit.after(0, 10))
    assert [(entry.number, entry.object_id) for entry in entries] == [
        (1, "acc_1"),
        (2, "acc_2"),
        (3, "acc_3"),
    ]
    assert all(entry.computed_hash() == entry.hash for entry in entries)
    assert await bad_number(storage) is None


async def test_entries_are_listed_from_either_end_and_narrowed(storage: SqlStorage) -> None:
    await write(storage, an_audit_event(), an_audit_event("acc_2", by=OPERATOR), an_audit_event("acc_2"))
    newest = await storage.read(lambda unit: unit.audit.newest(2))
    assert [entry.number for entry in newest] == [3, 2]
    older = await storage.read(lambda unit: unit.audit.newest(2, before=2))
    assert [entry.number for entry in older] == [1]
    wanted = AuditFilter(actor_id="operator", action="signed_in", object_id="acc_2")
    found = await storage.read(lambda unit: unit.audit.after(0, 10, wanted=wanted))
    assert [entry.number for entry in found] == [2]


async def test_a_unit_that_is_undone_leaves_no_entry(storage: SqlStorage) -> None:
    async def fails(unit: UnitOfWork) -> None:
        await unit.audit.append(an_audit_event())
        raise Conflict("test")

    with pytest.raises(Conflict):
        await storage.write(fails)
    assert await storage.read(lambda unit: unit.audit.newest(1)) == []


async def test_a_reading_unit_can_tell_of_nothing(storage: SqlStorage) -> None:
    with pytest.raises(Exception, match=r"audit trail|did not answer"):
        await storage.read(lambda unit: unit.audit.append(an_audit_event()))


CHANGES = {
    "update": update(audit_entries).where(audit_entries.c.number == 1).values(actor_id="usr_eve"),
    "delete": delete(audit_entries).where(audit_entries.c.number == 2),
    "delete everything": delete(audit_entries),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_the_database_refuses_changes_and_removals(storage: SqlStorage, change: Any) -> None:
    await write(storage, an_audit_event(), an_audit_event("acc_2"))
    with pytest.raises(Exception, match="audit trail"):
        await storage.write(lambda unit: unit.audit._session.run(change, what="audit trail"))  # type: ignore[attr-defined]
    assert await bad_number(storage) is None


async def test_the_database_refuses_replacing_and_emptying(storage: SqlStorage) -> None:
    await write(storage, an_audit_event())
    sly = "INSERT OR REPLACE INTO audit_entries SELECT * FROM audit_entries"
    if storage.engine.writing.dialect.name == "postgresql":
        sly = "TRUNCATE audit_entries"
    with pytest.raises(Exception, match=r"audit trail|changed by someone"):
        await storage.write(lambda unit: unit.audit._session.run(text(sly), what="audit trail"))  # type: ignore[attr-defined]
    assert await bad_number(storage) is None


async def test_what_an_administrator_of_the_database_changes_is_found(storage: SqlStorage) -> None:
    await write(storage, *(an_audit_event(f"acc_{number}") for number in range(1, 6)))
    async with storage.engine.writing.begin() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(text("ALTER TABLE audit_entries DISABLE TRIGGER USER"))
        else:
            await connection.execute(text("DROP TRIGGER audit_entries_update"))
        await connection.execute(
            update(audit_entries).where(audit_entries.c.number == 3).values(object_id="acc_eve")
        )
    assert await bad_number(storage) == 3


async def many(storage: SqlStorage) -> list[BaseException | None]:
    writes = (
        write(storage, an_audit_event(f"acc_{number}"), an_audit_event(f"acc_{number}"))
        for number in range(WRITERS)
    )
    return await asyncio.gather(*writes, return_exceptions=True)


async def test_writers_at_once_make_one_chain(storage: SqlStorage) -> None:
    assert await many(storage) == [None] * WRITERS
    chain = await AuditUseCases(storage).verify(OPERATOR)
    assert (chain.fault, chain.head.number) == (None, 2 * WRITERS)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_without_the_lock_writers_at_once_stand_in_each_others_way(
    storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the test above: the table's keys still keep the chain from forking, at the price of
    changes that are undone."""

    async def no_lock(_store: SqlAuditStore) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(SqlAuditStore, "_lock_end", no_lock)
    refused = [failure for failure in await many(storage) if failure is not None]
    assert refused
    assert all(isinstance(failure, HaulageError) for failure in refused)
    assert await bad_number(storage) is None


async def test_work_before_the_entry_runs_side_by_side(storage: SqlStorage) -> None:
    """On PostgreSQL a unit that dawdles after telling of its deed keeps nobody from writing theirs."""
    if storage.engine.writing.dialect.name == "sqlite":
        pytest.skip("SQLite has one writer at a time in any case")
    appended, finish = asyncio.Event(), asyncio.Event()

    async def dawdle(unit: UnitOfWork) -> None:
        account = an_account()
        await unit.audit.append(an_audit_event("acc_slow"))
        await unit.accounts.add(account, a_user(auth_id=account.id))
        appended.set()
        await finish.wait()

    slow = asyncio.create_task(storage.write(dawdle))
    await appended.wait()
    await asyncio.wait_for(write(storage, an_audit_event("acc_quick")), 5)
    finish.set()
    await slow
    entries = await storage.read(lambda unit: unit.audit.after(0, 10))
    assert [entry.object_id for entry in entries] == ["acc_quick", "acc_slow"]
    assert await bad_number(storage) is None


async def test_entries_are_narrowed_to_days(storage: SqlStorage) -> None:
    for minute in range(4):
        await write(storage, an_audit_event(f"acc_{minute}", at=minutes_later(minute)))

    async def found(wanted: AuditFilter) -> list[str]:
        entries = await storage.read(lambda unit: unit.audit.newest(10, wanted=wanted))
        return [entry.object_id for entry in entries]

    assert await found(AuditFilter(since=minutes_later(2))) == ["acc_3", "acc_2"]
    assert await found(AuditFilter(until=minutes_later(2))) == ["acc_1", "acc_0"]
    assert await found(AuditFilter(since=minutes_later(1), until=minutes_later(2))) == ["acc_1"]
    assert await found(AuditFilter(since=minutes_later(9))) == []
    assert await found(AuditFilter(until=minutes_later(9), object_id="acc_2")) == ["acc_2"]


@pytest.mark.new_database
async def test_a_page_of_some_days_begins_where_they_do(storage: SqlStorage) -> None:
    wanted = AuditFilter(since=NOON, until=minutes_later(1))
    query_plan = await plan_of(storage, lambda unit: unit.audit.newest(20, wanted=wanted))
    assert "ix_audit_entries_at_number" in query_plan
    assert "FOR ORDER BY" not in query_plan
    assert "Seq Scan" not in query_plan
