"""Every movement of money is in the books, with its payment's split, in the transaction that made it."""

from typing import Any

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor
from haulage.ledger import SplitKind, SplitStatus
from haulage.payments import PaymentState
from haulage.services.payments import ledger_postings
from use_cases.bookkeeping import (
    FEE,
    HALF,
    PRICE,
    TAXES,
    balances,
    drive,
    late_fee,
    refund,
    split_of,
)
from use_cases.scenario import DECLINED, Scenario

pytestmark = pytest.mark.anyio


async def test_an_unpaid_order_is_not_in_the_books(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.book(ada, dee)
    await scenario.pay(ada, order, DECLINED)
    assert await balances(scenario) == {}


async def test_a_payment_is_the_states_the_providers_and_not_yet_earned(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    assert order.price_cents == PRICE
    assert await balances(scenario) == {
        "card_clearing": PRICE - FEE,
        "processing_fees": FEE,
        "tax_payable": -TAXES,
        "unearned_fares": -(PRICE - TAXES),
    }
    split = await split_of(scenario, order)
    assert split is not None
    assert (split.kind, split.status, split.driver_id) == (SplitKind.FARE, SplitStatus.PENDING, None)
    assert (split.total_cents, split.taxes_cents, split.processing_fee_cents) == (PRICE, TAXES, FEE)
    assert (split.driver_cents, split.platform_cents) == (HALF, HALF)


async def test_paying_again_enters_nothing_again(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    before = await balances(scenario)
    await scenario.pay(ada, order)
    await scenario.market.payments.settle(ada, (await scenario.payment(order)).id)
    assert await balances(scenario) == before


async def test_a_completed_order_is_shared_by_whoever_drove_it(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    handed_back = await scenario.open_order(ada, dee)
    eve = await scenario.driver("eve")
    order = await drive(scenario, eve, handed_back)
    assert await balances(scenario) == {
        "card_clearing": PRICE - FEE,
        "tax_payable": -TAXES,
        "platform_revenue": -HALF,
        "driver:drv_eve": -HALF,
    }
    split = await split_of(scenario, order)
    assert split is not None
    assert (split.driver_id, split.earned_at) == ("drv_eve", order.completed_at)


async def test_a_free_cancellation_costs_the_platform_the_providers_fee(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await scenario.market.orders.cancel(ada, order.id, "")
    assert await balances(scenario) == {"card_clearing": -FEE, "processing_fees": FEE}
    assert await split_of(scenario, order) is None


async def test_a_cancellation_fee_is_shared_with_the_driver_who_was_kept_waiting(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await late_fee(scenario, ada, dee)
    share = (10_00 - FEE) // 2
    assert await balances(scenario) == {
        "card_clearing": 10_00 - FEE,
        "platform_revenue": -share,
        "driver:drv_dee": -share,
    }
    split = await split_of(scenario, order)
    assert split is not None
    assert (split.kind, split.total_cents, split.taxes_cents) == (SplitKind.CANCELLATION_FEE, 10_00, 0)
    assert list(scenario.cards.refunds.values()) == [PRICE - 10_00]


async def test_a_fee_is_never_above_what_is_left_of_the_payment(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    await refund(scenario, order, PRICE - 4_00)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    scenario.clock.turn(minutes=6)
    cancelled = await scenario.market.orders.cancel(ada, order.id, "")
    assert cancelled.cancellation is not None
    assert cancelled.cancellation.fee_cents == 4_00
    assert (await scenario.payment(order)).refund_requested_cents == PRICE - 4_00
    assert await balances(scenario) == {
        "card_clearing": 4_00 - FEE,
        "platform_revenue": -1_46,
        "driver:drv_dee": -1_46,
    }


async def test_a_payment_that_nobody_wants_any_more_is_entered_with_its_refund(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    payment = await scenario.market.payments.open(ada, order.id)
    await scenario.market.orders.cancel(ada, order.id, "")
    before, cancelled = await stored(scenario, payment.id), await scenario.order(order.id)
    late = attrs.evolve(before, state=PaymentState.SUCCEEDED, version=9)

    async def lands(unit: Any) -> None:
        paid = attrs.evolve(late, processing_fee_cents=FEE, refund_requested_cents=PRICE)
        await ledger_postings.payment_received(unit, OPERATOR, paid, cancelled, scenario.clock.now())
        await unit.payments.save(before, paid)

    await scenario.storage.write(lands)
    owed = {"card_clearing": PRICE - FEE, "refunds_payable": -PRICE}
    assert await balances(scenario) == owed | {"processing_fees": FEE}


async def stored(scenario: Scenario, payment_id: str) -> Any:
    return await scenario.storage.read(lambda unit: unit.payments.get(payment_id))


async def test_a_fee_larger_than_the_fare_before_tax_keeps_part_of_what_was_tax(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    """The fee carries no tax, so all of the tax goes back to whoever it was held for."""
    order = await scenario.assigned(ada, dee)
    await refund(scenario, order, PRICE - 10_50)
    await scenario.market.dispatch.accept_offer(dee, order.id)
    scenario.clock.turn(minutes=6)
    await scenario.market.orders.cancel(ada, order.id, "")
    share = (10_00 - FEE) // 2
    assert await balances(scenario) == {
        "card_clearing": 10_00 - FEE,
        "platform_revenue": -share,
        "driver:drv_dee": -share,
    }
