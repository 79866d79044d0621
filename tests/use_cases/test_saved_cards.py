"""Saved cards: kept where that was asked for, charged once, forgotten everywhere when removed (PAY-30)."""

import asyncio

import attrs
import pytest

from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import NotFound, Unavailable
from haulage.orders import Order, PaymentStatus
from haulage.payments import Payment, PaymentInProgress, PaymentState
from haulage.payments.saved_card import (
    MAX_SAVED_CARDS,
    SavedCard,
    SavedCardExpired,
    SavedCardGone,
    TooManySavedCards,
)
from haulage.ports.payments import Charge, ChargeResult, ProviderCard
from use_cases.scenario import ADMIN, CHALLENGED, DECLINED, PAYING, Scenario, a_card, once

pytestmark = pytest.mark.anyio

PAYS_ONCE = "4000 0000 0000 0341"
OTHERS = ("5555 5555 5555 4444", "6011 1111 1111 1117")


async def opened(scenario: Scenario, customer: Actor, driver: Actor) -> Payment:
    order = await scenario.book(customer, driver)
    return await scenario.market.payments.open(customer, order.id)


async def finished(scenario: Scenario, driver: Actor, order: Order) -> None:
    """The driver is free again."""
    await scenario.market.orders.cancel(ADMIN, order.id, "")


async def saved(scenario: Scenario, customer: Actor, driver: Actor, number: str = PAYING) -> SavedCard:
    """A card that paid an order and was saved by that."""
    payment = await opened(scenario, customer, driver)
    outcome = await scenario.market.payments.confirm(customer, payment.id, a_card(number), save=True)
    if outcome.payment.state is PaymentState.REQUIRES_ACTION:
        outcome = await scenario.market.payments.confirm.authenticate(customer, payment.id, approved=True)
    assert outcome.payment.state is PaymentState.SUCCEEDED
    await finished(scenario, driver, outcome.order)
    return next(each for each in await mine(scenario, customer) if each.last4 == number[-4:])


async def mine(scenario: Scenario, customer: Actor) -> list[SavedCard]:
    return [each.card for each in await scenario.market.payments.saved_cards.all(customer)]


