"""Paying by card: one charge however it is asked for, and no money kept that is not owed."""

import asyncio
from collections.abc import Callable

import attrs
import pytest

from builders import TIMES_SQUARE
from haulage.kernel.actor import Actor
from haulage.kernel.errors import IllegalMove, InvalidInput, NotFound, Unavailable
from haulage.orders import Cancellation, Order, OrderStatus, PaymentStatus, customer_fee_cents
from haulage.orders.order import cancel
from haulage.payments import Payment, PaymentInProgress, PaymentState, ProviderRefused
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.payments import PaymentFilter
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.idempotency import KeyReused, Replayed
from haulage.use_cases.payments.checkout import PaymentOutcome
from use_cases.scenario import ADMIN, CHALLENGED, DECLINED, PAYING, Scenario, a_card, once

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


async def test_a_payment_is_opened_for_exactly_the_orders_price(
    scenario: Scenario, order: Order, payment: Payment
) -> None:
    assert (payment.order_id, payment.customer_id) == (order.id, "usr_ada")
    assert (payment.amount_cents, payment.currency) == (order.price_cents, "usd") == (PRICE, "usd")
    assert payment.state is PaymentState.REQUIRES_PAYMENT_METHOD


async def test_opening_again_gives_the_same_payment(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    assert await scenario.market.payments.open(ada, order.id) == payment


async def test_opening_at_once_from_many_screens_gives_one_payment(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    opened = await asyncio.gather(*(scenario.market.payments.open(ada, order.id) for _ in range(10)))
    assert len({each.id for each in opened}) == 1


async def test_a_cancelled_order_has_nothing_to_pay(scenario: Scenario, ada: Actor, order: Order) -> None:
    await scenario.market.orders.cancel(ada, order.id, "")
    with pytest.raises(IllegalMove):
        await scenario.market.payments.open(ada, order.id)


async def test_only_its_customer_pays(scenario: Scenario, dee: Actor, payment: Payment) -> None:
    for stranger in (await scenario.customer("bob"), dee, ADMIN):
        with pytest.raises(NotFound, match=r"^Payment not found$"):
            await scenario.market.payments.confirm(stranger, payment.id, a_card())
        with pytest.raises(NotFound, match=r"^Payment not found$"):
            await scenario.market.payments.confirm.authenticate(stranger, payment.id, approved=True)
    assert scenario.cards.requests == []


async def test_an_unknown_payment_is_not_found(scenario: Scenario, ada: Actor) -> None:
    with pytest.raises(NotFound, match=r"^Payment not found$"):
        await scenario.market.payments.confirm(ada, "pay_none", a_card())


async def test_a_bad_card_field_reaches_no_provider(scenario: Scenario, ada: Actor, payment: Payment) -> None:
    with pytest.raises(InvalidInput, match=r"^card\.cvc: "):
        await scenario.market.payments.confirm(ada, payment.id, attrs.evolve(a_card(), cvc="1"))
    assert scenario.cards.requests == []


async def test_only_brand_and_last_four_digits_of_the_card_are_kept(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    outcome = await scenario.pay(ada, order)
    assert (outcome.payment.card_brand, outcome.payment.card_last4) == ("visa", "4242")
    assert "424242424242" not in repr(await scenario.payment(order))


async def listed_as_declined(scenario: Scenario) -> list[str]:
    wanted = PaymentFilter(is_declined=True)
    found = await scenario.market.payments.manage.list(ADMIN, PageRequest(), wanted)
    return [each.payment.id for each in found.items]


async def test_a_decline_is_an_outcome_and_another_card_may_pay(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    declined = await scenario.pay(ada, order, DECLINED)
    assert declined.declined
    sentence = "Your card was declined. Please try a different payment method."
    assert declined.payment.decline_reason == sentence
    assert declined.order.payment_status is PaymentStatus.UNPAID
    assert declined.payment.card_last4 == "0002"
    assert await listed_as_declined(scenario) == [declined.payment.id]
    paid = await scenario.pay(ada, order)
    assert paid.order.payment_status is PaymentStatus.PAID
    assert (paid.payment.attempts, paid.payment.decline_reason) == (2, sentence), "for operators"
    assert await listed_as_declined(scenario) == []
    assert scenario.cards.charged == {INTENT: PRICE}
    assert await scenario.event_types(order) == ["created", "payment_declined", "paid", "assigned"]


async def test_a_declined_order_stays_hidden_from_drivers(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    await scenario.pay(ada, order, DECLINED)
    with pytest.raises(NotFound):
        await scenario.market.dispatch.accept_offer(dee, order.id)


async def test_paying_again_returns_what_was_paid(scenario: Scenario, ada: Actor, order: Order) -> None:
    first = await scenario.pay(ada, order)
    again = await scenario.pay(ada, order, DISCOVER)
    assert (again.payment, again.order) == (first.payment, first.order)
    assert scenario.cards.requests == [(INTENT, 1)]


async def test_the_same_key_repeats_the_reply_also_of_a_decline(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    confirm = scenario.market.payments.confirm
    declined = await confirm(ada, payment.id, a_card(DECLINED), once())
    with pytest.raises(Replayed) as again:
        await confirm(ada, payment.id, a_card(DECLINED), once())
    assert again.value.body == repr(declined).encode()
    assert len(scenario.cards.requests) == 1
    with pytest.raises(KeyReused):
        await confirm(ada, payment.id, a_card(), once(body="other"))
    assert not (await confirm(ada, payment.id, a_card(), once("key-2"))).declined


async def test_twenty_confirms_at_once_with_different_keys_charge_once(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    results = await asyncio.gather(
        *(
            scenario.market.payments.confirm(ada, payment.id, a_card(), once(f"key-{number}"))
            for number in range(20)
        ),
        return_exceptions=True,
    )
    paid = [result for result in results if isinstance(result, PaymentOutcome)]
    refused = [result for result in results if isinstance(result, BaseException)]
    assert scenario.cards.charged == {INTENT: PRICE}
    assert len(paid) >= 1
    assert {type(error) for error in refused} <= {PaymentInProgress}
    assert {outcome.payment.state for outcome in paid} == {PaymentState.SUCCEEDED}


async def test_twenty_attempts_that_nobody_joins_into_one_would_charge_twenty_times(
    scenario: Scenario,
) -> None:
    await asyncio.gather(
        *(
            scenario.cards.confirm(INTENT, a_card(), amount_cents=PRICE, attempt=number)
            for number in range(20)
        )
    )
    assert scenario.cards.total_charged == 20 * PRICE


async def test_the_same_key_twice_at_once_charges_once(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    results = await asyncio.gather(
        *(scenario.market.payments.confirm(ada, payment.id, a_card(), once()) for _ in range(5)),
        return_exceptions=True,
    )
    assert scenario.cards.charged == {INTENT: PRICE}
    assert {type(result) for result in results} <= {PaymentOutcome, PaymentInProgress, Replayed}


async def test_a_second_attempt_while_one_is_under_way_is_asked_to_wait(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    async with one_attempt_under_way(scenario, ada, payment) as first:
        with pytest.raises(PaymentInProgress):
            await scenario.market.payments.confirm(ada, payment.id, a_card())
        with pytest.raises(PaymentInProgress):
            await scenario.market.payments.confirm.authenticate(ada, payment.id, approved=True)
        scenario.clock.turn(seconds=59)
        with pytest.raises(PaymentInProgress):
            await scenario.market.payments.confirm(ada, payment.id, a_card())
    assert (await first).payment.state is PaymentState.SUCCEEDED


async def test_an_unavailable_provider_charges_nothing_and_the_retry_once(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    scenario.cards.down = True
    for _ in range(3):
        with pytest.raises(Unavailable):
            await scenario.market.payments.confirm(ada, payment.id, a_card(), once())
    assert scenario.cards.total_charged == 0
    scenario.cards.down = False
    outcome = await scenario.market.payments.confirm(ada, payment.id, a_card(), once())
    assert outcome.payment.attempts == 1
    assert scenario.cards.charged == {INTENT: PRICE}


async def test_what_the_provider_refuses_is_said_in_our_words_and_may_be_tried_again(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    scenario.cards.refuses = {"charge"}
    with pytest.raises(ProviderRefused, match=r"^Payment failed\. Please try again\.$"):
        await scenario.market.payments.confirm(ada, payment.id, a_card(), once())
    scenario.cards.refuses = set()
    outcome = await scenario.market.payments.confirm(ada, payment.id, a_card(), once())
    assert outcome.payment.state is PaymentState.SUCCEEDED
    assert scenario.cards.charged == {INTENT: PRICE}


async def test_an_intent_that_the_provider_refuses_to_open_is_said_in_our_words(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    scenario.cards.refuses = {"intent"}
    with pytest.raises(ProviderRefused, match=r"^Failed to create payment intent$"):
        await scenario.market.payments.open(ada, order.id)


async def test_an_answer_lost_after_the_charge_is_found_by_the_retry(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    scenario.cards.losing_answers = True
    for _ in range(3):
        with pytest.raises(Unavailable):
            await scenario.market.payments.confirm(ada, payment.id, a_card())
    assert scenario.cards.charged == {INTENT: PRICE}
    assert (await scenario.order(order.id)).payment_status is PaymentStatus.UNPAID
    scenario.cards.losing_answers = False
    outcome = await scenario.market.payments.confirm(ada, payment.id, a_card())
    assert outcome.order.payment_status is PaymentStatus.PAID
    assert scenario.cards.charged == {INTENT: PRICE}


async def test_an_order_is_not_cancelled_while_its_payment_may_have_gone_through(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    scenario.cards.losing_answers = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.confirm(ada, payment.id, a_card())
    with pytest.raises(PaymentInProgress):
        await scenario.market.orders.cancel(ada, order.id, "")
    assert (await scenario.order(order.id)).status is OrderStatus.PENDING


async def test_an_attempt_that_died_is_repeated_after_a_minute_and_charges_once(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    async with one_attempt_under_way(scenario, ada, payment) as first:
        first.cancel()
        scenario.cards.let_through.set()
        with pytest.raises(PaymentInProgress):
            await scenario.market.payments.confirm(ada, payment.id, a_card())
        scenario.clock.turn(seconds=60)
        assert not (await scenario.market.payments.confirm(ada, payment.id, a_card())).declined
    assert scenario.cards.requests == [(INTENT, 1), (INTENT, 1)]
    assert scenario.cards.charged == {INTENT: PRICE}


async def test_a_slow_attempt_and_its_repetition_are_one_charge_and_both_are_told(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    async with one_attempt_under_way(scenario, ada, payment) as slow:
        scenario.clock.turn(seconds=60)
        repeated = asyncio.create_task(scenario.market.payments.confirm(ada, payment.id, a_card()))
        await until(lambda: len(scenario.cards.requests) == 2)
    outcomes = await asyncio.gather(slow, repeated)
    assert [outcome.payment.state for outcome in outcomes] == [PaymentState.SUCCEEDED] * 2
    assert scenario.cards.charged == {INTENT: PRICE}
    assert await scenario.event_types(order) == ["created", "paid", "assigned"]


async def test_the_late_answer_of_an_older_attempt_does_not_decide_a_newer_one(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    confirm = scenario.market.payments.confirm
    async with one_attempt_under_way(scenario, ada, payment, DECLINED) as late:
        scenario.clock.turn(seconds=60)
        quicker = attrs.evolve(confirm, cards=Waved(scenario))
        assert (await quicker(ada, payment.id, a_card(DECLINED))).declined
        newer = await take(scenario, ada, payment)
        assert (newer.state, newer.attempts) == (PaymentState.PROCESSING, 2)
    await late
    assert (await scenario.payment(order)).state is PaymentState.PROCESSING
    scenario.clock.turn(seconds=60)
    assert (await confirm(ada, payment.id, a_card())).payment.state is PaymentState.SUCCEEDED
    assert scenario.cards.charged == {INTENT: PRICE}


async def test_the_provider_being_down_is_told_even_if_another_took_the_attempt_over(
    scenario: Scenario, ada: Actor, payment: Payment
) -> None:
    async with one_attempt_under_way(scenario, ada, payment) as slow:
        scenario.clock.turn(seconds=60)
        repeated = asyncio.create_task(scenario.market.payments.confirm(ada, payment.id, a_card()))
        await until(lambda: len(scenario.cards.requests) == 2)
        scenario.cards.down = True
    for task in (slow, repeated):
        with pytest.raises(Unavailable):
            await task


async def test_a_cancelled_orders_payment_cannot_be_confirmed_or_authenticated(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    challenged = await scenario.pay(ada, order, CHALLENGED)
    await scenario.market.orders.cancel(ada, order.id, "")
    assert scenario.cards.closed == {INTENT}
    with pytest.raises(IllegalMove):
        await scenario.market.payments.confirm(ada, challenged.payment.id, a_card())
    with pytest.raises(IllegalMove):
        await scenario.market.payments.confirm.authenticate(ada, challenged.payment.id, approved=True)
    assert scenario.cards.total_charged == 0


async def test_a_payment_that_lands_on_a_cancelled_order_is_refunded_in_full(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    async with one_attempt_under_way(scenario, ada, payment) as late:
        await end(scenario, order)
    outcome = await late
    assert outcome.order.status is OrderStatus.CANCELLED
    assert outcome.order.payment_status is PaymentStatus.UNPAID
    paid = await scenario.payment(order)
    assert (paid.state, paid.refund_requested_cents, paid.refunded_cents) == ("succeeded", PRICE, PRICE)
    assert list(scenario.cards.refunds.values()) == [PRICE]


async def test_cancelling_waits_for_a_payment_under_way(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    async with one_attempt_under_way(scenario, ada, payment) as first:
        with pytest.raises(PaymentInProgress):
            await scenario.market.orders.cancel(ada, order.id, "")
    await first
    cancelled = await scenario.market.orders.cancel(ada, order.id, "")
    assert cancelled.status is OrderStatus.CANCELLED
    assert list(scenario.cards.refunds.values()) == [PRICE]


async def test_a_chosen_driver_who_went_offline_leaves_the_order_pending_and_free_to_cancel(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    await scenario.market.drivers.profiles.go_offline(dee)
    outcome = await scenario.pay(ada, order)
    await its_driver_could_not_come(scenario, ada, outcome.order)


async def test_a_chosen_driver_who_was_taken_leaves_the_order_pending_and_free_to_cancel(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    bob = await scenario.customer("bob")
    await scenario.assigned(bob, dee)
    outcome = await scenario.pay(ada, order)
    await its_driver_could_not_come(scenario, ada, outcome.order)


async def its_driver_could_not_come(scenario: Scenario, ada: Actor, order: Order) -> None:
    assert (order.status, order.payment_status) == (OrderStatus.PENDING, PaymentStatus.PAID)
    assert (order.driver_id, order.is_open_to_drivers) == (None, True)
    assert await scenario.event_types(order) == ["created", "paid", "chosen_driver_unavailable"]
    scenario.clock.turn(hours=2)
    assert customer_fee_cents(await scenario.order(order.id), scenario.clock.now()) == 0
    await scenario.market.orders.cancel(ada, order.id, "Nobody came")
    assert list(scenario.cards.refunds.values()) == [PRICE]


async def test_of_two_customers_who_pay_for_one_driver_at_once_one_gets_them(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    bob = await scenario.customer("bob")
    theirs = await scenario.book(bob, dee)
    outcomes = await asyncio.gather(scenario.pay(ada, order), scenario.pay(bob, theirs))
    assert sorted(outcome.order.status for outcome in outcomes) == [OrderStatus.ASSIGNED, OrderStatus.PENDING]
    assert {outcome.order.payment_status for outcome in outcomes} == {PaymentStatus.PAID}
    assert scenario.cards.total_charged == 2 * PRICE


async def test_a_chosen_driver_who_lost_their_place_nearby_still_comes(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    await scenario.market.drivers.profiles.report_position(dee, TIMES_SQUARE.point)
    outcome = await scenario.pay(ada, order, PAYING)
    assert outcome.order.driver_id == "drv_dee"


def one_attempt_under_way(
    scenario: Scenario, ada: Actor, payment: Payment, number: str = PAYING
) -> "UnderWay":
    return UnderWay(scenario, ada, payment, number)


@attrs.define
class UnderWay:
    """An attempt that has reached the provider, which answers when the block is left."""

    scenario: Scenario
    ada: Actor
    payment: Payment
    number: str

    async def __aenter__(self) -> "asyncio.Task[PaymentOutcome]":
        cards = self.scenario.cards
        cards.let_through.clear()
        confirm = self.scenario.market.payments.confirm
        task = asyncio.create_task(confirm(self.ada, self.payment.id, a_card(self.number)))
        await cards.arrived.wait()
        return task

    async def __aexit__(self, *_: object) -> None:
        self.scenario.cards.let_through.set()


class Waved:
    """The town's provider for somebody who need not wait."""

    simulated = takes_cards = True

    def __init__(self, scenario: Scenario) -> None:
        self._town = scenario

    async def confirm(self, *arguments: object, **named: object) -> object:
        cards = self._town.cards
        waiting, cards.let_through = cards.let_through, asyncio.Event()
        cards.let_through.set()
        try:
            return await cards.confirm(*arguments, **named)  # type: ignore[arg-type]
        finally:
            cards.let_through = waiting


async def take(scenario: Scenario, ada: Actor, payment: Payment) -> Payment:
    """Submit one more attempt that dies before it reaches the provider."""

    class Deaf:
        simulated = takes_cards = True

        async def confirm(self, *_: object, **__: object) -> object:
            raise ConnectionAbortedError

    with pytest.raises(ConnectionAbortedError):
        await attrs.evolve(scenario.market.payments.confirm, cards=Deaf())(ada, payment.id, a_card())
    found = await scenario.storage.read(lambda unit: unit.payments.get(payment.id))
    assert found is not None
    return found


async def end(scenario: Scenario, order: Order) -> None:
    """End the order as the clearing of unpaid orders does, whatever its payment is doing."""

    async def work(unit: UnitOfWork) -> None:
        current = await unit.orders.get(order.id)
        assert current is not None
        await unit.orders.save(
            current, cancel(current, Cancellation(scenario.clock.now(), "system", "Unpaid", 0))
        )

    await scenario.storage.write(work)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110 - what is waited for is a count and tells nobody
            await asyncio.sleep(0)
