"""Rating a delivery: the order keeps the stars, and the driver's standing follows from all of them."""

from datetime import datetime

import attrs

from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, Actor, Facts, authorize
from haulage.orders import Order, OrderEventType, mean_rating, rate
from haulage.ports.clock import Clock
from haulage.ports.events import OrderBells
from haulage.ports.storage import Storage, UnitOfWork
from haulage.use_cases.once import Once, write_once
from haulage.use_cases.orders.order_log import save_with_event


@attrs.frozen
class RateOrder:
    """By the order's customer, once, when it is completed (OP-27)."""

    storage: Storage
    clock: Clock
    bells: OrderBells

    async def __call__(
        self, actor: Actor, order_id: str, stars: int, feedback: str = "", once: Once[Order] | None = None
    ) -> Order:
        """Raises ``NotFound``, ``InvalidInput``, ``NotCompleted`` or ``AlreadyRated``."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Order:
            order = await unit.orders.get(order_id)
            authorize(actor, Action.RATE_ORDER, Facts("Order", owner_id=order.customer_id if order else None))
            if order is None:
                raise NotFound("Order")
            rated = rate(order, stars, feedback, now)
            if order.driver_id is not None:
                await unit.drivers.mark_changed(
                    order.driver_id, now
                )  # and locked: ratings are summed in turn
            saved = await save_with_event(unit, order, rated, OrderEventType.RATED)
            await self._keep_standing(unit, order.driver_id or "", now)
            return saved

        order = await write_once(self.storage, once, work, now)
        await self.bells.ring(order.id)
        return order

    async def _keep_standing(self, unit: UnitOfWork, driver_id: str, now: datetime) -> None:
        driver = await unit.drivers.get(driver_id)
        if driver is None:
            return
        record = await unit.orders.record_of(driver_id)
        standing = attrs.evolve(
            driver,
            rating=mean_rating(record.stars, record.ratings),
            total_jobs=record.completed,
            updated_at=now,
        )
        await unit.drivers.save(driver, standing)
