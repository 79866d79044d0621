"""Balances and statements come from sums that are kept, and are what adding up all entries would give."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import date, timedelta
from random import Random
from typing import Any

import attrs
import pytest
from sqlalchemy import event, text

from adapters.test_ledger_storage import a_transaction, add, by_hand, without_triggers
from builders import NOON, minutes_later
from haulage.kernel.actor import OPERATOR
from haulage.ledger import (
    Balance,
    LedgerAccount,
    Transaction,
    TransactionMove,
    TransactionState,
    balances,
    driver_account,
    entries_of,
)
from haulage.ledger.account import CARD_CLEARING, DISPUTES, PLATFORM_REVENUE
from haulage.ledger.transaction import moved
from haulage.ports.storage.ledger import LedgerCheck, StatementLine
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.ledger import LedgerUseCases, RebuildLedgerSums, RollUpLedger
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.clock import SystemClock

pytestmark = pytest.mark.anyio

DAN, DEE = driver_account("drv_dan"), driver_account("drv_dee")
ACCOUNTS = (CARD_CLEARING, PLATFORM_REVENUE, DISPUTES, DAN, DEE)
RESERVED, POSTED = TransactionState.RESERVED, TransactionState.POSTED

PLAIN = text(
    "SELECT t.id, t.state, e.amount_cents, "
    "CASE WHEN t.state = 'posted' THEN coalesce(t.settled_at, t.at) ELSE t.at END AS shown_at, "
    "sum(CASE WHEN t.state = 'posted' THEN e.amount_cents ELSE 0 END) OVER (ORDER BY "
    "CASE WHEN t.state = 'posted' THEN coalesce(t.settled_at, t.at) ELSE t.at END, t.id) AS balance_cents "
    "FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id "
    "WHERE e.account = :account ORDER BY shown_at DESC, t.id DESC"
)
"""An account's whole statement, as it was read before there were sums."""


async def roll_up(storage: SqlStorage, at_once: int = 1_000) -> int:
    return await RollUpLedger(storage, at_once)()


async def balance(storage: SqlStorage, account: LedgerAccount) -> Balance:
    return await storage.read(lambda unit: unit.ledger.balance(account))


async def pages(storage: SqlStorage, account: LedgerAccount, limit: int) -> list[StatementLine]:
    lines: list[StatementLine] = []
    request = PageRequest(limit)
    while True:
        page = await storage.read(lambda unit, request=request: unit.ledger.statement(account, request))
        lines += page.items
        if page.next is None:
            return lines
        request = PageRequest(limit, page.next)


async def plain(storage: SqlStorage, account: LedgerAccount) -> list[tuple[Any, ...]]:
    async with storage.engine.reading.connect() as connection:
        rows = (await connection.execute(PLAIN, {"account": account.code})).all()
        return [(row.id, row.state, row.amount_cents, int(row.balance_cents)) for row in rows]


async def require_same(storage: SqlStorage, made: Iterable[Transaction], limit: int) -> None:
    """Balances as the core adds them up, and statements as one window over all entries shows them."""
    expected = {account: held for account, held in balances(made).items() if held != Balance()}
    found = await storage.read(lambda unit: unit.ledger.balances())
    assert {account: held for account, held in found.items() if held != Balance()} == expected
    for account in ACCOUNTS:
        assert await balance(storage, account) == expected.get(account, Balance())
        shown = [
            (line.transaction_id, line.state.value, line.amount_cents, line.balance_cents)
            for line in await pages(storage, account, limit)
        ]
        assert shown == await plain(storage, account)


def anything(random: Random, number: int) -> Transaction:
    """Of any of five days, so that most are older than what was entered before; many at the same time."""
    one, other = random.sample(ACCOUNTS, 2)
    cents = random.randrange(1, 1_000) * random.choice((1, -1))
    at = NOON + timedelta(days=random.randrange(5), hours=random.randrange(-12, 12, 4))
    state = random.choice((POSTED, POSTED, RESERVED))
    id = f"txn_{random.randrange(10**9):09}_{number}"
    return a_transaction(number, id=id, at=at, state=state, entries=entries_of({one: cents, other: -cents}))


