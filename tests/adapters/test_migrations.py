"""Migrations make exactly the schema that the stores are written for."""

import asyncio
import importlib
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.pool import NullPool

from adapters.conftest import Scene
from builders import a_driver
from haulage.kernel.driver_price import LEAST_PER_MILE_CENTS, DriverRates
from haulage.kernel.errors import Unavailable
from haulage.kernel.policy import OPERATOR
from haulage.ledger import Balance, TransactionMove
from haulage.ledger.account import CARD_CLEARING
from haulage.ports.storage.ledger import LedgerCheck
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.ledger import LedgerUseCases
from haulage_adapters.sql import migrations
from haulage_adapters.sql.engine import open_engine, parse_url
from haulage_adapters.sql.migrations import current, is_current, newest, upgrade
from haulage_adapters.sql.schema import metadata
from haulage_adapters.sql.storage import SqlStorage


def _connect(url: str) -> Connection:
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        parsed = parsed.set(drivername="sqlite")
    return create_engine(parsed, poolclass=NullPool).connect()


NO_MODEL = ("order_search", "ix_order_texts_text")
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


UPGRADE = """
import asyncio, sys
from haulage_adapters.sql.migrations import upgrade
sys.stdin.readline()
asyncio.run(upgrade(sys.argv[1]))
"""


def test_processes_that_upgrade_at_once_wait_for_each_other(empty_database: str) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", UPGRADE, empty_database], stdin=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    for process in started:
        process.communicate("go\n", timeout=60)
    assert [process.returncode for process in started] == [0, 0, 0]
    assert asyncio.run(is_current(empty_database))


