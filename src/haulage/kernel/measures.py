"""Measured quantities as exact numbers, refused when they are not finite or not believable."""

import math
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from haulage.kernel.errors import InvalidInput

Number: TypeAlias = int | float | Decimal | Fraction
Ratio: TypeAlias = tuple[int, int]
"""An exact number as numerator and denominator, for arithmetic in whole numbers."""

MAX_TRIP_MILES = 10_000
MAX_TRIP_MINUTES = 100_000
MAX_WEIGHT_POUNDS = 100_000
MAX_VOLUME_CUBIC_FEET = 1_000_000
"""Ours: no vehicle or load comes near it, and it keeps arithmetic bounded."""

MAX_DECIMAL_PLACES = 400
"""Ours: every float is within it."""

METERS_PER_MILE = Fraction(1_609_344, 1000)
CUBIC_INCHES_PER_CUBIC_FOOT = 1728

BILLION = 1_000_000_000
"""Nearly every float that a person or a route service writes is a whole number of billionths."""


def finite(value: Number, *, field: str) -> Number:
    """The value itself, or ``InvalidInput`` when it is no number, NaN or infinite."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, Fraction)):
        raise InvalidInput(field, "must be a number")
    if not _is_finite(value):
        raise InvalidInput(field, "must be a finite number")
    return value


def _is_finite(value: Number) -> bool:
    """Asked of each type by itself: not every whole number or decimal has a float."""
    if isinstance(value, Decimal):
        return value.is_finite()
    return not isinstance(value, float) or math.isfinite(value)


def exact(value: Number) -> Fraction:
    """The number that a person would read: ``7.53`` is 753/100, not its nearest binary fraction."""
    return _as_written(value) if isinstance(value, float) else Fraction(value)


@lru_cache(maxsize=4096)
def _as_written(value: float) -> Fraction:
    """Kept, because miles come in hundredths, minutes whole and weights rounded: they return."""
    billionths = round(value * BILLION)
    if billionths / BILLION == value:
        return Fraction(billionths, BILLION)
    return Fraction(float.__repr__(value))


def measure(value: Number, *, field: str, unit: str, at_most: int) -> Fraction:
    """A quantity above zero and at most *at_most*, exactly; ``InvalidInput`` names the *field*."""
    if isinstance(value, float) and 0 < value <= at_most:
        return _as_written(value)
    finite(value, field=field)
    if value <= 0 or _is_vanishing(value):
        raise InvalidInput(field, f"must be more than 0 {unit}")
    if value > at_most:
        raise InvalidInput(field, f"must be at most {at_most:,} {unit}")
    return exact(value)


def _is_vanishing(value: Number) -> bool:
    """Whether a decimal's zeros alone, ``1e-999999999``, would fill the memory as a fraction."""
    return isinstance(value, Decimal) and value.adjusted() < -MAX_DECIMAL_PLACES


def trip_miles(value: Number, *, field: str = "miles") -> Fraction:
    """Length of a trip by road, in miles."""
    return measure(value, field=field, unit="miles", at_most=MAX_TRIP_MILES)


def trip_minutes(value: Number, *, field: str = "minutes") -> Fraction:
    """Duration of a trip, in minutes."""
    return measure(value, field=field, unit="minutes", at_most=MAX_TRIP_MINUTES)


def weight_pounds(value: Number, *, field: str = "weight_pounds") -> Fraction:
    """Weight of a load, in pounds."""
    return measure(value, field=field, unit="lb", at_most=MAX_WEIGHT_POUNDS)


def volume_cubic_feet(value: Number, *, field: str = "volume") -> Fraction:
    """Volume of a load or of a vehicle's bed, in cubic feet."""
    return measure(value, field=field, unit="cubic feet", at_most=MAX_VOLUME_CUBIC_FEET)
