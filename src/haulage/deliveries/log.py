"""What is written down of one delivery beside its order: circles crossed, questions asked, and breaks."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.deliveries.consequence import Consequence, GeofencePolicy, Standing, Stop, consequence
from haulage.deliveries.geofence import Crossing, Fence, ObservedPosition, observe
from haulage.deliveries.replay import Milestones, Outcome
from haulage.deliveries.timing import Pause, Timer
from haulage.kernel.errors import RuleBroken

NO_MILESTONES = Milestones()
NOWHERE = Fence()
"""Before the first fix."""

MOST_MARKS = 200
"""Ours: nobody takes a hundred breaks in one delivery."""

START_LEAD = timedelta(minutes=30)
"""Ours: how long before its time a scheduled job begins by the driver's coming to the pickup."""


class TooManyBreaks(RuleBroken):
    """The delivery has the largest allowed number of pauses."""

    code = "too_many_breaks"
    message = "This delivery was paused too often."


class GeofenceEventType(StrEnum):
    """DRV-16's two, and leaving the pickup with the goods (OP-22)."""

    PICKUP_ENTER = "pickup_enter"
    PICKUP_LEAVE = "pickup_leave"
    DROPOFF_ENTER = "dropoff_enter"


@attrs.frozen
class GeofenceEvent:
    """A circle that was crossed, by the device's clock. ``auto_triggered`` is whether the order moved by it;
    otherwise the driver was asked."""

    type: GeofenceEventType
    at: datetime
    auto_triggered: bool


class ClockMove(StrEnum):
    PAUSE = "pause"
    RESUME = "resume"


@attrs.frozen
class Mark:
    """A driver began or ended a break. ``key`` tells marks of one instant apart."""

    at: datetime
    move: ClockMove
    key: str = ""


@attrs.frozen
class DeliveryLog:
    """Each type of event is there once at most; ``marks`` are a set, in no order that matters.

    ``reported`` are the order's milestones that rest on actions reported afterwards: they may still prove
    to have been earlier. ``done`` are the ways out that were taken by such actions and ``moot`` the actions
    that came too late for anything. ``closing`` is what came of each action, once the driver has handed the
    order back.
    """

    pickup: Fence = NOWHERE
    dropoff: Fence = NOWHERE
    events: tuple[GeofenceEvent, ...] = ()
    request: Consequence | None = None
    marks: tuple[Mark, ...] = ()
    reported: Milestones = NO_MILESTONES
    done: frozenset[str] = frozenset()
    moot: frozenset[str] = frozenset()
    closing: tuple[tuple[str, Outcome], ...] = ()

    def has(self, type: GeofenceEventType) -> bool:
        return any(event.type is type for event in self.events)


ACTS = frozenset({Consequence.START, Consequence.CONFIRM_PICKUP, Consequence.COMPLETE})

_EVENT = {
    (Stop.PICKUP, Crossing.ENTER): GeofenceEventType.PICKUP_ENTER,
    (Stop.PICKUP, Crossing.LEAVE): GeofenceEventType.PICKUP_LEAVE,
    (Stop.DROPOFF, Crossing.ENTER): GeofenceEventType.DROPOFF_ENTER,
}


def snapshot(
    log: DeliveryLog, stop: Stop, standing: Standing, observed: ObservedPosition, policy: GeofencePolicy
) -> tuple[DeliveryLog, Consequence | None]:
    """One more fix, looked at from one of the two stops. Each type of event has a consequence once
    (DRV-19): whoever comes again is not started again."""
    before = log.pickup if stop is Stop.PICKUP else log.dropoff
    center = standing.pickup if stop is Stop.PICKUP else standing.dropoff
    fence, crossing = observe(before, center, observed)
    seen = attrs.evolve(log, pickup=fence) if stop is Stop.PICKUP else attrs.evolve(log, dropoff=fence)
    type = _EVENT.get((stop, crossing)) if crossing else None
    if type is None or crossing is None or seen.has(type):
        return seen, None
    follows = consequence(stop, crossing, standing, policy)
    if follows is None:
        return seen, None
    event = GeofenceEvent(type, observed.at, auto_triggered=follows in ACTS)
    request = seen.request if follows in ACTS else follows
    return attrs.evolve(seen, events=(*seen.events, event), request=request), follows


def marked(log: DeliveryLog, mark: Mark) -> DeliveryLog:
    """With one mark more; one that is there already changes nothing. Raises ``TooManyBreaks``."""
    if mark in log.marks:
        return log
    if len(log.marks) >= MOST_MARKS:
        raise TooManyBreaks
    return attrs.evolve(log, marks=(*log.marks, mark))


def timer_of(started_at: datetime | None, ended_at: datetime | None, marks: Iterable[Mark]) -> Timer:
    """The clock as the marks leave it, read by time, whatever order they came in.

    Marks from before the start and from after the end say nothing.
    """
    if started_at is None:
        return Timer()
    pauses: list[Pause] = []
    for mark in sorted(marks, key=_by_time):
        if mark.at < started_at or (ended_at is not None and mark.at >= ended_at):
            continue
        is_paused = bool(pauses) and pauses[-1].end is None
        if mark.move is ClockMove.PAUSE and not is_paused:
            pauses.append(Pause(mark.at))
        elif mark.move is ClockMove.RESUME and is_paused:
            pauses[-1] = attrs.evolve(pauses[-1], end=mark.at)
    if ended_at is not None and pauses and pauses[-1].end is None:
        pauses[-1] = attrs.evolve(pauses[-1], end=ended_at)
    return Timer(started_at, ended_at, tuple(pauses))


def _by_time(mark: Mark) -> tuple[datetime, str, str]:
    return mark.at, mark.move, mark.key
