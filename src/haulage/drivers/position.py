"""Where drivers are: one fix of their device after the other, and whether each is trusted."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import MAX_ADDRESS_LENGTH, Point, bearing_degrees, great_circle_miles
from haulage.kernel.measures import METERS_PER_MILE, Number, finite

STANDING_MILES = 0.005
"""Ours: eight metres, about as much as a telephone's fix wavers."""

PRECISE_METERS = 50
"""OP-49: a worse fix says nothing about who is inside a circle of 100 metres."""

MOST_ACCURACY_METERS = 100_000
MOST_MPH = 250
"""Ours: what a device may claim; nothing that carries furniture is as fast."""

JUMP_MPH = 120
"""Ours: nobody who moves a load gets from one place to another faster than this."""

UNTOLD_ACCURACY_METERS = 50
"""Ours: how far off a fix may be whose device told no accuracy."""

FORGET_AFTER = timedelta(minutes=30)
"""Ours: after so long without a fix to believe, a driver may be anywhere."""


class QualityFlag(StrEnum):
    """Why a fix is stored and proves nothing."""

    POOR_ACCURACY = "poor_accuracy"
    IMPOSSIBLE_JUMP = "impossible_jump"


@attrs.frozen
class DriverPosition:
    """Where a driver was at one instant, and whither: degrees clockwise from north.

    What is None the device did not tell. ``accuracy_meters`` is the radius that the device is fairly
    sure of; ``quality_flag`` is ours.
    """

    driver_id: str
    point: Point
    at: datetime
    heading: float | None = None
    speed_mph: float | None = None
    accuracy_meters: float | None = None
    address: str | None = None
    quality_flag: QualityFlag | None = None

    def __attrs_post_init__(self) -> None:
        if self.heading is not None and not 0 <= finite(self.heading, field="heading") < 360:
            raise InvalidInput("heading", "must be at least 0 and below 360 degrees")
        _within(self.speed_mph, MOST_MPH, "speed_mph", "mph")
        _within(self.accuracy_meters, MOST_ACCURACY_METERS, "accuracy_m", "meters")
        if self.address is not None and len(self.address) > MAX_ADDRESS_LENGTH:
            raise InvalidInput("address", f"must be at most {MAX_ADDRESS_LENGTH} characters")

    @property
    def is_jump(self) -> bool:
        """Whether the driver cannot have come there; then it is stored, and shown to nobody as the last."""
        return self.quality_flag is QualityFlag.IMPOSSIBLE_JUMP

    @property
    def proves_presence(self) -> bool:
        """Whether it may start or complete anything (OP-49); a fix of unknown accuracy may not."""
        return self.quality_flag is None and self.accuracy_meters is not None


def _within(value: Number | None, at_most: float, field: str, unit: str) -> None:
    if value is not None and not 0 <= finite(value, field=field) <= at_most:
        raise InvalidInput(field, f"must be between 0 and {at_most:,} {unit}")


def moved_to(
    before: DriverPosition | None, driver_id: str, point: Point, at: datetime, heading: float | None = None
) -> DriverPosition:
    """The next position; a device that tells no heading is seen to head where it moved."""
    return facing(before, DriverPosition(driver_id, point, at, heading))


def facing(before: DriverPosition | None, position: DriverPosition) -> DriverPosition:
    """The position with a heading, where its own or the one before tells one.

    Within ``STANDING_MILES`` a fix only wavers, and who stands keeps facing as before.
    """
    if position.heading is not None or before is None:
        return position
    stands = great_circle_miles(before.point, position.point) < STANDING_MILES
    heading = before.heading if stands else bearing_degrees(before.point, position.point)
    return attrs.evolve(position, heading=heading)


def judged(trusted: DriverPosition | None, position: DriverPosition) -> DriverPosition:
    """The position with its quality flag, by the newest one before it that is *trusted*."""
    return attrs.evolve(position, quality_flag=_quality_flag(trusted, position))


def _quality_flag(trusted: DriverPosition | None, position: DriverPosition) -> QualityFlag | None:
    if position.accuracy_meters is not None and position.accuracy_meters > PRECISE_METERS:
        return QualityFlag.POOR_ACCURACY
    if trusted is not None and not _can_reach(trusted, position):
        return QualityFlag.IMPOSSIBLE_JUMP
    return None


def _can_reach(start: DriverPosition, end: DriverPosition) -> bool:
    gone = end.at - start.at
    if gone >= FORGET_AFTER:
        return True
    slack = (_radius(start) + _radius(end)) / float(METERS_PER_MILE)
    at_most = JUMP_MPH * (gone / timedelta(hours=1)) + slack
    return great_circle_miles(start.point, end.point) <= at_most


def _radius(position: DriverPosition) -> float:
    known = position.accuracy_meters
    return UNTOLD_ACCURACY_METERS if known is None else known


def trail(trusted: DriverPosition | None, positions: Iterable[DriverPosition]) -> Iterator[DriverPosition]:
    """Positions in order of time, each with its quality flag."""
    for position in positions:
        assessed = judged(trusted, position)
        trusted = assessed if assessed.quality_flag is None else trusted
        yield assessed
