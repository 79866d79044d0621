"""The promise of the ``CardPayments`` port about cards that the provider keeps, kept by both providers."""

from collections.abc import AsyncIterator, Iterator

import pytest

from haulage.payments import Card
from haulage.payments.saved_card import SavedCardGone
from haulage.ports.payments import CardPayments, Charge, ChargeResult, ProviderCard
from haulage_adapters.simulated.cards import SimulatedCards
from stripe_server import RunningSimulator, running_simulator

pytestmark = pytest.mark.anyio

PRICE = 43_30
PAYS, DECLINED, ASKS = "4242 4242 4242 4242", "4000 0000 0000 0002", "4000 0000 0000 3220"
PAYS_ONCE = "4000 0000 0000 0341"


@pytest.fixture(scope="module")
def simulator() -> Iterator[RunningSimulator]:
    with running_simulator() as running:
        yield running


@pytest.fixture(params=["in process", "stripe"])
async def cards(
    request: pytest.FixtureRequest, anyio_backend: str, simulator: RunningSimulator
) -> AsyncIterator[CardPayments]:
    if request.param == "in process":
        yield SimulatedCards(decline_share=0)
        return
    stripe = simulator.cards(budget_seconds=30, attempt_seconds=20)
    yield stripe
    await stripe.aclose()


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    return str(request.node.name)


async def opened(cards: CardPayments, reference: str) -> str:
    made = await cards.open(reference=reference, amount_cents=PRICE, order_id=reference)
    return made.provider_reference


async def pay(cards: CardPayments, intent: str, number: str = PAYS, attempt: int = 1) -> Charge:
    card = Card(number, "12/34", "123", "Ada Lovelace")
    return await cards.confirm(intent, card, amount_cents=PRICE, attempt=attempt)


async def saved(cards: CardPayments, name: str, number: str = PAYS) -> ProviderCard:
    """A card that paid a first intent and is kept."""
    customer = await cards.open_customer(reference=name)
    first = await opened(cards, f"{name}-first")
    await cards.save_next_card(first, customer)
    charge = await pay(cards, first, number)
    if charge.result is ChargeResult.NEEDS_AUTHENTICATION:
        charge = await cards.authenticate(first, approved=True, amount_cents=PRICE, attempt=2)
    assert charge.saved_card is not None
    return charge.saved_card


async def pay_saved(cards: CardPayments, intent: str, card: ProviderCard, attempt: int = 1) -> Charge:
    return await cards.confirm_saved(
        intent, card.id, customer=card.customer, amount_cents=PRICE, attempt=attempt
    )


async def test_one_reference_has_one_customer(cards: CardPayments, name: str) -> None:
    customer = await cards.open_customer(reference=name)
    assert await cards.open_customer(reference=name) == customer
    assert await cards.open_customer(reference=f"{name}-other") != customer


async def test_a_card_is_kept_where_that_was_asked_for_and_told_whenever_the_payment_is(
    cards: CardPayments, name: str
) -> None:
    card = await saved(cards, name)
    assert (card.brand, card.last4, card.expiry_month, card.expiry_year) == ("visa", "4242", 12, 2034)
    first = await opened(cards, f"{name}-first")
    assert (await cards.look_up(first)).saved_card == card
    assert card.id not in repr(card)


async def test_no_card_is_kept_that_nobody_asked_for(cards: CardPayments, name: str) -> None:
    customer = await cards.open_customer(reference=name)
    plain, changed_mind = await opened(cards, name), await opened(cards, f"{name}-2")
    assert (await pay(cards, plain)).saved_card is None
    await cards.save_next_card(changed_mind, customer)
    await cards.save_next_card(changed_mind, None)
    assert (await pay(cards, changed_mind)).saved_card is None


async def test_a_declined_card_is_not_kept_and_the_one_that_pays_after_it_is(
    cards: CardPayments, name: str
) -> None:
    intent, customer = await opened(cards, name), await cards.open_customer(reference=name)
    await cards.save_next_card(intent, customer)
    declined = await pay(cards, intent, DECLINED)
    assert (declined.result, declined.saved_card) == (ChargeResult.DECLINED, None)
    stored = (await pay(cards, intent, attempt=2)).saved_card
    assert stored is not None
    assert stored.last4 == "4242"


async def test_a_saved_card_pays_once_for_one_attempt_and_for_any_later_one(
    cards: CardPayments, name: str
) -> None:
    card, intent = await saved(cards, name), await opened(cards, name)
    charge = await pay_saved(cards, intent, card)
    assert charge.result is ChargeResult.PAID
    assert charge.saved_card is None
    assert await pay_saved(cards, intent, card) == charge
    assert await pay_saved(cards, intent, card, attempt=2) == charge


async def test_a_saved_card_that_is_declined_leaves_the_intent_to_another(
    cards: CardPayments, name: str
) -> None:
    card, intent = await saved(cards, name, PAYS_ONCE), await opened(cards, name)
    declined = await pay_saved(cards, intent, card)
    sentence = "Your card was declined. Please try a different payment method."
    assert declined == Charge(ChargeResult.DECLINED, reason=sentence)
    assert (await pay(cards, intent, attempt=2)).result is ChargeResult.PAID


async def test_a_saved_card_whose_bank_asks_pays_once_its_holder_approves(
    cards: CardPayments, name: str
) -> None:
    card, intent = await saved(cards, name, ASKS), await opened(cards, name)
    assert (await pay_saved(cards, intent, card)).result is ChargeResult.NEEDS_AUTHENTICATION
    assert (await cards.look_up(intent)).result is ChargeResult.NEEDS_AUTHENTICATION
    paid = await cards.authenticate(intent, approved=True, amount_cents=PRICE, attempt=2)
    assert paid.result is ChargeResult.PAID


async def test_a_saved_card_pays_for_nobody_else(cards: CardPayments, name: str) -> None:
    card, intent = await saved(cards, name), await opened(cards, name)
    stranger = await cards.open_customer(reference=f"{name}-stranger")
    with pytest.raises(SavedCardGone):
        await cards.confirm_saved(intent, card.id, customer=stranger, amount_cents=PRICE, attempt=1)
    assert (await cards.look_up(intent)).result is ChargeResult.OPEN


async def test_a_card_that_was_forgotten_pays_nothing(cards: CardPayments, name: str) -> None:
    card, intent = await saved(cards, name), await opened(cards, name)
    for _ in range(2):
        await cards.forget_card(card.id)
    with pytest.raises(SavedCardGone):
        await pay_saved(cards, intent, card)
    assert (await cards.look_up(intent)).result is ChargeResult.OPEN
    assert (await pay(cards, intent, attempt=2)).result is ChargeResult.PAID


async def test_a_customer_who_was_forgotten_has_no_card_and_gets_none(cards: CardPayments, name: str) -> None:
    card, intent = await saved(cards, name), await opened(cards, name)
    for _ in range(2):
        await cards.forget_customer(card.customer)
    with pytest.raises(SavedCardGone):
        await pay_saved(cards, intent, card)
    with pytest.raises(SavedCardGone):
        await cards.save_next_card(intent, card.customer)
    await cards.forget_card(card.id)


async def test_a_saved_card_pays_no_closed_intent(cards: CardPayments, name: str) -> None:
    card, intent = await saved(cards, name), await opened(cards, name)
    await cards.cancel(intent)
    await cards.save_next_card(intent, None)
    assert (await pay_saved(cards, intent, card)).result is ChargeResult.CANCELED
