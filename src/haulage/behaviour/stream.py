"""A driver's fixes as they come in: late, twice or out of order, and the same report all the same.

Fixes wait for ``LATENESS_SECONDS`` behind the newest one and are then settled in the order of their
times. So nothing that happens within that window, no repetition and no split into batches changes what
the detector sees. What comes later than that is counted and changes nothing.
"""

import copy
from collections.abc import Iterable, Sequence
from datetime import date
from zoneinfo import ZoneInfo

import attrs

from haulage.behaviour.detector import NEVER, Detector
from haulage.behaviour.event import DrivingEvent, in_order
from haulage.behaviour.fix import MICROSECONDS, Fix, preferred
from haulage.behaviour.odometer import NOTHING, Odometer, Totals
from haulage.behaviour.rules import LATENESS_SECONDS, STANDARD_RULES, BehaviourRules
from haulage.kernel.local_time import PLATFORM_ZONE

MOST_WAITING = 2_000
"""Ours: more than sixteen fixes a second, and the oldest are settled before their time."""

LATENESS = LATENESS_SECONDS * MICROSECONDS


@attrs.frozen
class Settled:
    """What became certain: events that ended, and what each day gained."""

    events: tuple[DrivingEvent, ...] = ()
    days: dict[date, Totals] = attrs.field(factory=dict)


@attrs.frozen
class Taken:
    """What was done with a batch: how many fixes were new, known already, or too late to count."""

    accepted: int
    repeated: int
    late: int
    settled: Settled


@attrs.define
class DriverStream:
    """All that has to be remembered of one driver between two batches; its size is bounded."""

    waiting: list[Fix] = attrs.field(factory=list)
    settled_until: int = NEVER
    detector: Detector = attrs.field(factory=Detector)
    odometer: Odometer = attrs.field(factory=Odometer)

    @property
    def newest(self) -> int | None:
        """The time of the newest fix that was taken; None before the first."""
        if self.waiting:
            return self.waiting[-1].at
        return None if self.settled_until == NEVER else self.settled_until

    @property
    def unsettled_since(self) -> int | None:
        """When the oldest of what is not certain yet began: a fix that waits, or an event that goes on."""
        begun = [episode.start for episode in self.detector.going_on.values()]
        return min([*begun, *(fix.at for fix in self.waiting[:1])], default=None)

    @property
    def holds_places(self) -> bool:
        """Whether it remembers where the driver was."""
        return bool(self.waiting) or self.odometer.at != NEVER

    def without_places(self) -> "DriverStream":
        """What is left of a closed stream: until when fixes are late. The next one that is not begins anew,
        as it does anyway behind a long gap."""
        return DriverStream(settled_until=self.settled_until)

    def take(
        self, fixes: Iterable[Fix], zone: ZoneInfo = PLATFORM_ZONE, rules: BehaviourRules = STANDARD_RULES
    ) -> Taken:
        """Let these fixes wait with the others, and settle what is old enough."""
        by_time = {fix.at: fix for fix in self.waiting}
        accepted = repeated = late = 0
        for fix in fixes:
            if fix.at <= self.settled_until:
                late += 1
            elif (known := by_time.get(fix.at)) is not None:
                repeated += 1
                by_time[fix.at] = preferred(known, fix)
            else:
                accepted += 1
                by_time[fix.at] = fix
        ordered = [by_time[at] for at in sorted(by_time)]
        ready = _ready(ordered)
        self.waiting = ordered[ready:]
        return Taken(accepted, repeated, late, self._settle(ordered[:ready], zone, rules))

    def as_if_over(self, zone: ZoneInfo = PLATFORM_ZONE, rules: BehaviourRules = STANDARD_RULES) -> Settled:
        """What would become certain if no other fix came; the stream itself goes on as it was."""
        return copy.deepcopy(self).close(zone, rules)

    def close(self, zone: ZoneInfo = PLATFORM_ZONE, rules: BehaviourRules = STANDARD_RULES) -> Settled:
        """Settle everything; earlier fixes that still come are late from now on."""
        settled = self._settle(self.waiting, zone, rules)
        self.waiting = []
        return Settled(tuple(in_order([*settled.events, *self.detector.flush(rules)])), settled.days)

    def _settle(self, fixes: Sequence[Fix], zone: ZoneInfo, rules: BehaviourRules) -> Settled:
        if not fixes:
            return Settled()
        self.settled_until = fixes[-1].at
        events = self.detector.feed(fixes, rules)
        return Settled(tuple(in_order(events)), self.odometer.feed(fixes, zone, rules))


def _ready(ordered: Sequence[Fix]) -> int:
    """How many of the waiting fixes nothing within the window can come before any more."""
    if not ordered:
        return 0
    oldest_waiting = ordered[-1].at - LATENESS
    ready = sum(fix.at < oldest_waiting for fix in ordered)
    return max(ready, len(ordered) - MOST_WAITING)


def merged(days: Iterable[dict[date, Totals]]) -> dict[date, Totals]:
    """The days of several pieces of a stream, added up."""
    together: dict[date, Totals] = {}
    for each in days:
        for day, totals in each.items():
            together[day] = together.get(day, NOTHING) + totals
    return together