@pytest.mark.parametrize("seed", range(int(os.environ.get("HAULAGE_TEST_SUMS", "2"))))
async def test_whatever_is_entered_settled_and_rolled_up_reads_as_one_sum_over_all(
    storage: SqlStorage, seed: int
) -> None:
    random = Random(seed)
    made: dict[str, Transaction] = {}
    for number in range(60):
        entered = anything(random, number)
        await add(storage, entered)
        made[entered.id] = entered
        reserved = [each for each in made.values() if each.state is RESERVED]
        if reserved and random.random() < 0.3:
            held, move = random.choice(reserved), random.choice(list(TransactionMove))
            at = held.at + timedelta(hours=random.randrange(72))
            await storage.write(lambda unit, held=held, move=move, at=at: unit.ledger.settle(held, move, at))
            made[held.id] = moved(held, move, at)
        if random.random() < 0.2:
            await storage.write(lambda unit: unit.ledger.roll_up(random.randrange(1, 9)))
        if number % 15 == 14:
            await require_same(storage, made.values(), random.choice((1, 3, 7, 100)))
    await RebuildLedgerSums(storage, SystemClock())(OPERATOR)
    await require_same(storage, made.values(), 5)
    await roll_up(storage)
    await require_same(storage, made.values(), 4)
    for size in (1, 7, 1_000):
        ledger = LedgerUseCases(storage, entries_at_once=size, accounts_at_once=size)
        assert await ledger.verify(OPERATOR) == LedgerCheck(60, 0, 0, 0)


async def stored(storage: SqlStorage) -> tuple[dict[str, int], dict[tuple[str, str], int], int]:
    """The sums by account, and by account and day; and how many transactions they do not have."""
    async with storage.engine.reading.connect() as connection:
        accounts = await connection.execute(text("SELECT account, posted_cents FROM ledger_checkpoints"))
        days = await connection.execute(text("SELECT account, day, posted_cents FROM ledger_daily_totals"))
        waiting = await connection.execute(text("SELECT count(*) FROM ledger_tail"))
        return (
            {row[0]: row[1] for row in accounts},
            {(row[0], str(row[1])): row[2] for row in days},
            waiting.scalar_one(),
        )


async def test_rolling_up_leaves_nothing_behind_and_sums_by_account_and_day(storage: SqlStorage) -> None:
    tomorrow = NOON + timedelta(days=1)
    await add(storage, a_transaction(1, 100), a_transaction(2, 50), a_transaction(3, 7, at=tomorrow))
    assert (await stored(storage))[2] == 3
    assert await roll_up(storage, at_once=2) == 3
    day, next_day = (str(at.date()) for at in (NOON, tomorrow))
    assert await stored(storage) == (
        {CARD_CLEARING.code: 157, DAN.code: -157},
        {
            (CARD_CLEARING.code, day): 150,
            (DAN.code, day): -150,
            (CARD_CLEARING.code, next_day): 7,
            (DAN.code, next_day): -7,
        },
        0,
    )
    assert await roll_up(storage) == 0


async def test_a_reservation_is_in_no_sum_until_it_is_posted(storage: SqlStorage) -> None:
    held = a_transaction(1, state=RESERVED)
    voided = a_transaction(2, state=RESERVED)
    await add(storage, held, voided)
    await storage.write(lambda unit: unit.ledger.settle(voided, TransactionMove.VOID, minutes_later(5)))
    assert await roll_up(storage) == 0
    later = NOON + timedelta(days=3)
    await storage.write(lambda unit: unit.ledger.settle(held, TransactionMove.POST, later))
    assert await roll_up(storage) == 1
    assert (await stored(storage))[1] == {
        (CARD_CLEARING.code, str(later.date())): 100,
        (DAN.code, str(later.date())): -100,
    }


@asynccontextmanager
async def committing_late(
    storage: SqlStorage, work: Callable[[UnitOfWork], Awaitable[Any]]
) -> AsyncIterator[asyncio.Event]:
    """Another process does this work before, and commits after what is done meanwhile, or once it may."""
    other = SqlStorage(open_engine(storage.engine.writing.url.render_as_string(hide_password=False)))
    done, go_on = asyncio.Event(), asyncio.Event()

    async def do(unit: UnitOfWork) -> None:
        await work(unit)
        done.set()
        await go_on.wait()

    task = asyncio.create_task(other.write(do))
    try:
        await done.wait()
        yield go_on
    finally:
        go_on.set()
        await task
        await other.aclose()


async def some_wait_for_a_lock(storage: SqlStorage) -> None:
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    async with asyncio.timeout(10), storage.engine.reading.connect() as connection:
        while not (await connection.execute(waiting)).scalar_one():
            pass


