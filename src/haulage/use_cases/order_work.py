"""Moving an order on by its driver's work, whoever or whatever noticed it."""

from collections.abc import Callable
from datetime import datetime
from typing import ClassVar

import attrs

from haulage.kernel.errors import RuleBroken
from haulage.orders import Order, OrderEventType, OrderStatus
from haulage.orders.order import complete, confirm_pickup, hand_back, set_out, start
from haulage.ports.storage import UnitOfWork
from haulage.use_cases import books
from haulage.use_cases.order_log import save_with_event


@attrs.define(eq=False, str=False)
class DriverBusy(RuleBroken):
    """One driver, one job (OP-95)."""

    code: ClassVar[str] = "driver_busy"

    @property
    def message(self) -> str:
        return "Finish the job you have before you take another."


@attrs.frozen
class Step:
    """A move of the order, and the event that tells of it."""

    move: Callable[[Order, datetime], Order]
    event: OrderEventType


SET_OUT = Step(set_out, OrderEventType.EN_ROUTE)
START = Step(start, OrderEventType.STARTED)
CONFIRM_PICKUP = Step(confirm_pickup, OrderEventType.PICKED_UP)
COMPLETE = Step(complete, OrderEventType.COMPLETED)
HAND_BACK = Step(hand_back, OrderEventType.HANDED_BACK)


async def require_free_hands(unit: UnitOfWork, driver_id: str, order: Order) -> None:
    """Raise ``DriverBusy`` when the driver has another job in hand now."""
    held = await unit.orders.holding_now(driver_id)
    if held is not None and held.id != order.id:
        raise DriverBusy


async def take_step(
    unit: UnitOfWork, order: Order, driver_id: str, step: Step, now: datetime, *, at: datetime | None = None
) -> Order:
    """Move the order on in this unit; *at* is when it happened, where that was before we heard of it *now*.

    Raises ``RuleBroken`` out of turn.
    """
    after = step.move(order, at or now)
    if after.status is OrderStatus.IN_PROGRESS and after.status is not order.status:
        await require_free_hands(unit, driver_id, order)
    moved = await save_with_event(unit, order, after, step.event)
    if moved.status is not order.status:
        await _account_for(unit, moved, driver_id, step, now)
    return moved


async def _account_for(unit: UnitOfWork, order: Order, driver_id: str, step: Step, now: datetime) -> None:
    """The fleet must see that the driver is free again, and a finished job counts (OP-27, OP-34)."""
    if step.event is OrderEventType.COMPLETED:
        driver = await unit.drivers.get(driver_id)
        if driver is not None:
            counted = attrs.evolve(driver, total_jobs=driver.total_jobs + 1, updated_at=now)
            await unit.drivers.save(driver, counted)
        await books.order_completed(unit, order, now)
    await unit.drivers.mark_changed(driver_id, now)
