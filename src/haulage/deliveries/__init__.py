"""Deliveries as the driver's device sees them: circles round the stops, and the clock of the work."""

from haulage.deliveries.consequence import Consequence, GeofencePolicy, Standing, Stop, consequence
from haulage.deliveries.geofence import Crossing, Fence, Sighting, meters_between, observe
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
    "DEFAULT_ESTIMATE_MINUTES",
    "AlreadyRunning",
    "Consequence",
    "Crossing",
    "Fence",
    "GeofencePolicy",
    "NotRunning",
    "Pause",
    "Sighting",
    "Standing",
    "Stop",
    "Timer",
    "consequence",
    "earns_bonus",
    "efficiency_percent",
    "meters_between",
    "observe",
]
