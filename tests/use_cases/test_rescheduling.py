"""Moving an order to another slot, with or without its driver."""

from datetime import time, timedelta

import pytest

from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.local_time import HoursRange, WorkingHours, platform_time
from haulage.orders import Order, OrderStatus, TooLateToReschedule
from haulage.ports.messaging.email import EmailKind
from haulage.ports.storage.paging import PageRequest
from haulage.services.orders.pickup_words import pickup_in_words
from use_cases.scenario import ADMIN, Scenario

pytestmark = pytest.mark.anyio


async def test_an_order_moves_to_a_slot_at_the_same_price(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    slots = await scenario.market.orders.reschedule.slots(ada, order.id)
    assert [slot.keeps_driver for slot in slots] == [True] * 6
    moved = await scenario.market.orders.reschedule(ada, order.id, slots[3].slot.start)
    assert (moved.scheduled_time, moved.driver_id) == (slots[3].slot.start, dee.driver_id)
    assert moved.price_cents == order.price_cents
    assert (await scenario.event_types(order))[-1] == "rescheduled"
    assert not (await scenario.fleet_entry(dee)).busy


async def mailed(scenario: Scenario, order: Order) -> dict[EmailKind, str]:
    """What each mail about a pickup that was moved says."""
    stored = await scenario.storage.read(lambda unit: unit.emails.latest(50))
    wanted = {EmailKind.PICKUP_MOVED, EmailKind.JOB_MOVED, EmailKind.ORDER_TAKEN_AWAY}
    return {each.kind: " ".join(each.mail.text.split()) for each in stored if each.kind in wanted}


async def test_customer_and_driver_are_told_the_new_time_and_what_comes_next(
    scenario: Scenario, ada: Actor
) -> None:
    dee = await scenario.driver("dee", email="dee@example.com")
    order = await scenario.assigned(ada, dee)
    start = (await scenario.market.orders.reschedule.slots(ada, order.id))[3].slot.start
    moved = await scenario.market.orders.reschedule(ada, order.id, start)
    pickup = pickup_in_words(moved)
    assert pickup.endswith("9:00 AM to 11:00 AM ET")
    mails = await mailed(scenario, order)
    assert f"is now {pickup}. Your driver works then" in mails[EmailKind.PICKUP_MOVED]
    assert f"is now {pickup}. Please accept or decline it" in mails[EmailKind.JOB_MOVED]
    await scenario.later(seconds=1)
    (line,) = [
        each.text
        for each in (await scenario.market.messaging.read(ada, order.id, PageRequest(20))).page.messages
        if each.template_id == "system_pickup_moved"
    ]
    assert line == f"The pickup of order {order.number} was moved: {pickup}."


async def test_a_driver_who_cannot_come_then_is_told_that_others_are_asked(
    scenario: Scenario, ada: Actor
) -> None:
    mornings = WorkingHours(every_day=HoursRange(time(8), time(12)))
    early = await scenario.driver("early", working_hours=mornings, email="early@example.com")
    order = await scenario.assigned(ada, early)
    start = (await scenario.market.orders.reschedule.slots(ada, order.id))[0].slot.start
    await scenario.market.orders.reschedule(ada, order.id, start)
    mails = await mailed(scenario, order)
    assert "Your driver cannot come then. We are asking other drivers now." in mails[EmailKind.PICKUP_MOVED]
    assert "when you do not work or have another job" in mails[EmailKind.ORDER_TAKEN_AWAY]


async def test_an_order_moves_to_an_hour_of_any_day_that_is_asked_for(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    day = platform_time(scenario.clock.now()).date() + timedelta(days=9)
    slots = await scenario.market.orders.reschedule.slots(ada, order.id, day)
    at_ten = slots[4].slot
    assert platform_time(at_ten.start).hour == 10
    moved = await scenario.market.orders.reschedule(ada, order.id, at_ten.start)
    assert (moved.scheduled_time, moved.scheduled_until) == (at_ten.start, at_ten.end)


async def test_a_driver_who_does_not_work_then_is_let_go(scenario: Scenario, ada: Actor) -> None:
    mornings = WorkingHours(every_day=HoursRange(time(8), time(12)))
    early = await scenario.driver("early", working_hours=mornings)
    order = await scenario.assigned(ada, early)
    slots = await scenario.market.orders.reschedule.slots(ada, order.id)
    assert [slot.keeps_driver for slot in slots] == [False, False, False, True, True, False]
    moved = await scenario.market.orders.reschedule(ada, order.id, slots[0].slot.start)
    assert (moved.driver_id, moved.status) == (None, OrderStatus.PENDING)


async def test_a_driver_with_another_job_then_is_let_go(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    order = await scenario.assigned(ada, dee)
    start = (await scenario.market.orders.reschedule.slots(ada, order.id))[4].slot.start
    await scenario.market.orders.reschedule(ada, order.id, start)
    other = await scenario.assigned(ada, dee)
    slots = await scenario.market.orders.reschedule.slots(ada, other.id)
    assert [slot.keeps_driver for slot in slots] == [True, True, True, True, False, True]
    moved = await scenario.market.orders.reschedule(ada, other.id, start)
    assert moved.driver_id is None


async def test_its_own_window_does_not_stand_in_an_orders_way(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    start = (await scenario.market.orders.reschedule.slots(ada, order.id))[5].slot.start
    await scenario.market.orders.reschedule(ada, order.id, start)
    again = await scenario.market.orders.reschedule(ada, order.id, start)
    assert again.driver_id == dee.driver_id


async def test_nobody_but_the_customer_moves_it_and_only_to_a_slot(
    scenario: Scenario, ada: Actor, dee: Actor
) -> None:
    order = await scenario.assigned(ada, dee)
    for other in (dee, await scenario.customer("bob"), ADMIN):
        with pytest.raises(NotFound):
            await scenario.market.orders.reschedule.slots(other, order.id)
    with pytest.raises(InvalidInput, match="start"):
        await scenario.market.orders.reschedule(ada, order.id, scenario.clock.now())
    await scenario.market.deliveries.steps.set_out(dee, order.id)
    with pytest.raises(TooLateToReschedule):
        await scenario.market.orders.reschedule.slots(ada, order.id)
