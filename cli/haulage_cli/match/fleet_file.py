"""The fleet that ``haulage match`` reads: one JSON object a line, one driver each."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import BinaryIO

import click

from haulage.drivers.profile import NEW_DRIVER_CAPACITY, NEW_DRIVER_HOURS, NEW_DRIVER_RATES
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.measures import finite
from haulage.kernel.vehicles import UNKNOWN_MODEL, Capacity, Vehicle, VehicleType
from haulage.matching import FleetDriver
from haulage_cli.json_fields import Fields, decode, reading, text_at

MAX_LOCATION_AGE_SECONDS = 1_000_000_000
FIRST_VEHICLE_YEAR, LAST_VEHICLE_YEAR = 1900, 2200

DRIVER_FIELDS = frozenset(
    [
        *("id", "name", "email", "phone", "rating", "total_jobs", "is_online", "is_available", "is_approved"),
        *("current_location", "location_age_seconds", "vehicle", "specialties", "working_hours"),
        *("price_per_mile_cents", "minimum_fare_cents"),
    ]
)
VEHICLE_FIELDS = frozenset(["type", "make", "model", "year", "capacity", "features"])
CAPACITY_FIELDS = frozenset(["weight", "volume"])
HOURS_FIELDS = frozenset(["start", "end"])


def read_fleet(fleet: BinaryIO, now: datetime) -> Iterator[FleetDriver]:
    """The fleet's lines one by one; the file is never held in memory. Blank lines are passed over."""
    seen: dict[str, int] = {}
    for number, line in enumerate(fleet, 1):
        if not line.strip():
            continue
        with reading(f"{name_of(fleet)} line {number}"):
            driver = _driver(line, now)
            if driver.id in seen:
                raise InvalidInput("id", f"is the same as on line {seen[driver.id]}")
            seen[driver.id] = number
            yield driver


def name_of(file: BinaryIO) -> str:
    return click.format_filename(file.name, shorten=True)


def _driver(raw: bytes, now: datetime) -> FleetDriver:
    """One line of a fleet; what a driver has not recorded is as sign-up leaves it (AUT-08, AUT-09)."""
    fields = Fields(decode(raw))
    fields.refuse_misspelled(DRIVER_FIELDS)
    vehicle, capacity_confirmed = _vehicle(fields, now)
    rates = DriverRates(
        fields.value("price_per_mile_cents")
        if fields.has("price_per_mile_cents")
        else NEW_DRIVER_RATES.per_mile_cents,
        fields.value("minimum_fare_cents")
        if fields.has("minimum_fare_cents")
        else NEW_DRIVER_RATES.minimum_fare_cents,
    )
    return FleetDriver(
        id=text_at(fields.value("id"), "id"),
        name=fields.text("name"),
        email=fields.text("email"),
        phone=fields.text("phone"),
        rating=fields.value("rating") if fields.has("rating") else None,
        total_jobs=fields.whole("total_jobs", 0, at_least=0, at_most=10**9),
        is_online=fields.flag("is_online"),
        is_available=fields.flag("is_available"),
        is_approved=fields.flag("is_approved"),
        current_location=(
            fields.place("current_location", strict=False) if fields.has("current_location") else None
        ),
        located_at=_located_at(fields, now),
        vehicle=vehicle,
        specialties=frozenset(fields.texts("specialties")),
        working_hours=_working_hours(fields),
        rates=rates,
        capacity_confirmed=capacity_confirmed,
        hours_confirmed=fields.has("working_hours"),
    )


def _located_at(fields: Fields, now: datetime) -> datetime | None:
    if not fields.has("location_age_seconds"):
        return None
    age = finite(fields.value("location_age_seconds"), field="location_age_seconds")
    if not 0 <= age <= MAX_LOCATION_AGE_SECONDS:
        raise InvalidInput("location_age_seconds", f"must be between 0 and {MAX_LOCATION_AGE_SECONDS:,}")
    return now - timedelta(seconds=float(age))


def _vehicle(fields: Fields, now: datetime) -> tuple[Vehicle, bool]:
    """The vehicle, and whether its capacity is the driver's own figure."""
    given = fields.inner("vehicle") if fields.has("vehicle") else Fields({}, "vehicle")
    given.refuse_misspelled(VEHICLE_FIELDS)
    capacity, confirmed = NEW_DRIVER_CAPACITY, False
    if given.has("capacity"):
        room = given.inner("capacity")
        room.refuse_misspelled(CAPACITY_FIELDS)
        confirmed = room.has("weight") and room.has("volume")
        capacity = Capacity(
            room.value("weight") if room.has("weight") else NEW_DRIVER_CAPACITY.weight,
            room.value("volume") if room.has("volume") else NEW_DRIVER_CAPACITY.volume,
        )
    vehicle = Vehicle(
        given.choice("type", VehicleType, VehicleType.PICKUP),
        given.text("make", UNKNOWN_MODEL),
        given.text("model", UNKNOWN_MODEL),
        given.whole("year", now.year, at_least=FIRST_VEHICLE_YEAR, at_most=LAST_VEHICLE_YEAR),
        capacity,
        frozenset(given.texts("features")),
    )
    return vehicle, confirmed


def _working_hours(fields: Fields) -> WorkingHours:
    if not fields.has("working_hours"):
        return NEW_DRIVER_HOURS
    hours = fields.inner("working_hours")
    hours.refuse_misspelled(HOURS_FIELDS)
    return _every_day(hours.time("start"), hours.time("end"))


@lru_cache(maxsize=4096)
def _every_day(start: time, end: time) -> WorkingHours:
    return WorkingHours(every_day=HoursRange(start, end))
