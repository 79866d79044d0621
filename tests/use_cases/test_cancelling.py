"""Cancelling: the fee that is kept, the refund that is owed and sent, and who may."""

import asyncio
from datetime import timedelta

import pytest

from haulage.kernel.errors import Conflict, IllegalMove, InvalidInput, NotFound, Unavailable
from haulage.kernel.policy import Actor
from haulage.orders import DriverEnRoute, Order, OrderStatus
from haulage.payments import PaymentState
from haulage.use_cases.once import Replayed
from use_cases.town import ADMIN, DECLINED, Town, once

pytestmark = pytest.mark.anyio

PRICE = 27_06
TEN_DOLLARS = 10_00


@pytest.fixture
async def order(town: Town, ada: Actor, dee: Actor) -> Order:
    """For now, paid, and assigned to Dee, who said yes at once."""
    assigned = await town.assigned(ada, dee)
    return await town.market.driving.accept(dee, assigned.id)


async def refunded(town: Town) -> int:
    """What the provider has given back."""
    return sum(town.cards.refunds.values())


async def test_within_five_minutes_everything_is_given_back(town: Town, ada: Actor, order: Order) -> None:
    town.clock.turn(minutes=5)
    cancelled = await town.market.cancel_order(ada, order.id, "Changed my mind")
    assert cancelled.status is OrderStatus.CANCELLED
    ended = cancelled.cancellation
    assert ended is not None
    assert (ended.at, ended.by, ended.reason, ended.fee_cents) == (
        town.clock.now(),
        "usr_ada",
        "Changed my mind",
        0,
    )
    assert await refunded(town) == PRICE


async def test_after_five_minutes_ten_dollars_are_kept(town: Town, ada: Actor, order: Order) -> None:
    town.clock.turn(minutes=5, seconds=1)
    cancelled = await town.market.cancel_order(ada, order.id, "")
    assert cancelled.cancellation is not None
    assert cancelled.cancellation.fee_cents == TEN_DOLLARS
    assert await refunded(town) == PRICE - TEN_DOLLARS
    payment = await town.payment(order)
    assert (payment.state, payment.refunded_cents) == (PaymentState.SUCCEEDED, PRICE - TEN_DOLLARS)


async def test_an_order_that_nobody_accepted_is_free_after_any_time(
    town: Town, ada: Actor, dee: Actor
) -> None:
    assigned = await town.assigned(ada, dee)
    town.clock.turn(minutes=20)
    await town.market.cancel_order(ada, assigned.id, "")
    assert await refunded(town) == PRICE


async def test_a_scheduled_order_keeps_ten_dollars_within_the_hour(
    town: Town, ada: Actor, dee: Actor
) -> None:
    at = town.clock.now() + timedelta(hours=3)
    early = await town.assigned(ada, dee, scheduled_time=at)
    late = await town.assigned(ada, dee, scheduled_time=at + timedelta(hours=1))
    town.clock.at = at - timedelta(hours=1)
    await town.market.cancel_order(ada, early.id, "")
    assert await refunded(town) == PRICE
    town.clock.at = at + timedelta(seconds=1)
    await town.market.cancel_order(ada, late.id, "")
    assert await refunded(town) == PRICE + PRICE - TEN_DOLLARS


async def test_with_the_driver_on_the_way_nothing_changes(
    town: Town, ada: Actor, dee: Actor, order: Order
) -> None:
    await town.market.driving.set_out(dee, order.id)
    with pytest.raises(DriverEnRoute):
        await town.market.cancel_order(ada, order.id, "")
    assert (await town.order(order.id)).status is OrderStatus.ASSIGNED
    assert town.cards.refunds == {}


async def test_a_pickup_half_an_hour_late_is_free_with_the_driver_on_the_way(
    town: Town, ada: Actor, dee: Actor, order: Order
) -> None:
    await town.market.driving.set_out(dee, order.id)
    assert order.pickup_due_at is not None
    town.clock.at = order.pickup_due_at + timedelta(minutes=30)
    await town.market.cancel_order(ada, order.id, "Never came")
    assert await refunded(town) == PRICE


async def test_an_admin_cancels_anything_unfinished_without_a_fee(
    town: Town, dee: Actor, order: Order
) -> None:
    town.clock.turn(minutes=9)
    await town.market.driving.start(dee, order.id)
    await town.market.driving.confirm_pickup(dee, order.id)
    cancelled = await town.market.cancel_order(ADMIN, order.id, "Accident")
    assert cancelled.cancellation is not None
    assert (cancelled.cancellation.by, cancelled.cancellation.fee_cents) == ("usr_admin", 0)
    assert await refunded(town) == PRICE


