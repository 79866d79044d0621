"""Disputes that the bank decides otherwise after it had closed them: the books follow to the cent."""

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.orders import Order
from haulage.payments import DisputeState, RefundStatus
from haulage.payments.difference import Difference, DifferenceKind
from haulage.payments.provider_entry import EntryKind
from haulage.ports.storage.paging import PageRequest
from use_cases.bookkeeping import HALF, PRICE, balances, dispute, driven, late_fee, refund, the_split
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import Scenario

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

ACCOUNT = "acct_drv_dee"


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee has her share."""
    made = await driven(scenario, ada, dee)
    await scenario.later(minutes=1)
    return made


async def overturn(scenario: Scenario, order: Order, cents: int, status: str) -> None:
    """The bank says so to the provider; a night finds it, and an operator has it repaired."""
    payment = await scenario.payment(order)
    scenario.cards.bank_disputes("dp_1", payment.provider_reference, cents, status)
    await scenario.later(hours=2)
    await scenario.market.payments.reconcile.daily("2026-11-23")
    found = {each.kind for each in await differing(scenario)}
    assert found == {DifferenceKind.OTHER_STATUS, DifferenceKind.BALANCE_OFF}
    scenario.clock.turn(minutes=1)
    assert (await scenario.market.payments.reconcile(OPERATOR)).repaired == 1
    await scenario.later(hours=2)
    await scenario.market.payments.reconcile.daily("2026-11-24")
    assert await differing(scenario) == []


async def differing(scenario: Scenario) -> list[Difference]:
    return list((await scenario.market.payments.reconcile.differences(OPERATOR, PageRequest())).items)


async def test_a_dispute_that_is_won_after_it_was_lost_gives_everybody_their_part_again(
    scenario: Scenario, order: Order
) -> None:
    before, payment = await balances(scenario), await scenario.payment(order)
    await dispute(scenario, payment, 10_00)
    await dispute(scenario, payment, 10_00, "lost")
    await scenario.later(hours=1)
    assert scenario.cards.held[ACCOUNT] < HALF
    await overturn(scenario, order, 10_00, "won")
    assert await balances(scenario) == before
    assert scenario.cards.held[ACCOUNT] == (await the_split(scenario, order)).driver_left_cents == HALF
    after = await scenario.payment(order)
    assert (after.dispute, after.lost_cents) == (DisputeState.WON, 0)
    await refund(scenario, order)
    assert (await scenario.payment(order)).refunded_cents == PRICE


async def test_a_dispute_that_is_lost_after_it_was_won_takes_what_a_lost_one_takes(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, 10_00)
    await dispute(scenario, payment, 10_00, "lost")
    await scenario.later(hours=1)
    expected, held = await balances(scenario), scenario.cards.held[ACCOUNT]
    for status in ("won", "lost", "won", "lost"):
        await overturn(scenario, order, 10_00, status)
        assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents
    assert (await balances(scenario), scenario.cards.held[ACCOUNT]) == (expected, held)
    after = await scenario.payment(order)
    assert (after.dispute, after.lost_cents) == (DisputeState.LOST, 10_00)


async def test_a_dispute_that_is_lost_days_after_it_was_won_is_found_by_the_money_taken_again(
    scenario: Scenario, order: Order
) -> None:
    """By then the daily comparison asks the provider about this dispute no more."""
    await dispute(scenario, await scenario.payment(order), 10_00)
    await scenario.later(hours=1)
    await dispute(scenario, await scenario.payment(order), 10_00, "won")
    for day in range(10):
        await scenario.later(days=1)
        scenario.cards.enter(EntryKind.PAYOUT, -1_00, f"po_{day}", None)  # what is new is read from here on
        await scenario.market.payments.reconcile.daily("2026-11-23")
        assert await differing(scenario) == []
    await overturn(scenario, order, 10_00, "lost")
    after = await scenario.payment(order)
    assert (after.dispute, after.lost_cents) == (DisputeState.LOST, 10_00)
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents


async def test_the_entries_of_a_dispute_won_within_a_second_may_come_in_any_order(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, 10_00)
    await dispute(scenario, payment, 10_00, "won")
    taken, returned = scenario.cards.moved[-2:]
    scenario.cards.moved[-2:] = [attrs.evolve(taken, id="txn_b"), attrs.evolve(returned, id="txn_a")]
    await scenario.later(hours=2)
    await scenario.market.payments.reconcile.daily("2026-11-23")
    assert await differing(scenario) == []


async def test_a_refund_that_a_lost_dispute_settled_is_owed_and_sent_once_it_is_won(
    scenario: Scenario, order: Order
) -> None:
    """The customer got the money from the bank, which has taken it from them again."""
    scenario.cards.refuses = {"refund"}
    made = await refund(scenario, order, 5_00)
    await dispute(scenario, await scenario.payment(order), PRICE)
    await dispute(scenario, await scenario.payment(order), PRICE, "lost")
    settled = await scenario.storage.read(lambda unit: unit.refunds.get(made.id))
    assert settled is not None
    assert settled.status is RefundStatus.SETTLED
    scenario.cards.refuses = set()
    await overturn(scenario, order, PRICE, "won")
    after = await scenario.payment(order)
    assert (after.refund_requested_cents, after.refunded_cents, after.lost_cents) == (5_00, 5_00, 0)
    assert (await balances(scenario))["card_clearing"] == scenario.cards.clearing_cents
    assert "refunds_payable" not in await balances(scenario)
    assert "disputes" not in await balances(scenario)


async def test_a_late_fee_that_was_lost_and_won_is_shared_as_before(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await late_fee(scenario, ada, dee)
    await scenario.later(minutes=1)
    before, payment = await balances(scenario), await scenario.payment(order)
    fee = payment.amount_cents - payment.refunded_cents
    await dispute(scenario, payment, fee)
    await dispute(scenario, payment, fee, "lost")
    await scenario.later(hours=1)
    await overturn(scenario, order, fee, "won")
    assert await balances(scenario) == before
