"""Record a driver's fixes, from any number of processes, as one stream."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import attrs

from haulage.behaviour import LIVE_POINTS, DriverStream, Fix
from haulage.behaviour.drive import once_each
from haulage.behaviour.fix import MICROSECONDS, microseconds, time_of
from haulage.behaviour.trace import AROUND
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import save_driving, zone_of
from haulage.use_cases.behaviour.planned_routes import PlannedRoutes
from haulage.use_cases.behaviour.speed_limits import SpeedLimitsOnRoute

MOST_POINTS_AT_ONCE = 1_000
FUTURE = timedelta(minutes=1)
"""Ours: a device's clock may be so far ahead of ours. A later fix would make all that follow it late."""


MINUTE = 60 * MICROSECONDS

LONGEST_TRACE = timedelta(hours=6)
"""Ours: an event that goes on for longer, such as an engine left idling, is drawn without its beginning."""


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
    """Records a batch of a driver's fixes.

    Writers of one driver's stream queue for its row, so that their fixes become one stream.
    """

    storage: Storage
    clock: Clock
    limits: SpeedLimitsOnRoute
    planned_routes: PlannedRoutes

    async def __call__(self, actor: Actor, fixes: Sequence[Fix]) -> Recorded:
        """Raises ``InvalidInput`` for too many fixes and for one from the future."""
        authorize(actor, Action.RECORD_DRIVING)
        now = self.clock.now()
        _require_past(fixes, now)
        driver_id = actor.driver_id or ""
        known = await self.planned_routes.measured(driver_id, await self.limits.limited(driver_id, fixes))
        return await self.storage.write(lambda unit: self._record(unit, actor, known, now))

    async def _record(self, unit: UnitOfWork, actor: Actor, fixes: Sequence[Fix], now: datetime) -> Recorded:
        driver_id = actor.driver_id or ""
        zone = await zone_of(unit, driver_id)
        stream = await unit.behaviour.lock_stream(driver_id)
        fresh, before = [fix for fix in fixes if fix.at > stream.settled_until], stream.newest
        taken = stream.take(fixes, zone)
        newest = stream.newest
        if fresh:
            await unit.behaviour.add_points(driver_id, once_each(fresh))
            await save_driving(unit, driver_id, taken.settled)
            if _begins_a_minute(before, newest):
                await unit.behaviour.trim_points(driver_id, LIVE_POINTS, _untraced_before(stream, now))
            await unit.behaviour.save_stream(driver_id, stream, now)
        return Recorded(
            taken.accepted, taken.repeated, taken.late, None if newest is None else time_of(newest)
        )


def _begins_a_minute(before: int | None, newest: int | None) -> bool:
    """Points are trimmed once a minute; up to a minute of them is stored too long."""
    return before is None or newest is None or newest // MINUTE > before // MINUTE


def _untraced_before(stream: DriverStream, now: datetime) -> datetime:
    """Points from before then are not needed any more for the trace of an event that is still uncertain."""
    since = stream.unsettled_since
    begun = now if since is None else min(time_of(since), now)
    return max(begun - AROUND, now - LONGEST_TRACE)


def _require_past(fixes: Sequence[Fix], now: datetime) -> None:
    if len(fixes) > MOST_POINTS_AT_ONCE:
        raise InvalidInput("points", f"must be at most {MOST_POINTS_AT_ONCE:,}")
    latest = microseconds(now + FUTURE)
    for place, fix in enumerate(fixes):
        if fix.at > latest:
            raise InvalidInput(f"points[{place}].at", "must not lie in the future")