def of_platform(number: int, cents: int) -> Transaction:
    """Of accounts that nobody waits for."""
    return a_transaction(number, entries=entries_of({CARD_CLEARING: cents, PLATFORM_REVENUE: -cents}))


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("work", ["roll up", "rebuild"])
async def test_what_commits_late_is_counted_once_although_it_is_older_than_what_was_summed(
    storage: SqlStorage, work: str
) -> None:
    """Its id and its time come before those that are in the sums already."""
    await add(storage, of_platform(2, 100))
    await roll_up(storage)
    async with committing_late(storage, lambda unit: unit.ledger.add(of_platform(1, 30))):
        await add(storage, of_platform(3, 5))
        if work == "rebuild":
            await RebuildLedgerSums(storage, SystemClock())(OPERATOR)
        await roll_up(storage)
        assert await balance(storage, CARD_CLEARING) == Balance(105)
    assert await balance(storage, CARD_CLEARING) == Balance(135)
    assert await roll_up(storage) == 1
    assert await balance(storage, CARD_CLEARING) == Balance(135)
    assert [line.balance_cents for line in await pages(storage, CARD_CLEARING, 1)] == [135, 130, 30]
    assert await LedgerUseCases(storage).verify(OPERATOR) == LedgerCheck(3, 0, 0, 0)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_run_adds_only_what_no_other_run_has_taken_meanwhile(storage: SqlStorage) -> None:
    await add(storage, *(a_transaction(number, 10**number) for number in range(1, 6)))
    async with committing_late(storage, lambda unit: unit.ledger.roll_up(2)) as may_commit:
        second = asyncio.create_task(storage.write(lambda unit: unit.ledger.roll_up(5)))
        await some_wait_for_a_lock(storage)
        may_commit.set()
        assert await second == 3
    assert await balance(storage, CARD_CLEARING) == Balance(111_110)
    assert (await stored(storage))[2] == 0


async def test_balances_stand_still_while_several_processes_roll_up_and_rebuild(storage: SqlStorage) -> None:
    await add(storage, *(a_transaction(number, number) for number in range(1, 121)))
    whole = Balance(sum(range(1, 121)))
    working = True

    async def watch() -> set[Balance]:
        seen: set[Balance] = set()
        while working:
            seen.add(await balance(storage, CARD_CLEARING))
            seen.add(await storage.write(lambda unit: unit.ledger.balance(CARD_CLEARING)))
        return seen

    watching = asyncio.create_task(watch())
    jobs = [RollUpLedger(storage, 5)() for _ in range(3)]
    done = await asyncio.gather(*jobs, RebuildLedgerSums(storage, SystemClock())(OPERATOR))
    working = False
    assert await watching == {whole}
    assert sum(done[:3]) == 120
    assert await LedgerUseCases(storage).verify(OPERATOR) == LedgerCheck(120, 0, 0, 0)


@pytest.mark.parametrize("limited", [False, True], ids=["balance", "a later page"])
async def test_one_statement_answers_so_that_one_view_does(storage: SqlStorage, limited: bool) -> None:
    """In a unit that writes, PostgreSQL takes a new view for each statement."""
    await add(storage, a_transaction(1), a_transaction(2))
    first = await storage.read(lambda unit: unit.ledger.statement(DAN, PageRequest(1)))
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        asked.append(statement)

    engine = storage.engine.reading.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    if limited:
        await storage.read(lambda unit: unit.ledger.statement(DAN, PageRequest(1, first.next)))
    else:
        await balance(storage, DAN)
    event.remove(engine, "before_cursor_execute", note)
    assert len([statement for statement in asked if statement.startswith("SELECT")]) == 1


TAMPERED = {
    "an account's sum": ("UPDATE ledger_checkpoints SET posted_cents = 7 WHERE account = 'card_clearing'", 1),
    "a day's sum": (
        (
            "UPDATE ledger_daily_totals SET posted_cents = posted_cents + 7 "
            "WHERE account = 'card_clearing' AND day = '{day}'"
        ),
        2,
    ),
    "a day gone": ("DELETE FROM ledger_daily_totals WHERE account = 'card_clearing' AND day = '{day}'", 2),
    "a day too many": ("INSERT INTO ledger_daily_totals VALUES ('card_clearing', '2031-01-01', 7)", 2),
    "two days that make up for each other": (
        (
            "UPDATE ledger_daily_totals SET posted_cents = posted_cents + "
            "CASE day WHEN '{day}' THEN 7 ELSE -7 END WHERE account = 'card_clearing'"
        ),
        2,
    ),
    "a transaction that no sum has": ("DELETE FROM ledger_tail", 2),
}


@pytest.fixture
async def summed(storage: SqlStorage) -> date:
    """Entries of two days of which the sums have all but one; the second of the days."""
    second = NOON + timedelta(days=1)
    await add(storage, *(a_transaction(number) for number in range(1, 6)))
    await add(storage, *(a_transaction(number, at=second) for number in range(6, 8)))
    await roll_up(storage)
    await add(storage, a_transaction(8, at=second))
    return second.date()


