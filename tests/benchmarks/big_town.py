"""A database as large as years of trade make it: a few orders through the application, copied many times.

Whatever an order left behind (log, payments, splits, receipts, books, jobs) is copied with it, under ids of
the copy's own, by statements that the database carries out by itself. So every rule of the schema holds for
the copies, the books add up, and a new column needs nothing here.
"""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import attrs
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, create_engine, insert, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

sys.path.insert(0, str(Path(__file__).parents[1]))
from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage_adapters.sql.schema import metadata
from haulage_adapters.sql.triggers.order_texts import WRITE_ALL
from haulage_adapters.sql.types import UtcTime
from use_cases.bookkeeping import driven, late_fee
from use_cases.scenario import Scenario, a_card, open_scenario_at

DONE, REFUSED, CANCELLED = "done", "refused", "cancelled"
DAY = timedelta(days=1)
SPAN = 730 * DAY
"""The copies are spread over two years."""

WORDS = ("oak desk", "piano", "sofa", "boxes of books", "wardrobe", "mattress", "aquarium", "bicycle")
STREETS = ("Bleecker", "Delancey", "Atlantic", "Flatbush", "Lorimer", "Vernon", "Steinway", "Fordham")
FIRST, LAST = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Ida"), ("Abel", "Brook", "Cruz", "Diaz")


@attrs.frozen
class Size:
    orders: int
    drivers: int
    customers: int

    @property
    def of_the_busiest_driver(self) -> int:
        return self.orders // 20


SIZES = {"small": Size(400, 12, 40), "full": Size(200_000, 1_000, 20_000)}

