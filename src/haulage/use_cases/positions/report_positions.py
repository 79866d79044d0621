"""Drivers' devices report positions: the current one, or those of a time without a connection."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias

import attrs

from haulage.drivers import DriverPosition
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.local_time import instant
from haulage.kernel.policy import Action, authorize
from haulage.orders import Order
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.topics import driver_topic, order_topic
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.retention.lines import POSITIONS_RETENTION
from haulage.use_cases.positions.position_ingest import store_positions

MOST_FIXES = 500
"""Ours: eight minutes of a tunnel at a fix a second; a longer silence comes in several batches."""

AHEAD = timedelta(minutes=1)
"""Ours: how far a device's clock may be ahead of the server's."""

TICK = timedelta(microseconds=1)

OnNewPositions: TypeAlias = Callable[
    [UnitOfWork, str, Sequence[Order], Sequence[DriverPosition]], Awaitable[None]
]
"""Called with a driver's positions that are new, by time, and with the orders that the driver works on, in
the transaction that stores them."""

OnPositionsStored: TypeAlias = Callable[[Actor, Sequence[DriverPosition]], Awaitable[None]]
"""Called with positions once they are stored, new or not: what fails here is repeated with the next try."""


@attrs.frozen
class Fix:
    """What a device says of one instant."""

    at: datetime
    point: Point
    accuracy_meters: float | None = None
    heading: float | None = None
    speed_mph: float | None = None
    address: str | None = None

    def of(self, driver_id: str) -> DriverPosition:
        """Raises ``InvalidInput`` naming what cannot be."""
        return DriverPosition(
            driver_id,
            self.point,
            instant(self.at, field="at"),
            self.heading,
            self.speed_mph,
            self.accuracy_meters,
            self.address,
        )


@attrs.frozen
class RefusedFix:
    """The so many-th fix of a batch, from 0, and why it was not taken."""

    index: int
    refusal: InvalidInput


@attrs.frozen
class Reported:
    """What came of a batch: the positions that were new, how many were known, and what was refused."""

    taken: Sequence[DriverPosition]
    known: int
    refused: Sequence[RefusedFix]
    last: DriverPosition | None


@attrs.frozen
class ReportPositions:
    """Takes over what a driver's device says, in any order and any number of times.

    Whoever watches the driver or one of their orders is woken.
    """

    storage: Storage
    clock: Clock
    on_new: Sequence[OnNewPositions] = ()
    on_stored: Sequence[OnPositionsStored] = ()

    async def __call__(self, actor: Actor, fixes: Sequence[Fix]) -> Reported:
        """One fix that cannot be does not keep the others out; when none can, the first refusal is raised.

        Raises ``InvalidInput`` or ``NotFound`` for somebody without a profile.
        """
        authorize(actor, Action.GO_ONLINE)
        if not 1 <= len(fixes) <= MOST_FIXES:
            raise InvalidInput("fixes", f"must be between 1 and {MOST_FIXES}")
        now = self.clock.now()
        positions, refused = _sorted_out(actor.driver_id or "", fixes, now)
        if not positions:
            raise refused[0].refusal
        store = partial(self._store, actor=actor, positions=positions, now=now)
        taken, last = await self.storage.write(store)
        await self._call_on_stored(actor, positions)
        return Reported(taken, len(positions) - len(taken), refused, last)

    async def now(
        self,
        actor: Actor,
        point: Point,
        *,
        accuracy_meters: float | None = None,
        heading: float | None = None,
        speed_mph: float | None = None,
        address: str | None = None,
    ) -> DriverPosition:
        """Where the driver is by the server's clock. Devices that stand still report no heading."""
        authorize(actor, Action.GO_ONLINE)
        now = self.clock.now()
        fix = Fix(now, point, accuracy_meters, heading, speed_mph, address)
        position = fix.of(actor.driver_id or "")
        stored, last = await self.storage.write(lambda unit: self.store_one(unit, actor, position, now))
        await self._call_on_stored(actor, [stored])
        return last

    async def store_one(
        self, unit: UnitOfWork, actor: Actor, position: DriverPosition, now: datetime
    ) -> tuple[DriverPosition, DriverPosition]:
        """The position as it is stored, and the driver's last one.

        Two of one instant stand in a row. The last one may be of a device whose clock is ahead.
        """
        await unit.positions.hold(position.driver_id)
        while await _is_taken(unit, position):
            position = attrs.evolve(position, at=position.at + TICK)
        stored, last = await self._store(unit, actor, [position], now)
        return stored[0], last or stored[0]

    async def _store(
        self, unit: UnitOfWork, actor: Actor, positions: Sequence[DriverPosition], now: datetime
    ) -> tuple[Sequence[DriverPosition], DriverPosition | None]:
        driver_id = actor.driver_id or ""
        taken = await store_positions(unit, driver_id, positions, now)
        if not taken.new:
            return (), taken.last
        on_the_way = await unit.orders.worked_by(driver_id)  # before a new position ends one of them
        for handle in self.on_new:
            await handle(unit, driver_id, on_the_way, taken.new)
        unit.notify(driver_topic(driver_id), *(order_topic(order.id) for order in on_the_way))
        return taken.new, taken.last

    async def _call_on_stored(self, actor: Actor, positions: Sequence[DriverPosition]) -> None:
        for handle in self.on_stored:
            await handle(actor, positions)


async def _is_taken(unit: UnitOfWork, position: DriverPosition) -> bool:
    """Whether the driver has a position of this instant already."""
    stored = await unit.positions.since(position.driver_id, position.at, 1)
    return bool(stored) and stored[0].at == position.at


def _sorted_out(
    driver_id: str, fixes: Sequence[Fix], now: datetime
) -> tuple[list[DriverPosition], list[RefusedFix]]:
    """What can be, and what cannot with its reason."""
    positions, refused = [], []
    for index, fix in enumerate(fixes):
        try:
            position = fix.of(driver_id)
            _require_in_time(position, now)
        except InvalidInput as refusal:
            named = InvalidInput(f"fixes[{index}].{refusal.name}", refusal.reason)
            refused.append(RefusedFix(index, named))
        else:
            positions.append(position)
    return positions, refused


def _require_in_time(position: DriverPosition, now: datetime) -> None:
    if position.at > now + AHEAD:
        raise InvalidInput("at", "must not be in the future")
    if position.at < now - POSITIONS_RETENTION:
        raise InvalidInput("at", f"is more than {POSITIONS_RETENTION.days} days ago")
