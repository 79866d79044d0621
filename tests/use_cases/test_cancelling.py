"""Cancelling: the fee that is kept, the refund that is owed and sent, and who may."""

import asyncio
from datetime import timedelta

import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, IllegalMove, InvalidInput, NotFound, Unavailable
from haulage.orders import CancellationFeeRisen, DriverEnRoute, Order, OrderStatus
from haulage.payments import PaymentState
from haulage.ports.messaging.email import EmailKind
from haulage.services.orders.order_emails import cancellation_sentence
from haulage.use_cases.idempotency import Replayed
from use_cases.scenario import ADMIN, DECLINED, Scenario, once, step_of

pytestmark = pytest.mark.anyio

PRICE = 27_06
TEN_DOLLARS = 10_00


@pytest.fixture
async def order(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    """For now, paid, and assigned to Dee, who said yes at once."""
    assigned = await scenario.assigned(ada, dee)
    return await scenario.market.dispatch.accept_offer(dee, assigned.id)


async def refunded(scenario: Scenario) -> int:
    """What the provider has given back."""
    return sum(scenario.cards.refunds.values())


async def test_within_five_minutes_everything_is_given_back(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    scenario.clock.turn(minutes=5)
    cancelled = await scenario.market.orders.cancel(ada, order.id, "Changed my mind")
    assert cancelled.status is OrderStatus.CANCELLED
    ended = cancelled.cancellation
    assert ended is not None
    assert (ended.at, ended.by, ended.reason, ended.fee_cents) == (
        scenario.clock.now(),
        "usr_ada",
        "Changed my mind",
        0,
    )
    assert await refunded(scenario) == PRICE


async def mails_of(scenario: Scenario, order: Order) -> dict[EmailKind, tuple[str, str]]:
    """Kind, address and text of each mail about a cancellation."""
    stored = await scenario.storage.read(lambda unit: unit.emails.latest(50))
    wanted = {EmailKind.ORDER_CANCELED, EmailKind.JOB_CANCELED}
    return {each.kind: (each.mail.to, each.mail.text) for each in stored if each.kind in wanted}


async def test_whoever_paid_reads_what_goes_back_and_the_driver_that_nobody_waits(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    scenario.clock.turn(minutes=6)
    await scenario.market.orders.cancel(ada, order.id, "<b>private</b>")
    mails = await mails_of(scenario, order)
    to, text = mails[EmailKind.ORDER_CANCELED]
    assert to == "acc_ada@example.com"
    assert "$10.00 is kept as the cancellation fee; $17.06 goes back to your card." in text
    to, apology = mails[EmailKind.JOB_CANCELED]
    assert to == "dee@example.com"
    assert "You need not go to the pickup." in apology
    assert "private" not in text + apology


async def test_a_free_cancellation_says_that_it_was_free(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    await scenario.market.orders.cancel(ada, order.id, "")
    assert (
        "Canceling was free: $27.06 goes back"
        in (await mails_of(scenario, order))[EmailKind.ORDER_CANCELED][1]
    )


@pytest.mark.parametrize(
    ("fee", "back", "sentence"),
    [
        (0, PRICE, "Canceling was free: $27.06 goes back to your card."),
        (0, 0, "Canceling was free, and what you paid was given back before."),
        (TEN_DOLLARS, 0, "$10.00 is kept as the cancellation fee."),
        (TEN_DOLLARS, 1, "$10.00 is kept as the cancellation fee; $0.01 goes back to your card."),
    ],
)
def test_a_mail_promises_no_more_than_goes_back(fee: int, back: int, sentence: str) -> None:
    assert cancellation_sentence(fee, back) == sentence


async def test_an_order_that_nobody_paid_is_canceled_without_a_mail(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.book(ada, dee)
    await scenario.market.orders.cancel(ada, order.id, "")
    assert await mails_of(scenario, order) == {}


async def test_a_fee_above_the_one_that_was_agreed_to_cancels_nothing(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    scenario.clock.turn(minutes=5, seconds=1)
    with pytest.raises(CancellationFeeRisen, match=r"costs \$10.00 by now, so nothing was canceled"):
        await scenario.market.orders.cancel(ada, order.id, "", agreed_fee_cents=9_99)
    assert await refunded(scenario) == 0
    agreed = await scenario.market.orders.cancel(ada, order.id, "", agreed_fee_cents=TEN_DOLLARS)
    assert agreed.status is OrderStatus.CANCELLED


async def test_after_five_minutes_ten_dollars_are_kept(scenario: Scenario, ada: Actor, order: Order) -> None:
    scenario.clock.turn(minutes=5, seconds=1)
    cancelled = await scenario.market.orders.cancel(ada, order.id, "")
    assert cancelled.cancellation is not None
    assert cancelled.cancellation.fee_cents == TEN_DOLLARS
    assert await refunded(scenario) == PRICE - TEN_DOLLARS
    payment = await scenario.payment(order)
    assert (payment.state, payment.refunded_cents) == (PaymentState.SUCCEEDED, PRICE - TEN_DOLLARS)


async def test_an_order_that_nobody_accepted_is_free_after_any_time(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    assigned = await scenario.assigned(ada, dee)
    scenario.clock.turn(minutes=20)
    await scenario.market.orders.cancel(ada, assigned.id, "")
    assert await refunded(scenario) == PRICE


async def test_a_scheduled_order_keeps_ten_dollars_within_the_hour(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    at = scenario.clock.now() + timedelta(hours=3)
    early = await scenario.assigned(ada, dee, scheduled_time=at)
    late = await scenario.assigned(ada, dee, scheduled_time=at + timedelta(hours=1))
    scenario.clock.at = at - timedelta(hours=1)
    await scenario.market.orders.cancel(ada, early.id, "")
    assert await refunded(scenario) == PRICE
    scenario.clock.at = at + timedelta(seconds=1)
    await scenario.market.orders.cancel(ada, late.id, "")
    assert await refunded(scenario) == PRICE + PRICE - TEN_DOLLARS


async def test_with_the_driver_on_the_way_nothing_changes(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    await scenario.market.deliveries.steps.set_out(dee, order.id)
    with pytest.raises(DriverEnRoute):
        await scenario.market.orders.cancel(ada, order.id, "")
    assert (await scenario.order(order.id)).status is OrderStatus.ASSIGNED
    assert scenario.cards.refunds == {}


async def test_a_pickup_half_an_hour_late_is_free_with_the_driver_on_the_way(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    await scenario.market.deliveries.steps.set_out(dee, order.id)
    assert order.pickup_due_at is not None
    scenario.clock.at = order.pickup_due_at + timedelta(minutes=30)
    await scenario.market.orders.cancel(ada, order.id, "Never came")
    assert await refunded(scenario) == PRICE


async def test_an_admin_cancels_anything_unfinished_without_a_fee(
    scenario: Scenario, dee: Actor, order: Order
) -> None:
    scenario.clock.turn(minutes=9)
    await scenario.market.deliveries.steps.start(dee, order.id)
    await scenario.market.deliveries.steps.confirm_pickup(dee, order.id)
    cancelled = await scenario.market.orders.cancel(ADMIN, order.id, "Accident")
    assert cancelled.cancellation is not None
    assert (cancelled.cancellation.by, cancelled.cancellation.fee_cents) == ("usr_admin", 0)
    assert await refunded(scenario) == PRICE


async def test_a_finished_order_is_cancelled_by_nobody(
    scenario: Scenario, ada: Actor, dee: Actor, order: Order
) -> None:
    for step in ("start", "confirm_pickup", "complete"):
        await step_of(scenario.market, step)(dee, order.id)
    for actor in (ada, ADMIN):
        with pytest.raises(IllegalMove):
            await scenario.market.orders.cancel(actor, order.id, "")
    assert scenario.cards.refunds == {}


async def test_its_driver_does_not_cancel_an_order(scenario: Scenario, dee: Actor, order: Order) -> None:
    with pytest.raises(NotFound):
        await scenario.market.orders.cancel(dee, order.id, "")


async def test_a_reason_has_at_most_five_hundred_characters(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    with pytest.raises(InvalidInput, match=r"^reason: must be at most 500 characters$"):
        await scenario.market.orders.cancel(ada, order.id, "x" * 501)
    cancelled = await scenario.market.orders.cancel(ada, order.id, "x" * 500)
    assert cancelled.status is OrderStatus.CANCELLED


async def test_cancelling_twice_with_one_key_refunds_once(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    cancelled = await scenario.market.orders.cancel(ada, order.id, "", once())
    with pytest.raises(Replayed) as again:
        await scenario.market.orders.cancel(ada, order.id, "", once())
    assert again.value.body == repr(cancelled).encode()
    with pytest.raises(IllegalMove):
        await scenario.market.orders.cancel(ada, order.id, "", once("key-2"))
    assert await refunded(scenario) == PRICE


@pytest.mark.both_databases
async def test_cancelling_from_many_screens_at_once_refunds_once(
    database: str, scenario: Scenario, ada: Actor, order: Order
) -> None:
    results = await asyncio.gather(
        *(scenario.market.orders.cancel(ada, order.id, "") for _ in range(10)), return_exceptions=True
    )
    assert [isinstance(result, Order) for result in results].count(True) == 1
    assert {type(result) for result in results} <= {Order, IllegalMove, Conflict}
    assert await refunded(scenario) == PRICE
    assert (await scenario.event_types(order)).count("cancelled") == 1


async def test_a_refund_that_the_provider_could_not_take_is_sent_later_and_once(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    scenario.cards.down = True
    cancelled = await scenario.market.orders.cancel(ada, order.id, "")
    assert cancelled.status is OrderStatus.CANCELLED
    owed = await scenario.payment(order)
    assert (owed.refund_requested_cents, owed.refunded_cents) == (PRICE, 0)
    await scenario.later(seconds=15)
    assert await refunded(scenario) == 0
    scenario.cards.down = False
    await scenario.later(seconds=2)
    assert await refunded(scenario) == PRICE
    assert (await scenario.payment(order)).refunded_cents == PRICE
    await scenario.later(days=1)
    assert len(scenario.cards.refunds) == 1


async def test_a_refund_whose_answer_was_lost_is_not_sent_twice(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    scenario.cards.losing_answers = True
    await scenario.market.orders.cancel(ada, order.id, "")
    assert (await scenario.payment(order)).refunded_cents == 0
    scenario.cards.losing_answers = False
    await scenario.later(seconds=15)
    assert await refunded(scenario) == PRICE
    assert (await scenario.payment(order)).refunded_cents == PRICE


async def test_refunds_sent_by_many_workers_at_once_are_one(
    scenario: Scenario, ada: Actor, order: Order
) -> None:
    scenario.cards.down = True
    await scenario.market.orders.cancel(ada, order.id, "")
    scenario.cards.down = False
    scenario.clock.turn(seconds=15)
    await asyncio.gather(*(scenario.market.jobs.run.all_due() for _ in range(5)))
    assert await refunded(scenario) == PRICE


async def test_an_unpaid_orders_intent_is_closed_at_the_provider_first(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    unpaid = await scenario.book(ada, dee)
    await scenario.pay(ada, unpaid, DECLINED)
    scenario.cards.down = True
    with pytest.raises(Unavailable):
        await scenario.market.orders.cancel(ada, unpaid.id, "")
    assert (await scenario.order(unpaid.id)).status is OrderStatus.PENDING
    scenario.cards.down = False
    cancelled = await scenario.market.orders.cancel(ada, unpaid.id, "")
    assert cancelled.status is OrderStatus.CANCELLED
    assert scenario.cards.closed == {"pi_ord_1"}
    assert scenario.cards.refunds == {}
    assert await scenario.storage.read(lambda unit: unit.payments.of_order(unpaid.id)) is None


async def test_an_order_without_any_payment_is_cancelled_without_the_provider(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    scenario.cards.down = True
    with pytest.raises(Unavailable):
        await scenario.market.payments.open(ada, (order := await scenario.book(ada, dee)).id)
    assert (await scenario.market.orders.cancel(ada, order.id, "")).status is OrderStatus.CANCELLED
