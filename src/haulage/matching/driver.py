"""A driver as matching sees them (MAT-01)."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from functools import lru_cache

import attrs

from haulage.kernel.carrier import VerifiedCredential
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import InvalidInput
from haulage.kernel.geo import Point
from haulage.kernel.local_time import HoursRange, WorkingHours, instant
from haulage.kernel.measures import Number, exact, finite
from haulage.kernel.money import amount
from haulage.kernel.vehicles import Vehicle

BEST_RATING = 5
HOURS_A_DAY = 24
DAYS_A_WEEK = 7


def same_words(text: str) -> str:
    """How features, specialties and requirements are compared: trimmed, in any case."""
    return text.strip().casefold()


def hour_of_week(weekday: int, hour: int) -> int:
    """0 for the hour from Monday's midnight, 167 for Sunday's last."""
    return weekday * HOURS_A_DAY + hour


@lru_cache(maxsize=8192)
def _bits_of_range(hours: HoursRange, weekday: int) -> int:
    next_day = (weekday + 1) % DAYS_A_WEEK
    bits = 0
    for hour in range(HOURS_A_DAY):
        if hours.covers_own_day(hour):
            bits |= 1 << hour_of_week(weekday, hour)
        if hours.covers_next_day(hour):
            bits |= 1 << hour_of_week(next_day, hour)
    return bits


@lru_cache(maxsize=8192)
def _bits_of_every_day(hours: HoursRange) -> int:
    bits = 0
    for weekday in range(DAYS_A_WEEK):
        bits |= _bits_of_range(hours, weekday)
    return bits


def hours_of_week(hours: WorkingHours) -> int:
    """The working hours as 168 bits, bit :func:`hour_of_week`: one test instead of a calendar."""
    if hours.by_weekday:
        bits = 0
        for weekday, opening in hours.by_weekday.items():
            bits |= _bits_of_range(opening, weekday)
        return bits
    return _bits_of_every_day(hours.every_day) if hours.every_day else 0


def _rating(value: Number | None) -> Fraction | None:
    if value is None:
        return None
    finite(value, field="rating")
    if not 0 <= value <= BEST_RATING:
        raise InvalidInput("rating", f"must be between 0 and {BEST_RATING}")
    return exact(value)


def _located_at(value: datetime | None) -> datetime | None:
    return None if value is None else instant(value, field="located_at")


def _words(values: Iterable[str]) -> frozenset[str]:
    return frozenset(values)


@attrs.frozen
class FleetDriver:
    """What decides whether, and how well, a driver fits a request.

    ``rating`` is None until somebody has rated them. ``current_location`` is where they were at
    ``located_at``; without it they are never matched. ``capacity_confirmed`` and
    ``hours_confirmed`` say that the figures are the driver's own and not the defaults of sign-up;
    they count for the confidence only (OP-21).
    """

    id: str
    vehicle: Vehicle
    working_hours: WorkingHours
    rates: DriverRates
    name: str = ""
    email: str = ""
    phone: str = ""
    rating: Fraction | None = attrs.field(default=None, converter=_rating)
    total_jobs: int = 0
    is_online: bool = False
    is_available: bool = False
    is_approved: bool = False
    current_location: Point | None = None
    located_at: datetime | None = attrs.field(default=None, converter=_located_at)
    specialties: frozenset[str] = attrs.field(default=frozenset(), converter=_words)
    works_with_helper: bool = False
    """Of its own and no specialty: those are words that drivers choose."""
    credentials: tuple[VerifiedCredential, ...] = ()
    capacity_confirmed: bool = True
    hours_confirmed: bool = True
    offers: frozenset[str] = attrs.field(init=False, eq=False, repr=False)
    """Features and specialties together, as :func:`same_words` compares them."""
    open_hours: int = attrs.field(init=False, eq=False, repr=False)
    """Working hours as :func:`hours_of_week`."""

    def __attrs_post_init__(self) -> None:
        if not self.id:
            raise InvalidInput("id", "is required")
        if self.total_jobs < 0:
            raise InvalidInput("total_jobs", "must not be negative")
        amount(self.rates.per_mile_cents, field="price_per_mile_cents")
        amount(self.rates.minimum_fare_cents, field="minimum_fare_cents")
        words = (*self.vehicle.features, *self.specialties)
        object.__setattr__(self, "offers", frozenset(map(same_words, words)) if words else frozenset())
        object.__setattr__(self, "open_hours", hours_of_week(self.working_hours))

    @property
    def ready_now(self) -> bool:
        """Whether they can take a job that starts at once (OP-19)."""
        return self.is_online and self.is_available and self.is_approved

    def located(self, point: Point, at: datetime | None) -> "FleetDriver":
        """The same driver somewhere else."""
        return attrs.evolve(self, current_location=point, located_at=at)
