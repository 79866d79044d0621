"""Every figure by which driving is judged, in one table (BEH-06 to BEH-17, OP-64 to OP-66)."""

from collections.abc import Mapping
from enum import StrEnum

import attrs


class EventType(StrEnum):
    """What a driver is told about (BEH-03)."""

    SPEEDING = "speeding"
    HARSH_BRAKING = "harsh_braking"
    HARSH_ACCELERATION = "harsh_acceleration"
    ROUTE_DEVIATION = "route_deviation"
    IDLE = "idle"


class Severity(StrEnum):
    """How bad it was at its worst, mildest first (BEH-03)."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


SEVERITIES = tuple(Severity)


@attrs.frozen
class Threshold:
    """A value above ``above`` is an event; each step that is exceeded too makes it worse by one (OP-64).

    An episode shorter than ``at_least_seconds`` is none: one noisy fix is no offence.
    """

    above: float
    steps: tuple[float, float, float]
    at_least_seconds: float = 0.0

    def severity(self, value: float) -> Severity:
        """Low, then one worse for each step that *value* is strictly above."""
        return SEVERITIES[sum(value > step for step in self.steps)]


@attrs.frozen
class BehaviourRules:
    """What is an event, what it costs, and when advice is given.

    Speeding is miles an hour above the limit, braking and acceleration metres a second squared, route
    deviation metres from the route, idling minutes.
    """

    thresholds: Mapping[EventType, Threshold]
    gap_seconds: float
    """Between fixes further apart than this nothing is known, and nothing is made an event."""
    bridged_seconds: float
    """Over gaps up to this long the straight line still counts as driven."""
    believable_mph: float
    """A gap crossed faster than this was a jump of the device's, and counts for nothing."""
    standing_below_mph: float
    safety_cost: Mapping[Severity, int]
    idle_cost: int
    deviation_cost: int
    base_miles_per_gallon: int
    harsh_percent: int
    idle_percent: int
    least_miles_per_gallon: int
    kilograms_per_gallon: float
    near_route_meters: float


STANDARD_RULES = BehaviourRules(
    thresholds={
        EventType.SPEEDING: Threshold(5, (10, 15, 20), at_least_seconds=2),  # BEH-06; the seconds are ours
        EventType.HARSH_BRAKING: Threshold(3.5, (4.5, 6, 8)),  # BEH-07
        EventType.HARSH_ACCELERATION: Threshold(3, (3.5, 4.5, 6)),  # BEH-08
        EventType.ROUTE_DEVIATION: Threshold(500, (1000, 1500, 2000)),  # BEH-09
        EventType.IDLE: Threshold(10, (15, 20, 30)),  # BEH-10
    },
    gap_seconds=2,
    bridged_seconds=300,  # ours: a tunnel, a dead spot
    believable_mph=150,  # ours
    standing_below_mph=1,  # ours: what a standing receiver wavers
    safety_cost={Severity.CRITICAL: 15, Severity.HIGH: 10, Severity.MEDIUM: 5, Severity.LOW: 2},  # BEH-11
    idle_cost=5,  # BEH-12
    deviation_cost=3,  # BEH-12
    base_miles_per_gallon=20,  # BEH-16
    harsh_percent=2,  # OP-66
    idle_percent=1,  # OP-66
    least_miles_per_gallon=5,  # OP-66
    kilograms_per_gallon=8.887,  # BEH-16
    near_route_meters=500,  # OP-66
)

METERS_PER_SECOND_PER_MPH = 0.44704
"""Exact by definition of the mile."""

FULL_SCORE = 100
LATENESS_SECONDS = 120
"""Ours: fixes may come out of order or again for so long without changing any report."""

LIVE_POINTS = 1000
"""Data points kept of each driver (BEH-17)."""
