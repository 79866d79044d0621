"""What a driver's profile takes over from their application (OP-78)."""

from datetime import datetime

import attrs

from haulage.drivers import DriverProfile, LicensePlate, license_plate
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.vehicles import Capacity, Vehicle
from haulage.onboarding import ApplicationForm, OwnVehicle


def profile_from(form: ApplicationForm, driver: DriverProfile, now: datetime) -> DriverProfile:
    """The profile with the application's vehicle, hours and specialties; rates stay the driver's own."""
    own = form.vehicle
    return attrs.evolve(
        driver,
        vehicle=_vehicle(own, driver.vehicle) if own.has_vehicle and own.make.strip() else driver.vehicle,
        plate=_plate(form) or driver.plate,
        working_hours=_hours(form, driver.working_hours),
        specialties=frozenset(form.preferences.specialties) or driver.specialties,
        updated_at=now,
    )


def _vehicle(own: OwnVehicle, before: Vehicle) -> Vehicle:
    return Vehicle(
        own.type,
        own.make.strip(),
        own.model.strip(),
        own.year or before.year,
        Capacity(own.capacity_pounds, own.capacity_cubic_feet),
        own.features,
        own.color or before.color,
    )


def _plate(form: ApplicationForm) -> LicensePlate | None:
    """A plate is one of the state in which the vehicle is registered, or else of the license's."""
    text = form.vehicle.plate.strip()
    if not form.vehicle.has_vehicle or not text:
        return None
    return license_plate(form.vehicle.registration.state or form.license.state, text)


def _hours(form: ApplicationForm, before: WorkingHours) -> WorkingHours:
    days = {
        day: HoursRange(each.start, each.end)
        for day, each in form.preferences.availability.items()
        if each.is_available
    }
    return attrs.evolve(before, by_weekday=days) if days else before
