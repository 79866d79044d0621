"""Lists and sums over a large database: every query that a screen, a command or a start asks.

Full size is 200,000 orders, with 1.6 million events, jobs and ledger transactions and 4 million entries, on
SQLite and on PostgreSQL. Each query is wanted within 50 ms in the middle, and within twice that in 19 of 20
cases, on a machine that does other things too. Its answer is first held against what a plain statement over
the same tables says, at small size for every query. What the index of texts costs whoever writes orders is
measured beside it (:mod:`order_writes`).
"""

import asyncio
import math
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import attrs
import ledger_queries
import order_writes
from big_town import SIZES, fill
from measuring import Report, WrongAnswer

from haulage.jobs import JobState
from haulage.ledger import SplitStatus, driver_account, ledger_account
from haulage.ledger.account import CARD_CLEARING, PLATFORM_REVENUE
from haulage.orders import OrderStatus
from haulage.ports.storage.audit import AuditFilter
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.payments import SplitFilter
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.receipts import HistoryFilter, RecordStatus
from haulage.use_cases.jobs.manage_jobs import MOST_COUNTED
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.migrations import upgrade
from haulage_adapters.sql.storage import SqlStorage

WANTED_MS, WANTED_MS_P95 = 50, 100
ROUNDS = {"small": 3, "full": 20}
SLOW_MS = 2_000
"""What takes longer is not asked again."""

BUSY, DRIVER, CUSTOMER = "drv_dee", "drv_dee-3", "usr_ada"
PAGE = PageRequest(50)
MONTH, YEAR = timedelta(days=30), timedelta(days=365)
Ask = Callable[[UnitOfWork], Awaitable[Any]]


@attrs.frozen
class Query:
    """What is asked; and, of a list, all its ids in order as a plain statement finds them."""

    name: str
    ask: Callable[[PageRequest], Ask]
    ids: str | None = None


def _paged(name: str, ask: Callable[[UnitOfWork, PageRequest], Awaitable[Page[Any]]], ids: str) -> Query:
    return Query(name, lambda page: lambda unit: ask(unit, page), ids)


def _plain(name: str, ask: Ask) -> Query:
    return Query(name, lambda _page: ask)


_NEWEST = "ORDER BY created_at DESC, id DESC"
_SPLITS_OF = (
    "SELECT s.id FROM payment_splits s JOIN orders o ON o.id = s.order_id WHERE o.customer_id = '{user}' "
    "OR coalesce(s.driver_id, o.driver_id) = '{driver}' ORDER BY s.created_at DESC, s.id DESC"
)


def _orders(name: str, wanted: OrderFilter, where: str) -> Query:
    ids = f"SELECT id FROM orders WHERE {where} {_NEWEST}"
    return _paged(name, lambda unit, page: unit.orders.list(wanted, page), ids)


def _splits(name: str, wanted: SplitFilter, ids: str) -> Query:
    return _paged(name, lambda unit, page: unit.splits.list(wanted, page), ids)


