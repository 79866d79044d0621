"""Disputes: the bank takes the money, the driver's share waits, and the end is won or lost (OP-33)."""

import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict
from haulage.ledger import SplitStatus, driver_account
from haulage.orders import Order
from haulage.payments import DisputeState
from haulage.payments.refund import PaymentDisputed
from use_cases.bookkeeping import (
    FEE,
    HALF,
    PRICE,
    TAXES,
    balances,
    dispute,
    drive,
    driven,
    refund,
    the_split,
)
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio

DRIVEN = {
    "card_clearing": PRICE - FEE,
    "tax_payable": -TAXES,
    "platform_revenue": -HALF,
    "driver:drv_dee": -HALF,
}


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(scenario, ada, dee)


async def owed(scenario: Scenario) -> int:
    balance = await scenario.storage.read(lambda unit: unit.ledger.balance(driver_account("drv_dee")))
    return balance.owed_cents


async def test_a_dispute_takes_the_money_and_holds_the_drivers_share(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE, fee=15_00)
    assert await balances(scenario) == DRIVEN | {
        "card_clearing": -FEE - 15_00,
        "disputes": PRICE,
        "processing_fees": 15_00,
    }
    assert await owed(scenario) == 0
    assert (await scenario.payment(order)).dispute is DisputeState.OPEN
    assert await scenario.later(minutes=1) >= 1
    assert scenario.cards.transfers == {}
    assert (await the_split(scenario, order)).status is SplitStatus.PENDING


async def test_news_that_come_again_or_in_disorder_change_nothing(scenario: Scenario, order: Order) -> None:
    payment = await scenario.payment(order)
    for status in (
        "needs_response",
        "under_review",
        "needs_response",
        "won",
        "needs_response",
        "lost",
        "won",
    ):
        await dispute(scenario, payment, PRICE, status)
    assert await balances(scenario) == DRIVEN
    assert (await scenario.payment(order)).dispute is DisputeState.WON


async def test_a_dispute_that_was_closed_before_we_heard_of_it_is_opened_and_closed(
    scenario: Scenario, order: Order
) -> None:
    await dispute(scenario, await scenario.payment(order), PRICE, "lost")
    assert await balances(scenario) == {"card_clearing": -FEE, "refunds": FEE}


async def test_after_a_won_dispute_the_driver_gets_their_share(scenario: Scenario, order: Order) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE)
    await dispute(scenario, payment, PRICE, "won")
    assert await balances(scenario) == DRIVEN
    assert await owed(scenario) == HALF
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF]


async def test_after_a_lost_dispute_everybody_has_given_their_part_and_the_driver_gets_nothing(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE)
    await dispute(scenario, payment, PRICE, "lost")
    assert await balances(scenario) == {"card_clearing": -FEE, "refunds": FEE}
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    assert (await the_split(scenario, order)).status is SplitStatus.COMPLETED
    assert (await scenario.payment(order)).lost_cents == PRICE


async def test_what_the_driver_has_got_is_taken_back_when_the_dispute_is_lost(
    scenario: Scenario, order: Order
) -> None:
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF]
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE)
    await dispute(scenario, payment, PRICE, "lost")
    await scenario.later(minutes=1)
    assert list(scenario.cards.reversals.values()) == [HALF]


async def test_a_dispute_larger_than_what_is_left_after_a_refund_costs_the_platform_the_rest(
    scenario: Scenario, order: Order
) -> None:
    await refund(scenario, order, 10_00)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE)
    await dispute(scenario, payment, PRICE, "lost")
    assert await balances(scenario) == {"card_clearing": -FEE - 10_00, "refunds": FEE + 10_00}
    after = await scenario.payment(order)
    assert (after.refund_requested_cents, after.lost_cents) == (10_00, PRICE - 10_00)


async def test_a_part_that_is_disputed_holds_a_part_of_the_share(scenario: Scenario, order: Order) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE // 2)
    assert await owed(scenario) == HALF - HALF // 2
    await dispute(scenario, payment, PRICE // 2, "lost")
    assert await owed(scenario) == HALF - HALF // 2


async def test_while_it_is_disputed_a_payment_is_neither_refunded_nor_its_order_cancelled(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE)
    with pytest.raises(PaymentDisputed):
        await refund(scenario, order, 1_00)
    with pytest.raises(PaymentDisputed):
        await scenario.market.orders.cancel(ada, order.id, "")
    await dispute(scenario, payment, PRICE, "won")
    await scenario.market.orders.cancel(ADMIN, order.id, "")
    assert await balances(scenario) == {"card_clearing": -FEE, "processing_fees": FEE}


async def test_a_share_that_is_earned_while_disputed_is_held_from_the_first(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE)
    await drive(scenario, dee, order)
    assert await owed(scenario) == 0
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    await dispute(scenario, payment, PRICE, "won")
    await scenario.later(minutes=1)
    assert list(scenario.cards.transfers.values()) == [HALF]
    assert await owed(scenario) == 0, "it was sent"


async def test_a_lost_dispute_before_the_work_leaves_nothing_to_share(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE, "lost")
    await drive(scenario, dee, order)
    assert await balances(scenario) == {"card_clearing": -FEE, "platform_revenue": FEE}
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}


async def test_a_payment_that_was_given_back_whole_and_is_disputed_costs_the_platform_all_of_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.orders.cancel(ada, order.id, "")
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE, "lost")
    assert await balances(scenario) == {
        "card_clearing": -FEE - PRICE,
        "processing_fees": FEE,
        "refunds": PRICE,
    }


async def test_a_bank_that_only_asks_changes_nothing_and_a_strangers_payment_neither(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, PRICE, "warning_needs_response")
    assert await balances(scenario) == DRIVEN
    assert (await scenario.payment(order)).dispute is None


async def test_a_dispute_of_a_payment_that_we_do_not_know_the_success_of_waits(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    payment = await scenario.market.payments.open(ada, order.id)
    with pytest.raises(Conflict):
        await dispute(scenario, payment, PRICE)


async def test_a_fee_that_is_charged_later_is_entered_once(scenario: Scenario, order: Order) -> None:
    payment = await scenario.payment(order)
    for fee in (0, 15_00, 15_00, 0):
        await dispute(scenario, payment, PRICE, fee=fee)
    assert (await balances(scenario))["processing_fees"] == 15_00


async def test_two_disputes_of_one_payment_hold_the_share_until_both_are_closed(
    scenario: Scenario, order: Order
) -> None:
    payment = await scenario.payment(order)
    await dispute(scenario, payment, 10_00, name="dp_1")
    await dispute(scenario, payment, 10_00, name="dp_2")
    await dispute(scenario, payment, 10_00, "won", name="dp_1")
    await scenario.later(minutes=1)
    assert scenario.cards.transfers == {}
    await dispute(scenario, payment, 10_00, "lost", name="dp_2")
    await scenario.later(minutes=1)
    part = HALF - round(HALF * 10_00 / PRICE)
    assert list(scenario.cards.transfers.values()) == [part]
    assert (await balances(scenario))["driver:drv_dee"] == -part