@pytest.mark.parametrize("name", TAMPERED)
async def test_a_sum_that_was_changed_by_hand_is_found_and_made_anew(
    storage: SqlStorage, summed: date, name: str
) -> None:
    statement, wrong = TAMPERED[name]
    await by_hand(storage, statement.format(day=summed))
    for size in (1, 3, 1_000):
        ledger = LedgerUseCases(storage, entries_at_once=size, accounts_at_once=size)
        found = await ledger.verify(OPERATOR)
        assert (found.wrong_sums, found.in_order) == (wrong, False)
        assert attrs.evolve(found, wrong_sums=0, wrong_accounts=()).in_order
        later = await ledger.verify(OPERATOR, since=NOON + timedelta(days=1))
        assert later.wrong_sums == (wrong - 1 if name == "two days that make up for each other" else wrong)
    assert await RebuildLedgerSums(storage, SystemClock())(OPERATOR) == 2
    assert (await LedgerUseCases(storage).verify(OPERATOR)).in_order
    assert await balance(storage, CARD_CLEARING) == Balance(800)


async def test_since_leaves_the_sums_of_earlier_days_unread(storage: SqlStorage, summed: date) -> None:
    entry = "UPDATE ledger_entries SET amount_cents = amount_cents + CASE account {} END"
    changed = entry.format("WHEN 'card_clearing' THEN 1 ELSE -1") + " WHERE transaction_id = 'txn_1'"
    await without_triggers(storage, changed)
    assert (await LedgerUseCases(storage).verify(OPERATOR)).wrong_sums == 2
    assert (await LedgerUseCases(storage).verify(OPERATOR, since=NOON + timedelta(days=1))).wrong_sums == 0
    assert (await LedgerUseCases(storage).verify(OPERATOR, since=NOON)).wrong_sums == 2


@pytest.mark.parametrize(
    ("at_once", "parts"),
    [
        (1, [1, 2, 3, 3, 4, 5, 6, 6, 6]),
        (3, [2, 3, 5, 6, 6]),
        (4, [3, 3, 6, 6, 6]),
        (6, [3, 6, 6]),
        (12, [6, 6]),
    ],
)
async def test_the_days_since_are_read_in_parts(storage: SqlStorage, at_once: int, parts: list[int]) -> None:
    """Two accounts with two entries on each of three days, and none of what was before."""
    for day in range(-2, 3):
        at = NOON + timedelta(days=day)
        await add(storage, *(a_transaction(10 * day + number, at=at) for number in (31, 32)))
    await roll_up(storage)
    progress: list[tuple[str, int]] = []
    ledger = LedgerUseCases(storage, entries_at_once=at_once)
    found = await ledger.verify(
        OPERATOR, since=NOON, on_progress=lambda what, read: progress.append((what, read))
    )
    assert (found.wrong_sums, found.in_order) == (0, True)
    assert [read for what, read in progress if what == "daily totals"] == parts


TIMES = {
    "an entry under another time": (
        (
            "INSERT INTO ledger_entries VALUES ('txn_1', 'tips', 5, '2027-03-01 12:00:00'), "
            "('txn_1', 'refunds', -5, '2027-03-01 12:00:00')"
        ),
        (
            "INSERT INTO ledger_transactions (id, kind, reference, at, state) "
            "VALUES ('txn_1', 'tip', 'x', '2027-03-01 12:00:01', 'posted')"
        ),
    ),
    "an entry moved": ("UPDATE ledger_entries SET at = '2027-03-01 12:00:00'",),
    "an entry without a time": ("UPDATE ledger_entries SET at = NULL",),
}


@pytest.mark.parametrize("statements", TIMES.values(), ids=TIMES)
async def test_the_database_keeps_each_entry_at_the_time_of_its_transaction(
    storage: SqlStorage, statements: Sequence[str]
) -> None:
    await add(storage, a_transaction(9))
    with pytest.raises(Exception, match="whole transactions"):
        await by_hand(storage, *statements)


async def test_an_entry_under_another_time_is_found(storage: SqlStorage) -> None:
    await add(storage, a_transaction(1), a_transaction(2))
    moving = "UPDATE ledger_entries SET at = (SELECT max(at) FROM ledger_transactions) WHERE "
    await without_triggers(storage, moving + "transaction_id = 'txn_1' AND account = 'card_clearing'")
    assert await LedgerUseCases(storage).verify(OPERATOR) == LedgerCheck(2, 1, 0, 0)
