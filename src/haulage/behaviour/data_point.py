"""A driver's latest points, each with what the fix before it tells (BEH-02)."""

from collections.abc import Iterable
from datetime import datetime

import attrs

from haulage.behaviour.fix import MICROSECONDS, Fix
from haulage.behaviour.rules import METERS_PER_SECOND_PER_MPH, STANDARD_RULES, BehaviourRules
from haulage.kernel.geo import Point


@attrs.frozen
class DataPoint:
    """One moment of a drive. ``acceleration_mps2`` is None after a gap, ``engine_off`` where unknown."""

    driver_id: str
    at: datetime
    point: Point
    accuracy_meters: float | None
    speed_mph: float
    acceleration_mps2: float | None
    heading_deg: float | None
    is_idle: bool
    engine_off: bool | None


def data_points(
    driver_id: str, fixes: Iterable[Fix], rules: BehaviourRules = STANDARD_RULES
) -> list[DataPoint]:
    """The points of fixes whose times rise."""
    points, before = [], None
    for fix in fixes:
        points.append(
            DataPoint(
                driver_id,
                fix.time,
                fix.point,
                fix.accuracy_meters,
                fix.speed_mph,
                None if before is None else _acceleration(before, fix, rules),
                fix.heading_deg,
                fix.speed_mph < rules.standing_below_mph and not fix.engine_off,
                fix.engine_off,
            )
        )
        before = fix
    return points


def _acceleration(before: Fix, fix: Fix, rules: BehaviourRules) -> float | None:
    seconds = (fix.at - before.at) / MICROSECONDS
    if seconds > rules.gap_seconds:
        return None
    return (fix.speed_mph - before.speed_mph) * METERS_PER_SECOND_PER_MPH / seconds
