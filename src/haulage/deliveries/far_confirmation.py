"""A driver who confirms a pickup, a delivery or a return far away from it is asked, and it is recorded."""

from datetime import datetime, timedelta

import attrs

from haulage.deliveries.consequence import Stop
from haulage.deliveries.geofence import OUTER_RADIUS_METERS, meters_between
from haulage.kernel.geo import Point
from haulage.kernel.measures import METERS_PER_MILE

FAR_METERS = OUTER_RADIUS_METERS
"""Ours: outside the larger circle, where leaving the pickup would have confirmed it (OP-49)."""

MAX_POSITION_AGE = timedelta(minutes=5)
"""Ours: an older position says little about where somebody confirms."""


@attrs.frozen
class FarStop:
    """The stop that is confirmed, and how far away from it in miles along the straight line."""

    stop: Stop
    miles: float

    @property
    def sentence(self) -> str:
        where = "pickup" if self.stop is Stop.PICKUP else "dropoff"
        return f"You are {self.miles:.1f} mi from the {where}."


def far_stop(
    stop: Stop, place: Point, position: Point, accuracy_meters: float, *, age: timedelta
) -> FarStop | None:
    """None near the stop, where the accuracy leaves it open, and where the position is too old.

    *age* is how long before the confirmation the position was taken.
    """
    if not timedelta(0) <= age <= MAX_POSITION_AGE:
        return None
    meters = meters_between(place, position)
    if meters - accuracy_meters <= FAR_METERS:
        return None
    return FarStop(stop, round(meters / float(METERS_PER_MILE), 2))


def next_stop(picked_up_at: datetime | None, *, is_returning: bool = False) -> Stop:
    """The stop that is confirmed next while a delivery is under way, or on its way back to the pickup."""
    return Stop.PICKUP if picked_up_at is None or is_returning else Stop.DROPOFF
