"""Tips that were opened: paid in the browser without our hearing of it, or never paid at all."""

import pytest

from haulage.kernel.actor import Actor
from haulage.orders import Order
from haulage.payments import PaymentState
from haulage.ports.payments import Charge, ChargeResult
from use_cases.bookkeeping import HALF, balances, driven
from use_cases.scenario import DECLINED, Scenario, a_card

pytestmark = pytest.mark.anyio

PAID = Charge(ChargeResult.PAID, processing_fee_cents=59)


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    return await driven(scenario, ada, dee)


@pytest.fixture
async def tip(scenario: Scenario, ada: Actor, order: Order) -> str:
    """The id of a tip that is open."""
    return (await scenario.market.payments.open_tip(ada, order.id, 10_00)).payment.id


async def state_of(scenario: Scenario, payment_id: str) -> PaymentState:
    found = await scenario.storage.read(lambda unit: unit.payments.get(payment_id))
    assert found is not None
    return found.state


async def intent_of(scenario: Scenario, payment_id: str) -> str:
    found = await scenario.storage.read(lambda unit: unit.payments.get(payment_id))
    assert found is not None
    return found.provider_reference


async def test_a_tip_paid_in_the_browser_is_found_without_any_event(scenario: Scenario, tip: str) -> None:
    scenario.cards.shown_in_the_browser(await intent_of(scenario, tip), PAID, 10_00)
    await scenario.later(minutes=29)
    assert await state_of(scenario, tip) is PaymentState.REQUIRES_PAYMENT_METHOD
    await scenario.later(minutes=1)
    assert await state_of(scenario, tip) is PaymentState.SUCCEEDED
    assert (await balances(scenario))["driver:drv_dee"] == -HALF - 10_00


async def test_a_tip_that_nobody_paid_is_closed_at_the_provider_and_another_may_be_opened(
    scenario: Scenario, ada: Actor, order: Order, tip: str
) -> None:
    await scenario.market.payments.confirm(ada, tip, a_card(DECLINED))
    await scenario.later(minutes=31)
    assert await state_of(scenario, tip) is PaymentState.CANCELED
    assert await intent_of(scenario, tip) in scenario.cards.closed
    again = await scenario.market.payments.open_tip(ada, order.id, 10_00)
    paid = await scenario.market.payments.confirm(ada, again.payment.id, a_card())
    assert paid.payment.state is PaymentState.SUCCEEDED


async def test_a_tip_that_the_provider_has_not_decided_is_asked_after_until_it_has(
    scenario: Scenario, tip: str
) -> None:
    intent = await intent_of(scenario, tip)
    scenario.cards.shown_in_the_browser(intent, Charge(ChargeResult.UNDER_WAY))
    await scenario.later(minutes=31)
    assert await state_of(scenario, tip) is PaymentState.REQUIRES_PAYMENT_METHOD
    assert intent not in scenario.cards.closed
    scenario.cards.shown_in_the_browser(intent, PAID, 10_00)
    await scenario.later(minutes=1)
    assert await state_of(scenario, tip) is PaymentState.SUCCEEDED


async def test_a_provider_that_is_away_is_asked_again(scenario: Scenario, tip: str) -> None:
    scenario.cards.shown_in_the_browser(await intent_of(scenario, tip), PAID, 10_00)
    scenario.cards.down = True
    await scenario.later(minutes=31)
    scenario.cards.down = False
    await scenario.later(minutes=5)
    assert await state_of(scenario, tip) is PaymentState.SUCCEEDED
