"""Scores, fuel and emissions: pure functions of what was driven and of the events that count."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

import attrs

from haulage.behaviour.event import DrivingEvent
from haulage.behaviour.fix import MICROSECONDS
from haulage.behaviour.odometer import MICROMETERS_PER_MILE, Totals
from haulage.behaviour.rules import FULL_SCORE, STANDARD_RULES, BehaviourRules, EventType, Severity


class RiskLevel(StrEnum):
    """How likely this driving is to end badly (BEH-14)."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


CRITICAL_RISK_BELOW, HIGH_RISK_BELOW, MEDIUM_RISK_BELOW = 50, 70, 85
MANY_HIGH_EVENTS = 2


@attrs.frozen
class Metrics:
    """The figures of a period or of one drive (BEH-04). Scores lie between 0 and 100.

    ``route_compliance`` is the share of the points with a known route that lay near it; None without.
    """

    points: int
    total_distance_miles: float
    total_driving_minutes: float
    total_idle_minutes: float
    average_speed_mph: float
    max_speed_mph: float
    speeding_events: int
    harsh_braking_events: int
    harsh_acceleration_events: int
    route_deviation_events: int
    idle_events: int
    safety_score: int
    efficiency_score: int
    overall_score: float
    fuel_efficiency_mpg: float
    co2_emissions_kg: float
    route_compliance: float | None
    risk_level: RiskLevel


def score(totals: Totals, events: Iterable[DrivingEvent], rules: BehaviourRules = STANDARD_RULES) -> Metrics:
    """The metrics of what was driven, with the events that count; the order of neither matters."""
    counted = list(events)
    kinds = Counter(event.type for event in counted)
    severities = Counter(event.severity for event in counted)
    safety = _remaining(sum(rules.safety_cost[severity] * n for severity, n in severities.items()))
    idle, off_route = kinds[EventType.IDLE], kinds[EventType.ROUTE_DEVIATION]
    efficiency = _remaining(rules.idle_cost * idle + rules.deviation_cost * off_route)
    harsh = kinds[EventType.HARSH_BRAKING] + kinds[EventType.HARSH_ACCELERATION]
    mpg = miles_per_gallon(harsh, idle, rules)
    miles = totals.micrometers / MICROMETERS_PER_MILE
    hours = totals.driving_microseconds / (3600 * MICROSECONDS)
    return Metrics(
        points=totals.points,
        total_distance_miles=miles,
        total_driving_minutes=totals.driving_microseconds / (60 * MICROSECONDS),
        total_idle_minutes=totals.idle_microseconds / (60 * MICROSECONDS),
        average_speed_mph=miles / hours if hours else 0.0,
        max_speed_mph=totals.max_speed_mph,
        speeding_events=kinds[EventType.SPEEDING],
        harsh_braking_events=kinds[EventType.HARSH_BRAKING],
        harsh_acceleration_events=kinds[EventType.HARSH_ACCELERATION],
        route_deviation_events=off_route,
        idle_events=idle,
        safety_score=safety,
        efficiency_score=efficiency,
        overall_score=(safety + efficiency) / 2,
        fuel_efficiency_mpg=mpg,
        co2_emissions_kg=miles / mpg * rules.kilograms_per_gallon,
        route_compliance=totals.near_points / totals.routed_points if totals.routed_points else None,
        risk_level=risk_level(safety, severities),
    )


def _remaining(lost: int) -> int:
    return max(0, FULL_SCORE - lost)


def miles_per_gallon(harsh_events: int, idle_events: int, rules: BehaviourRules = STANDARD_RULES) -> float:
    """Hard driving and standing with a running engine burn more (OP-66); reckoned in whole percents."""
    percent = 100 - rules.harsh_percent * harsh_events - rules.idle_percent * idle_events
    return max(float(rules.least_miles_per_gallon), rules.base_miles_per_gallon * percent / 100)


def risk_level(safety_score: int, severities: Counter[Severity]) -> RiskLevel:
    """By the safety score, or by events so bad that a score alone would hide them (BEH-14)."""
    if severities[Severity.CRITICAL] or safety_score < CRITICAL_RISK_BELOW:
        return RiskLevel.CRITICAL
    if severities[Severity.HIGH] > MANY_HIGH_EVENTS or safety_score < HIGH_RISK_BELOW:
        return RiskLevel.HIGH
    return RiskLevel.MEDIUM if safety_score < MEDIUM_RISK_BELOW else RiskLevel.LOW
