"""What drivers change of their own profile: vehicle, working hours and rates (DRV-10).

Quotes keep the vehicle and the estimate that they were made with, and orders keep their price: a change
speaks for what is matched from then on. An approval is of the person and stays; another vehicle or plate
asks an administrator for a new look.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, time

import attrs

from haulage.drivers.profile import DriverProfile
from haulage.kernel.driver_price import LEAST_MINIMUM_FARE_CENTS, LEAST_PER_MILE_CENTS, DriverRates
from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import WEEKDAYS, HoursRange, WorkingHours, platform_time
from haulage.kernel.measures import Number, volume_cubic_feet, weight_pounds
from haulage.kernel.money import Cents, amount
from haulage.kernel.plate import LicensePlate
from haulage.kernel.vehicles import FIRST_VEHICLE_YEAR, Capacity, Vehicle, VehicleColor, VehicleType

MAX_WORDS = 60
"""Ours: letters of a make, a model, a feature or a specialty."""

MOST_FEATURES = 20
"""Ours: so many features, and so many specialties."""


@attrs.frozen
class VehicleChange:
    """What is None stays. Capacity in pounds and cubic feet."""

    type: VehicleType | None = None
    make: str | None = None
    model: str | None = None
    year: int | None = None
    capacity_pounds: Number | None = None
    capacity_cubic_feet: Number | None = None
    features: Iterable[str] | None = None
    color: VehicleColor | None = None


@attrs.frozen
class HoursChange:
    """What is None stays. Hours by weekday, Monday = 0, go before those of every day (OP-19);
    ``alike`` forgets them."""

    start: time | None = None
    end: time | None = None
    by_weekday: Mapping[int, HoursRange] | None = None
    alike: bool = False


@attrs.frozen
class ProfileChange:
    """What is None stays; ``unplated`` forgets the plate."""

    vehicle: VehicleChange = VehicleChange()
    hours: HoursChange = HoursChange()
    price_per_mile_cents: Cents | None = None
    minimum_fare_cents: Cents | None = None
    specialties: Iterable[str] | None = None
    works_with_helper: bool | None = None
    plate: LicensePlate | None = None
    unplated: bool = False


def change_profile(driver: DriverProfile, change: ProfileChange, now: datetime) -> DriverProfile:
    """The profile as the driver wants it, or the same one where nothing differs.

    ``InvalidInput`` names the field as it stands in a request: ``vehicle.year``, ``working_hours_end``.
    """
    specialties, helper = change.specialties, change.works_with_helper
    wanted = attrs.evolve(
        driver,
        vehicle=_vehicle(driver.vehicle, change.vehicle, now),
        working_hours=_hours(driver.working_hours, change.hours),
        rates=_rates(driver.rates, change),
        specialties=driver.specialties if specialties is None else _words("specialties", specialties),
        works_with_helper=driver.works_with_helper if helper is None else helper,
        plate=None if change.unplated else change.plate or driver.plate,
    )
    if wanted == driver:
        return driver
    is_other = wanted.vehicle != driver.vehicle or wanted.plate != driver.plate
    if is_other and driver.is_approved and driver.changed_since is None:
        wanted = attrs.evolve(wanted, changed_since=now)
    return attrs.evolve(wanted, updated_at=now)


def _vehicle(vehicle: Vehicle, change: VehicleChange, now: datetime) -> Vehicle:
    return Vehicle(
        type=change.type or vehicle.type,
        make=vehicle.make if change.make is None else _line("vehicle.make", change.make),
        model=vehicle.model if change.model is None else _line("vehicle.model", change.model),
        year=vehicle.year if change.year is None else _year(change.year, now),
        capacity=_capacity(vehicle.capacity, change.capacity_pounds, change.capacity_cubic_feet),
        features=(
            vehicle.features if change.features is None else _words("vehicle.features", change.features)
        ),
        color=change.color or vehicle.color,
    )


def _capacity(capacity: Capacity, pounds: Number | None, cubic_feet: Number | None) -> Capacity:
    return Capacity(
        capacity.weight if pounds is None else weight_pounds(pounds, field="vehicle.capacity_pounds"),
        capacity.volume
        if cubic_feet is None
        else volume_cubic_feet(cubic_feet, field="vehicle.capacity_cubic_feet"),
    )


def _year(year: int, now: datetime) -> int:
    last = platform_time(now).year + 1
    if not FIRST_VEHICLE_YEAR <= year <= last:
        raise InvalidInput("vehicle.year", f"must be between {FIRST_VEHICLE_YEAR} and {last}")
    return year


def _rates(rates: DriverRates, change: ProfileChange) -> DriverRates:
    per_mile, minimum = change.price_per_mile_cents, change.minimum_fare_cents
    if per_mile is not None:
        amount(per_mile, field="price_per_mile_cents", at_least=LEAST_PER_MILE_CENTS)
    if minimum is not None:
        amount(minimum, field="minimum_fare_cents", at_least=LEAST_MINIMUM_FARE_CENTS)
    return DriverRates(
        rates.per_mile_cents if per_mile is None else per_mile,
        rates.minimum_fare_cents if minimum is None else minimum,
    )


def _hours(hours: WorkingHours, change: HoursChange) -> WorkingHours:
    every_day = _every_day(hours.every_day, change.start, change.end)
    by_weekday = None if change.alike else hours.by_weekday
    if change.by_weekday is not None:
        by_weekday = _by_weekday(change.by_weekday)
    if not by_weekday and every_day is None:
        raise InvalidInput("working_hours_start", "is required without hours by weekday")
    return WorkingHours(every_day, by_weekday)


def _every_day(hours: HoursRange | None, start: time | None, end: time | None) -> HoursRange | None:
    if start is None and end is None:
        return hours
    if hours is not None:
        start, end = start or hours.start, end or hours.end
    if start is None:
        raise InvalidInput("working_hours_start", "is required along with the end")
    if end is None:
        raise InvalidInput("working_hours_end", "is required along with the start")
    return _believed("working_hours_end", HoursRange(start, end))


def _by_weekday(days: Mapping[int, HoursRange]) -> dict[int, HoursRange]:
    if not days:
        raise InvalidInput("weekday_hours", "must have hours on a day at least")
    return {day: _believed(f"weekday_hours.{WEEKDAYS[day]}", days[day]) for day in sorted(days)}


def _believed(field: str, hours: HoursRange) -> HoursRange:
    """Hours are checked by the hour, so that 08:15 to 08:45 would never come (MAT-10)."""
    if not any(map(hours.covers_own_day, range(24))):
        raise InvalidInput(field, "must be in another hour than the start")
    return hours


def _line(field: str, text: str) -> str:
    line = text.strip()
    if not line:
        raise InvalidInput(field, "is required")
    if len(line) > MAX_WORDS or not line.isprintable():
        raise InvalidInput(field, f"must be one line of at most {MAX_WORDS} characters")
    return line


def _words(field: str, given: Iterable[str]) -> frozenset[str]:
    words = frozenset(_line(f"{field}[{place}]", word) for place, word in enumerate(given))
    if len(words) > MOST_FEATURES:
        raise InvalidInput(field, f"must be at most {MOST_FEATURES}")
    return words