def _queries(now: Any) -> list[Query]:
    since = now - MONTH
    everything = HistoryFilter()
    return [
        _splits(
            "splits of a busy driver",
            SplitFilter(customer_id="usr_dee", driver_id=BUSY),
            _SPLITS_OF.format(user="usr_dee", driver=BUSY),
        ),
        _splits(
            "splits of a driver",
            SplitFilter(customer_id="usr_dee-3", driver_id=DRIVER),
            _SPLITS_OF.format(user="usr_dee-3", driver=DRIVER),
        ),
        _splits(
            "splits of a customer",
            SplitFilter(customer_id=CUSTOMER),
            _SPLITS_OF.format(user=CUSTOMER, driver="none"),
        ),
        _splits("splits, everybody's", SplitFilter(), f"SELECT id FROM payment_splits {_NEWEST}"),
        _splits(
            "splits that failed",
            SplitFilter(status=SplitStatus.FAILED),
            f"SELECT id FROM payment_splits WHERE status = 'failed' {_NEWEST}",
        ),
        _plain(
            "split figures of a busy driver",
            lambda unit: unit.splits.figures(SplitFilter(customer_id="usr_dee", driver_id=BUSY), since),
        ),
        _plain("split figures, everybody's", lambda unit: unit.splits.figures(SplitFilter(), since)),
        _plain("earnings of a busy driver, ever", lambda unit: unit.splits.earned_by(BUSY)),
        _plain("earnings of a busy driver, a month", lambda unit: unit.splits.earned_by(BUSY, since)),
        _paged(
            "dead jobs",
            lambda unit, page: unit.jobs.list(page, state=JobState.DEAD),
            f"SELECT id FROM jobs WHERE state = 'dead' {_NEWEST}",
        ),
        _paged("jobs", lambda unit, page: unit.jobs.list(page), f"SELECT id FROM jobs {_NEWEST}"),
        _paged(
            "jobs of a rare kind",
            lambda unit, page: unit.jobs.list(page, kind="purge_locations"),
            f"SELECT id FROM jobs WHERE kind = 'purge_locations' {_NEWEST}",
        ),
        _plain("jobs by state", lambda unit: unit.jobs.count_by_state(MOST_COUNTED)),
        _plain("dead jobs by kind", lambda unit: unit.jobs.count_dead_by_kind()),
        _paged(
            "payments",
            lambda unit, page: unit.payments.list(page),
            f"SELECT id FROM payments {_NEWEST}",
        ),
        _paged(
            "payment history",
            lambda unit, page: unit.receipts.records(CUSTOMER, everything, page),
            f"SELECT id FROM payments WHERE customer_id = '{CUSTOMER}' AND state = 'succeeded' {_NEWEST}",
        ),
        _plain(
            "payment history, what failed",
            lambda unit: unit.receipts.records(CUSTOMER, HistoryFilter(status=RecordStatus.FAILED), PAGE),
        ),
        _plain(
            "payment history, text without a hit",
            lambda unit: unit.receipts.records(CUSTOMER, HistoryFilter(search="zzzzz"), PAGE),
        ),
        _plain("what a customer spent", lambda unit: unit.payments.spent_by(CUSTOMER)),
        _orders("orders", OrderFilter(), "1 = 1"),
        _orders("orders of a busy driver", OrderFilter(driver_id=BUSY), f"driver_id = '{BUSY}'"),
        _orders("orders of a customer", OrderFilter(customer_id=CUSTOMER), f"customer_id = '{CUSTOMER}'"),
        _orders("orders, cancelled", OrderFilter(status=OrderStatus.CANCELLED), "status = 'cancelled'"),
        _orders("orders, #2099", OrderFilter(text="#2099"), "CAST(number AS VARCHAR(12)) LIKE '2099%'"),
        _orders("orders, #2", OrderFilter(text="#2"), "CAST(number AS VARCHAR(12)) LIKE '2%'"),
        _orders("orders, text without a hit", OrderFilter(text="zzzzz"), "1 = 0"),
        _orders("orders, two letters without a hit", OrderFilter(text="zq"), "1 = 0"),
        _orders(
            "orders, text with many hits",
            OrderFilter(text="oak desk"),
            "items_description LIKE '%oak desk%'",
        ),
        _orders(
            "orders, text of a busy driver",
            OrderFilter(text="oak desk", driver_id=BUSY),
            f"items_description LIKE '%oak desk%' AND driver_id = '{BUSY}'",
        ),
        _orders(
            "orders, text with few hits",
            OrderFilter(text="777 Bleecker"),
            "pickup_address LIKE '%777 Bleecker%'",
        ),
        _plain(
            "orders by status of a customer",
            lambda unit: unit.orders.count_by_status(OrderFilter(customer_id=CUSTOMER)),
        ),
        _plain(
            "orders by status of a busy driver",
            lambda unit: unit.orders.count_by_status(OrderFilter(driver_id=BUSY)),
        ),
        _plain("record of a busy driver", lambda unit: unit.orders.record_of(BUSY)),
        _plain("log of an order", lambda unit: unit.orders.events_after("ord_1", 0, 100)),
        _plain("offers ended of a busy driver", lambda unit: unit.job_offers.ended_since(BUSY, since, 20)),
        _plain("audit", lambda unit: unit.audit.newest(50)),
        _plain("audit by actor", lambda unit: unit.audit.newest(50, wanted=AuditFilter(actor_id="operator"))),
        _plain("drivers", lambda unit: unit.drivers.list(PAGE)),
        _plain("drivers by name, no hit", lambda unit: unit.drivers.named("zzzzz", 20)),
        _plain("balance of a driver", lambda unit: unit.ledger.balance(driver_account(DRIVER))),
        _plain("balance of a busy driver", lambda unit: unit.ledger.balance(driver_account(BUSY))),
        _plain("balance of the platform", lambda unit: unit.ledger.balance(PLATFORM_REVENUE)),
        _statement("statement of a driver", f"driver:{DRIVER}"),
        _statement("statement of a busy driver", f"driver:{BUSY}"),
        _statement("statement of the platform", CARD_CLEARING.code),
        _plain("trial balance", lambda unit: unit.ledger.balances()),
    ]