async def test_a_card_is_saved_by_paying_with_it_and_only_where_that_was_asked_for(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    plain = await opened(scenario, ada, dee)
    outcome = await scenario.market.payments.confirm(ada, plain.id, a_card())
    assert outcome.payment.state is PaymentState.SUCCEEDED
    assert await mine(scenario, ada) == []
    assert scenario.cards.customers == []
    await finished(scenario, dee, outcome.order)
    card = await saved(scenario, ada, dee)
    assert (card.brand, card.last4, card.expiry_month, card.expiry_year) == ("visa", "4242", 12, 2039)
    assert card.is_default
    assert "4242424242424242" not in str(attrs.asdict(card))


async def test_the_next_order_is_paid_with_it_in_one_press(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card = await saved(scenario, ada, dee)
    payment = await opened(scenario, ada, dee)
    outcome = await scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id)
    assert outcome.payment.state is PaymentState.SUCCEEDED
    assert (outcome.payment.card_brand, outcome.payment.card_last4) == ("visa", "4242")
    assert outcome.order.payment_status is PaymentStatus.PAID
    assert scenario.cards.charged[payment.provider_reference] == payment.amount_cents
    assert await mine(scenario, ada) == [card]


async def test_pressing_many_times_at_once_charges_once(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    card, payment = await saved(scenario, ada, dee), await opened(scenario, ada, dee)
    pay = scenario.market.payments.confirm.with_saved_card
    await asyncio.gather(
        *(pay(ada, payment.id, card.id, once(f"key-{number}")) for number in range(5)), return_exceptions=True
    )
    await asyncio.gather(*(pay(ada, payment.id, card.id) for _ in range(2)), return_exceptions=True)
    assert scenario.cards.charged[payment.provider_reference] == payment.amount_cents


async def test_an_answer_that_was_lost_is_asked_for_again_and_charges_once(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card, payment = await saved(scenario, ada, dee), await opened(scenario, ada, dee)
    scenario.cards.losing_answers = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id, once("press"))
    scenario.cards.losing_answers = False
    again = await scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id, once("press"))
    assert again.payment.state is PaymentState.SUCCEEDED
    assert scenario.cards.charged[payment.provider_reference] == payment.amount_cents


async def test_another_customers_card_answers_like_none_at_all_and_pays_nothing(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    bob = await scenario.customer("bob")
    card, payment = await saved(scenario, ada, dee), await opened(scenario, bob, dee)
    for card_id in (card.id, "crd_none"):
        with pytest.raises(SavedCardGone):
            await scenario.market.payments.confirm.with_saved_card(bob, payment.id, card_id)
        with pytest.raises(NotFound, match=r"^Card not found$"):
            await scenario.market.payments.saved_cards.remove(bob, card_id)
        with pytest.raises(NotFound, match=r"^Card not found$"):
            await scenario.market.payments.saved_cards.make_default(bob, card_id)
    assert scenario.cards.charged[payment.provider_reference] == 0
    with pytest.raises(NotFound):
        await scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id)
    assert await mine(scenario, ada) == [card]


async def test_a_saved_card_that_is_declined_stays_and_another_pays(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card, payment = await saved(scenario, ada, dee, PAYS_ONCE), await opened(scenario, ada, dee)
    declined = await scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id)
    assert declined.declined
    assert declined.payment.decline_reason == (
        "Your card was declined. Please try a different payment method."
    )
    assert await mine(scenario, ada) == [card]
    paid = await scenario.market.payments.confirm(ada, payment.id, a_card())
    assert paid.payment.state is PaymentState.SUCCEEDED


async def test_a_bank_may_ask_about_a_saved_card(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    card, payment = await saved(scenario, ada, dee, CHALLENGED), await opened(scenario, ada, dee)
    confirmed = await scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id)
    assert confirmed.payment.state is PaymentState.REQUIRES_ACTION
    paid = await scenario.market.payments.confirm.authenticate(ada, payment.id, approved=True)
    assert paid.payment.state is PaymentState.SUCCEEDED
    assert scenario.cards.charged[payment.provider_reference] == payment.amount_cents


async def test_an_expired_card_is_shown_as_such_and_not_asked_of_the_provider(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card = await saved(scenario, ada, dee)
    scenario.clock.turn(days=366 * 20)
    [listed] = await scenario.market.payments.saved_cards.all(ada)
    assert listed.has_expired
    payment = await opened(scenario, ada, await scenario.driver("eve"))
    before = len(scenario.cards.requests)
    with pytest.raises(SavedCardExpired):
        await scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id)
    assert len(scenario.cards.requests) == before
    assert (await scenario.market.payments.open(ada, payment.order_id)).state is payment.state


async def test_a_card_that_the_provider_has_no_more_charges_nothing_and_is_shown_no_longer(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card, payment = await saved(scenario, ada, dee), await opened(scenario, ada, dee)
    await scenario.cards.forget_card(card.provider_card)
    with pytest.raises(SavedCardGone):
        await scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id)
    assert await mine(scenario, ada) == []
    free = await scenario.market.payments.open(ada, payment.order_id)
    assert free.state is PaymentState.REQUIRES_PAYMENT_METHOD
    paid = await scenario.market.payments.confirm(ada, payment.id, a_card())
    assert paid.payment.state is PaymentState.SUCCEEDED
    assert scenario.cards.charged[payment.provider_reference] == payment.amount_cents


async def test_a_card_that_is_removed_while_it_pays_has_paid_once_and_is_gone(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card, payment = await saved(scenario, ada, dee), await opened(scenario, ada, dee)
    scenario.cards.let_through.clear()
    scenario.cards.arrived.clear()
    paying = asyncio.create_task(
        scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id, once("press"))
    )
    await scenario.cards.arrived.wait()
    await scenario.market.payments.saved_cards.remove(ada, card.id)
    with pytest.raises(PaymentInProgress):  # nobody can say yet that nothing was charged
        await scenario.market.payments.confirm.with_saved_card(ada, payment.id, card.id, once("press"))
    scenario.cards.let_through.set()
    assert (await paying).payment.state is PaymentState.SUCCEEDED
    assert scenario.cards.charged[payment.provider_reference] == payment.amount_cents
    assert await mine(scenario, ada) == []


async def test_removing_a_card_has_the_provider_forget_it_however_often_that_takes(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card = await saved(scenario, ada, dee)
    await scenario.market.payments.saved_cards.remove(ada, card.id)
    with pytest.raises(NotFound):
        await scenario.market.payments.saved_cards.remove(ada, card.id)
    scenario.cards.down = True
    await scenario.later(seconds=1)
    assert scenario.cards.forgotten == []
    scenario.cards.down = False
    await scenario.later(hours=1)
    assert scenario.cards.forgotten == [card.provider_card]


async def test_the_newest_of_the_others_becomes_the_default(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    first = await saved(scenario, ada, dee)
    scenario.clock.turn(seconds=1)
    second = await saved(scenario, ada, dee, OTHERS[0])
    scenario.clock.turn(seconds=1)
    third = await saved(scenario, ada, dee, OTHERS[1])
    assert [each.id for each in await mine(scenario, ada)] == [first.id, third.id, second.id]
    chosen = await scenario.market.payments.saved_cards.make_default(ada, second.id)
    assert chosen.card.is_default
    assert [each.id for each in await mine(scenario, ada)] == [second.id, third.id, first.id]
    await scenario.market.payments.saved_cards.remove(ada, second.id)
    left = await mine(scenario, ada)
    assert [(each.id, each.is_default) for each in left] == [(third.id, True), (first.id, False)]


async def test_the_same_card_saved_again_is_one_card(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    before = await saved(scenario, ada, dee)
    after = await saved(scenario, ada, dee)
    assert await mine(scenario, ada) == [after]
    assert after.is_default
    assert after.provider_card != before.provider_card
    await scenario.later(minutes=1)
    assert scenario.cards.forgotten == [before.provider_card]
    assert scenario.cards.customers == ["usr_ada"]


async def test_nobody_saves_more_cards_than_anybody_may_have(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card, payment = await saved(scenario, ada, dee), await opened(scenario, ada, dee)
    for number in range(MAX_SAVED_CARDS - 1):
        more = attrs.evolve(card, id=f"crd_{number}", last4=f"{number:04}", is_default=False)
        await scenario.storage.write(lambda unit, more=more: unit.saved_cards.add(more))  # type: ignore[misc]
    with pytest.raises(TooManySavedCards):
        await scenario.market.payments.confirm(ada, payment.id, a_card(OTHERS[0]), save=True)
    with pytest.raises(TooManySavedCards):
        await scenario.market.payments.save_next_card(ada, payment.id, save=True)
    assert scenario.cards.charged[payment.provider_reference] == 0
    paid = await scenario.market.payments.confirm(ada, payment.id, a_card(OTHERS[0]))
    assert paid.payment.state is PaymentState.SUCCEEDED


async def test_a_tick_that_was_taken_back_saves_nothing(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    payment = await opened(scenario, ada, dee)
    declined = await scenario.market.payments.confirm(ada, payment.id, a_card(DECLINED), save=True)
    assert declined.declined
    paid = await scenario.market.payments.confirm(ada, payment.id, a_card())
    assert paid.payment.state is PaymentState.SUCCEEDED
    assert await mine(scenario, ada) == []


async def test_a_browser_that_shows_the_card_itself_says_before_whether_it_is_saved(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    payment = await opened(scenario, ada, dee)
    answer = await scenario.market.payments.save_next_card(ada, payment.id, save=True)
    assert answer.saves_card
    shown_in_the_browser(scenario, payment, await customer_of(scenario, ada))
    await scenario.market.payments.settle(ada, payment.id)
    for _ in range(2):  # an event of the provider's tells it again
        await scenario.market.payments.settle.of_payment(payment.id)
    assert [each.last4 for each in await mine(scenario, ada)] == ["4242"]


async def test_a_screen_that_opens_the_payment_again_begins_without_a_tick(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    payment = await opened(scenario, ada, dee)
    await scenario.market.payments.save_next_card(ada, payment.id, save=True)
    again = await scenario.market.payments.open.with_secret(ada, payment.order_id)
    assert not again.payment.saves_card
    paid = await scenario.cards.confirm(
        payment.provider_reference, a_card(), amount_cents=payment.amount_cents, attempt=1
    )
    assert paid.saved_card is None


async def test_a_card_that_the_provider_keeps_unasked_is_forgotten_there(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    payment = await opened(scenario, ada, dee)
    await scenario.market.payments.save_next_card(ada, payment.id, save=True)
    customer = await customer_of(scenario, ada)
    await scenario.market.payments.save_next_card(ada, payment.id, save=False)
    shown_in_the_browser(scenario, payment, customer)
    await scenario.market.payments.settle(ada, payment.id)
    assert await mine(scenario, ada) == []
    await scenario.later(minutes=1)
    assert scenario.cards.forgotten == ["pm_browser"]


async def test_a_customer_whom_the_provider_lost_gets_a_new_one(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card = await saved(scenario, ada, dee)
    await scenario.cards.forget_customer(card.provider_customer)
    again = await saved(scenario, ada, dee, OTHERS[0])
    assert again.provider_customer != card.provider_customer
    assert again.provider_customer == await customer_of(scenario, ada)


async def test_nobody_says_for_others_whether_a_card_is_saved(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    payment = await opened(scenario, ada, dee)
    for stranger in (await scenario.customer("bob"), dee, ADMIN):
        with pytest.raises(NotFound):
            await scenario.market.payments.save_next_card(stranger, payment.id, save=True)
    with pytest.raises(Exception, match="Sign in"):
        await scenario.market.payments.saved_cards.all(ANONYMOUS)


async def test_an_erased_customer_is_forgotten_by_the_provider_with_every_card(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    card = await saved(scenario, ada, dee)
    await scenario.later(days=30)  # what goes back of the cancelled order has gone
    scenario.cards.forgotten.clear()
    scenario.cards.down = True
    await scenario.market.personal_data.erase.of("acc_ada@example.com")
    assert await mine(scenario, ada) == []
    assert scenario.cards.forgotten == []
    scenario.cards.down = False
    await scenario.later(hours=1)
    assert scenario.cards.forgotten == [card.provider_customer]


async def test_a_card_that_is_told_of_after_its_owner_left_is_forgotten(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    payment = await opened(scenario, ada, dee)
    await scenario.market.payments.save_next_card(ada, payment.id, save=True)
    customer = await customer_of(scenario, ada)
    await scenario.market.orders.cancel(ada, payment.order_id, "")
    await scenario.market.personal_data.erase.of("acc_ada@example.com")
    shown_in_the_browser(scenario, payment, customer)
    await scenario.market.payments.settle.of_payment(payment.id)
    assert await mine(scenario, ada) == []
    await scenario.later(minutes=1)
    assert set(scenario.cards.forgotten) == {customer, "pm_browser"}


async def customer_of(scenario: Scenario, customer: Actor) -> str:
    found = await scenario.storage.read(lambda unit: unit.saved_cards.customer(customer.user_id or ""))
    assert found is not None
    return found.provider_customer


def shown_in_the_browser(scenario: Scenario, payment: Payment, customer: str) -> None:
    stored = ProviderCard("pm_browser", customer, "visa", "4242", 12, 2039)
    charge = Charge(ChargeResult.PAID, 100, card_brand="visa", card_last4="4242", saved_card=stored)
    scenario.cards.shown_in_the_browser(payment.provider_reference, charge, payment.amount_cents)
