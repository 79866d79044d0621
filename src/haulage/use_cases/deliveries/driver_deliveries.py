"""A driver's own deliveries: list, start, pause and end them (DRV-16 to DRV-22)."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import attrs

from haulage.deliveries import (
    AlreadyRunning,
    ClockMove,
    DeliveryLog,
    FarStop,
    Mark,
    NotRunning,
    marked,
    next_stop,
)
from haulage.kernel.actor import Actor
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ledger import earnings_of
from haulage.orders import Order, OrderStatus
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.topics import order_topic
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.deliveries.change_status import (
    COMPLETE,
    CONFIRM_PICKUP,
    START,
    distance_from,
    take_step,
)
from haulage.use_cases.deliveries.delivery_session import (
    ORDER_STATUS,
    WHAT,
    DeliverySession,
    DeliveryStatus,
    delivery_id,
    timer_of_order,
)
from haulage.use_cases.deliveries.mileage import driven_miles
from haulage.use_cases.idempotency import IdempotentRequest, write_once

Work = Callable[[UnitOfWork, Order, str, datetime], Awaitable[Order]]


@attrs.frozen
class DeliverySessions:
    """What a delivery's driver does with it. Admins see deliveries and leave them alone."""

    storage: Storage
    clock: Clock

    async def list(
        self, actor: Actor, page: PageRequest, status: DeliveryStatus | None = None
    ) -> Page[DeliverySession]:
        """The driver's own, newest order first."""
        authorize(actor, Action.SEE_OWN_DRIVER)
        of_order = ORDER_STATUS[status] if status else None
        wanted = OrderFilter(driver_id=actor.driver_id, status=of_order)
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> Page[DeliverySession]:
            found = await unit.orders.list(wanted, page)
            return Page(await sessions_of(unit, found.items, now), found.next)

        return await self.storage.read(query)

    async def see(self, actor: Actor, order_id: str) -> DeliverySession:
        """One, with how far the driver went, and is from the stop that comes next.

        Raises ``NotFound`` with 'Delivery session not found'.
        """
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> DeliverySession:
            order, _ = await own_delivery(unit, actor, Action.SEE_DELIVERY, order_id)
            session = await session_of(unit, order, now)
            miles, far_from = await _miles(unit, session), await _far_from(unit, session)
            return attrs.evolve(session, actual_miles=miles, far_from=far_from)

        return await self.storage.read(query)

    async def start(
        self, actor: Actor, order_id: str, once: IdempotentRequest[DeliverySession] | None = None
    ) -> DeliverySession:
        """Raises ``AlreadyRunning`` for one that is under way (DRV-18)."""
        return await self._work(actor, order_id, once, _start)

    async def confirm_pickup(
        self, actor: Actor, order_id: str, once: IdempotentRequest[DeliverySession] | None = None
    ) -> DeliverySession:
        """The goods are on board; again changes nothing. Raises ``NotRunning``."""
        return await self._work(actor, order_id, once, _confirm_pickup)

    async def stop(
        self, actor: Actor, order_id: str, once: IdempotentRequest[DeliverySession] | None = None
    ) -> DeliverySession:
        """Delivered; again changes nothing (OP-49). Raises ``NotRunning`` or ``PickupNotConfirmed``."""
        return await self._work(actor, order_id, once, _stop)

    async def pause(self, actor: Actor, order_id: str) -> DeliverySession:
        """Take a break; in a break changes nothing. Raises ``NotRunning``."""
        return await self._work(actor, order_id, None, _marking(ClockMove.PAUSE))

    async def resume(self, actor: Actor, order_id: str) -> DeliverySession:
        """End the break; outside of one changes nothing. Raises ``NotRunning``."""
        return await self._work(actor, order_id, None, _marking(ClockMove.RESUME))

    async def _work(
        self, actor: Actor, order_id: str, once: IdempotentRequest[DeliverySession] | None, work: Work
    ) -> DeliverySession:
        now = self.clock.now()

        async def step(unit: UnitOfWork) -> DeliverySession:
            order, driver_id = await held_delivery(unit, actor, order_id)
            worked = await work(unit, order, driver_id, now)
            unit.notify(order_topic(order_id))
            return await session_of(unit, worked, now)

        return await write_once(self.storage, once, step, now)