async def test_a_finished_order_is_cancelled_by_nobody(
    town: Town, ada: Actor, dee: Actor, order: Order
) -> None:
    for step in ("start", "confirm_pickup", "complete"):
        await getattr(town.market.driving, step)(dee, order.id)
    for actor in (ada, ADMIN):
        with pytest.raises(IllegalMove):
            await town.market.cancel_order(actor, order.id, "")
    assert town.cards.refunds == {}


async def test_its_driver_does_not_cancel_an_order(town: Town, dee: Actor, order: Order) -> None:
    with pytest.raises(NotFound):
        await town.market.cancel_order(dee, order.id, "")


async def test_a_reason_has_at_most_five_hundred_characters(town: Town, ada: Actor, order: Order) -> None:
    with pytest.raises(InvalidInput, match=r"^reason: must be at most 500 characters$"):
        await town.market.cancel_order(ada, order.id, "x" * 501)
    cancelled = await town.market.cancel_order(ada, order.id, "x" * 500)
    assert cancelled.status is OrderStatus.CANCELLED


async def test_cancelling_twice_with_one_key_refunds_once(town: Town, ada: Actor, order: Order) -> None:
    cancelled = await town.market.cancel_order(ada, order.id, "", once())
    with pytest.raises(Replayed) as again:
        await town.market.cancel_order(ada, order.id, "", once())
    assert again.value.reply == repr(cancelled).encode()
    with pytest.raises(IllegalMove):
        await town.market.cancel_order(ada, order.id, "", once("key-2"))
    assert await refunded(town) == PRICE


async def test_cancelling_from_many_screens_at_once_refunds_once(
    database: str, town: Town, ada: Actor, order: Order
) -> None:
    results = await asyncio.gather(
        *(town.market.cancel_order(ada, order.id, "") for _ in range(10)), return_exceptions=True
    )
    assert [isinstance(result, Order) for result in results].count(True) == 1
    assert {type(result) for result in results} <= {Order, IllegalMove, Conflict}
    assert await refunded(town) == PRICE
    assert (await town.told(order)).count("cancelled") == 1


async def test_a_refund_that_the_provider_could_not_take_is_sent_later_and_once(
    town: Town, ada: Actor, order: Order
) -> None:
    town.cards.down = True
    cancelled = await town.market.cancel_order(ada, order.id, "")
    assert cancelled.status is OrderStatus.CANCELLED
    owed = await town.payment(order)
    assert (owed.refund_requested_cents, owed.refunded_cents) == (PRICE, 0)
    await town.later(seconds=15)
    assert await refunded(town) == 0
    town.cards.down = False
    await town.later(seconds=2)
    assert await refunded(town) == PRICE
    assert (await town.payment(order)).refunded_cents == PRICE
    await town.later(days=1)
    assert len(town.cards.refunds) == 1


async def test_a_refund_whose_answer_was_lost_is_not_sent_twice(town: Town, ada: Actor, order: Order) -> None:
    town.cards.losing_answers = True
    await town.market.cancel_order(ada, order.id, "")
    assert (await town.payment(order)).refunded_cents == 0
    town.cards.losing_answers = False
    await town.later(seconds=15)
    assert await refunded(town) == PRICE
    assert (await town.payment(order)).refunded_cents == PRICE


async def test_refunds_sent_by_many_workers_at_once_are_one(town: Town, ada: Actor, order: Order) -> None:
    town.cards.down = True
    await town.market.cancel_order(ada, order.id, "")
    town.cards.down = False
    town.clock.turn(seconds=15)
    await asyncio.gather(*(town.market.run_job.all_due() for _ in range(5)))
    assert await refunded(town) == PRICE


async def test_an_unpaid_orders_intent_is_closed_at_the_provider_first(
    town: Town, ada: Actor, dee: Actor
) -> None:
    unpaid = await town.book(ada, dee)
    await town.pay(ada, unpaid, DECLINED)
    town.cards.down = True
    with pytest.raises(Unavailable):
        await town.market.cancel_order(ada, unpaid.id, "")
    assert (await town.order(unpaid.id)).status is OrderStatus.PENDING
    town.cards.down = False
    cancelled = await town.market.cancel_order(ada, unpaid.id, "")
    assert cancelled.status is OrderStatus.CANCELLED
    assert town.cards.closed == {"pi_ord_1"}
    assert town.cards.refunds == {}
    assert await town.storage.read(lambda unit: unit.payments.of_order(unpaid.id)) is None


async def test_an_order_without_any_payment_is_cancelled_without_the_provider(
    town: Town, ada: Actor, dee: Actor
) -> None:
    town.cards.down = True
    with pytest.raises(Unavailable):
        await town.market.open_payment(ada, (order := await town.book(ada, dee)).id)
    assert (await town.market.cancel_order(ada, order.id, "")).status is OrderStatus.CANCELLED