def _statement(name: str, account: str) -> Query:
    ids = (
        "SELECT t.id FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id "
        f"WHERE e.account = '{account}' ORDER BY t.at DESC, t.id DESC"
    )
    return _paged(name, lambda unit, page: unit.ledger.statement(ledger_account(account), page), ids)


def run(report: Report) -> None:
    """Both databases, one after the other."""
    for name, opened in (("sqlite", sqlite), ("postgresql", postgresql)):
        with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as url:
            asyncio.run(_measure(report, name, url, Path(folder)))
        with (
            tempfile.TemporaryDirectory() as folder,
            opened(Path(folder)) as one,
            opened(Path(folder) / "without") as other,
        ):
            asyncio.run(order_writes.measure(report, name, one, other))


@contextmanager
def sqlite(folder: Path) -> Iterator[str]:
    folder.mkdir(exist_ok=True)
    yield f"sqlite+aiosqlite:///{folder / 'lists.db'}"


@contextmanager
def postgresql(_folder: Path) -> Iterator[str]:
    from postgres import server

    url = server().create()
    yield url
    server().drop(url)


async def _measure(report: Report, name: str, url: str, folder: Path) -> None:
    await upgrade(url)
    begun = time.perf_counter()
    with ProcessPoolExecutor(1, get_context("spawn")) as another:  # whose memory is not measured
        another.submit(fill, url, folder, SIZES[report.size]).result()
    report.row(f"lists: {name}", "to fill the database", time.perf_counter() - begun, "s")
    storage = SqlStorage(open_engine(url))
    try:
        await ledger_queries.prepare(report, name, storage)
        await _ask_everything(report, name, storage)
    finally:
        await storage.aclose()


async def _ask_everything(report: Report, name: str, storage: SqlStorage) -> None:
    newest = await storage.read(lambda unit: unit.payments.list(PageRequest(1)))
    now = newest.items[0].payment.created_at
    years_back = [_plain(*each) for each in ledger_queries.later_pages(now - YEAR).items()]
    await ledger_queries.require_right(storage, now - YEAR)
    for query in [*_queries(now), *years_back]:
        if query.ids is not None:
            await _require_right(storage, query, whole=report.size == "small")
        taken = await _time(storage, query.ask(PAGE), ROUNDS[report.size])
        middle, high = statistics.median(taken), taken[math.ceil(len(taken) * 0.95) - 1]
        report.row(f"lists: {name}", query.name, middle, f"ms (least {taken[0]:,.1f}, p95 {high:,.0f})")
        report.at_most(f"{name}: {query.name}, p50 in ms", WANTED_MS, middle)
        report.at_most(f"{name}: {query.name}, p95 in ms", WANTED_MS_P95, high)
    await ledger_queries.compare_balances(report, name, storage)
    await ledger_queries.verify(report, name, storage, now - MONTH)


async def _time(storage: SqlStorage, ask: Ask, rounds: int) -> list[float]:
    taken: list[float] = []
    for _ in range(rounds):
        begun = time.perf_counter()
        await storage.read(ask)
        taken.append((time.perf_counter() - begun) * 1000)
        if taken[-1] > SLOW_MS:
            break
    return sorted(taken)


async def _require_right(storage: SqlStorage, query: Query, *, whole: bool) -> None:
    """The list's pages, one after the other, against the plain statement; at full size the first alone."""
    assert query.ids is not None
    wanted = await _all_ids(storage, query.ids if whole else f"{query.ids} LIMIT {PAGE.limit}")
    found: list[str] = []
    page = PageRequest(17) if whole else PAGE
    while True:
        got = await storage.read(query.ask(page))
        found += [_id(item) for item in got.items]
        if got.next is None or not whole:
            break
        page = attrs.evolve(page, cursor=got.next)
    if found != wanted:
        raise WrongAnswer(f"{query.name}: {found[:5]} instead of {wanted[:5]}")


async def _all_ids(storage: SqlStorage, statement: str) -> list[str]:
    async with storage.engine.reading.connect() as connection:
        if connection.dialect.name == "postgresql":
            await connection.exec_driver_sql("SET LOCAL statement_timeout = '5min'")
            statement = statement.replace("%", "%%")
        return list((await connection.exec_driver_sql(statement)).scalars())


def _id(item: Any) -> str:
    for name in ("split", "payment", "transaction_id", "id"):
        found = getattr(item, name, None)
        if found is not None:
            return str(getattr(found, "id", found))
    raise WrongAnswer(f"no id in {item}")
