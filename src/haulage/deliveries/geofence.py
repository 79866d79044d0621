"""Circles round pickup and dropoff, and when a driver counts as having come or gone (DRV-19, OP-49).

A circle is crossed by two trusted fixes at least ``DWELL`` apart, so that neither one stray fix nor one
forged position moves an order. Between the two radii a fix decides nothing: it may waver there.
"""

from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.geo import Point, great_circle_miles
from haulage.kernel.measures import METERS_PER_MILE

RADIUS_METERS = 100.0
"""DRV-19: nearer than this, or just as near, is inside."""

OUTER_RADIUS_METERS = 150.0
"""Ours: farther than this is outside again."""

MAX_ACCURACY_METERS = 50.0
DWELL = timedelta(seconds=10)
"""OP-49."""


@attrs.frozen
class ObservedPosition:
    """One fix of a driver's device. ``accuracy_meters`` is None where the device told none.

    ``is_plausible`` is false for a fix that the driver cannot have reached from the one before.
    """

    at: datetime
    point: Point
    accuracy_meters: float | None
    is_plausible: bool = True

    @property
    def is_trusted(self) -> bool:
        return (
            self.is_plausible
            and self.accuracy_meters is not None
            and 0 <= self.accuracy_meters <= MAX_ACCURACY_METERS
        )


class Crossing(StrEnum):
    """Which way a circle was crossed."""

    ENTER = "enter"
    LEAVE = "leave"


@attrs.frozen
class Fence:
    """What is known of one circle: on which side the driver is, and since when they seem to be on the other.

    Nobody is inside before they have been seen there for the dwell.
    """

    is_inside: bool = False
    seen_across_since: datetime | None = None
    last_at: datetime | None = None


def observe(fence: Fence, center: Point, observed: ObservedPosition) -> tuple[Fence, Crossing | None]:
    """The fence after one more fix, and the crossing that the fix completes.

    A fix that is not trusted, or not later than the last one, changes nothing.
    """
    if not observed.is_trusted or (fence.last_at is not None and observed.at <= fence.last_at):
        return fence, None
    seen = attrs.evolve(fence, last_at=observed.at)
    side = _side(center, observed.point)
    if side is None:
        return seen, None
    if side is fence.is_inside:
        return attrs.evolve(seen, seen_across_since=None), None
    if fence.seen_across_since is None:
        return attrs.evolve(seen, seen_across_since=observed.at), None
    if observed.at - fence.seen_across_since < DWELL:
        return seen, None
    crossing = Crossing.LEAVE if fence.is_inside else Crossing.ENTER
    return attrs.evolve(seen, is_inside=not fence.is_inside, seen_across_since=None), crossing


def meters_between(a: Point, b: Point) -> float:
    """The straight line."""
    return great_circle_miles(a, b) * float(METERS_PER_MILE)


def _side(center: Point, point: Point) -> bool | None:
    """True inside, False outside, None in the ring between the two."""
    meters = meters_between(center, point)
    if meters <= RADIUS_METERS:
        return True
    return False if meters > OUTER_RADIUS_METERS else None
