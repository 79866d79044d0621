"""Everything about drivers' positions, in one value for the shells to call."""

import attrs

from haulage.use_cases.positions.follow_driver import FollowDriver
from haulage.use_cases.positions.history import SeeDriverPositions
from haulage.use_cases.positions.nearby import FindNearbyDrivers
from haulage.use_cases.positions.report_positions import ReportPositions


@attrs.frozen
class PositionUseCases:
    """Where drivers are and have been."""

    report: ReportPositions
    history: SeeDriverPositions
    follow: FollowDriver
    find_nearby: FindNearbyDrivers
