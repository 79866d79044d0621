"""How somebody drives: events out of a stream of fixes, scores out of events, advice out of scores."""

from haulage.behaviour.advice import Impact, Insight, InsightType
from haulage.behaviour.contest import Contest, ContestStatus, Decision, decide, open_contest
from haulage.behaviour.data_point import DataPoint, data_points
from haulage.behaviour.detector import Detector
from haulage.behaviour.drive import ScoredDrive, score_drive
from haulage.behaviour.event import DrivingEvent, event_id, in_order
from haulage.behaviour.fix import Fix, make_fix
from haulage.behaviour.odometer import Odometer, Totals
from haulage.behaviour.planned_route import PlannedRoute, planned_route_of
from haulage.behaviour.report import DayScore, Period, Report, Window, report, window
from haulage.behaviour.rules import (
    LATENESS_SECONDS,
    LIVE_POINTS,
    STANDARD_RULES,
    BehaviourRules,
    EventType,
    Severity,
)
from haulage.behaviour.scores import Metrics, RiskLevel, score
from haulage.behaviour.stream import DriverStream, Settled, Taken, merged
from haulage.behaviour.trace import trace_of, trace_span

__all__ = [
    "LATENESS_SECONDS",
    "LIVE_POINTS",
    "STANDARD_RULES",
    "BehaviourRules",
    "Contest",
    "ContestStatus",
    "DataPoint",
    "DayScore",
    "Decision",
    "Detector",
    "DriverStream",
    "DrivingEvent",
    "EventType",
    "Fix",
    "Impact",
    "Insight",
    "InsightType",
    "Metrics",
    "Odometer",
    "Period",
    "PlannedRoute",
    "Report",
    "RiskLevel",
    "ScoredDrive",
    "Settled",
    "Severity",
    "Taken",
    "Totals",
    "Window",
    "data_points",
    "decide",
    "event_id",
    "in_order",
    "make_fix",
    "merged",
    "open_contest",
    "planned_route_of",
    "report",
    "score",
    "score_drive",
    "trace_of",
    "trace_span",
    "window",
]
