"""Where a driver's share is, account by account: earned, sent, held, taken back and owed (OP-33)."""

from typing import Any

import pytest

from haulage.jobs import JobState
from haulage.kernel.actor import OPERATOR, Actor
from haulage.ledger import (
    AccountKind,
    LedgerAccount,
    Transaction,
    TransactionKind,
    available_account,
    connected_account,
    driver_account,
    entries_of,
)
from haulage.ledger.account import CARD_CLEARING
from haulage.orders import Order
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.payments.reconcile_reversals import note_reversals
from use_cases.bookkeeping import (
    FEE,
    HALF,
    PRICE,
    TAXES,
    accounts,
    dispute,
    driven,
    refund,
    reserved,
    the_split,
)
from use_cases.claiming import claimed, declined
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import Scenario, a_card

pytestmark = pytest.mark.anyio

DEE, AVAILABLE, HELD_THERE, DEBT = (
    f"{kind}:drv_dee" for kind in ("driver", "driver_available", "connected_account", "driver_debt")
)
FROZEN = LedgerAccount(AccountKind.DRIVER_FROZEN, "drv_dee")
EARNED = {
    "card_clearing": PRICE - FEE,
    "tax_payable": -TAXES,
    "platform_revenue": -HALF,
    DEE: -HALF,
}
SENT = {
    "card_clearing": PRICE - FEE - HALF,
    "tax_payable": -TAXES,
    "platform_revenue": -HALF,
    AVAILABLE: -HALF,
    HELD_THERE: HALF,
}
REFUNDED = {"card_clearing": -FEE, "refunds": FEE}


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(scenario, ada, dee)


async def balance(scenario: Scenario, account: LedgerAccount) -> tuple[int, int, int]:
    found = await scenario.storage.read(lambda unit: unit.ledger.balance(account))
    return found.posted_cents, found.reserved_debit_cents, found.reserved_credit_cents


async def paid_out(scenario: Scenario, cents: int) -> None:
    """As if the driver's bank had it."""
    entries = entries_of({available_account("drv_dee"): cents, connected_account("drv_dee"): -cents})
    gone = Transaction("txn_out", TransactionKind.PAYOUT, "out", scenario.clock.now(), entries)
    await scenario.storage.write(lambda unit: unit.ledger.add(gone))


async def given_up(scenario: Scenario) -> None:
    """Days pass, until a job has tried often enough."""
    for _ in range(100):
        await scenario.later(hours=2)
        dead = await scenario.market.jobs.manage.list(OPERATOR, PageRequest(), state=JobState.DEAD)
        if dead.items:
            return
    raise AssertionError("nothing was given up")


@ON_EACH_DATABASE
async def test_a_share_that_was_sent_is_available_and_owed_no_longer(
    scenario: Scenario, order: Order
) -> None:
    assert await accounts(scenario) == EARNED
    await scenario.later(minutes=1)
    assert await accounts(scenario) == SENT
    assert scenario.cards.platform_cents == SENT["card_clearing"]


async def test_what_nobody_knows_to_be_sent_is_reserved_until_somebody_does(
    scenario: Scenario, order: Order
) -> None:
    scenario.cards.losing_answers = True
    await scenario.later(minutes=1)
    assert await accounts(scenario) == EARNED
    assert await balance(scenario, driver_account("drv_dee")) == (-HALF, HALF, 0)
    assert await balance(scenario, connected_account("drv_dee")) == (0, HALF, 0)
    scenario.cards.losing_answers = False
    await scenario.later(hours=1)
    assert await accounts(scenario) == SENT
    assert await balance(scenario, available_account("drv_dee")) == (-HALF, 0, 0)


async def test_a_refused_transfer_leaves_the_driver_owed_and_reserves_nothing(
    scenario: Scenario, order: Order
) -> None:
    scenario.cards.refuses = {"transfer"}
    await scenario.later(minutes=1)
    assert await accounts(scenario) == EARNED
    assert await balance(scenario, driver_account("drv_dee")) == (-HALF, 0, 0)
    scenario.cards.refuses = set()
    await scenario.market.payments.splits.retry(OPERATOR, (await scenario.payment(order)).id)
    await scenario.later(minutes=1)
    assert await accounts(scenario) == SENT


async def test_what_goes_back_of_a_share_whose_transfer_is_refused_after_all_comes_from_what_was_not_sent(
    scenario: Scenario, order: Order
) -> None:
    scenario.cards.losing_answers = True
    await scenario.later(minutes=1)
    await refund(scenario, order)
    assert (await accounts(scenario))[AVAILABLE] == HALF
    scenario.cards.losing_answers = False
    scenario.cards.transfers.clear()
    scenario.cards.refuses = {"transfer"}
    await scenario.later(hours=1)
    assert await accounts(scenario) == REFUNDED


async def test_what_is_taken_back_of_a_transfer_is_the_platforms_once_the_provider_has_done_it(
    scenario: Scenario, order: Order
) -> None:
    await scenario.later(minutes=1)
    scenario.cards.refuses = {"reversal"}
    await refund(scenario, order)
    await scenario.later(minutes=1)
    held = await accounts(scenario)
    assert AVAILABLE not in held, "the driver cannot have paid out what went back"
    assert held[HELD_THERE] == HALF
    scenario.cards.refuses = set()
    await scenario.later(hours=2)
    assert await accounts(scenario) == REFUNDED
    assert scenario.cards.platform_cents == -FEE


