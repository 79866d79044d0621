"""Reports of somebody's driving: periods, one event with its trace, the latest points."""

from collections.abc import Sequence
from datetime import date
from zoneinfo import ZoneInfo

import attrs

from haulage.behaviour import (
    LIVE_POINTS,
    ContestStatus,
    DataPoint,
    Period,
    Report,
    data_points,
    event_id,
    merged,
    report,
    window,
)
from haulage.drivers import DriverProfile
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.behaviour import StoredDrivingEvent
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import with_trace, zone_of
from haulage.services.drivers.own_driver import own_profile

FIRST_DAY, LAST_DAY = date(1970, 3, 1), date(8999, 12, 31)
"""Ours: within the years that an instant may have, a month's window included."""


@attrs.frozen
class DriverReport:
    """A driver's report; ``events`` are its last ones with their ids and contests, newest first."""

    driver_id: str
    report: Report
    events: tuple[StoredDrivingEvent, ...]


@attrs.frozen
class SeeDriving:
    """Reads reports, events and points of a driver.

    What is waiting in the stream counts as well: a report looks as if the drive were over now.
    """

    storage: Storage
    clock: Clock

    async def own_report(self, actor: Actor, period: Period, last: date | None = None) -> DriverReport:
        """The report that ends with the day *last*, today unless it is said."""
        authorize(actor, Action.SEE_OWN_DRIVING)

        async def work(unit: UnitOfWork) -> DriverReport:
            return await self._report(unit, await own_profile(unit, actor), period, last)

        return await self.storage.read(work)

    async def report_of(
        self, actor: Actor, driver_id: str, period: Period, last: date | None = None
    ) -> DriverReport:
        """Another's report, for administrators."""
        authorize(actor, Action.SEE_DRIVING)

        async def work(unit: UnitOfWork) -> DriverReport:
            driver = await unit.drivers.get(driver_id)
            if driver is None:
                raise NotFound("Driver")
            return await self._report(unit, driver, period, last)

        return await self.storage.read(work)

    async def event(self, actor: Actor, event_id: str) -> StoredDrivingEvent:
        """One event with its trace, for its driver and for administrators."""

        async def work(unit: UnitOfWork) -> StoredDrivingEvent:
            stored = await unit.behaviour.event(event_id)
            if stored is None and actor.driver_id is not None:
                stored = await _waiting(unit, await own_profile(unit, actor), event_id)
            driver_id = stored.driver_id if stored else None
            authorize(actor, Action.SEE_DRIVING_EVENT, Facts("Event", driver_id=driver_id))
            if stored is None:
                raise NotFound("Event")
            return stored

        return await self.storage.read(work)

    async def points(self, actor: Actor) -> Sequence[DataPoint]:
        """One's own latest data points, oldest first (BEH-17)."""
        authorize(actor, Action.SEE_OWN_DRIVING)

        async def work(unit: UnitOfWork) -> Sequence[DataPoint]:
            driver = await own_profile(unit, actor)
            return data_points(driver.id, (await unit.behaviour.points(driver.id))[-LIVE_POINTS:])

        return await self.storage.read(work)

    async def _report(
        self, unit: UnitOfWork, driver: DriverProfile, period: Period, last: date | None
    ) -> DriverReport:
        zone = await zone_of(unit, driver.id)
        over = window(period, self._day(last, zone), zone)
        rest = (await unit.behaviour.stream(driver.id)).as_if_over(zone)
        days = merged([await unit.behaviour.days(driver.id, over.first, over.last), rest.days])
        known = {
            stored.event.key: stored
            for stored in await unit.behaviour.events(driver.id, over.start, over.end)
        }
        for event in rest.events:
            known.setdefault(event.key, StoredDrivingEvent(event_id(driver.id, event), driver.id, event))
        excused = frozenset(key for key, stored in known.items() if _is_excused(stored))
        made = report(period, over, days, (stored.event for stored in known.values()), excused=excused)
        return DriverReport(driver.id, made, tuple(known[event.key] for event in made.last_events))

    def _day(self, last: date | None, zone: ZoneInfo) -> date:
        if last is None:
            return self.clock.now().astimezone(zone).date()
        if not FIRST_DAY <= last <= LAST_DAY:
            raise InvalidInput("date", f"must be between {FIRST_DAY} and {LAST_DAY}")
        return last


def _is_excused(stored: StoredDrivingEvent) -> bool:
    return stored.contest is not None and stored.contest.status is ContestStatus.UPHELD


async def _waiting(unit: UnitOfWork, driver: DriverProfile, wanted: str) -> StoredDrivingEvent | None:
    """The event of this id among those that are not certain yet."""
    rest = (await unit.behaviour.stream(driver.id)).as_if_over(await zone_of(unit, driver.id))
    for event in rest.events:
        if event_id(driver.id, event) == wanted:
            return await with_trace(unit, driver.id, event)
    return None
