"""Geofences: an order advances by itself when its driver arrives or leaves (DRV-19, OP-22, OP-49).

What positions say is applied in the transaction that keeps them, by the moves that a driver makes by hand.
Fixes come late after a tunnel: they count at their own time, as long as nothing later is known.
"""

from collections.abc import Sequence
from datetime import datetime

import attrs

from haulage.deliveries import (
    START_LEAD,
    Consequence,
    DeliveryLog,
    GeofencePolicy,
    ObservedPosition,
    Standing,
    Stop,
    snapshot,
)
from haulage.drivers import DriverPosition
from haulage.kernel.errors import Conflict, RuleBroken
from haulage.orders import Order, OrderStatus
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.proofs import PinNeeded
from haulage.services.deliveries.change_status import COMPLETE, CONFIRM_PICKUP, START, Step, take_step
from haulage.services.dispatch.eligibility import CredentialLapsed
from haulage.use_cases.deliveries.delivery_session import delivery_id, timer_of_order

STEPS: dict[Consequence, Step] = {
    Consequence.START: START,
    Consequence.CONFIRM_PICKUP: CONFIRM_PICKUP,
    Consequence.COMPLETE: COMPLETE,
}


@attrs.frozen
class WatchGeofences:
    """Receives a driver's new positions, by time, in the transaction that stores them."""

    clock: Clock
    policy: GeofencePolicy = GeofencePolicy.AUTO

    async def __call__(
        self, unit: UnitOfWork, driver_id: str, orders: Sequence[Order], positions: Sequence[DriverPosition]
    ) -> None:
        proving = [position for position in positions if position.proves_presence]
        if not (proving and orders):
            return
        watch = await _Watch.over(unit, driver_id, orders, self.policy, self.clock.now())
        for position in proving:
            await watch.see(position)
        await watch.save_logs()


class _Watch:
    """A driver's orders with their logs while one batch is read."""

    def __init__(
        self,
        unit: UnitOfWork,
        driver_id: str,
        policy: GeofencePolicy,
        now: datetime,
        orders: Sequence[Order],
        with_pin: frozenset[str],
    ) -> None:
        self._unit = unit
        self._driver_id = driver_id
        self._policy = policy
        self._now = now
        self._with_pin = with_pin
        self._orders = {order.id: order for order in orders}
        self._before: dict[str, DeliveryLog] = {}
        self._logs: dict[str, DeliveryLog] = {}

    @classmethod
    async def over(
        cls,
        unit: UnitOfWork,
        driver_id: str,
        orders: Sequence[Order],
        policy: GeofencePolicy,
        now: datetime,
    ) -> "_Watch":
        with_pin = await unit.proofs.awaited_pins([order.id for order in orders])
        watch = cls(unit, driver_id, policy, now, orders, with_pin)
        ids = {order_id: delivery_id(order) for order_id, order in watch._orders.items()}
        logs = await unit.deliveries.logs(list(ids.values()))
        watch._before = {order_id: logs.get(id, DeliveryLog()) for order_id, id in ids.items()}
        watch._logs = dict(watch._before)
        return watch

    async def see(self, position: DriverPosition) -> None:
        observed = ObservedPosition(position.at, position.point, position.accuracy_meters)
        for order_id in self._orders:
            for stop in Stop:
                if self._is_watched(self._orders[order_id], stop, position.at):
                    await self._observe(order_id, stop, observed)

    async def save_logs(self) -> None:
        for order_id, log in self._logs.items():
            if log != self._before[order_id]:
                id = delivery_id(self._orders[order_id])
                await self._unit.deliveries.save_log(id, order_id, self._driver_id, log, self._now)

    def _is_watched(self, order: Order, stop: Stop, at: datetime) -> bool:
        """What was seen before the last step was taken says nothing about the next, however late it comes."""
        since = _since(order, stop)
        if since is None or at < since:
            return False
        if order.status is OrderStatus.IN_PROGRESS:
            return not timer_of_order(order, self._logs[order.id]).is_paused
        if order.status is not OrderStatus.ASSIGNED:
            return False
        is_time = order.scheduled_time is None or at >= order.scheduled_time - START_LEAD
        return is_time and not any(_in_hand(other) for other in self._orders.values() if other is not order)

    async def _observe(self, order_id: str, stop: Stop, observed: ObservedPosition) -> None:
        order = self._orders[order_id]
        self._logs[order_id], follows = snapshot(
            self._logs[order_id],
            stop,
            _standing(order, ends_by_hand=order_id in self._with_pin),
            observed,
            self._policy,
        )
        step = STEPS.get(follows) if follows else None
        if step is not None:
            self._orders[order_id] = await self._act(order, step, observed.at)

    async def _act(self, order: Order, step: Step, at: datetime) -> Order:
        """Not before what is known of the order already, and not in the future."""
        happened = min(max(at, order.updated_at), self._now)
        try:
            return await take_step(
                self._unit, order, self._driver_id, step, self._now, at=happened, by_hand=False
            )
        except (PinNeeded, CredentialLapsed):  # the customer's PIN, or another carrier, is needed first
            return order
        except Conflict as conflict:
            if conflict.what != "order":
                raise
        return await self._act_again(order, step, happened)

    async def _act_again(self, order: Order, step: Step, at: datetime) -> Order:
        """Somebody else changed the order first: what they left of it may not allow the step any more."""
        fresh = await self._unit.orders.get(order.id)
        assert fresh is not None
        if fresh.driver_id != self._driver_id:
            return order
        try:
            return await take_step(self._unit, fresh, self._driver_id, step, self._now, at=at, by_hand=False)
        except Conflict:
            raise
        except RuleBroken:
            return fresh


def _since(order: Order, stop: Stop) -> datetime | None:
    """From when on a stop's circle can matter; None for not yet."""
    if stop is Stop.DROPOFF:
        return order.picked_up_at
    return order.picked_up_at or order.started_at or order.accepted_at


def _in_hand(order: Order) -> bool:
    """Whether it keeps the driver from beginning another (OP-95)."""
    return order.status is OrderStatus.IN_PROGRESS or (
        order.status is OrderStatus.ASSIGNED and order.scheduled_time is None
    )


def _standing(order: Order, *, ends_by_hand: bool) -> Standing:
    return Standing(
        service=order.service_type,
        pickup=order.pickup.point,
        dropoff=order.dropoff.point,
        is_waiting=order.status is OrderStatus.ASSIGNED,
        is_running=order.status is OrderStatus.IN_PROGRESS and order.failure is None,
        is_picked_up=order.picked_up_at is not None,
        ends_by_hand=ends_by_hand,
    )