@ON_EACH_DATABASE
async def test_what_cannot_be_taken_back_is_a_debt_that_the_next_shares_pay(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    await scenario.later(minutes=1)
    await paid_out(scenario, HALF)
    scenario.cards.held["acct_drv_dee"] = 0
    await refund(scenario, order)
    assert (await accounts(scenario))[AVAILABLE] == HALF, "more than there is"
    await given_up(scenario)
    held = await accounts(scenario)
    assert (held[DEBT], AVAILABLE in held) == (HALF, False)
    tip = (await scenario.market.payments.open_tip(ada, order.id, 5_00)).payment
    await scenario.market.payments.confirm(ada, tip.id, a_card())
    await scenario.later(minutes=1)
    assert (await accounts(scenario))[DEBT] == HALF - 5_00
    share = (await the_split(scenario, await driven(scenario, ada, dee))).driver_cents
    await scenario.later(minutes=1)
    left = share - (HALF - 5_00)
    held = await accounts(scenario)
    assert (DEBT in held, held[AVAILABLE]) == (False, -left)
    assert sorted(scenario.cards.transfers.values()) == sorted([left, HALF])


async def test_a_debt_that_the_provider_turns_out_to_have_taken_back_is_none(
    scenario: Scenario, order: Order
) -> None:
    """It had done it at the first asking, and each answer was lost."""
    await scenario.later(minutes=1)
    scenario.cards.losing_answers = True
    await refund(scenario, order)
    await given_up(scenario)
    scenario.cards.losing_answers = False
    held = await accounts(scenario)
    assert (held[DEBT], held[AVAILABLE], held[HELD_THERE]) == (HALF, -HALF, HALF)
    split = await the_split(scenario, order)
    made, now = await scenario.cards.reversals_of(str(split.driver_transfer_id)), scenario.clock.now()
    await scenario.storage.write(lambda unit: note_reversals(unit, split.id, made, now))
    held = await accounts(scenario)
    assert {code: held.get(code, 0) for code in (DEBT, AVAILABLE, HELD_THERE)} == {
        DEBT: 0,
        AVAILABLE: 0,
        HELD_THERE: 0,
    }


async def test_a_part_that_was_taken_back_before_the_rest_was_refused_is_no_debt(
    scenario: Scenario, order: Order
) -> None:
    """The share went in two transfers; of the second one the driver has emptied their account."""
    await scenario.later(minutes=1)
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order, PRICE // 2)
    await scenario.later(minutes=1)
    await scenario.market.payments.unsent_refunds.withdraw(OPERATOR, made.id, "The card was closed.")
    await scenario.later(minutes=1)
    first = HALF - made.driver_cents
    await paid_out(scenario, made.driver_cents)
    scenario.cards.held["acct_drv_dee"] = first
    scenario.cards.refuses = set()
    await refund(scenario, order)
    await given_up(scenario)
    held = await accounts(scenario)
    assert held[DEBT] == made.driver_cents
    assert HELD_THERE not in held
    assert held["card_clearing"] == scenario.cards.platform_cents


async def test_a_dispute_freezes_a_share_that_waits_in_the_drivers_account(
    scenario: Scenario, order: Order
) -> None:
    await scenario.later(minutes=1)
    await dispute(scenario, await scenario.payment(order), PRICE)
    assert await balance(scenario, available_account("drv_dee")) == (-HALF, HALF, 0)
    assert await balance(scenario, FROZEN) == (0, 0, -HALF)
    await dispute(scenario, await scenario.payment(order), PRICE, "won")
    assert await balance(scenario, available_account("drv_dee")) == (-HALF, 0, 0)


async def test_what_a_report_finds_paid_out_it_holds_of_what_the_driver_gets_later(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    await scenario.later(minutes=1)
    await paid_out(scenario, HALF - 1_00)
    report = await claimed(scenario, ada, order)
    assert await reserved(scenario) == {DEE: 1_00}
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    assert await reserved(scenario) == {DEE: HALF}
    assert await balance(scenario, available_account("drv_dee")) == (-HALF - 1_00, HALF, 0)
    await declined(scenario, report)
    assert await reserved(scenario) == {}


async def test_a_hold_on_a_share_that_was_on_its_way_follows_it(
    scenario: Scenario, ada: Actor, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, seen = scenario.cards.transfer, []

    async def send_while_it_is_reported(**request: Any) -> str:
        made = await send(**request)
        await claimed(scenario, ada, order)
        seen.append(await reserved(scenario))
        return made

    monkeypatch.setattr(scenario.cards, "transfer", send_while_it_is_reported)
    await scenario.later(minutes=1)
    assert seen == [{}], "the transfer holds it"
    assert await balance(scenario, available_account("drv_dee")) == (-HALF, HALF, 0)
    assert await reserved(scenario) == {DEE: HALF}


async def test_verifying_finds_a_transfer_that_the_books_do_not_have(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    await scenario.later(minutes=1)

    async def forget(unit: UnitOfWork) -> None:
        """A transfer of a cent that never was."""
        entries = entries_of({connected_account("drv_dee"): 1, CARD_CLEARING: -1})
        at = scenario.clock.now()
        made = Transaction("txn_x", TransactionKind.TRANSFER, "x", at, entries, order_id=order.id)
        await unit.ledger.add(made)

    await scenario.storage.write(forget)
    assert (await scenario.market.ledger.verify(OPERATOR)).paid_orders_without_entries == 1
