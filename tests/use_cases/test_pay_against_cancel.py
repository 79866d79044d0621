"""One screen pays while another one cancels: whoever the provider hears first wins, and never nobody."""

import asyncio
import functools
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import attrs
import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import HaulageError
from haulage.orders import Order, OrderStatus, PaymentStatus
from haulage.payments import Payment, PaymentCanceled, PaymentInProgress
from haulage.ports.payments import Charge
from haulage.use_cases.idempotency import IdempotentRequest, Replayed
from haulage.use_cases.orders.cancel_order import CancelOrder
from haulage.use_cases.payments.checkout import ConfirmPayment
from use_cases.databases import ON_EACH_DATABASE
from use_cases.scenario import RecordingCards, Scenario, a_card, once
from use_cases.test_checkout import until

pytestmark = [pytest.mark.anyio, ON_EACH_DATABASE]

PRICE = 27_06


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """Booked with Dee, and not paid for."""
    return await scenario.book(ada, dee)


@pytest.fixture
async def payment(scenario: Scenario, ada: Actor, order: Order) -> Payment:
    return await scenario.market.payments.open(ada, order.id)


class PaidMeanwhile(RecordingCards):
    """Somebody pays after the provider has closed the intent, and before the order knows."""

    def __init__(self, cards: RecordingCards) -> None:
        self.__dict__ = cards.__dict__
        self.paying: Coroutine[Any, Any, Any] | None = None
        self.task: asyncio.Task[Any] | None = None
        self.waits_for_the_end = True

    async def cancel(self, intent: str) -> Charge:
        closed = await super().cancel(intent)
        if self.paying is not None:
            before = len(self.requests)
            self.task, self.paying = asyncio.create_task(self.paying), None
            if self.waits_for_the_end:
                await asyncio.wait([self.task])
            else:
                self.let_through.clear()
                await until(lambda: len(self.requests) > before)
        return closed


class Forgetful(CancelOrder):
    """Cancelling that does not mind what the provider said about the intent."""

    async def _close_unpaid_intent(
        self, actor: Actor, order_id: str, once: IdempotentRequest[Order] | None
    ) -> None:
        await super()._close_unpaid_intent(actor, order_id, once)


def forgetful(cancel: CancelOrder) -> Forgetful:
    return Forgetful(**{field.name: getattr(cancel, field.name) for field in attrs.fields(CancelOrder)})


async def race(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment, cancel: CancelOrder, *, waits: bool
) -> tuple[object, object]:
    """What cancelling and paying came to, where paying begins once the intent is closed."""
    cards = PaidMeanwhile(scenario.cards)
    confirm: ConfirmPayment = attrs.evolve(scenario.market.payments.confirm, cards=cards)
    cards.paying = confirm(ada, payment.id, a_card(), once())
    cards.waits_for_the_end = waits
    cancelled = await asyncio.gather(
        attrs.evolve(cancel, cards=cards)(ada, order.id, ""), return_exceptions=True
    )
    cards.let_through.set()
    assert cards.task is not None
    paid = await asyncio.gather(cards.task, return_exceptions=True)
    return cancelled[0], paid[0]


@pytest.mark.parametrize("waits", [True, False], ids=["paid before the order ends", "paid after"])
async def test_whoever_pays_a_closed_intent_is_told_so_and_the_order_is_cancelled(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment, waits: bool
) -> None:
    cancelled, paid = await race(scenario, ada, order, payment, scenario.market.orders.cancel, waits=waits)
    assert isinstance(paid, PaymentCanceled)
    assert isinstance(cancelled, Order)
    assert (await scenario.order(order.id)).status is OrderStatus.CANCELLED
    assert scenario.cards.total_charged == 0


async def test_without_the_providers_word_both_would_lose(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    cancel = forgetful(scenario.market.orders.cancel)
    cancelled, paid = await race(scenario, ada, order, payment, cancel, waits=False)
    assert (type(cancelled), type(paid)) == (PaymentInProgress, PaymentCanceled)
    assert (await scenario.order(order.id)).status is OrderStatus.PENDING


@pytest.mark.both_databases
async def test_paying_and_cancelling_at_once_one_of_them_is_done(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    for number in range(12):
        order = await scenario.book(ada, dee)
        payment = await scenario.market.payments.open(ada, order.id)
        pay = scenario.market.payments.confirm(ada, payment.id, a_card(), once(f"pay-{number}"))
        cancels = [scenario.market.orders.cancel(ada, order.id, "") for _ in range(3)]
        await asyncio.gather(*(_refused(each) for each in (pay, *cancels)))
        ended = await scenario.order(order.id)
        is_paid = ended.payment_status is PaymentStatus.PAID
        assert is_paid or ended.status is OrderStatus.CANCELLED, f"both lost in round {number}"
        if ended.status is not OrderStatus.CANCELLED:
            await scenario.market.orders.cancel(ada, order.id, "")


async def _refused(before: Coroutine[Any, Any, Any]) -> None:
    with suppress(HaulageError, Replayed):
        await before


async def test_an_attempt_that_died_goes_on_at_once_under_its_key(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    confirm = scenario.market.payments.confirm
    scenario.cards.let_through.clear()
    killed = asyncio.create_task(confirm(ada, payment.id, a_card(), once()))
    await scenario.cards.arrived.wait()
    killed.cancel()
    scenario.cards.let_through.set()
    for other in (None, once("key-2"), once(body="another card")):
        with pytest.raises(PaymentInProgress):
            await confirm(ada, payment.id, a_card(), other)
    outcome = await confirm(ada, payment.id, a_card(), once())
    assert outcome.order.payment_status is PaymentStatus.PAID
    assert (outcome.payment.attempts, scenario.cards.charged) == (1, {payment.provider_reference: PRICE})


def was_asked(scenario: Scenario, times: int) -> bool:
    return len(scenario.cards.requests) == times


async def test_an_attempt_that_lives_and_its_repeat_are_one_charge_with_one_answer(
    scenario: Scenario, ada: Actor, order: Order, payment: Payment
) -> None:
    confirm = scenario.market.payments.confirm
    scenario.cards.let_through.clear()
    twins = []
    for number in (1, 2):
        twins.append(asyncio.create_task(confirm(ada, payment.id, a_card(), once())))
        await until(functools.partial(was_asked, scenario, number))
    scenario.cards.let_through.set()
    answers = await asyncio.gather(*twins, return_exceptions=True)
    (first,) = [answer for answer in answers if not isinstance(answer, Replayed)]
    (again,) = [answer for answer in answers if isinstance(answer, Replayed)]
    assert again.body == repr(first).encode()
    assert scenario.cards.charged == {payment.provider_reference: PRICE}
    assert await scenario.event_types(order) == ["created", "paid", "assigned"]
