"""The books of the large database: balances, statements and their later pages, and the proof of it all.

What balances and statements say is first held against sums over all entries.
"""

import resource
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

from measuring import Report, WrongAnswer
from sqlalchemy import text

from haulage.kernel.actor import OPERATOR
from haulage.ledger import LedgerAccount, driver_account
from haulage.ledger.account import CARD_CLEARING, PLATFORM_REVENUE
from haulage.ports.storage.ledger import LedgerCheck, StatementLine
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.ledger import LedgerUseCases, RebuildLedgerSums, RollUpLedger
from haulage_adapters.sql.paging import Place
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.clock import SystemClock

VERIFY_SECONDS, SINCE_SECONDS = 300, 30
"""Ours, for a machine whose two cores are busy: a night's job, and something that a person waits for."""
MEMORY_MB = 512

BUSY, DRIVER = driver_account("drv_dee"), driver_account("drv_dee-3")
BALANCES = 200
Ask = Callable[[UnitOfWork], Awaitable[Any]]

SUMS = text(
    "SELECT e.account, sum(e.amount_cents) FROM ledger_entries e "
    "JOIN ledger_transactions t ON t.id = e.transaction_id WHERE t.state = 'posted' GROUP BY e.account"
)
BEFORE = text(
    "SELECT sum(e.amount_cents) FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id "
    "WHERE t.state = 'posted' AND e.account = :account AND (t.at < :at OR t.at = :at AND t.id <= :id)"
)


def later_pages(middle: Any) -> dict[str, Ask]:
    """Pages from the midst of years; *middle* is an instant there."""
    request = PageRequest(50, Place(middle, "txn_").written())
    return {
        "statement of a busy driver, years back": lambda unit: unit.ledger.statement(BUSY, request),
        "statement of the platform, years back": lambda unit: unit.ledger.statement(CARD_CLEARING, request),
    }


async def prepare(report: Report, name: str, storage: SqlStorage) -> None:
    """The copies of the town are made without the books' triggers or all at once: sum them up."""
    begun = time.perf_counter()
    accounts = await RebuildLedgerSums(storage, SystemClock())(OPERATOR)
    report.row(f"ledger: {name}", f"to sum up {accounts} accounts anew", time.perf_counter() - begun, "s")
    await RollUpLedger(storage)()


async def require_right(storage: SqlStorage, middle: Any) -> None:
    async with storage.engine.reading.connect() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(text("SET LOCAL statement_timeout = '5min'"))
        wanted = {row[0]: int(row[1]) for row in await connection.execute(SUMS)}
    found = await storage.read(lambda unit: unit.ledger.balances())
    if {account.code: held.posted_cents for account, held in found.items()} != wanted:
        raise WrongAnswer("the balances are not the sums of the entries")
    for account in (BUSY, DRIVER):
        held = await storage.read(lambda unit, account=account: unit.ledger.balance(account))
        if held.posted_cents != wanted[account.code]:
            raise WrongAnswer(f"the balance of {account.code} is not the sum of its entries")
    for account in (CARD_CLEARING, PLATFORM_REVENUE, BUSY, DRIVER):
        for cursor in (None, Place(middle, "txn_").written()):
            await _require_balance(storage, account, PageRequest(3, cursor))


async def _require_balance(storage: SqlStorage, account: LedgerAccount, request: PageRequest) -> None:
    page: Page[StatementLine] = await storage.read(lambda unit: unit.ledger.statement(account, request))
    for line in page.items:
        values = {"account": account.code, "id": line.transaction_id, "at": line.at}
        async with storage.engine.reading.connect() as connection:
            if connection.dialect.name == "sqlite":
                values["at"] = line.at.strftime("%Y-%m-%d %H:%M:%S.%f")
            else:
                await connection.execute(text("SET LOCAL statement_timeout = '5min'"))
            wanted = int((await connection.execute(BEFORE, values)).scalar_one())
        if line.balance_cents != wanted:
            raise WrongAnswer(f"{account.code}: {line.balance_cents} after {line.transaction_id}")


async def compare_balances(report: Report, name: str, storage: SqlStorage) -> None:
    """A balance costs as much with a million entries as with a few: both are asked for in turn."""
    taken: dict[LedgerAccount, list[float]] = {DRIVER: [], BUSY: []}
    for _ in range(BALANCES):
        for account, times in taken.items():
            begun = time.perf_counter()
            await storage.read(lambda unit, account=account: unit.ledger.balance(account))
            times.append((time.perf_counter() - begun) * 1000)
    few, many = (statistics.median(times) for times in taken.values())
    report.row(f"ledger: {name}", "balance of a driver with few entries", few, "ms")
    report.row(f"ledger: {name}", "balance of the driver with the most entries", many, "ms")
    report.at_most(f"{name}: balance with the most entries, as ratio to that with few", 2, many / few)


async def verify(report: Report, name: str, storage: SqlStorage, since: Any) -> None:
    """Whole and from a day on; nothing may be off, and no statement may run into its limit."""
    ledger = LedgerUseCases(storage)
    for what, start, wanted in (("verify", None, VERIFY_SECONDS), ("verify --since", since, SINCE_SECONDS)):
        begun = time.perf_counter()
        found = await ledger.verify(OPERATOR, since=start)
        seconds = time.perf_counter() - begun
        if found != LedgerCheck(found.transactions, 0, 0, 0) or not found.transactions:
            raise WrongAnswer(f"{what}: {found}")
        report.row(f"ledger: {name}", f"{what}, {found.transactions:,} transactions", seconds, "s")
        report.at_most(f"{name}: ledger {what}, s", wanted, seconds)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report.row(f"ledger: {name}", "memory of the process at most", used, "MB")
    report.at_most(f"{name}: memory in MB", MEMORY_MB, used)
