"""Drivers' positions: report, follow and read them."""

from haulage.use_cases.positions.follow_driver import FollowDriver
from haulage.use_cases.positions.history import SeeDriverPositions
from haulage.use_cases.positions.nearby import FindNearbyDrivers
from haulage.use_cases.positions.record_positions import RecordPositions
from haulage.use_cases.positions.report_positions import (
    Fix,
    OnNewPositions,
    RefusedFix,
    Reported,
    ReportPositions,
)

__all__ = [
    "FindNearbyDrivers",
    "Fix",
    "FollowDriver",
    "OnNewPositions",
    "RecordPositions",
    "RefusedFix",
    "ReportPositions",
    "Reported",
    "SeeDriverPositions",
]
