"""Trips and fares as columns: one array a field, one row a trip."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Self, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from haulage.kernel.errors import InvalidInput
from haulage.kernel.measures import (
    MAX_TRIP_MILES,
    MAX_TRIP_MINUTES,
    MAX_WEIGHT_POUNDS,
    Number,
    trip_miles,
    trip_minutes,
    weight_pounds,
)
from haulage.kernel.services import FareUrgency, ServiceType
from haulage.pricing import Fare, TimeOfDay, Trip, Weather

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

SERVICES, URGENCIES = tuple(ServiceType), tuple(FareUrgency)
"""A service or an urgency in a column is its place here."""


def _floats(values: Any) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _flags(values: Any) -> Flags:
    return np.asarray(values, dtype=np.bool_)


def _places(values: Any) -> Integers:
    return np.asarray(values, dtype=np.int64)


@attrs.frozen(eq=False)
class TripColumns:
    """Trips to be priced, checked as :class:`~haulage.pricing.Trip` checks each.

    ``service`` and ``urgency`` are places in :data:`SERVICES` and :data:`URGENCIES`. ``InvalidInput``
    names the column that holds a bad value, or another number of rows than ``service``.
    """

    service: Integers = attrs.field(converter=_places)
    miles: Floats = attrs.field(converter=_floats)
    minutes: Floats = attrs.field(converter=_floats)
    urgency: Integers = attrs.field(converter=_places)
    weight_pounds: Floats = attrs.field(converter=_floats)
    fragile: Flags = attrs.field(converter=_flags)
    assembly: Flags = attrs.field(converter=_flags)
    peak: Flags = attrs.field(converter=_flags)
    poor_weather: Flags = attrs.field(converter=_flags)

    def __attrs_post_init__(self) -> None:
        for field in attrs.fields(TripColumns):
            if getattr(self, field.name).shape != (len(self.service),):
                raise InvalidInput(field.name, f"must have {len(self.service)} rows")
        _check_places(self.service, len(SERVICES), "service")
        _check_places(self.urgency, len(URGENCIES), "urgency")
        _check_measures(self.miles, MAX_TRIP_MILES, trip_miles)
        _check_measures(self.minutes, MAX_TRIP_MINUTES, trip_minutes)
        _check_measures(self.weight_pounds, MAX_WEIGHT_POUNDS, weight_pounds)

    def __len__(self) -> int:
        return len(self.service)

    @classmethod
    def of(cls, trips: Iterable[Trip]) -> Self:
        """The columns of these trips, whose numbers must be those of floats."""
        rows = [
            (
                SERVICES.index(trip.service),
                float(trip.miles),
                float(trip.minutes),
                URGENCIES.index(trip.urgency),
                float(trip.load.weight_pounds),
                trip.load.fragile,
                trip.load.assembly,
                trip.conditions.time_of_day is TimeOfDay.PEAK,
                trip.conditions.weather is Weather.POOR,
            )
            for trip in trips
        ]
        return cls(*(zip(*rows, strict=True) if rows else ((),) * len(attrs.fields(cls))))


def _check_places(column: Integers, count: int, field: str) -> None:
    if not ((column >= 0) & (column < count)).all():
        raise InvalidInput(field, f"must be a place from 0 to {count - 1}")


def _check_measures(column: Floats, at_most: int, check: Callable[[Number], Fraction]) -> None:
    """The core says what is wrong with the first value that is out of bounds or not a number."""
    bad = ~((column > 0) & (column <= at_most))
    if bad.any():
        check(float(column[bad.argmax()]))


@attrs.frozen(eq=False)
class FareColumns:
    """The amounts of fares in cents, named and meant as in :class:`~haulage.pricing.Fare`."""

    base_fare_cents: Integers
    distance_fee_cents: Integers
    time_fee_cents: Integers
    urgency_fee_cents: Integers
    extra_fees_cents: Integers
    subtotal_cents: Integers
    taxes_cents: Integers
    total_cents: Integers
    driver_share_cents: Integers
    platform_share_cents: Integers
    tariff: str

    def __len__(self) -> int:
        return len(self.total_cents)

    def fare(self, row: int) -> Fare:
        """One row as a value of the core."""
        return Fare(**{name: int(getattr(self, name)[row]) for name in AMOUNTS}, tariff=self.tariff)


AMOUNTS = tuple(field.name for field in attrs.fields(FareColumns) if field.name != "tariff")
