"""Save an order together with its event in the log."""

from datetime import datetime

import attrs

from haulage.kernel.vehicles import DrivenVehicle
from haulage.orders import Order, OrderEvent, OrderEventType
from haulage.orders.order import takes_vehicle
from haulage.ports.runtime.topics import order_topic
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.orders.automatic_messages import jobs_after


async def save_with_event(
    unit: UnitOfWork, before: Order, after: Order, event: OrderEventType, *, miles_away: float | None = None
) -> Order:
    """The stored order, with what it is driven with; an unchanged one is neither saved nor logged."""
    if after == before:
        return before
    driver = await unit.drivers.get(after.driver_id or "") if takes_vehicle(before, after) else None
    if driver is not None:
        after = attrs.evolve(after, driven=DrivenVehicle(driver.vehicle, driver.plate))
    saved = await unit.orders.save(before, after)
    await append_event(unit, saved, event, saved.updated_at, miles_away=miles_away)
    return saved


async def append_event(
    unit: UnitOfWork, order: Order, event: OrderEventType, at: datetime, *, miles_away: float | None = None
) -> None:
    """Append an event to the order's log, notify subscribers, and enqueue the jobs that follow from it."""
    entry = OrderEvent(
        order_id=order.id,
        sequence=await unit.orders.next_sequence(order.id),
        type=event,
        status=order.status,
        payment_status=order.payment_status,
        driver_id=order.driver_id,
        at=at,
        miles_away=miles_away,
    )
    await unit.orders.append_event(entry)
    unit.notify(order_topic(order.id))
    for job in jobs_after(entry):
        await unit.jobs.enqueue(job, at)
