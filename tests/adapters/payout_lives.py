"""The life of a payout in steps that can be counted: each call of the provider, and each unit that writes.

``python -m adapters.payout_lives URL BOOK LIFE NUMBER`` leads one, and kills itself at that step.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

import attrs

from account_scenario import PlainTemplates, TurnableClock
from builders import NOON
from haulage.kernel.actor import Actor, UserType
from haulage.kernel.errors import RuleBroken
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
    Payout,
    PayoutMethod,
    PayoutSpeed,
    PayoutStatus,
    TakenBack,
    with_status,
)
from haulage.ports.payouts import DriverPayouts, ProviderPayout
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.payments.payout_emails import PayoutEmails
from haulage.services.payments.payout_entries import undo_payout
from haulage.use_cases.payouts.request_payout import PayoutRequest, RequestPayout
from haulage.use_cases.payouts.send_payout import SendPayouts
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.payouts import SimulatedPayouts
from haulage_adapters.simulated.provider_book import ProviderBook
from haulage_adapters.sql.engine import open_engine
from haulage_adapters.sql.storage import SqlStorage
from haulage_adapters.system.identifiers import RandomIdentifiers

DRIVER, ACCOUNT = "drv_41", "acct_simulated_drv_41"
DEE = Actor("usr_41", UserType.DRIVER, DRIVER)
HAD, AMOUNT, FEES = 50_00, 10_00, 70
READY = AccountReport(True, True, transfers=CapabilityStatus.ACTIVE)
LATER = timedelta(days=7)
MOVES = ("find", "prepare", "send", "restore", "return_fees", "status", "cancel")


class Life(StrEnum):
    """How a payout ends."""

    ARRIVES = "arrives"
    SLOWLY = "slowly"
    """As a standard one, so that its fees are returned."""
    CANCELED = "canceled"
    BOUNCES = "bounces"
    """The bank sends it back."""


TOKENS = dict.fromkeys(Life, "simulated-card-instant-ok-x") | {
    Life.BOUNCES: "simulated-card-instant-account_closed-x"
}
WITHHELD_OF_FEES = 22
"""6.90 arrives: of a standard payout of $9.08, which arrives at as much, 2.18 is withheld, and not 2.40."""
LEFT = {
    Life.ARRIVES: HAD - AMOUNT,
    Life.SLOWLY: HAD - AMOUNT + FEES + WITHHELD_OF_FEES,
    Life.CANCELED: HAD,
    Life.BOUNCES: HAD,
}
"""What the driver has at the end."""


@attrs.define
class Stepping:
    """A storage and a provider whose steps call *step* with their names; *slow* makes instant payouts
    standard ones."""

    storage: Storage
    provider: DriverPayouts
    step: Callable[[str], None]
    slow: bool = False

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.provider, name)
        if name not in MOVES:
            return found

        async def call(*arguments: Any, **named: Any) -> Any:
            self.step(f"before {name}")
            answer = await found(*arguments, **named)
            self.step(f"after {name}")
            if self.slow and isinstance(answer, ProviderPayout):
                return attrs.evolve(answer, speed=PayoutSpeed.STANDARD)
            return answer

        return call

    async def read(self, work: Any) -> Any:
        return await self.storage.read(work)

    async def write(self, work: Any) -> Any:
        self.step("before write")
        answer = await self.storage.write(work)
        self.step("after write")
        return answer


def provider(book: Path, clock: TurnableClock) -> SimulatedPayouts:
    return SimulatedPayouts(SimulatedCards(book=ProviderBook(book)), now=clock.now)


async def begin(storage: SqlStorage, book: Path, life: Life) -> Payout:
    """Dee has $50.00 by one transfer, and asks for $10.00 at once. Her user must be stored."""
    cards = SimulatedCards(book=ProviderBook(book))
    account = await cards.open_driver_account(driver_id=DRIVER, email="dee@example.com")
    transfer = await cards.transfer(amount_cents=HAD, account=account, order_id="ord", reference="share")
    method = PayoutMethod(
        "pom_1", DRIVER, MethodType.DEBIT_CARD, TOKENS[life], NOON, verified_at=NOON, is_instant=True
    )

    async def add(unit: UnitOfWork) -> None:
        await unit.connected_accounts.add(ConnectedAccount(DRIVER, account, NOON, READY, NOON))
        await unit.payout_methods.add(method)
        await unit.payout_methods.make_default(method)
        amounts = {
            CARD_CLEARING: -HAD,
            connected_account(DRIVER): HAD,
            PLATFORM_REVENUE: HAD,
            available_account(DRIVER): -HAD,
        }
        await unit.ledger.add(
            Transaction("txn_in", TransactionKind.TRANSFER, "in", NOON, entries_of(amounts))
        )

    await storage.write(add)
    asking = RequestPayout(storage, TurnableClock(NOON - LATER), RandomIdentifiers())
    nothing = await asking(DEE, DRIVER, PayoutRequest(1, PayoutSpeed.STANDARD))
    await storage.write(lambda unit: unit.payouts.add_given_back(nothing.id, TakenBack(transfer, HAD), NOON))
    await _forget(storage, nothing)
    asking = RequestPayout(storage, TurnableClock(NOON), RandomIdentifiers())
    return await asking(DEE, DRIVER, PayoutRequest(AMOUNT, PayoutSpeed.INSTANT))


async def _forget(storage: SqlStorage, payout: Payout) -> None:
    """It was there to name the transfer by: no share brought it here."""

    async def work(unit: UnitOfWork) -> None:
        failed = with_status(payout, PayoutStatus.FAILED, NOON, "never sent")
        await undo_payout(unit, failed, NOON)
        await unit.payouts.save(payout, attrs.evolve(failed, settled_at=NOON))

    await storage.write(work)


async def lead(steps: Stepping, clock: TurnableClock, payout_id: str, life: Life) -> None:
    """From wherever it stands to its end. Raises ``Unavailable``; each part can be repeated."""
    unlike: Any = steps
    send = SendPayouts(unlike, clock, unlike, PayoutEmails(PlainTemplates(), ""))
    steps.slow = life is Life.SLOWLY
    await send(payout_id)
    if life is Life.CANCELED:
        with suppress(RuleBroken):
            await send.cancel(DEE, payout_id)
    clock.at = NOON + LATER
    await send.look_at(payout_id)
    await send.finish(payout_id)


def killing(at: int) -> Callable[[str], None]:
    """Dies at this step."""
    count = 0

    def step(_name: str) -> None:
        nonlocal count
        count += 1
        if count == at:
            os.kill(os.getpid(), signal.SIGKILL)

    return step


def lead_and_die(url: str, book: Path, life: Life, number: int, payout_id: str) -> None:
    """All that a process does which is killed at this step."""
    asyncio.run(_lead(url, book, life, number, payout_id))


async def _lead(url: str, book: Path, life: Life, number: int, payout_id: str) -> None:
    storage, clock = SqlStorage(open_engine(url)), TurnableClock(NOON)
    steps = Stepping(storage, provider(book, clock), killing(number))
    try:
        await lead(steps, clock, payout_id, life)
    finally:
        await storage.aclose()
