"""What a price depends on, checked and made exact once.

These values have no slots: a frozen one with slots takes twice as long to make.
"""

from enum import StrEnum
from fractions import Fraction

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.measures import trip_miles, trip_minutes, weight_pounds
from haulage.kernel.services import MAX_HELPERS, FareUrgency, ServiceType

UNWEIGHED_POUNDS = Fraction(25)
"""The weight of an item that nobody weighed: the wizard's small item (BKG-15)."""


class TimeOfDay(StrEnum):
    OFF_PEAK = "off_peak"
    PEAK = "peak"


class Weather(StrEnum):
    NORMAL = "normal"
    POOR = "poor"


def _helpers(count: int) -> int:
    if not 0 <= count <= MAX_HELPERS:
        raise InvalidInput("helpers", f"must be between 0 and {MAX_HELPERS}")
    return count


@attrs.frozen(slots=False)
class Load:
    """What is carried: pounds in all, what makes it more work, and how many carry it beside the driver."""

    weight_pounds: Fraction = attrs.field(default=UNWEIGHED_POUNDS, converter=weight_pounds)
    fragile: bool = False
    assembly: bool = False
    helpers: int = attrs.field(default=0, converter=_helpers)


@attrs.frozen(slots=False)
class Conditions:
    """When it is carried."""

    time_of_day: TimeOfDay = TimeOfDay.OFF_PEAK
    weather: Weather = Weather.NORMAL


CALM = Conditions()


def _service(word: str) -> ServiceType:
    """Most callers hold a service already, and an enumeration is slow to say so."""
    return word if isinstance(word, ServiceType) else ServiceType(word)


@attrs.frozen(slots=False)
class Trip:
    """One journey to be priced: road miles, minutes, a load and the conditions (PRC-01).

    Numbers may be given as ``int``, ``float``, ``Decimal`` or ``Fraction`` and are kept exactly as
    they read. ``InvalidInput`` names the field that is zero, negative, not finite or absurd.
    """

    service: ServiceType = attrs.field(converter=_service)
    miles: Fraction = attrs.field(converter=trip_miles)
    minutes: Fraction = attrs.field(converter=trip_minutes)
    urgency: FareUrgency = FareUrgency.STANDARD
    load: Load = attrs.field(factory=Load)
    conditions: Conditions = CALM
