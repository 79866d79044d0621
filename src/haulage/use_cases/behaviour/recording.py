"""Taking a driver's fixes in, from any number of processes, as one stream."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs

from haulage.behaviour import LIVE_POINTS, Fix
from haulage.behaviour.drive import once_each
from haulage.behaviour.fix import microseconds, time_of
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action, Actor, authorize
from haulage.ports.clock import Clock
from haulage.ports.roads import SpeedLimits
from haulage.ports.storage import Storage, UnitOfWork
from haulage.use_cases.behaviour.keeping import keep, zone_of
from haulage.use_cases.behaviour.ways import PlannedWays
from haulage.use_cases.drivers.own_driver import own_profile

MOST_POINTS_AT_ONCE = 1_000
FUTURE = timedelta(minutes=1)
"""Ours: a device's clock may be so far ahead of ours. A later fix would make all that follow it late."""


@attrs.frozen
class Recorded:
    """What was done with a batch.

    *late* fixes are older than what has been settled, two minutes behind the newest; they change nothing.
    """

    accepted: int
    repeated: int
    late: int
    newest: datetime | None


@attrs.frozen
class RecordDriving:
    """Writers of one driver's stream queue for its row, so that their fixes become one stream."""

    storage: Storage
    clock: Clock
    limits: SpeedLimits
    ways: PlannedWays

    async def __call__(self, actor: Actor, fixes: Sequence[Fix]) -> Recorded:
        """Raises ``InvalidInput`` for too many fixes and for one from the future."""
        authorize(actor, Action.RECORD_DRIVING)
        now = self.clock.now()
        _require_past(fixes, now)
        known = await self.ways.measured(actor.driver_id or "", await self._with_limits(fixes))
        return await self.storage.write(lambda unit: self._record(unit, actor, known, now))

    async def _with_limits(self, fixes: Sequence[Fix]) -> list[Fix]:
        limits = await self.limits.limits([fix.point for fix in fixes])
        return [fix._replace(limit_mph=limit) for fix, limit in zip(fixes, limits, strict=True)]

    async def _record(self, unit: UnitOfWork, actor: Actor, fixes: Sequence[Fix], now: datetime) -> Recorded:
        driver = await own_profile(unit, actor)
        stream = await unit.behaviour.lock_stream(driver.id)
        fresh = [fix for fix in fixes if fix.at > stream.settled_until]
        taken = stream.take(fixes, await zone_of(unit, driver))
        if fresh:
            await unit.behaviour.add_points(driver.id, once_each(fresh))
            await keep(unit, driver.id, taken.settled)
            await unit.behaviour.trim_points(driver.id, LIVE_POINTS)
            await unit.behaviour.save_stream(driver.id, stream, now)
        newest = stream.newest
        return Recorded(
            taken.accepted, taken.repeated, taken.late, None if newest is None else time_of(newest)
        )


def _require_past(fixes: Sequence[Fix], now: datetime) -> None:
    if len(fixes) > MOST_POINTS_AT_ONCE:
        raise InvalidInput("points", f"must be at most {MOST_POINTS_AT_ONCE:,}")
    latest = microseconds(now + FUTURE)
    for place, fix in enumerate(fixes):
        if fix.at > latest:
            raise InvalidInput(f"points[{place}].at", "must not lie in the future")
