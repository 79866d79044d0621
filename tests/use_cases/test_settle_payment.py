"""Asking the provider what came of a payment that nobody told us about."""

import asyncio

import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound, Unavailable
from haulage.orders import Order, OrderStatus, PaymentStatus
from haulage.payments import Payment, PaymentState
from haulage.ports.payments import Charge, ChargeResult
from use_cases.scenario import Scenario, a_card

pytestmark = pytest.mark.anyio

PRICE = 27_06
INTENT = "pi_ord_1"
PAID = Charge(ChargeResult.PAID, processing_fee_cents=1_08, card_brand="mastercard", card_last4="4444")
REFUSED = Charge(ChargeResult.DECLINED, reason="Your card was declined.")


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Booked with Dee, and not paid for."""
    return await scenario.book(ada, dee)


@pytest.fixture
async def payment(scenario: Scenario, ada: Actor, order: Order) -> Payment:
    return await scenario.market.payments.open(ada, order.id)


async def test_a_card_shown_in_the_browser_pays_once_the_provider_says_so(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    scenario.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    outcome = await scenario.market.payments.settle(ada, payment.id)
    assert outcome.order.status is OrderStatus.ASSIGNED
    settled = outcome.payment
    assert (settled.state, settled.processing_fee_cents) == (PaymentState.SUCCEEDED, 1_08)
    assert (settled.card_brand, settled.card_last4) == ("mastercard", "4444")


async def test_settling_as_often_as_one_likes_hands_the_order_over_once(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    scenario.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    await asyncio.gather(*(scenario.market.payments.settle(ada, payment.id) for _ in range(5)))
    await scenario.market.payments.settle.of_payment(payment.id)
    assert await scenario.event_types(order) == ["created", "paid", "assigned"]


async def test_what_the_provider_says_without_money_is_kept_until_there_is_some(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    settle = scenario.market.payments.settle
    for news, state in (
        (Charge(ChargeResult.OPEN), PaymentState.REQUIRES_PAYMENT_METHOD),
        (Charge(ChargeResult.NEEDS_AUTHENTICATION), PaymentState.REQUIRES_ACTION),
        (Charge(ChargeResult.UNDER_WAY), PaymentState.REQUIRES_ACTION),
        (REFUSED, PaymentState.REQUIRES_PAYMENT_METHOD),
        (REFUSED, PaymentState.REQUIRES_PAYMENT_METHOD),
        (PAID, PaymentState.SUCCEEDED),
        (REFUSED, PaymentState.SUCCEEDED),
    ):
        scenario.cards.shown_in_the_browser(INTENT, news)
        assert (await settle(ada, payment.id)).payment.state is state
    assert await scenario.event_types(order) == ["created", "payment_declined", "paid", "assigned"]


async def test_only_its_customer_settles_a_payment(scenario: Scenario, dee: Actor, payment: Payment) -> None:
    with pytest.raises(NotFound, match=r"^Payment not found$"):
        await scenario.market.payments.settle(dee, payment.id)


async def test_a_provider_that_does_not_answer_leaves_everything_as_it_was(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    scenario.cards.down = True
    with pytest.raises(Unavailable, match=r"^Payment failed\. Please try again\.$"):
        await scenario.market.payments.settle(ada, payment.id)
    assert await scenario.payment(order) == payment


async def test_an_attempt_whose_answer_was_lost_is_found_paid(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    scenario.cards.losing_answers = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.confirm(ada, payment.id, a_card())
    scenario.cards.losing_answers = False
    outcome = await scenario.market.payments.settle.of_payment(payment.id)
    assert outcome.order.payment_status is PaymentStatus.PAID
    assert scenario.cards.charged == {INTENT: PRICE}


async def test_an_attempt_that_never_reached_the_provider_frees_the_payment(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    scenario.cards.down = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.confirm(ada, payment.id, a_card())
    scenario.cards.down = False
    outcome = await scenario.market.payments.settle.of_payment(payment.id)
    assert outcome.payment.state is PaymentState.REQUIRES_PAYMENT_METHOD
    await scenario.market.orders.cancel(ada, order.id, "")


async def test_money_that_lands_on_a_closed_payment_goes_back_in_full(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    await scenario.market.orders.cancel(ada, order.id, "")
    scenario.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    outcome = await scenario.market.payments.settle.of_payment(payment.id)
    assert outcome.order.status is OrderStatus.CANCELLED
    assert outcome.payment.refund_requested_cents == PRICE
    assert list(scenario.cards.refunds.values()) == [PRICE]


async def test_an_order_paid_while_it_is_being_cancelled_is_cancelled_and_refunded(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    scenario.cards.shown_in_the_browser(INTENT, PAID, PRICE)
    cancelled = await scenario.market.orders.cancel(ada, order.id, "")
    assert (cancelled.status, cancelled.payment_status) == (OrderStatus.CANCELLED, PaymentStatus.PAID)
    assert list(scenario.cards.refunds.values()) == [PRICE]


async def test_an_intent_that_the_provider_closed_is_replaced_by_another(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    scenario.cards.shown_in_the_browser(INTENT, Charge(ChargeResult.CANCELED))
    assert (await scenario.market.payments.settle(ada, payment.id)).payment.state is PaymentState.CANCELED
    again = await scenario.market.payments.open(ada, order.id)
    assert again.provider_reference == "pi_ord_1-2"


async def test_no_card_is_taken_where_browsers_show_theirs_to_the_provider(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    scenario.cards.takes_cards = False
    with pytest.raises(InvalidInput, match=r"^card: "):
        await scenario.market.payments.confirm(ada, payment.id, a_card())
    assert scenario.cards.requests == []


async def test_who_pays_is_told_the_secret_until_it_is_paid(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    opened = await scenario.market.payments.open.with_secret(ada, order.id)
    assert (opened.payment, opened.client_secret) == (payment, "pi_ord_1_secret")
    assert "pi_ord_1_secret" not in repr(opened)
    await scenario.pay(ada, order)
    assert (await scenario.market.payments.open.with_secret(ada, order.id)).client_secret is None


async def test_a_payment_that_cannot_be_opened_says_so_in_the_documented_words(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    scenario.cards.down = True
    with pytest.raises(Unavailable, match=r"^Failed to create payment intent$"):
        await scenario.market.payments.open(ada, order.id)
