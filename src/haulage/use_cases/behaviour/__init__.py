"""Recording how people drive, showing it to them, and letting them object."""

import attrs

from haulage.ports.clock import Clock
from haulage.ports.maps import Routes
from haulage.ports.roads import SpeedLimits
from haulage.ports.storage import Storage
from haulage.use_cases.behaviour.contesting import ContestEvent, DecideContest, ListContests
from haulage.use_cases.behaviour.limits import LimitsOnTheWay
from haulage.use_cases.behaviour.recording import RecordDriving, Recorded
from haulage.use_cases.behaviour.reports import DriverReport, SeeDriving
from haulage.use_cases.behaviour.ways import PlannedWays

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
        """Over an engine whose ways follow streets; None where there is none."""
        return cls(
            record=RecordDriving(storage, clock, LimitsOnTheWay(limits), PlannedWays(storage, routes)),
            see=SeeDriving(storage, clock),
            contest=ContestEvent(storage, clock),
            contests=ListContests(storage),
            decide=DecideContest(storage, clock),
        )
