"""Fixes and events as columns: one array a field, one row a fix or an event."""

from collections.abc import Iterable, Sequence
from typing import Any, Self, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from haulage.behaviour import DrivingEvent, EventType, Fix, Severity
from haulage.behaviour.fix import MOST_MPH, time_of
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

KINDS, SEVERITIES = tuple(EventType), tuple(Severity)
"""A type or a severity in a column is its place here."""


def _floats(values: Any) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _flags(values: Any) -> Flags:
    return np.asarray(values, dtype=np.bool_)


def _whole(values: Any) -> Integers:
    return np.asarray(values, dtype=np.int64)


@attrs.frozen(eq=False)
class FixColumns:
    """The fixes of many drivers: each driver's together, in the order of their times.

    ``driver`` numbers them; ``at`` is microseconds since 1970; NaN is an unknown limit or distance from
    the route. ``InvalidInput`` names the column that holds a bad value or another number of rows.
    """

    driver: Integers = attrs.field(converter=_whole)
    at: Integers = attrs.field(converter=_whole)
    speed_mph: Floats = attrs.field(converter=_floats)
    lat: Floats = attrs.field(converter=_floats)
    lng: Floats = attrs.field(converter=_floats)
    limit_mph: Floats = attrs.field(converter=_floats)
    off_route_meters: Floats = attrs.field(converter=_floats)
    engine_off: Flags = attrs.field(converter=_flags)

    def __attrs_post_init__(self) -> None:
        for field in attrs.fields(FixColumns):
            if getattr(self, field.name).shape != (len(self.driver),):
                raise InvalidInput(field.name, f"must have {len(self.driver)} rows")
        if not ((self.speed_mph >= 0) & (self.speed_mph <= MOST_MPH)).all():
            raise InvalidInput("speed_mph", f"must be between 0 and {MOST_MPH} mph")
        same = self.driver[1:] == self.driver[:-1]
        if (same & (self.at[1:] <= self.at[:-1])).any():
            raise InvalidInput("at", "must rise from fix to fix of a driver")
        if len(self.driver) and np.count_nonzero(~same) + 1 != len(np.unique(self.driver)):
            raise InvalidInput("driver", "must keep the fixes of a driver together")

    def __len__(self) -> int:
        return len(self.driver)

    @classmethod
    def of(cls, drivers: Iterable[Sequence[Fix]]) -> Self:
        """The columns of these drivers' fixes, the drivers numbered from 0."""
        rows = [
            (
                number,
                fix.at,
                fix.speed_mph,
                fix.lat,
                fix.lng,
                np.nan if fix.limit_mph is None else fix.limit_mph,
                np.nan if fix.off_route_meters is None else fix.off_route_meters,
                fix.engine_off,
            )
            for number, fixes in enumerate(drivers)
            for fix in fixes
        ]
        return cls(*(zip(*rows, strict=True) if rows else ((),) * len(attrs.fields(cls))))


@attrs.frozen(eq=False)
class EventColumns:
    """Events by driver, beginning and type. The three rows point into the columns of the fixes."""

    fixes: FixColumns
    kind: Integers
    severity: Integers
    worst: Floats
    first_row: Integers
    last_row: Integers
    worst_row: Integers

    def __len__(self) -> int:
        return len(self.kind)

    def event(self, row: int) -> tuple[int, DrivingEvent]:
        """The driver's number and their event, as a value of the core."""
        fixes, worst = self.fixes, self.worst_row[row]
        kind = KINDS[self.kind[row]]
        return int(fixes.driver[worst]), DrivingEvent(
            kind,
            SEVERITIES[self.severity[row]],
            time_of(int(fixes.at[self.first_row[row]])),
            time_of(int(fixes.at[self.last_row[row]])),
            float(self.worst[row]),
            Point(float(fixes.lat[worst]), float(fixes.lng[worst])),
            float(fixes.speed_mph[worst]),
            float(fixes.limit_mph[worst]) if kind is EventType.SPEEDING else None,
        )
