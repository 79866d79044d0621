"""An event of a driver's driving: one episode, at its worst."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256

import attrs

from haulage.behaviour.fix import MICROSECONDS, Fix, microseconds, time_of
from haulage.behaviour.rules import EventType, Severity
from haulage.kernel.geo import Point

ID_DIGITS = 32
"""128 bits."""

ORDER = {kind: place for place, kind in enumerate(EventType)}


@attrs.frozen
class DrivingEvent:
    """One continuous episode at its worst severity (OP-65), from its first fix to its last.

    ``worst`` is in the unit of its type's threshold: miles an hour above the limit, metres a second
    squared (braking counted positive), metres or minutes. ``point`` is where it was worst.
    """

    type: EventType
    severity: Severity
    start: datetime
    end: datetime
    worst: float
    point: Point
    speed_mph: float
    limit_mph: float | None = None

    @property
    def seconds(self) -> float:
        return (self.end - self.start).total_seconds()

    @property
    def key(self) -> str:
        """What one driver's event is known by: its type and its first microsecond."""
        return f"{self.type}-{microseconds(self.start)}"

    @property
    def details(self) -> Mapping[str, float | None]:
        """The figures behind the severity, units in their names (BEH-03)."""
        match self.type:
            case EventType.SPEEDING:
                return {
                    "speed_mph": self.speed_mph,
                    "limit_mph": self.limit_mph,
                    "excess_mph": self.worst,
                    "seconds": self.seconds,
                }
            case EventType.HARSH_BRAKING:
                return {"acceleration_mps2": -self.worst, "speed_mph": self.speed_mph}
            case EventType.HARSH_ACCELERATION:
                return {"acceleration_mps2": self.worst, "speed_mph": self.speed_mph}
            case EventType.ROUTE_DEVIATION:
                return {"meters_off_route": self.worst, "seconds": self.seconds}
            case EventType.IDLE:
                return {"idle_minutes": self.worst}


def event_id(driver_id: str, event: DrivingEvent) -> str:
    """One id for the event from the moment it is seen: of the driver's random id, so nobody else's guess."""
    return "evt_" + sha256(f"{driver_id}/{event.key}".encode()).hexdigest()[:ID_DIGITS]


def in_order(events: Iterable[DrivingEvent]) -> list[DrivingEvent]:
    """By their beginnings, and by type where these are the same."""
    return sorted(events, key=lambda event: (event.start, ORDER[event.type]))


@attrs.define
class Episode:
    """Something that goes on: when it began and was last seen, its worst value, and the fix of that."""

    start: int
    end: int
    worst: float
    worst_fix: Fix

    @property
    def seconds(self) -> float:
        return (self.end - self.start) / MICROSECONDS

    def as_event(self, kind: EventType, severity: Severity, worst: float) -> DrivingEvent:
        fix = self.worst_fix
        return DrivingEvent(
            kind,
            severity,
            time_of(self.start),
            time_of(self.end),
            worst,
            fix.point,
            fix.speed_mph,
            fix.limit_mph if kind is EventType.SPEEDING else None,
        )
