"""The streaming detector: fixes in their order go in, events come out, and its state never grows.

Acceleration is the plain difference of speed over the time between two fixes and is given to the later
one. It is taken from the speed alone: in a turn the position leaves the straight line, but the speed
does not fall, so a turn is not read as braking.
"""

from collections.abc import Iterable

import attrs

from haulage.behaviour.event import DrivingEvent, Episode
from haulage.behaviour.fix import MICROSECONDS, Fix
from haulage.behaviour.rules import (
    METERS_PER_SECOND_PER_MPH,
    STANDARD_RULES,
    BehaviourRules,
    EventType,
)

SECONDS_PER_MINUTE = 60
NEVER = -(1 << 62)
"""Further back than any gap."""

SPEEDING = EventType.SPEEDING
BRAKING = EventType.HARSH_BRAKING
ACCELERATION = EventType.HARSH_ACCELERATION
DEVIATION = EventType.ROUTE_DEVIATION
IDLE = EventType.IDLE


@attrs.define
class Detector:
    """One driver's detector: the last fix's time and speed, and what is going on, at most one of a type."""

    at: int = NEVER
    speed_mph: float = 0.0
    going_on: dict[EventType, Episode] = attrs.field(factory=dict)

    def feed(  # noqa: C901 - calls would halve its speed
        self, fixes: Iterable[Fix], rules: BehaviourRules = STANDARD_RULES
    ) -> list[DrivingEvent]:
        """The events that ended with these fixes, whose times rise; earlier ones change nothing.

        One loop over local names, because it runs for every second of every driver.
        """
        ended: list[DrivingEvent] = []
        going_on = self.going_on
        limits = rules.thresholds
        gap = int(rules.gap_seconds * MICROSECONDS)
        excess, off = limits[SPEEDING].above, limits[DEVIATION].above
        brake, push = -limits[BRAKING].above, limits[ACCELERATION].above
        standing = rules.standing_below_mph
        last_at, last_speed = self.at, self.speed_mph
        for fix in fixes:
            at, speed, _, _, limit, off_route, engine_off, _, _ = fix
            step = at - last_at
            if step <= 0:
                continue
            change = 0.0
            if step <= gap:
                change = (speed - last_speed) * METERS_PER_SECOND_PER_MPH / (step / MICROSECONDS)
            elif going_on:
                ended += self._end(rules)
            if change < brake:
                self._go_on(BRAKING, at, -change, fix)
            elif change > push:
                self._go_on(ACCELERATION, at, change, fix)
            if limit is not None and speed - limit > excess:
                self._go_on(SPEEDING, at, speed - limit, fix)
            if off_route is not None and off_route > off:
                self._go_on(DEVIATION, at, off_route, fix)
            if speed < standing and not engine_off:
                self._go_on(IDLE, at, 0.0, fix)
            if going_on:
                ended += self._ended_before(at, rules)
            last_at, last_speed = at, speed
        self.at, self.speed_mph = last_at, last_speed
        return ended

    def flush(self, rules: BehaviourRules = STANDARD_RULES) -> list[DrivingEvent]:
        """The events that go on, as if they ended with the last fix."""
        return self._end(rules)

    def _go_on(self, kind: EventType, at: int, value: float, fix: Fix) -> None:
        episode = self.going_on.get(kind)
        if episode is None:
            self.going_on[kind] = Episode(at, at, value, fix)
            return
        episode.end = at
        if value > episode.worst:
            episode.worst, episode.worst_fix = value, fix

    def _ended_before(self, at: int, rules: BehaviourRules) -> list[DrivingEvent]:
        """What the fix of this instant no longer showed."""
        over = [kind for kind, episode in self.going_on.items() if episode.end != at]
        return [event for kind in over for event in _event(kind, self.going_on.pop(kind), rules)]

    def _end(self, rules: BehaviourRules) -> list[DrivingEvent]:
        events = [event for kind, episode in self.going_on.items() for event in _event(kind, episode, rules)]
        self.going_on.clear()
        return events


def _event(kind: EventType, episode: Episode, rules: BehaviourRules) -> list[DrivingEvent]:
    """The event of an episode, or nothing where it was too short to be one."""
    threshold = rules.thresholds[kind]
    worst = episode.worst
    if kind is IDLE:
        worst = episode.seconds / SECONDS_PER_MINUTE
        if not worst > threshold.above:
            return []
    elif episode.seconds < threshold.at_least_seconds:
        return []
    return [episode.as_event(kind, threshold.severity(worst), worst)]
