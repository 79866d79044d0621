"""Deliveries as the driver's device sees them: circles round the stops, and the clock of the work."""

from haulage.deliveries.consequence import Consequence, GeofencePolicy, Standing, Stop, consequence
from haulage.deliveries.distance import Path, lengthened
from haulage.deliveries.geofence import Crossing, Fence, Sighting, meters_between, observe
from haulage.deliveries.log import (
    ACTS,
    START_LEAD,
    ClockMove,
    DeliveryLog,
    GeofenceEvent,
    GeofenceEventType,
    Mark,
    TooManyBreaks,
    marked,
    sight,
    timer_of,
)
from haulage.deliveries.replay import ActionKind, DriverAction, Milestones, Outcome, Replay, replay
from haulage.deliveries.timing import (
    DEFAULT_ESTIMATE_MINUTES,
    AlreadyRunning,
    NotRunning,
    Pause,
    Timer,
    earns_bonus,
    efficiency_percent,
)

__all__ = [
    "ACTS",
    "DEFAULT_ESTIMATE_MINUTES",
    "START_LEAD",
    "ActionKind",
    "AlreadyRunning",
    "ClockMove",
    "Consequence",
    "Crossing",
    "DeliveryLog",
    "DriverAction",
    "Fence",
    "GeofenceEvent",
    "GeofenceEventType",
    "GeofencePolicy",
    "Mark",
    "Milestones",
    "NotRunning",
    "Outcome",
    "Path",
    "Pause",
    "Replay",
    "Sighting",
    "Standing",
    "Stop",
    "Timer",
    "TooManyBreaks",
    "consequence",
    "earns_bonus",
    "efficiency_percent",
    "lengthened",
    "marked",
    "meters_between",
    "observe",
    "replay",
    "sight",
    "timer_of",
]
