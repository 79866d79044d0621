"""Driving behaviour as it goes over the wire. Speeds are miles an hour, units stand in the names."""

from datetime import date
from enum import StrEnum
from typing import Annotated

import attrs
from msgspec import Meta

from haulage.behaviour import (
    Contest,
    ContestStatus,
    DataPoint,
    Decision,
    EventType,
    Fix,
    Impact,
    Insight,
    InsightType,
    Metrics,
    Period,
    RiskLevel,
    Severity,
    make_fix,
)
from haulage.behaviour.contest import MAX_REASON_LENGTH
from haulage.behaviour.fix import MOST_ACCURACY_METERS, MOST_MPH
from haulage.behaviour.report import DayScore
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.ports.storage.behaviour import StoredDrivingEvent
from haulage.use_cases.behaviour import DriverReport, Recorded
from haulage.use_cases.behaviour.record_driving import MOST_POINTS_AT_ONCE
from haulage_adapters.wire.common import In, Instant, Latitude, Longitude, Out

Speed = Annotated[float, Meta(ge=0, le=MOST_MPH, description="Miles an hour.")]
Reason = Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH, pattern=r"\S")]


class EngineStatus(StrEnum):
    ON = "on"
    OFF = "off"


class FixIn(In):
    """One reading of the device. A receiver that stands still tells no heading."""

    at: Instant
    lat: Latitude
    lng: Longitude
    speed_mph: Speed
    heading_deg: Annotated[float, Meta(ge=0, le=360)] | None = None
    accuracy_meters: Annotated[float, Meta(ge=0, le=MOST_ACCURACY_METERS)] | None = None
    engine_status: EngineStatus | None = None

    def to_core(self) -> Fix:
        return make_fix(
            self.at,
            Point(self.lat, self.lng),
            self.speed_mph,
            heading_deg=self.heading_deg,
            accuracy_meters=self.accuracy_meters,
            engine_off=None if self.engine_status is None else self.engine_status is EngineStatus.OFF,
        )


class PointsIn(In):
    """Readings in any order; those sent before do no harm."""

    points: Annotated[list[FixIn], Meta(min_length=1, max_length=MOST_POINTS_AT_ONCE)]

    def to_core(self) -> list[Fix]:
        fixes = []
        for place, point in enumerate(self.points):
            try:
                fixes.append(point.to_core())
            except InvalidInput as refused:
                raise InvalidInput(f"points[{place}].{refused.name}", refused.reason) from None
        return fixes


class RecordedOut(Out):
    """What was new, what was known, and what came too late to count."""

    accepted: int
    repeated: int
    late: int
    newest: Instant | None

    @classmethod
    def of(cls, recorded: Recorded) -> "RecordedOut":
        return cls(**attrs.asdict(recorded))


class DataPointOut(Out):
    """One moment of a drive; what is null is not known."""

    driver_id: str
    at: Instant
    lat: float
    lng: float
    accuracy_meters: float | None
    speed_mph: float
    acceleration_mps2: float | None
    heading_deg: float | None
    is_idle: bool
    engine_status: EngineStatus | None

    @classmethod
    def of(cls, point: DataPoint) -> "DataPointOut":
        return cls.from_attributes(
            point, lat=point.point.lat, lng=point.point.lng, engine_status=_engine(point.engine_off)
        )


def _engine(off: bool | None) -> EngineStatus | None:
    if off is None:
        return None
    return EngineStatus.OFF if off else EngineStatus.ON


class DataPointList(Out):
    """The latest thousand at most, oldest first."""

    items: list[DataPointOut]


class ContestOut(Out):
    """A driver's objection, and what became of it."""

    reason: str
    contested_at: Instant
    status: ContestStatus
    decided_at: Instant | None
    decision_reason: str | None

    @classmethod
    def of(cls, contest: Contest) -> "ContestOut":
        return cls.from_attributes(contest)


class DrivingEventOut(Out):
    """One episode at its worst. ``details`` has the figures behind the severity."""

    id: str
    driver_id: str
    type: EventType
    severity: Severity
    start: Instant
    end: Instant
    lat: float
    lng: float
    details: dict[str, float | None]
    resolved: bool
    contest: ContestOut | None

    @classmethod
    def of(cls, stored: StoredDrivingEvent) -> "DrivingEventOut":
        event = stored.event
        return cls.from_attributes(
            event,
            id=stored.id,
            driver_id=stored.driver_id,
            lat=event.point.lat,
            lng=event.point.lng,
            details=dict(event.details),
            resolved=stored.resolved,
            contest=None if stored.contest is None else ContestOut.of(stored.contest),
        )


class TracePointOut(Out):
    at: Instant
    lat: float
    lng: float
    speed_mph: float

    @classmethod
    def of(cls, fix: Fix) -> "TracePointOut":
        return cls(fix.time, fix.lat, fix.lng, fix.speed_mph)


class TracedEventOut(Out):
    """An event and the trace of the drive around it.

    After 90 days it is ``forgotten``: there is no trace any more, and the event's place is rounded.
    """

    event: DrivingEventOut
    trace: list[TracePointOut]
    forgotten: bool

    @classmethod
    def of(cls, stored: StoredDrivingEvent) -> "TracedEventOut":
        return cls(
            DrivingEventOut.of(stored), [TracePointOut.of(fix) for fix in stored.trace], stored.forgotten
        )


class MetricsOut(Out):
    """The figures of a period. Scores lie between 0 and 100; ``route_compliance`` is a share."""

    period: Period
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

    @classmethod
    def of(cls, period: Period, metrics: Metrics) -> "MetricsOut":
        return cls(period=period, **attrs.asdict(metrics))


class DayScoreOut(Out):
    day: date
    metrics: MetricsOut

    @classmethod
    def of(cls, scored: DayScore) -> "DayScoreOut":
        return cls(scored.day, MetricsOut.of(Period.DAY, scored.metrics))


class InsightOut(Out):
    type: InsightType
    title: str
    description: str
    impact: Impact
    actionable: bool
    recommendations: list[str]

    @classmethod
    def of(cls, insight: Insight) -> "InsightOut":
        return cls.from_attributes(insight, recommendations=list(insight.recommendations))


class DriverReportOut(Out):
    """How somebody drove from the first to the last day, on the clocks of the driver's zone.

    ``route_compliance`` and ``risk_level`` are those of the metrics.
    """

    driver_id: str
    period: Period
    first_day: date
    last_day: date
    timezone: str
    route_compliance: float | None
    risk_level: RiskLevel
    metrics: MetricsOut
    days: list[DayScoreOut]
    events: list[DrivingEventOut]
    ai_insights: list[InsightOut]
    recommendations: list[str]
    training_needed: list[str]

    @classmethod
    def of(cls, seen: DriverReport) -> "DriverReportOut":
        report = seen.report
        return cls(
            driver_id=seen.driver_id,
            period=report.period,
            first_day=report.window.first,
            last_day=report.window.last,
            timezone=report.window.zone.key,
            route_compliance=report.metrics.route_compliance,
            risk_level=report.metrics.risk_level,
            metrics=MetricsOut.of(report.period, report.metrics),
            days=[DayScoreOut.of(day) for day in report.days],
            events=[DrivingEventOut.of(stored) for stored in seen.events],
            ai_insights=[InsightOut.of(insight) for insight in report.insights],
            recommendations=list(report.recommendations),
            training_needed=list(report.training_needed),
        )


class ContestIn(In):
    """Why the event should not count."""

    reason: Reason


class DecisionIn(In):
    """What becomes of a contest, and why; the driver reads it."""

    decision: Decision
    reason: Reason
