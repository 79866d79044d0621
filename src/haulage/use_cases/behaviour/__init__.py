"""Driving behavior: record it, report it, and let drivers contest an event."""

import attrs

from haulage.ports.maps.roads import SpeedLimits
from haulage.ports.maps.routes import Routes
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.behaviour.contests import ContestEvent, DecideContest, ListContests
from haulage.use_cases.behaviour.planned_routes import PlannedRoutes
from haulage.use_cases.behaviour.record_driving import RecordDriving, Recorded
from haulage.use_cases.behaviour.reports import DriverReport, SeeDriving
from haulage.use_cases.behaviour.speed_limits import SpeedLimitsOnRoute

__all__ = ["BehaviourUseCases", "DriverReport", "Recorded"]


@attrs.frozen
class BehaviourUseCases:
    """Everything about driving behaviour by name."""

    record: RecordDriving
    see: SeeDriving
    contest: ContestEvent
    contests: ListContests
    decide: DecideContest

    @classmethod
    def over(
        cls, storage: Storage, clock: Clock, limits: SpeedLimits, routes: Routes | None
    ) -> "BehaviourUseCases":
        """Over an engine whose routes follow streets; None where there is none."""
        return cls(
            record=RecordDriving(storage, clock, SpeedLimitsOnRoute(limits), PlannedRoutes(storage, routes)),
            see=SeeDriving(storage, clock),
            contest=ContestEvent(storage, clock),
            contests=ListContests(storage),
            decide=DecideContest(storage, clock),
        )
