"""Nobody is paid twice: payouts that are asked for at once, by two processes, on both databases.

``HAULAGE_TEST_PAYOUT_ROUNDS`` repeats it; the soak has two hundred rounds of each.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest

from account_scenario import TurnableClock
from adapters.requesting_payouts import AMOUNT, DEE, DRIVER, granted, request
from builders import NOON, a_signed_w9
from forked import Forked, forked
from haulage.kernel.actor import OPERATOR
from haulage.ledger import (
    Transaction,
    TransactionKind,
    available_account,
    connected_account,
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
    TakenBack,
)
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.driver_funds import balance_of
from haulage.use_cases.ledger import LedgerUseCases
from haulage.use_cases.payouts.request_payout import PayoutRequest, RequestPayout
from haulage_adapters.sql.money.ledger import SqlLedgerStore
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.identifiers import RandomIdentifiers

pytestmark = pytest.mark.anyio

STANDARD, INSTANT = PayoutSpeed.STANDARD, PayoutSpeed.INSTANT
WORTH, AT_ONCE = 10, 64
ROUNDS = int(os.environ.get("HAULAGE_TEST_PAYOUT_ROUNDS", "1"))
PLENTY = 100_000_000
READY = AccountReport(True, True, transfers=CapabilityStatus.ACTIVE)
CARD = PayoutMethod("pom_1", DRIVER, MethodType.DEBIT_CARD, "tok", NOON, verified_at=NOON, is_instant=True)


async def fund(storage: SqlStorage, cents: int, name: str) -> None:
    amounts = {
        CARD_CLEARING: -cents,
        connected_account(DRIVER): cents,
        PLATFORM_REVENUE: cents,
        available_account(DRIVER): -cents,
    }
    made = Transaction(f"txn_{name}", TransactionKind.TRANSFER, name, NOON, entries_of(amounts))
    await storage.write(lambda unit: unit.ledger.add(made))


@pytest.fixture
async def driver(scene: Any, storage: SqlStorage) -> None:
    """With a card, and one payout behind them, whose fees were given back and can be taken back of."""
    await scene.drivers([41])

    async def add(unit: UnitOfWork) -> None:
        await unit.taxpayers.add(a_signed_w9(DRIVER), "sealed")
        await unit.connected_accounts.add(ConnectedAccount(DRIVER, "acct_1", NOON, READY, NOON))
        await unit.payout_methods.add(CARD)
        await unit.payout_methods.make_default(CARD)

    await storage.write(add)
    await fund(storage, 1, "first")
    clock = TurnableClock(NOON - timedelta(days=9))
    first = await RequestPayout(storage, clock, RandomIdentifiers())(DEE, DRIVER, PayoutRequest(1, STANDARD))
    part = TakenBack("tr_plenty", PLENTY)
    await storage.write(lambda unit: unit.payouts.add_given_back(first.id, part, NOON))


async def asked(each: Forked, speed: PayoutSpeed, at: datetime) -> int:
    each.tell((speed, at))
    return int(await each.heard())


@asynccontextmanager
async def two_processes(url: str) -> AsyncIterator[list[Forked]]:
    with forked(request, url, AT_ONCE // 2) as one, forked(request, url, AT_ONCE // 2) as other:
        for each in (one, other):
            assert await each.heard() == "ready"
        yield [one, other]


@pytest.mark.usefixtures("driver")
async def test_of_64_payouts_at_once_exactly_10_are_granted_by_the_balance_and_by_the_days_limit(
    storage: SqlStorage, database: str
) -> None:
    async with two_processes(database) as processes:
        for number in range(1, ROUNDS + 1):
            at = NOON + timedelta(days=number)
            await fund(storage, WORTH * AMOUNT[STANDARD], f"balance_{number}")
            assert sum(await asyncio.gather(*(asked(each, STANDARD, at) for each in processes))) == WORTH
            assert (await storage.read(lambda unit: balance_of(unit, DRIVER))).available_cents == 0
            await fund(storage, AT_ONCE * AMOUNT[INSTANT], f"limit_{number}")
            assert sum(await asyncio.gather(*(asked(each, INSTANT, at) for each in processes))) == WORTH
            await _empty(storage, at)
    assert (await LedgerUseCases(storage).verify(OPERATOR)).in_order
    sys.stdout.write(
        f"\n{AT_ONCE} payouts at once by two processes, {ROUNDS} times: {WORTH} each, by balance and limit\n"
    )


async def _empty(storage: SqlStorage, at: datetime) -> None:
    """By a standard payout, so that the next round begins with nothing."""
    left = (await storage.read(lambda unit: balance_of(unit, DRIVER))).available_cents
    await RequestPayout(storage, TurnableClock(at), RandomIdentifiers())(
        DEE, DRIVER, PayoutRequest(left, STANDARD)
    )


@pytest.mark.usefixtures("driver")
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_without_the_lock_the_days_limit_is_passed(
    storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin. On SQLite units that write are one after the other, whatever they do."""
    await fund(storage, AT_ONCE * AMOUNT[INSTANT], "limit")
    both_have_counted = asyncio.Barrier(2)

    async def no_lock(_store: SqlLedgerStore, _owner: str) -> None:
        return None

    counting = SqlStorage.write

    async def write(self: SqlStorage, work: Any) -> Any:
        async def waiting(unit: UnitOfWork) -> Any:
            count = unit.payouts.counted_cents

            async def counted(*asked: Any) -> int:
                cents = await count(*asked)
                await both_have_counted.wait()
                return cents

            monkeypatch.setattr(unit.payouts, "counted_cents", counted, raising=False)
            return await work(unit)

        return await counting(self, waiting)

    assert await granted(storage, INSTANT, NOON, 9) == 9
    monkeypatch.setattr(SqlLedgerStore, "lock", no_lock)
    monkeypatch.setattr(SqlStorage, "write", write)
    assert await granted(storage, INSTANT, NOON, 2) == 2