copies = Table(
    "copies",
    MetaData(),
    Column("n", Integer, primary_key=True),
    Column("key", String(12), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("made_at", UtcTime(), nullable=False),
    Column("number", Integer, nullable=False),
    Column("driver", String(64), nullable=False),
    Column("customer", String(64), nullable=False),
    Column("said", String(80), nullable=False),
    Column("street", String(80), nullable=False),
    Column("person", String(80), nullable=False),
)

INDEXES = {
    "sqlite": "SELECT 'DROP ' || type || ' ' || name, sql FROM sqlite_master "
    "WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type",
    "postgresql": "SELECT 'DROP INDEX ' || indexrelid::regclass, pg_get_indexdef(indexrelid) "
    "FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid "
    "WHERE relnamespace = current_schema()::regnamespace AND NOT EXISTS "
    "(SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)",
}
"""What takes away and makes again each index, and in SQLite each trigger."""

OF_ORDER = (
    "order_events",
    "payments",
    "payment_splits",
    "receipts",
    "refunds",
    "job_offers",
    "delivery_logs",
    "ledger_transactions",
)
OWN_KEYS = frozenset(
    {"id", "order_id", "quote_id", "payment_id", "transaction_id", "split_id", "confirmation_id", "subject"}
    | {"reference", "provider_reference", "driver_transfer_id", "provider_refund_id", "attempt_key"}
)
DRIVERS = frozenset({"driver_id", "chosen_driver_id", "answered_by"})


def fill(url: str, folder: Path, size: Size) -> None:
    """Fill the migrated, empty database at *url*."""
    asyncio.run(_build(url, folder, size))


async def _build(url: str, folder: Path, size: Size) -> None:
    async with open_scenario_at(url, folder) as scenario:
        ada, dee = await scenario.customer("ada"), await scenario.driver("dee")
        samples = await _samples(scenario, ada, dee)
    with open_database(url) as connection, _indexed_at_the_end(connection):
        _fill(connection, size, samples, scenario)
    if connection.dialect.name == "postgresql":
        _vacuum(url)


async def _samples(scenario: Scenario, ada: Actor, dee: Actor) -> dict[str, Order]:
    """An order of each kind, with all its jobs done."""
    done = await driven(scenario, ada, dee)
    tip = await scenario.market.payments.open_tip(ada, done.id, 5_00)
    await scenario.market.payments.confirm(ada, tip.payment.id, a_card())
    await scenario.later(minutes=1)
    cancelled = await late_fee(scenario, ada, dee)
    await scenario.later(minutes=1)
    scenario.cards.refuses = {"transfer"}
    refused = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    return {DONE: done, CANCELLED: cancelled, REFUSED: refused}


@contextmanager
def open_database(url: str) -> Iterator[Connection]:
    """As fast as can be, for a database that is thrown away where something fails."""
    parsed = make_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    engine = create_engine(parsed.set(drivername="sqlite") if is_sqlite else parsed, poolclass=NullPool)
    with engine.connect() as connection:
        if is_sqlite:
            connection.exec_driver_sql("PRAGMA journal_mode = OFF")  # the file is thrown away on failure
            connection.exec_driver_sql("PRAGMA synchronous = OFF")
            connection.exec_driver_sql("PRAGMA cache_size = -1000000")
        else:
            connection.exec_driver_sql("SET session_replication_role = replica")  # no triggers, no checks
            connection.exec_driver_sql("SET maintenance_work_mem = '512MB'")
        yield connection
        connection.commit()
    engine.dispose()


@contextmanager
def _indexed_at_the_end(connection: Connection) -> Iterator[None]:
    """An index over all rows at once is built in a fraction of the time of one that grows row by row in no
    order, and triggers answer every row. Those that a constraint needs stay."""
    taken = [tuple(each) for each in connection.exec_driver_sql(INDEXES[connection.dialect.name])]
    for drop, _ in taken:
        connection.exec_driver_sql(drop)
    yield
    for _, create in taken:
        connection.exec_driver_sql(create)


def _vacuum(url: str) -> None:
    """What autovacuum would have done by now."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("VACUUM ANALYZE")
    engine.dispose()


def _fill(connection: Connection, size: Size, samples: dict[str, Order], scenario: Scenario) -> None:
    copies.create(connection)
    _people(connection, size)
    connection.execute(insert(copies), list(_copies(size, samples, scenario)))
    for kind, order in samples.items():
        _copy_order(connection, kind, order)
    connection.exec_driver_sql(WRITE_ALL[connection.dialect.name])  # no trigger has done it
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("INSERT INTO order_search (order_search) VALUES ('rebuild')")
    _audit(connection)
    connection.exec_driver_sql("DELETE FROM ledger_tail")  # all is summed up at once: ledger_queries.prepare
    copies.drop(connection)


def _people(connection: Connection, size: Size) -> None:
    """Copies of Dee and Ada, by number; their users and accounts have the same numbers."""
    for name, count, tables in (
        ("dee", size.drivers, ("accounts", "users", "drivers")),
        ("ada", size.customers, ("accounts", "users")),
    ):
        rows = [
            {
                "n": n,
                "key": f"-{n}",
                "kind": name,
                "made_at": datetime.now(UTC),
                "number": n,
                "driver": "",
                "customer": "",
            }
            | {"said": "", "street": "", "person": f"{FIRST[n % 8]} {LAST[n // 8 % 4]} {n}"}
            for n in range(1, count)
        ]
        connection.execute(insert(copies), rows)
        for table in tables:
            prefix = {"accounts": "acc", "users": "usr", "drivers": "drv"}[table]
            own = {
                "id": "s.id || c.key",
                "auth_id": "s.auth_id || c.key",
                "user_id": "s.user_id || c.key",
                "email": "c.n || '.' || s.email",
                "name": "c.person",
            }
            _copy(connection, table, f"s.id = '{prefix}_{name}'", own, "c.n > 0")
        connection.execute(copies.delete())


def _copies(size: Size, samples: dict[str, Order], scenario: Scenario) -> Iterator[dict[str, Any]]:
    """One row an order. The first driver has a twentieth of them, the first customer a two-hundredth."""
    random, now = Random(7), scenario.clock.now()
    for n in range(1, size.orders + 1):
        driver = 0 if n % 20 == 0 else random.randrange(size.drivers)
        customer = 0 if n % 200 == 0 else random.randrange(size.customers)
        kind = CANCELLED if n % 50 == 0 else REFUSED if n % 500 == 1 else DONE
        yield {
            "n": n,
            "key": f"-{n * 2654435761 % 2**32:08x}",
            "kind": kind,
            "made_at": now - SPAN + SPAN * n / size.orders,
            "number": 20_000 + n,
            "driver": f"drv_dee-{driver}" if driver else "drv_dee",
            "customer": f"usr_ada-{customer}" if customer else "usr_ada",
            "said": f"A {random.choice(WORDS)} and {n % 7 + 1} {random.choice(WORDS)}",
            "street": f"{random.randrange(1, 999)} {random.choice(STREETS)} St, New York",
            "person": f"{random.choice(FIRST)} {random.choice(LAST)}",
        }


def _copy_order(connection: Connection, kind: str, order: Order) -> None:
    """All that this order left behind, once for each copy of its kind."""
    of_kind = f"c.kind = '{kind}'"
    ids = [order.id]
    for table in ("quotes", "orders", *OF_ORDER):
        where = {"quotes": f"s.id = '{order.quote_id}'", "orders": f"s.id = '{order.id}'"}
        here = where.get(table, f"s.order_id = '{order.id}'")
        if "id" in metadata.tables[table].c:
            ids += connection.execute(text(f"SELECT s.id FROM {table} s WHERE {here}")).scalars().all()
    among = ", ".join(f"'{id}'" for id in ids)
    _copy(connection, "quotes", f"s.id = '{order.quote_id}'", {}, of_kind)
    _copy(connection, "quote_offers", f"s.quote_id = '{order.quote_id}'", {}, of_kind)
    _copy(connection, "orders", f"s.id = '{order.id}'", _ORDER, of_kind)
    _copy(connection, "ledger_entries", f"s.transaction_id IN ({among})", _ENTRY, of_kind)
    for table in OF_ORDER:
        _copy(connection, table, f"s.order_id = '{order.id}'", _MORE.get(table, {}), of_kind)
    _copy(connection, "jobs", f"s.subject IN ({among})", {}, of_kind)


_ORDER = {
    "number": "c.number",
    "items_description": "c.said",
    "contact_name": "c.person",
    "pickup_address": "c.street",
}
_ENTRY = {
    "account": "CASE WHEN substr(s.account, 1, 7) = 'driver:' THEN 'driver:' || c.driver ELSE s.account END"
}
_MORE = {
    "receipts": {"number": "s.number || c.key", "order_number": "c.number"},
    "job_offers": {"number": "s.number"},
}


def _copy(connection: Connection, name: str, which: str, own: dict[str, str], of_kind: str) -> None:
    """Copy the rows *which* of a table, once for each row of ``copies`` that is *of_kind*."""
    table = metadata.tables[name]
    sample = f"sample_{name}"
    connection.exec_driver_sql(f"DROP TABLE IF EXISTS {sample}")
    connection.exec_driver_sql(f"CREATE TEMPORARY TABLE {sample} AS SELECT * FROM {name} s WHERE {which}")
    values = {column.name: _value(name, column, own) for column in table.columns}
    named, taken = ", ".join(f'"{each}"' for each in values), ", ".join(values.values())
    connection.exec_driver_sql(
        f"INSERT INTO {name} ({named}) SELECT {taken} FROM copies c CROSS JOIN {sample} s WHERE {of_kind}"
    )
    connection.exec_driver_sql(f"DROP TABLE {sample}")


def _value(table: str, column: Column[Any], own: dict[str, str]) -> str:
    name, here = column.name, f's."{column.name}"'
    if name in own or table in ("accounts", "users", "drivers"):
        return own.get(name, here)
    given = {"customer_id": "c.customer"} | dict.fromkeys(OWN_KEYS, f"{here} || c.key")
    if table != "quote_offers":
        given |= {key: _unless_null(here, "c.driver") for key in DRIVERS}
    return given.get(name, _unless_null(here, "c.made_at") if isinstance(column.type, UtcTime) else here)


def _unless_null(here: str, value: str) -> str:
    return f"CASE WHEN {here} IS NULL THEN NULL ELSE {value} END"


def _audit(connection: Connection) -> None:
    """An entry for each order, behind those that are there. The hashes are none: nobody checks this chain."""
    table = metadata.tables["audit_entries"]
    last = connection.execute(text("SELECT coalesce(max(number), 0) FROM audit_entries")).scalar_one()
    if not last:
        return
    own = {
        "number": f"{last} + c.n",
        "previous_hash": "c.key",
        "object_id": "s.object_id || c.key",
        "at": "c.made_at",
    }
    assert set(own) <= set(table.c.keys())
    _copy(connection, "audit_entries", f"s.number = {last}", own, "c.n > 0")
