"""What an order costs that can be searched for: the same are written with and without the index of texts."""

import sys
import time
from datetime import timedelta
from pathlib import Path

import attrs
from measuring import Report, WrongAnswer
from sqlalchemy import inspect, text

sys.path.insert(0, str(Path(__file__).parents[1]))
from builders import NOON, a_driver, a_paid_order, a_quote, a_user, an_account
from haulage.orders import Contact, OrderStatus
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.migrations import upgrade
from haulage_adapters.sql.storage import SqlStorage

ROUNDS, EACH = {"small": 2, "full": 40}, 10
WANTED_RATIO = 1.5
TRIGGERS = {
    "order_texts_begin": "orders",
    "order_texts_of_order": "orders",
    "order_texts_of_customer": "users",
    "order_texts_of_driver": "drivers",
}
WITH, WITHOUT = "orders written, searchable", "orders written, without the index of texts"


async def measure(report: Report, name: str, url: str, url_without: str) -> None:
    """Booked and assigned, in two units each; both databases take turns."""
    storages = {}
    for way, at in ((WITH, url), (WITHOUT, url_without)):
        await upgrade(at)
        storages[way] = SqlStorage(open_engine(at))
    await _forget_texts(storages[WITHOUT])
    taken = await _alternate(storages, ROUNDS[report.size])
    await _require_found(storages[WITH], ROUNDS[report.size] * EACH)
    for storage in storages.values():
        await storage.aclose()
    count = ROUNDS[report.size] * EACH
    for way, seconds in taken.items():
        report.row(f"lists: {name}", way, count / seconds, "orders/s")
    report.at_most(f"{name}: time to write a searchable order", WANTED_RATIO, taken[WITH] / taken[WITHOUT])


async def _forget_texts(storage: SqlStorage) -> None:
    async with storage.engine.writing.begin() as connection:
        is_sqlite = connection.dialect.name == "sqlite"
        for trigger, table in TRIGGERS.items():
            await connection.execute(text(f"DROP TRIGGER {trigger}" + ("" if is_sqlite else f" ON {table}")))
        await connection.execute(text("DROP TABLE order_texts"))
        left = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    if "order_texts" in left:
        raise WrongAnswer("the texts are still there")


async def _alternate(storages: dict[str, SqlStorage], rounds: int) -> dict[str, float]:
    taken = dict.fromkeys(storages, 0.0)
    for storage in storages.values():
        await storage.write(_people)
    for number in range(rounds):
        for way, storage in storages.items():
            begun = time.perf_counter()
            for place in range(EACH):
                await _write(storage, number * EACH + place)
            taken[way] += time.perf_counter() - begun
    return taken


async def _people(unit: UnitOfWork) -> None:
    for number in (1, 2):
        account = an_account(f"acc_{number}")
        await unit.accounts.add(account, a_user(f"usr_{number}", auth_id=account.id, email=account.email))
    await unit.drivers.add(a_driver("drv_2", user_id="usr_2"))


async def _write(storage: SqlStorage, number: int) -> None:
    """Scheduled far apart: a driver holds one order for now."""
    order = a_paid_order(
        f"ord_{number}",
        number=10_000 + number,
        quote_id=f"qte_{number}",
        items_description=f"An oak desk and {number} boxes of books",
        contact=Contact(f"Ida Cruz {number}", "+12125550100"),
        scheduled_time=NOON + timedelta(days=number + 1),
    )

    async def book(unit: UnitOfWork) -> None:
        await unit.quotes.add(a_quote(order.quote_id, customer_id=order.customer_id))
        await unit.orders.add(order)

    await storage.write(book)
    assigned = attrs.evolve(order, status=OrderStatus.ASSIGNED, driver_id="drv_2", assigned_at=NOON)
    await storage.write(lambda unit: unit.orders.save(order, assigned))


async def _require_found(storage: SqlStorage, count: int) -> None:
    for typed, wanted in (("oak desk", min(count, 100)), ("dee driver", min(count, 100)), ("piano", 0)):
        searched = OrderFilter(text=typed)
        page = await storage.read(lambda unit, wanted=searched: unit.orders.list(wanted, PageRequest(100)))
        if len(page.items) != wanted:
            raise WrongAnswer(f"{typed} finds {len(page.items)} orders instead of {wanted}")
