"""Disputes: the bank takes the money, the driver's share waits, and the end is won or lost (OP-33)."""

import pytest

from haulage.kernel.errors import Conflict
from haulage.kernel.policy import Actor
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
from use_cases.town import ADMIN, Town

pytestmark = pytest.mark.anyio

DRIVEN = {
    "card_clearing": PRICE - FEE,
    "tax_payable": -TAXES,
    "platform_revenue": -HALF,
    "driver:drv_dee": -HALF,
}


@pytest.fixture
async def order(town: Town, ada: Actor, dee: Actor) -> Order:
    """Delivered, and Dee's part not sent yet."""
    return await driven(town, ada, dee)


async def owed(town: Town) -> int:
    balance = await town.storage.read(lambda unit: unit.ledger.balance(driver_account("drv_dee")))
    return balance.owed_cents


async def test_a_dispute_takes_the_money_and_holds_the_drivers_share(town: Town, order: Order) -> None:
    payment = await town.payment(order)
    await dispute(town, payment, PRICE, fee=15_00)
    assert await balances(town) == DRIVEN | {
        "card_clearing": -FEE - 15_00,
        "disputes": PRICE,
        "processing_fees": 15_00,
    }
    assert await owed(town) == 0
    assert (await town.payment(order)).dispute is DisputeState.OPEN
    assert await town.later(minutes=1) >= 1
    assert town.cards.transfers == {}
    assert (await the_split(town, order)).status is SplitStatus.PENDING


async def test_news_that_come_again_or_in_disorder_change_nothing(town: Town, order: Order) -> None:
    payment = await town.payment(order)
    for status in (
        "needs_response",
        "under_review",
        "needs_response",
        "won",
        "needs_response",
        "lost",
        "won",
    ):
        await dispute(town, payment, PRICE, status)
    assert await balances(town) == DRIVEN
    assert (await town.payment(order)).dispute is DisputeState.WON


async def test_a_dispute_that_was_closed_before_we_heard_of_it_is_opened_and_closed(
    town: Town, order: Order
) -> None:
    await dispute(town, await town.payment(order), PRICE, "lost")
    assert await balances(town) == {"card_clearing": -FEE, "refunds": FEE}


async def test_after_a_won_dispute_the_driver_gets_their_share(town: Town, order: Order) -> None:
    payment = await town.payment(order)
    await dispute(town, payment, PRICE)
    await dispute(town, payment, PRICE, "won")
    assert await balances(town) == DRIVEN
    assert await owed(town) == HALF
    await town.later(minutes=1)
    assert list(town.cards.transfers.values()) == [HALF]


async def test_after_a_lost_dispute_everybody_has_given_their_part_and_the_driver_gets_nothing(
    town: Town, order: Order
) -> None:
    payment = await town.payment(order)
    await dispute(town, payment, PRICE)
    await dispute(town, payment, PRICE, "lost")
    assert await balances(town) == {"card_clearing": -FEE, "refunds": FEE}
    await town.later(minutes=1)
    assert town.cards.transfers == {}
    assert (await the_split(town, order)).status is SplitStatus.COMPLETED
    assert (await town.payment(order)).lost_cents == PRICE


async def test_what_the_driver_has_got_is_taken_back_when_the_dispute_is_lost(
    town: Town, order: Order
) -> None:
    await town.later(minutes=1)
    assert list(town.cards.transfers.values()) == [HALF]
    payment = await town.payment(order)
    await dispute(town, payment, PRICE)
    await dispute(town, payment, PRICE, "lost")
    await town.later(minutes=1)
    assert list(town.cards.reversals.values()) == [HALF]


async def test_a_dispute_larger_than_what_is_left_after_a_refund_costs_the_platform_the_rest(
    town: Town, order: Order
) -> None:
    await refund(town, order, 10_00)
    payment = await town.payment(order)
    await dispute(town, payment, PRICE)
    await dispute(town, payment, PRICE, "lost")
    assert await balances(town) == {"card_clearing": -FEE - 10_00, "refunds": FEE + 10_00}
    after = await town.payment(order)
    assert (after.refund_requested_cents, after.lost_cents) == (10_00, PRICE - 10_00)


