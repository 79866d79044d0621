"""A driver contests an event; an administrator decides, and the scores follow."""

from datetime import datetime, timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.behaviour import (
    LATENESS_SECONDS,
    Contest,
    ContestStatus,
    Decision,
    decide,
    event_id,
    open_contest,
)
from haulage.behaviour.fix import time_of
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound, RuleBroken
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.behaviour import StoredDrivingEvent
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.behaviour.save_driving import save_driving, zone_of
from haulage.services.drivers.own_driver import own_profile

QUIET = timedelta(seconds=LATENESS_SECONDS)


class AlreadyContested(RuleBroken):
    """The driving event is contested already."""

    code = "already_contested"
    message = "You have contested this event before."


class StillRecording(RuleBroken):
    """The driving event cannot be contested yet: the driver is still moving, and it may change."""

    code = "still_recording"
    message = "This event is still being recorded. Please try again in a few minutes."


@attrs.frozen
class ContestEvent:
    """Contests a driving event of one's own.

    Say why an event should not count. It counts until an administrator agrees.
    """

    storage: Storage
    clock: Clock

    async def __call__(self, actor: Actor, event_id: str, reason: str) -> StoredDrivingEvent:
        """Raises ``NotFound`` for another driver's event, ``AlreadyContested`` and ``StillRecording``."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> StoredDrivingEvent:
            stored = await unit.behaviour.event(event_id)
            if stored is None and actor.driver_id is not None:
                stored = await _settled_for(unit, actor, event_id, now)
            driver_id = stored.driver_id if stored else None
            authorize(actor, Action.CONTEST_DRIVING_EVENT, Facts("Event", driver_id=driver_id))
            if stored is None:
                raise NotFound("Event")
            if stored.contest is not None:
                raise AlreadyContested
            contest = open_contest(stored.id, stored.driver_id, reason, now)
            await unit.behaviour.add_contest(contest)
            return attrs.evolve(stored, contest=contest)

        try:
            return await self.storage.write(work)
        except Conflict:  # contested twice at once: the slower one finds the quicker one's contest
            return await self.storage.write(work)


async def _settled_for(
    unit: UnitOfWork, actor: Actor, wanted: str, now: datetime
) -> StoredDrivingEvent | None:
    """Close the driver's quiet stream, because the event is among what was waiting in it."""
    driver = await own_profile(unit, actor)
    zone = await zone_of(unit, driver.id)
    stream = await unit.behaviour.lock_stream(driver.id)
    if all(event_id(driver.id, event) != wanted for event in stream.as_if_over(zone).events):
        # Another process may have settled it while this one waited for the stream.
        return await unit.behaviour.event(wanted)
    if stream.newest is not None and now - time_of(stream.newest) < QUIET:
        raise StillRecording
    await save_driving(unit, driver.id, stream.close(zone))
    await unit.behaviour.save_stream(driver.id, stream, now)
    return await unit.behaviour.event(wanted)


@attrs.frozen
class ListContests:
    """Lists contested events.

    For administrators.
    """

    storage: Storage

    async def __call__(
        self, actor: Actor, page: PageRequest, *, status: ContestStatus | None = None
    ) -> Page[StoredDrivingEvent]:
        """The contested events, those contested last first."""
        authorize(actor, Action.DECIDE_DRIVING_CONTEST)
        return await self.storage.read(lambda unit: unit.behaviour.contests(status, page))


@attrs.frozen
class DecideContest:
    """Decides a contest.

    Uphold a contest, and its event counts in no score any more; or reject it. Both are final.
    """

    storage: Storage
    clock: Clock

    async def __call__(
        self, actor: Actor, event_id: str, decision: Decision, reason: str
    ) -> StoredDrivingEvent:
        """Raises ``NotFound`` where nothing was contested, ``IllegalMove`` when it was decided before."""
        authorize(actor, Action.DECIDE_DRIVING_CONTEST)
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> StoredDrivingEvent:
            stored = await unit.behaviour.event(event_id)
            if stored is None or stored.contest is None:
                raise NotFound("Contest")
            require_another(actor, driver_id=stored.contest.driver_id)
            decided = decide(stored.contest, decision, by=actor.name, reason=reason, now=now)
            await unit.behaviour.save_contest(stored.contest, decided)
            await unit.audit.append(_audit_event(actor, decided, now))
            return attrs.evolve(stored, contest=decided)

        return await self.storage.write(work)


def _audit_event(actor: Actor, contest: Contest, now: datetime) -> AuditEvent:
    upheld = contest.status is ContestStatus.UPHELD
    return AuditEvent(
        AuditAction.DRIVING_CONTEST_UPHELD if upheld else AuditAction.DRIVING_CONTEST_REJECTED,
        actor,
        now,
        "driving_event",
        contest.event_id,
        {"driver_id": contest.driver_id},
    )
