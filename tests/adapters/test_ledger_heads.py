"""Heads of personal accounts: nothing is reserved twice, and they are what the entries come to."""

import asyncio
import os
import sys

import attrs
import pytest

from adapters.reserving import AVAILABLE, OWNER, THERE, a_payout, granted, reserve
from adapters.test_ledger_storage import add, by_hand, check
from builders import NOON
from forked import forked
from haulage.kernel.actor import OPERATOR
from haulage.ledger import (
    Balance,
    NotEnough,
    Transaction,
    TransactionKind,
    TransactionMove,
    TransactionState,
    accounts_of,
    debt_account,
    entries_of,
)
from haulage.ledger.account import CARD_CLEARING
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.ledger import LedgerUseCases, RebuildLedgerSums, RollUpLedger
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.clock import SystemClock

pytestmark = pytest.mark.anyio

WORTH, AT_ONCE = 10, 64
ROUNDS = int(os.environ.get("HAULAGE_TEST_RESERVE_ROUNDS", "2"))
PROCESS_ROUNDS = max(1, ROUNDS // 10)


def worth(cents: int, name: str = "in") -> Transaction:
    """What a transfer brings."""
    entries = entries_of({AVAILABLE: -cents, CARD_CLEARING: cents})
    return Transaction(f"txn_{name}", TransactionKind.TRANSFER, name, NOON, entries)


async def held(storage: SqlStorage) -> Balance:
    return await storage.read(lambda unit: unit.ledger.balance(AVAILABLE))


async def test_of_64_that_reserve_at_once_on_a_balance_worth_10_exactly_10_do(storage: SqlStorage) -> None:
    for number in range(1, ROUNDS + 1):
        await add(storage, worth(WORTH, f"in_{number}"))
        names = [f"{number}_{each}" for each in range(AT_ONCE)]
        assert await granted(storage, names) == WORTH
        assert await held(storage) == Balance(-WORTH * number, WORTH * number)
    assert (await check(storage)).in_order
    line = f"{ROUNDS} rounds of {AT_ONCE} reservations on a balance worth {WORTH}: {WORTH} each time"
    sys.stdout.write(f"\n{line}\n")


async def test_of_two_processes_that_reserve_at_once_both_together_get_what_there_is(
    storage: SqlStorage, database: str
) -> None:
    for number in range(1, PROCESS_ROUNDS + 1):
        await add(storage, worth(WORTH, f"in_{number}"))
        with (
            forked(reserve, database, f"one_{number}", AT_ONCE // 2) as one,
            forked(reserve, database, f"two_{number}", AT_ONCE // 2) as other,
        ):
            for process in (one, other):
                assert await process.heard() == "ready"
            for process in (one, other):
                process.tell("go")
            assert sum(await asyncio.gather(one.heard(), other.heard())) == WORTH
    assert (await check(storage)).in_order


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_whoever_reads_the_balance_and_then_adds_without_the_head_overspends(
    storage: SqlStorage,
) -> None:
    """The twin. On SQLite units that write are one after the other, whatever they do."""
    await add(storage, worth(WORTH))
    both_have_read = asyncio.Barrier(2)

    async def spend(name: str) -> None:
        async def work(unit: UnitOfWork) -> None:
            has = (await unit.ledger.balance(AVAILABLE)).owed_cents
            await both_have_read.wait()
            if has >= WORTH:
                await unit.ledger.add(a_payout(name, WORTH))

        await storage.write(work)

    await asyncio.gather(spend("one"), spend("two"))
    assert (await held(storage)).owed_cents == -WORTH


async def test_what_is_more_than_there_is_or_would_leave_too_little_is_refused_and_adds_nothing(
    storage: SqlStorage,
) -> None:
    await add(storage, worth(WORTH))
    for cents, leaving in ((11, 0), (10, 1), (1, 10)):
        with pytest.raises(NotEnough, match=r"driver_available:drv_dan"):
            await storage.write(
                lambda unit, cents=cents, leaving=leaving: unit.ledger.reserve(
                    a_payout("out", cents), leaving=leaving
                )
            )
    assert await held(storage) == Balance(-WORTH)
    await storage.write(lambda unit: unit.ledger.reserve(a_payout("out", 9), leaving=1))
    assert await held(storage) == Balance(-WORTH, 9)
    with pytest.raises(NotEnough):
        await storage.write(lambda unit: unit.ledger.reserve(a_payout("other", 2)))


async def test_a_reserved_credit_frees_nothing_and_a_voided_debit_does(storage: SqlStorage) -> None:
    credit = attrs.evolve(worth(WORTH, "promised"), state=TransactionState.RESERVED)
    await add(storage, credit)
    with pytest.raises(NotEnough):
        await storage.write(lambda unit: unit.ledger.reserve(a_payout("out")))
    await storage.write(lambda unit: unit.ledger.settle(credit, TransactionMove.POST, NOON))
    await storage.write(lambda unit: unit.ledger.reserve(a_payout("out", WORTH)))
    await storage.write(lambda unit: unit.ledger.settle(a_payout("out", WORTH), TransactionMove.VOID, NOON))
    assert await held(storage) == Balance(-WORTH)
    await storage.write(lambda unit: unit.ledger.reserve(a_payout("again", WORTH)))
    await storage.write(lambda unit: unit.ledger.settle(a_payout("again", WORTH), TransactionMove.POST, NOON))
    assert await held(storage) == Balance()
    assert (await check(storage)).in_order


async def test_all_accounts_of_a_driver_are_read_at_once(storage: SqlStorage) -> None:
    await add(storage, worth(WORTH))
    found = await storage.read(lambda unit: unit.ledger.balances_of(OWNER))
    assert tuple(found) == accounts_of(OWNER)
    assert (found[AVAILABLE], found[debt_account(OWNER)]) == (Balance(-WORTH), Balance())


@pytest.mark.parametrize("rolled_up", [True, False])
@pytest.mark.parametrize(
    "changed",
    [
        "UPDATE ledger_accounts SET posted_cents = posted_cents - 5 WHERE code = '{}'",
        "UPDATE ledger_accounts SET reserved_debit_cents = 0 WHERE code = '{}'",
        "DELETE FROM ledger_accounts WHERE code = '{}'",
    ],
)
async def test_a_head_that_was_changed_by_hand_is_named_and_made_anew(
    storage: SqlStorage, changed: str, rolled_up: bool
) -> None:
    await add(storage, worth(WORTH))
    await storage.write(lambda unit: unit.ledger.reserve(a_payout("out", 4)))
    if rolled_up:
        await RollUpLedger(storage)()
    await by_hand(storage, changed.format(AVAILABLE.code))
    for size in (1, 2, 1_000):
        found = await LedgerUseCases(storage, heads_at_once=size).verify(OPERATOR)
        assert (found.wrong_accounts, found.in_order) == ((AVAILABLE.code,), False)
    await RebuildLedgerSums(storage, SystemClock())(OPERATOR)
    assert (await check(storage)).in_order
    assert await held(storage) == Balance(-WORTH, 4)


async def test_a_head_of_an_account_without_entries_is_named(storage: SqlStorage) -> None:
    await by_hand(storage, f"INSERT INTO ledger_accounts VALUES ('{THERE.code}', 5, 0, 0, 1)")
    assert (await check(storage)).wrong_accounts == (THERE.code,)
    await RebuildLedgerSums(storage, SystemClock())(OPERATOR)
    assert (await check(storage)).in_order
