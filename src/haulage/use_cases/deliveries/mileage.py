"""Miles that drivers drove with orders: stored for their taxes when the positions are deleted."""

from datetime import datetime, timedelta

import attrs

from haulage.deliveries import Path, lengthened
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.deliveries import Mileage
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.deliveries.delivery_session import delivery_id, timer_of_order
from haulage.use_cases.positions.report_positions import TICK

CHUNK = 1_000
MOST_CHUNKS = 50
"""Ours: fourteen hours at a fix a second."""

SETTLED_AFTER = timedelta(days=7)
"""Ours: a device that was without a connection has sent its positions by then; they are kept for 90 days."""

EVERY = timedelta(hours=1)
BATCH = 50
"""Ours: each may read thousands of positions, while other writers wait."""


async def driven_miles(unit: UnitOfWork, driver_id: str, start: datetime, end: datetime) -> float | None:
    """Along the trusted positions, as long as they are stored; None where there are none."""
    path = Path()
    for _ in range(MOST_CHUNKS):
        chunk = await unit.positions.since(driver_id, start, CHUNK)
        path = lengthened(path, (each.point for each in chunk if each.proves_presence and each.at <= end))
        if len(chunk) < CHUNK or chunk[-1].at > end:
            break
        start = chunk[-1].at + TICK
    return path.miles if path.corner else None


async def record_mileage(unit: UnitOfWork, open_: Mileage, now: datetime) -> None:
    """Write down how far it was. A turn that somebody else ended has no length of its own."""
    order = await unit.orders.get(open_.order_id)
    recorded = attrs.evolve(open_, recorded_at=now)
    if order is not None and order.driver_id == open_.driver_id and order.started_at is not None:
        log = await unit.deliveries.log(delivery_id(order))
        start, end = order.started_at, timer_of_order(order, log).ended_at or now
        miles = await driven_miles(unit, open_.driver_id, start, end)
        recorded = attrs.evolve(recorded, started_at=start, ended_at=end, miles=miles)
    await unit.deliveries.save_mileage(recorded)


@attrs.define(eq=False)
class RecordMileage:
    """Stores the miles driven for ended orders.

    For orders that began a week ago or earlier and have ended: call it as often as you like, it works
    once an hour in each process.
    """

    storage: Storage
    clock: Clock
    _next: datetime | None = attrs.field(default=None, init=False)

    async def __call__(self) -> int:
        """How many were written down."""
        now = self.clock.now()
        if self._next is not None and now < self._next:
            return 0
        total = 0
        while written := await self.storage.write(lambda unit: _record_some(unit, now)):
            total += written
        self._next = now + EVERY
        return total


async def _record_some(unit: UnitOfWork, now: datetime) -> int:
    waiting = await unit.deliveries.unrecorded_mileage(now - SETTLED_AFTER, BATCH)
    for each in waiting:
        await record_mileage(unit, each, now)
    return len(waiting)


async def record_mileage_of(unit: UnitOfWork, driver_id: str, now: datetime) -> int:
    """Some, for a driver whose positions are about to be erased; how many there were."""
    waiting = await unit.deliveries.unrecorded_mileage(now, BATCH, driver_id)
    for each in waiting:
        await record_mileage(unit, each, now)
    return len(waiting)
