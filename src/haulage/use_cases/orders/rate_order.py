"""Rate a delivery; the driver's rating is computed from all of them."""

from datetime import datetime

import attrs

from haulage.drivers import require_another_customer
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order, OrderEventType, mean_rating, rate
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.orders.order_log import save_with_event
from haulage.use_cases.idempotency import IdempotentRequest, write_once


@attrs.frozen
class RateOrder:
    """By the order's customer, once, when it is completed (OP-27)."""

    storage: Storage
    clock: Clock

    async def __call__(
        self,
        actor: Actor,
        order_id: str,
        stars: int,
        feedback: str = "",
        once: IdempotentRequest[Order] | None = None,
    ) -> Order:
        """Raises ``NotFound``, ``InvalidInput``, ``NotCompleted``, ``OwnOrder`` or
        ``AlreadyRated``."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Order:
            order = await unit.orders.get(order_id)
            authorize(actor, Action.RATE_ORDER, Facts("Order", owner_id=order.customer_id if order else None))
            if order is None:
                raise NotFound("Order")
            rated = rate(order, stars, feedback, now)
            driver = await unit.drivers.get(order.driver_id or "")
            if driver is not None:
                require_another_customer(driver, order.customer_id)
                await unit.drivers.mark_changed(driver.id, now)  # and locked: ratings are summed in turn
            saved = await save_with_event(unit, order, rated, OrderEventType.RATED)
            await self._save_standing(unit, order.driver_id or "", now)
            return saved

        return await write_once(self.storage, once, work, now)

    async def _save_standing(self, unit: UnitOfWork, driver_id: str, now: datetime) -> None:
        driver = await unit.drivers.get(driver_id)
        if driver is None:
            return
        record = await unit.orders.record_of(driver_id)
        rating = mean_rating(record.stars + driver.earlier_stars, record.ratings + driver.earlier_ratings)
        standing = attrs.evolve(driver, rating=rating, updated_at=now)
        await unit.drivers.save(driver, standing)