async def session_of(unit: UnitOfWork, order: Order, now: datetime) -> DeliverySession:
    """The delivery of an order that has a driver."""
    return (await sessions_of(unit, [order], now))[0]


async def sessions_of(unit: UnitOfWork, orders: Sequence[Order], now: datetime) -> Sequence[DeliverySession]:
    """The deliveries of orders that have drivers, in four questions however many there are."""
    logs = await unit.deliveries.logs([delivery_id(order) for order in orders])
    ids = [order.id for order in orders]
    splits = await unit.splits.of_orders(ids)
    with_pin, proved = await unit.proofs.awaited_pins(ids), await unit.proofs.proved(ids)

    def session(order: Order) -> DeliverySession:
        split = splits.get(order.id)
        payout = earnings_of(split) if split else None
        log = logs.get(delivery_id(order), DeliveryLog())
        return DeliverySession(
            order,
            order.driver_id or "",
            log,
            payout,
            now,
            asks_pin=order.id in with_pin,
            has_proof=order.id in proved,
        )

    return [session(order) for order in orders]


async def held_delivery(unit: UnitOfWork, actor: Actor, order_id: str) -> tuple[Order, str]:
    """One's own delivery to work on, which no position moves at the same time. Raises ``NotFound``."""
    authorize(actor, Action.SEE_OWN_DRIVER)
    await unit.positions.hold(actor.driver_id or "")
    return await own_delivery(unit, actor, Action.WORK_ORDER, order_id)


async def own_delivery(unit: UnitOfWork, actor: Actor, action: Action, order_id: str) -> tuple[Order, str]:
    """The order with its driver, if this actor may do that with it. Raises ``NotFound``."""
    order = await unit.orders.get(order_id)
    driver_id = order.driver_id if order else None
    authorize(actor, action, Facts(WHAT, driver_id=driver_id))
    if order is None or driver_id is None:
        raise NotFound(WHAT)
    return order, driver_id


async def _start(unit: UnitOfWork, order: Order, driver_id: str, now: datetime) -> Order:
    if order.status is OrderStatus.IN_PROGRESS:
        raise AlreadyRunning
    return await take_step(unit, order, driver_id, START, now)


async def _confirm_pickup(unit: UnitOfWork, order: Order, driver_id: str, now: datetime) -> Order:
    _require_running(order)
    return await take_step(unit, order, driver_id, CONFIRM_PICKUP, now)


async def _stop(unit: UnitOfWork, order: Order, driver_id: str, now: datetime) -> Order:
    if order.status is OrderStatus.COMPLETED:
        return order
    _require_running(order)
    return await take_step(unit, order, driver_id, COMPLETE, now)


def _marking(move: ClockMove) -> Work:
    async def mark(unit: UnitOfWork, order: Order, driver_id: str, now: datetime) -> Order:
        _require_running(order)
        id = delivery_id(order)
        log = await unit.deliveries.log(id)
        if timer_of_order(order, log).is_paused is not (move is ClockMove.PAUSE):
            await unit.deliveries.save_log(id, order.id, driver_id, marked(log, Mark(now, move)), now)
        return order

    return mark


def _require_running(order: Order) -> None:
    if order.status is not OrderStatus.IN_PROGRESS:
        raise NotRunning


async def _far_from(unit: UnitOfWork, session: DeliverySession) -> FarStop | None:
    """Of what can be confirmed now."""
    order = session.order
    if order.status is not OrderStatus.IN_PROGRESS:
        return None
    stop = next_stop(order.picked_up_at, is_returning=order.failure is not None)
    return await distance_from(unit, order, session.driver_id, stop, session.as_of)


async def _miles(unit: UnitOfWork, session: DeliverySession) -> float | None:
    """As written down, and before that along the positions."""
    start, end = session.timer.started_at, session.timer.ended_at or session.as_of
    if start is None:
        return None
    known = await unit.deliveries.mileage(session.order.id, session.driver_id)
    if known is not None and known.miles is not None:
        return known.miles
    return await driven_miles(unit, session.driver_id, start, end)
