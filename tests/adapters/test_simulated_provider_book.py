"""The simulated provider's memory: whole after a restart, and one for several processes."""

import asyncio
import os
import stat
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from haulage.payments import ProviderRefused
from haulage.payouts import BankAccountType, BankDetails, PayoutRail, PayoutSpeed, PayoutStatus
from haulage.ports.payouts import PayoutInstruction, TransferPart
from haulage_adapters.simulated.cards import SimulatedCards
from haulage_adapters.simulated.payout_methods import BANK_PAYS, ROUTING
from haulage_adapters.simulated.payouts import SimulatedPayouts
from haulage_adapters.simulated.provider_book import ProviderBook

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
ACCOUNT = "acct_simulated_dee"
TO_BANK = BankDetails(ROUTING, BANK_PAYS, "Test Bank", BankAccountType.CHECKING)
SHARE = 100_00


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "simulated-provider.sqlite3"


def process(file: Path) -> SimulatedPayouts:
    """A process that knows nothing of itself."""
    return SimulatedPayouts(SimulatedCards(book=ProviderBook(file)), now=lambda: NOON)


async def with_a_share(file: Path) -> str:
    """A driver's account with one transfer, whose id is answered."""
    cards = SimulatedCards(book=ProviderBook(file))
    assert await cards.open_driver_account(driver_id="dee", email="dee@example.com") == ACCOUNT
    return await cards.transfer(amount_cents=SHARE, account=ACCOUNT, order_id="ord", reference="share")


def payout(token: str, reference: str = "payout", cents: int = 10_00) -> PayoutInstruction:
    return PayoutInstruction(reference, ACCOUNT, token, PayoutRail.BANK, PayoutSpeed.STANDARD, cents)


async def test_accounts_transfers_methods_and_payouts_are_known_after_a_restart(file: Path) -> None:
    transfer = await with_a_share(file)
    method = await process(file).add_method(ACCOUNT, TO_BANK, reference="method")
    assert list(await process(file).methods_of(ACCOUNT)) == [method]
    instruction = payout(method.token)
    taking = PayoutInstruction(
        "payout", ACCOUNT, method.token, PayoutRail.BANK, PayoutSpeed.STANDARD, 10_00,
        [TransferPart(transfer, 7_00)],
    )  # fmt: skip
    for _ in range(2):
        await process(file).prepare(taking)
        made = await process(file).send(instruction)
    assert list(await process(file).payouts_of(ACCOUNT, since=NOON)) == [made]
    assert (await process(file).balance_of(ACCOUNT)).available_cents == SHARE - 7_00 - 10_00
    assert (await process(file).cancel(ACCOUNT, made.id)).status is PayoutStatus.CANCELED
    for _ in range(2):
        await process(file).restore(taking)
    assert (await process(file).status(ACCOUNT, made.id)).status is PayoutStatus.CANCELED
    assert (await process(file).balance_of(ACCOUNT)).available_cents == SHARE


async def test_what_was_removed_is_paid_no_more_by_any_process(file: Path) -> None:
    await with_a_share(file)
    method = await process(file).add_method(ACCOUNT, TO_BANK, reference="method")
    await process(file).remove_method(ACCOUNT, method.token)
    assert list(await process(file).methods_of(ACCOUNT)) == []
    with pytest.raises(ProviderRefused, match="no such way"):
        await process(file).send(payout(method.token))
    assert b"Test Bank" not in await asyncio.to_thread(file.read_bytes)


def test_processes_that_pay_at_once_pay_no_more_than_the_account_holds(file: Path) -> None:
    asyncio.run(with_a_share(file))
    method = asyncio.run(process(file).add_method(ACCOUNT, TO_BANK, reference="method"))
    paid: list[str] = []

    async def some(first: int) -> None:
        payouts = process(file)
        for number in range(first, first + 10):
            try:
                paid.append((await payouts.send(payout(method.token, f"payout-{number}"))).id)
            except ProviderRefused:
                continue

    threads = [threading.Thread(target=asyncio.run, args=(some(first),)) for first in range(0, 40, 10)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(paid) == SHARE // 10_00
    assert asyncio.run(process(file).balance_of(ACCOUNT)).available_cents == 0


def test_a_process_that_was_killed_while_writing_has_written_nothing(file: Path) -> None:
    asyncio.run(with_a_share(file))
    killed = (
        "import os, pathlib, sys\n"
        "from haulage_adapters.simulated.provider_book import ProviderBook\n"
        "book = ProviderBook(pathlib.Path(sys.argv[1]))\n"
        "with book.writing():\n"
        "    book.once('movement', 'half', -5000, owner=sys.argv[2])\n"
        "    os._exit(9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", killed, str(file), ACCOUNT], check=False, timeout=60)
    assert ended.returncode == 9
    assert asyncio.run(process(file).balance_of(ACCOUNT)).available_cents == SHARE


def test_only_its_owner_may_read_the_file(file: Path) -> None:
    asyncio.run(with_a_share(file))
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_what_is_refused_leaves_no_trace(file: Path) -> None:
    transfer = await with_a_share(file)
    too_much = [TransferPart(transfer, 60_00), TransferPart(transfer, 60_00)]
    instruction = PayoutInstruction(
        "payout", ACCOUNT, "none", PayoutRail.BANK, PayoutSpeed.STANDARD, 1, too_much
    )
    with pytest.raises(ProviderRefused):
        await process(file).prepare(instruction)
    assert (await process(file).balance_of(ACCOUNT)).available_cents == SHARE
    assert list(await process(file).payouts_of(ACCOUNT, since=NOON - timedelta(days=1))) == []