async def test_a_part_that_is_disputed_holds_a_part_of_the_share(town: Town, order: Order) -> None:
    payment = await town.payment(order)
    await dispute(town, payment, PRICE // 2)
    assert await owed(town) == HALF - HALF // 2
    await dispute(town, payment, PRICE // 2, "lost")
    assert await owed(town) == HALF - HALF // 2


async def test_while_it_is_disputed_a_payment_is_neither_refunded_nor_its_order_cancelled(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    payment = await town.payment(order)
    await dispute(town, payment, PRICE)
    with pytest.raises(PaymentDisputed):
        await refund(town, order, 1_00)
    with pytest.raises(PaymentDisputed):
        await town.market.cancel_order(ada, order.id, "")
    await dispute(town, payment, PRICE, "won")
    await town.market.cancel_order(ADMIN, order.id, "")
    assert await balances(town) == {"card_clearing": -FEE, "processing_fees": FEE}


async def test_a_share_that_is_earned_while_disputed_is_held_from_the_first(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    payment = await town.payment(order)
    await dispute(town, payment, PRICE)
    await drive(town, dee, order)
    assert await owed(town) == 0
    await town.later(minutes=1)
    assert town.cards.transfers == {}
    await dispute(town, payment, PRICE, "won")
    await town.later(minutes=1)
    assert list(town.cards.transfers.values()) == [HALF]
    assert await owed(town) == HALF


async def test_a_lost_dispute_before_the_work_leaves_nothing_to_share(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    payment = await town.payment(order)
    await dispute(town, payment, PRICE, "lost")
    await drive(town, dee, order)
    assert await balances(town) == {"card_clearing": -FEE, "platform_revenue": FEE}
    await town.later(minutes=1)
    assert town.cards.transfers == {}


async def test_a_payment_that_was_given_back_whole_and_is_disputed_costs_the_platform_all_of_it(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.assigned(ada, dee)
    await town.market.cancel_order(ada, order.id, "")
    payment = await town.payment(order)
    await dispute(town, payment, PRICE, "lost")
    assert await balances(town) == {
        "card_clearing": -FEE - PRICE,
        "processing_fees": FEE,
        "refunds": PRICE,
    }


async def test_a_bank_that_only_asks_changes_nothing_and_a_strangers_payment_neither(
    town: Town, order: Order
) -> None:
    payment = await town.payment(order)
    await dispute(town, payment, PRICE, "warning_needs_response")
    assert await balances(town) == DRIVEN
    assert (await town.payment(order)).dispute is None


async def test_a_dispute_of_a_payment_that_we_do_not_know_the_success_of_waits(
    town: Town, ada: Actor, dee: Actor
) -> None:
    order = await town.book(ada, dee)
    payment = await town.market.open_payment(ada, order.id)
    with pytest.raises(Conflict):
        await dispute(town, payment, PRICE)


async def test_a_fee_that_is_charged_later_is_entered_once(town: Town, order: Order) -> None:
    payment = await town.payment(order)
    for fee in (0, 15_00, 15_00, 0):
        await dispute(town, payment, PRICE, fee=fee)
    assert (await balances(town))["processing_fees"] == 15_00


async def test_two_disputes_of_one_payment_hold_the_share_until_both_are_closed(
    town: Town, order: Order
) -> None:
    payment = await town.payment(order)
    await dispute(town, payment, 10_00, name="dp_1")
    await dispute(town, payment, 10_00, name="dp_2")
    await dispute(town, payment, 10_00, "won", name="dp_1")
    await town.later(minutes=1)
    assert town.cards.transfers == {}
    await dispute(town, payment, 10_00, "lost", name="dp_2")
    await town.later(minutes=1)
    part = HALF - round(HALF * 10_00 / PRICE)
    assert list(town.cards.transfers.values()) == [part]
    assert (await balances(town))["driver:drv_dee"] == -part
