"""What drivers owe: subtracted before they are paid, and written off by the operator alone (OP-33, OP-42)."""

from typing import Any

import pytest

from builders import a_w9
from haulage.kernel.actor import OPERATOR, Actor
from haulage.kernel.errors import Forbidden, InvalidInput, NotFound
from haulage.ledger import (
    NotEnough,
    Transaction,
    TransactionKind,
    TransactionState,
    available_account,
    connected_account,
    entries_of,
    postings,
)
from haulage.ledger.account import CARD_CLEARING
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.payments.driver_funds import reserve_available
from haulage.services.payments.ledger_entries import LedgerWriter
from haulage.use_cases.payments.write_off_debt import DebtIsLess
from haulage.use_cases.payouts.next_payout import BalancePart
from haulage_adapters.wire.next_payout import BalanceEntryOut, NextPayoutOut
from haulage_adapters.wire.payout_methods import PayoutEligibilityOut
from use_cases.bookkeeping import HALF, accounts, driven, refund
from use_cases.paying_out import a_method, ask
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

EMAIL, DEBT = "acc_dee@example.com", "driver_debt:drv_dee"


@pytest.fixture
async def owing(scenario: Scenario, dee: Actor) -> int:
    """What Dee owes: something was not taken back from her account and is still there."""

    async def owe(unit: UnitOfWork) -> None:
        enter = LedgerWriter(unit, None, scenario.clock.now())
        await enter(TransactionKind.DEBT, "debt/1", postings.owed_by_driver(3_00, "drv_dee"))
        there = {connected_account("drv_dee"): 3_00, CARD_CLEARING: -3_00}
        await enter(TransactionKind.TRANSFER, "there/1", there)

    await scenario.storage.write(owe)
    return 3_00


async def write_off(scenario: Scenario, **request: Any) -> Any:
    return await scenario.market.payments.write_off_debt(EMAIL, "ticket-17", **request)


async def available(scenario: Scenario) -> int:
    return (await scenario.market.ledger.driver(OPERATOR, "drv_dee")).available_cents


async def test_nothing_that_is_owed_can_be_paid_out(
    scenario: Scenario, ada: Actor, dee: Actor, owing: int
) -> None:
    """The debt came after the share was sent, so that it was not netted."""
    assert await available(scenario) == 0

    async def reserve(unit: UnitOfWork) -> None:
        entries = entries_of({available_account("drv_dee"): 1, connected_account("drv_dee"): -1})
        reserved, at = TransactionState.RESERVED, scenario.clock.now()
        wanted = Transaction("txn_out", TransactionKind.PAYOUT, "out", at, entries, state=reserved)
        await reserve_available(unit, "drv_dee", wanted)

    with pytest.raises(NotEnough):
        await scenario.storage.write(reserve)
    await write_off(scenario)
    assert await available(scenario) == owing
    await scenario.storage.write(reserve)
    assert await available(scenario) == owing - 1


async def test_a_debt_is_written_off_in_part_and_whole_and_the_audit_trail_says_why(
    scenario: Scenario, ada: Actor, dee: Actor, owing: int
) -> None:
    done = await write_off(scenario, cents=1_00)
    assert (done.amount_cents, done.left_cents) == (1_00, 2_00)
    done = await write_off(scenario)
    assert (done.amount_cents, done.left_cents) == (2_00, 0)
    held = await accounts(scenario)
    assert (DEBT in held, held["debts_written_off"]) == (False, owing)
    (event,) = await scenario.storage.read(lambda unit: unit.audit.newest(1))
    assert (event.action, event.facts["amount_cents"]) == ("debt_written_off", 2_00)
    assert event.facts["reference"] == "ticket-17"
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF], "whole again"


async def test_the_next_share_is_sent_less_the_debt_and_settling_nets_it_too(
    scenario: Scenario, ada: Actor, dee: Actor, owing: int
) -> None:
    await driven(scenario, ada, dee)
    await scenario.market.tax.w9.certify(dee, "drv_dee", a_w9())
    settled = await scenario.market.payments.settle_driver(EMAIL, "transfer-4711")
    assert settled.amount_cents == HALF - owing
    held = await accounts(scenario)
    assert (DEBT in held, "driver:drv_dee" in held, held["bank"]) == (False, False, owing - HALF)


async def test_no_more_is_written_off_than_is_owed_and_by_nobody_else(
    scenario: Scenario, ada: Actor, dee: Actor, owing: int
) -> None:
    for cents in (3_01, 10_00):
        with pytest.raises(DebtIsLess, match=r"\$3\.00"):
            await write_off(scenario, cents=cents)
    for request, field in (({"cents": 0}, "amount_cents"), ({"cents": -1}, "amount_cents")):
        with pytest.raises(InvalidInput) as refusal:
            await write_off(scenario, **request)
        assert refusal.value.field == field
    for reference in ("", "two words", "x" * 65):
        with pytest.raises(InvalidInput) as refusal:
            await scenario.market.payments.write_off_debt(EMAIL, reference)
        assert refusal.value.field == "reference"
    with pytest.raises(Forbidden):
        await write_off(scenario, actor=ADMIN)
    with pytest.raises(NotFound):
        await scenario.market.payments.write_off_debt("acc_ada@example.com", "x")
    await write_off(scenario)
    with pytest.raises(DebtIsLess):
        await write_off(scenario)


async def test_whoever_does_not_drive_has_no_balance(scenario: Scenario) -> None:
    with pytest.raises(NotFound):
        await scenario.market.ledger.driver(OPERATOR, "drv_nobody")


async def test_what_a_refund_took_after_it_was_paid_out_is_told_as_owed_at_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """Long before the provider has refused for good to take it back, and it is entered as a debt."""
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    payout = await ask(scenario, dee, HALF)
    await scenario.market.jobs.run.all_due()
    scenario.clock.turn(days=5)
    await scenario.market.payouts.send.look_at(payout.id)
    await refund(scenario, order)
    payouts = scenario.market.payouts
    told = PayoutEligibilityOut.of(await payouts.eligibility(dee, "drv_dee"), entered_at_provider=False)
    assert (told.available_cents, told.debt_cents) == (0, HALF)
    shown = NextPayoutOut.of(await payouts.next(dee, "drv_dee"))
    assert (shown.debt_cents, shown.overdrawn_cents) == (HALF, HALF)
    entries = await payouts.next.entries(dee, "drv_dee", BalancePart.OVERDRAWN, PageRequest())
    read = [BalanceEntryOut.of(line, BalancePart.OVERDRAWN) for line in entries.items]
    assert {(each.kind, each.amount_cents) for each in read} == {
        ("transfer", HALF),
        ("payout", -HALF),
        ("refund", -HALF),
    }


async def test_what_is_earned_next_makes_up_for_a_balance_below_nothing_first(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    await a_method(scenario, dee)
    payout = await ask(scenario, dee, HALF)
    await scenario.market.jobs.run.all_due()
    scenario.clock.turn(days=5)
    await scenario.market.payouts.send.look_at(payout.id)
    await refund(scenario, order)
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    balance = await scenario.market.ledger.driver(OPERATOR, "drv_dee")
    assert (balance.available_cents, balance.owes_cents, balance.unsent_cents) == (0, 0, 0)
    await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    assert await available(scenario) == HALF
