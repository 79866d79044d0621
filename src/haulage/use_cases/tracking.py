"""What somebody who waits for an order is shown of it (ORD-10, DRV-28)."""

from datetime import datetime

import attrs

from haulage.drivers import DriverPosition, DriverProfile
from haulage.kernel.money import Cents
from haulage.kernel.policy import Actor
from haulage.orders import (
    STANDARD_TERMS,
    CancellationTerms,
    DriverEnRoute,
    Order,
    Stop,
    next_stop,
    shows_position,
)
from haulage.payments.payment import Payment
from haulage.ports.clock import Clock
from haulage.ports.maps import Route
from haulage.ports.storage import Storage, UnitOfWork
from haulage.use_cases.booking import cancellation_fee_cents
from haulage.use_cases.following import visible_order
from haulage.use_cases.forecasting import Arrival, Forecasts

WHAT = "Order tracking"


@attrs.frozen
class Live:
    """What changes while somebody looks: where the driver is, whither they go and when they get there."""

    as_of: datetime
    stop: Stop | None = None
    position: DriverPosition | None = None
    arrival: Arrival | None = None


@attrs.frozen
class CancellingNow:
    """What it would cost to cancel at this moment, or why it cannot be done any more (OP-23)."""

    fee_cents: Cents = 0
    refused: str | None = None


@attrs.frozen
class Tracking:
    """An order with its driver, its money and its ways. ``cancelling`` is None for who may not cancel."""

    order: Order
    driver: DriverProfile | None
    payment: Payment | None
    cancelling: CancellingNow | None
    trip: Route
    live: Live
    speed: float


@attrs.frozen
class TrackOrder:
    """One look at an order, for its customer, its driver and admins."""

    storage: Storage
    clock: Clock
    forecasts: Forecasts
    terms: CancellationTerms = STANDARD_TERMS

    async def __call__(self, actor: Actor, order_id: str) -> Tracking:
        """Raises ``NotFound`` with 'Order tracking not found' (ORD-11)."""
        now = self.clock.now()

        async def look(
            unit: UnitOfWork,
        ) -> tuple[Order, DriverProfile | None, DriverPosition | None, Payment | None]:
            order = await visible_order(unit, actor, order_id, WHAT)
            driver = await unit.drivers.get(order.driver_id) if order.driver_id else None
            return order, driver, await _seen(unit, order), await unit.payments.of_order(order.id)

        order, driver, position, payment = await self.storage.read(look)
        return Tracking(
            order=order,
            driver=driver,
            payment=payment,
            cancelling=self._cancelling(actor, order, now),
            trip=await self.forecasts.trip(order),
            live=await self._live(order, position, now),
            speed=self.forecasts.speed,
        )

    async def live_of(self, order: Order) -> Live:
        """What changes all the time, of an order that the caller may see."""
        position = await self.storage.read(lambda unit: _seen(unit, order))
        return await self._live(order, position, self.clock.now())

    async def live(self, actor: Actor, order_id: str) -> Live:
        """Only what changes all the time. Raises ``NotFound`` like the whole look."""
        now = self.clock.now()

        async def look(unit: UnitOfWork) -> tuple[Order, DriverPosition | None]:
            order = await visible_order(unit, actor, order_id, WHAT)
            return order, await _seen(unit, order)

        order, position = await self.storage.read(look)
        return await self._live(order, position, now)

    async def _live(self, order: Order, position: DriverPosition | None, now: datetime) -> Live:
        stop = next_stop(order)
        if stop is None or position is None:
            return Live(now, stop, position)
        return Live(now, stop, position, await self.forecasts.arrival(order, stop, position, now))

    def _cancelling(self, actor: Actor, order: Order, now: datetime) -> CancellingNow | None:
        if order.is_final or not (actor.user_id == order.customer_id or actor.is_admin):
            return None
        try:
            return CancellingNow(cancellation_fee_cents(actor, order, now, self.terms))
        except DriverEnRoute as refusal:
            return CancellingNow(refused=refusal.message)


async def _seen(unit: UnitOfWork, order: Order) -> DriverPosition | None:
    """The driver's position while it is the customer's business (OP-53)."""
    if order.driver_id is None or not shows_position(order):
        return None
    return await unit.drivers.position(order.driver_id)