def test_an_upgrade_that_fails_leaves_nothing_behind(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_late(*_arguments: Any, **_options: Any) -> None:
        raise RuntimeError("the last statement failed")

    with monkeypatch.context() as patched:
        patched.setattr(Operations, "create_index", fails_late)
        with pytest.raises(RuntimeError, match="the last statement"):
            asyncio.run(upgrade(empty_database))
    with _connect(empty_database) as connection:
        assert inspect(connection).get_table_names() == []


@pytest.mark.anyio
async def test_rates_that_no_card_could_pay_are_raised_to_their_least(
    storage: SqlStorage, scene: Scene
) -> None:
    await scene.driver(a_driver("drv_3", user_id="usr_3", rates=DriverRates(0, 10_00)))
    name = "haulage_adapters.sql.migrations.versions." + _file_of("least_rates")

    def upgrade_rows(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            importlib.import_module(name).upgrade()

    async with storage.engine.writing.begin() as connection:
        await connection.run_sync(upgrade_rows)
    raised = await storage.read(lambda unit: unit.drivers.get("drv_3"))
    kept = await storage.read(lambda unit: unit.drivers.get("drv_1"))
    assert raised is not None
    assert raised.rates == DriverRates(LEAST_PER_MILE_CENTS, 10_00)
    assert kept is not None
    assert kept.rates == a_driver().rates


def _before(migration: str) -> str:
    module = importlib.import_module(f"haulage_adapters.sql.migrations.versions.{_file_of(migration)}")
    return str(module.down_revision)


def _upgrade_to(url: str, revision: str) -> None:
    with migrations.locked(parse_url(url)) as connection:
        migrations.upgrade_on(connection, revision)


def _file_of(migration: str) -> str:
    (file,) = (Path(migrations.__file__).parent / "versions").glob(f"*_{migration}.py")
    return file.stem


OLD_EVENT = """INSERT INTO provider_events
(id, type, kind, created_at, heard_at, state, settled_at, dispute_fee_cents)
VALUES ('{id}', 'x', '{kind}', '2027-03-01 12:00:00', '2027-03-01 12:00:00', 'ignored',
'2027-03-01 12:00:00', 1500)"""


def test_events_that_an_earlier_release_did_nothing_about_can_be_gone_back_to(empty_database: str) -> None:
    _upgrade_to(empty_database, _before("events_set_aside"))
    with _connect(empty_database) as connection:
        for id, kind in (("evt_1", "other"), ("evt_2", "payment")):
            connection.exec_driver_sql(OLD_EVENT.format(id=id, kind=kind))
        connection.commit()
    asyncio.run(upgrade(empty_database))
    with _connect(empty_database) as connection:
        found = connection.exec_driver_sql(
            "SELECT id, state, settled_at IS NULL, dispute_fee_cents FROM provider_events ORDER BY id"
        )
        assert [tuple(row) for row in found] == [
            ("evt_1", "unhandled", True, 1500),
            ("evt_2", "ignored", False, 1500),
        ]


@pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
def test_an_upgrade_gives_up_soon_and_says_what_to_do_while_a_table_is_in_use(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "TABLE_LOCK_MILLISECONDS", 100)
    _upgrade_to(empty_database, _before("events_set_aside"))
    with _connect(empty_database) as reader:
        reader.execute(text("SELECT count(*) FROM provider_events"))
        with pytest.raises(Unavailable, match=r"Stop every haulage server and worker"):
            asyncio.run(upgrade(empty_database))
    assert not asyncio.run(is_current(empty_database))
    asyncio.run(upgrade(empty_database))
    assert asyncio.run(is_current(empty_database))


SETTLE = "UPDATE ledger_transactions SET settled_at = '2027-03-09 00:00:00.000000',"
OLD_BOOKS = (
    *(
        f"INSERT INTO ledger_entries (transaction_id, account, amount_cents) "
        f"VALUES ('{id}', 'card_clearing', {cents}), ('{id}', 'tips', {-cents})"
        for id, cents in (("txn_1", 100), ("txn_2", 30), ("txn_3", 5), ("txn_4", 7))
    ),
    *(
        f"INSERT INTO ledger_transactions (id, kind, reference, at, state) "
        f"VALUES ('{id}', 'tip', '{id}', '{at}.000000', '{state}')"
        for id, at, state in (
            ("txn_1", "2027-03-01 12:00:00", "posted"),
            ("txn_2", "2027-03-01 13:00:00", "reserved"),
            ("txn_3", "2027-03-02 12:00:00", "reserved"),
            ("txn_4", "2027-03-02 13:00:00", "reserved"),
        )
    ),
    f"{SETTLE} state = 'posted' WHERE id = 'txn_2'",
    f"{SETTLE} state = 'voided' WHERE id = 'txn_3'",
)


def test_books_that_the_transaction_of_the_upgrade_wrote_get_their_sums(empty_database: str) -> None:
    """As a restored backup of an earlier release does: on PostgreSQL checks of these rows wait until then."""
    with migrations.locked(parse_url(empty_database)) as connection:
        migrations.upgrade_on(connection, _before("ledger_checkpoints"))
        for statement in OLD_BOOKS:
            connection.exec_driver_sql(statement)
        migrations.upgrade_on(connection)
    with _connect(empty_database) as connection:
        sums = connection.exec_driver_sql("SELECT account, posted_cents FROM ledger_checkpoints ORDER BY 1")
        assert [tuple(row) for row in sums] == [("card_clearing", 130), ("tips", -130)]
        untimed = connection.exec_driver_sql("SELECT count(*) FROM ledger_entries WHERE at IS NULL")
        assert untimed.scalar_one() == 0


@pytest.mark.anyio
async def test_books_of_earlier_releases_get_their_sums_and_go_on(empty_database: str) -> None:
    """Of a posted transaction, one that was posted after it was reserved, a voided and a reserved one."""
    await asyncio.to_thread(_upgrade_to, empty_database, _before("ledger_checkpoints"))
    with _connect(empty_database) as connection:
        for statement in OLD_BOOKS:
            connection.exec_driver_sql(statement)
        connection.commit()
    await upgrade(empty_database)
    with _connect(empty_database) as connection:
        days = connection.exec_driver_sql(
            "SELECT day, posted_cents FROM ledger_daily_totals "
            "WHERE account = 'card_clearing' AND posted_cents <> 0 ORDER BY day"
        )
        assert [(str(day), cents) for day, cents in days] == [("2027-03-01", 100), ("2027-03-09", 30)]
    storage = SqlStorage(open_engine(empty_database))
    try:
        held = await storage.read(lambda unit: unit.ledger.get("txn_4"))
        assert held is not None
        assert await storage.read(lambda unit: unit.ledger.balance(CARD_CLEARING)) == Balance(130, 7)
        assert await LedgerUseCases(storage).verify(OPERATOR) == LedgerCheck(4, 0, 0, 0)
        posted_at = held.at + timedelta(days=30)
        await storage.write(lambda unit: unit.ledger.settle(held, TransactionMove.POST, posted_at))
        page = await storage.read(lambda unit: unit.ledger.statement(CARD_CLEARING, PageRequest()))
        assert [(line.transaction_id, line.balance_cents) for line in page.items] == [
            ("txn_4", 137),
            ("txn_2", 130),
            ("txn_3", 100),
            ("txn_1", 100),
        ]
        assert await LedgerUseCases(storage).verify(OPERATOR) == LedgerCheck(4, 0, 0, 0)
    finally:
        await storage.aclose()
