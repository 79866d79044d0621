"""Cards whose bank asks the cardholder, and answers to such questions (3-D Secure)."""

import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, Unavailable
from haulage.orders import Order, OrderStatus
from haulage.payments import Payment, PaymentState
from use_cases.scenario import CHALLENGED, DECLINED, Scenario, a_card

pytestmark = pytest.mark.anyio

PRICE = 27_06
"""The default driver's 25.00 with tax."""

INTENT = "pi_ord_1"
DISCOVER = "6011 1111 1111 1117"


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Booked with Dee, and not paid for."""
    return await scenario.book(ada, dee)


@pytest.fixture
async def payment(scenario: Scenario, ada: Actor, order: Order) -> Payment:
    return await scenario.market.payments.open(ada, order.id)


async def test_a_challenged_card_pays_once_the_cardholder_approves(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    challenged = await scenario.pay(ada, order, CHALLENGED)
    assert challenged.payment.state is PaymentState.REQUIRES_ACTION
    assert not challenged.declined
    assert scenario.cards.total_charged == 0
    confirm = scenario.market.payments.confirm
    outcome = await confirm.authenticate(ada, challenged.payment.id, approved=True)
    assert outcome.order.status is OrderStatus.ASSIGNED
    assert scenario.cards.charged == {INTENT: PRICE}
    again = await confirm.authenticate(ada, challenged.payment.id, approved=True)
    assert again.payment == outcome.payment


async def test_a_cardholder_who_refuses_is_declined_and_may_use_another_card(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    challenged = await scenario.pay(ada, order, CHALLENGED)
    refused = await scenario.market.payments.confirm.authenticate(ada, challenged.payment.id, approved=False)
    assert refused.declined
    assert not (await scenario.pay(ada, order)).declined
    assert scenario.cards.charged == {INTENT: PRICE}


async def test_a_challenged_payment_may_be_paid_with_another_card_instead(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    await scenario.pay(ada, order, CHALLENGED)
    outcome = await scenario.pay(ada, order, DISCOVER)
    assert (outcome.payment.state, outcome.payment.card_brand) == (PaymentState.SUCCEEDED, "discover")
    assert scenario.cards.charged == {INTENT: PRICE}


async def test_nothing_is_authenticated_that_was_not_asked_for(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    authenticate = scenario.market.payments.confirm.authenticate
    with pytest.raises(InvalidInput, match=r"^payment_id: does not wait for authentication$"):
        await authenticate(ada, payment.id, approved=True)
    await scenario.market.payments.confirm(ada, payment.id, a_card(DECLINED))
    with pytest.raises(InvalidInput, match=r"^payment_id: does not wait for authentication$"):
        await authenticate(ada, payment.id, approved=True)
    assert scenario.cards.total_charged == 0


async def test_a_card_that_never_reached_the_provider_is_not_paid_by_authenticating(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    scenario.cards.down = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.confirm(ada, payment.id, a_card(DECLINED))
    scenario.cards.down = False
    with pytest.raises(InvalidInput, match=r"^payment_id: does not wait for authentication$"):
        await scenario.market.payments.confirm.authenticate(ada, payment.id, approved=True)
    assert scenario.cards.total_charged == 0


async def test_an_authentication_whose_answer_was_lost_is_settled_by_showing_the_card_again(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    challenged = await scenario.pay(ada, order, CHALLENGED)
    scenario.cards.losing_answers = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.confirm.authenticate(ada, challenged.payment.id, approved=True)
    scenario.cards.losing_answers = False
    outcome = await scenario.pay(ada, order)
    assert outcome.payment.state is PaymentState.SUCCEEDED
    assert scenario.cards.charged == {INTENT: PRICE}
