"""Where drivers are and have been."""

from haulage.use_cases.positions.following import FollowDriver
from haulage.use_cases.positions.history import SeeDriverPositions
from haulage.use_cases.positions.nearby import FindNearbyDrivers
from haulage.use_cases.positions.reporting import Fix, PositionsHeard, RefusedFix, Reported, ReportPositions
from haulage.use_cases.positions.scoring import RecordPositions

__all__ = [
    "FindNearbyDrivers",
    "Fix",
    "FollowDriver",
    "PositionsHeard",
    "RecordPositions",
    "RefusedFix",
    "ReportPositions",
    "Reported",
    "SeeDriverPositions",
]
