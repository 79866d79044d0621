"""What fields of an application hold that cannot be right; what is merely missing is told elsewhere."""

import re
from collections.abc import Iterator
from datetime import date

import attrs

from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import WEEKDAYS
from haulage.kernel.phone import PHONE_EXAMPLE, international
from haulage.kernel.plate import license_plate
from haulage.kernel.states import STATES
from haulage.kernel.vehicles import FIRST_VEHICLE_YEAR
from haulage.onboarding.ages import MIN_AGE_APPLY, age_on
from haulage.onboarding.form import ApplicationForm, DayAvailability
from haulage.onboarding.license_number import fits_state
from haulage.onboarding.vin import is_vin

OLDEST = 100
"""Ours: years, so that a year of birth is not one of the century before."""

_FOUR_DIGITS = re.compile(r"[0-9]{4}")
_ZIP = re.compile(r"[0-9]{5}(-[0-9]{4})?")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")


@attrs.frozen
class FieldProblem:
    """``field`` is the path in the form, such as ``personal.zip_code``; ``reason`` completes its label."""

    field: str
    reason: str


def field_problems(
    form: ApplicationForm, today: date, min_age: int = MIN_AGE_APPLY
) -> tuple[FieldProblem, ...]:
    """All of them, in the order of the form. *today* is the platform's day."""
    return tuple(
        FieldProblem(field, reason)
        for part in (_personal, _license, _vehicle, _preferences, _references)
        for field, reason in part(form, today, min_age)
    )


def license_remark(form: ApplicationForm) -> str | None:
    """What to look at again, where the license's number does not look like its state's (it may be new)."""
    number, state = form.license.number.strip(), form.license.state
    if not number or fits_state(number, state):
        return None
    return f"This does not look like a license number of {state.strip().upper()}. Please check it."


def _personal(form: ApplicationForm, today: date, min_age: int) -> Iterator[tuple[str, str]]:
    person = form.personal
    if person.email.strip() and not _EMAIL.fullmatch(person.email.strip()):
        yield "personal.email", "must be an e-mail address"
    yield from _phone("personal.phone", person.phone)
    if person.date_of_birth is not None:
        yield from _birth(person.date_of_birth, today, min_age)
    if person.ssn_last4.strip() and not _FOUR_DIGITS.fullmatch(person.ssn_last4.strip()):
        yield "personal.ssn_last4", "must be the last 4 digits"
    yield from _state("personal.state", person.state)
    if person.zip_code.strip() and not _ZIP.fullmatch(person.zip_code.strip()):
        yield "personal.zip_code", "must have 5 digits, such as 11201"
    yield from _phone("personal.emergency_contact.phone", person.emergency_contact.phone)


def _birth(born: date, today: date, min_age: int) -> Iterator[tuple[str, str]]:
    age = age_on(born, today)
    if not 0 <= age <= OLDEST:
        yield "personal.date_of_birth", "must be a day in the last 100 years"
    elif age < min_age:
        yield (
            "personal.date_of_birth",
            f"must be at least {min_age} years ago",
        )


def _license(form: ApplicationForm, today: date, _min_age: int) -> Iterator[tuple[str, str]]:
    yield from _state("license.state", form.license.state)
    yield from _unexpired("license.expires_on", form.license.expires_on, today)


def _vehicle(form: ApplicationForm, today: date, _min_age: int) -> Iterator[tuple[str, str]]:
    vehicle = form.vehicle
    if not vehicle.has_vehicle:
        return
    last = today.year + 1
    if vehicle.year is not None and not FIRST_VEHICLE_YEAR <= vehicle.year <= last:
        yield "vehicle.year", f"must be between {FIRST_VEHICLE_YEAR} and {last}"
    if vehicle.vin.strip() and not is_vin(vehicle.vin):
        yield "vehicle.vin", "must be the 17 characters from the registration; one of these is mistyped"
    yield from _plate(vehicle.plate)
    if vehicle.capacity_pounds < 1:
        yield "vehicle.capacity_pounds", "must be at least 1"
    if vehicle.capacity_cubic_feet < 1:
        yield "vehicle.capacity_cubic_feet", "must be at least 1"
    yield from _unexpired("vehicle.insurance.expires_on", vehicle.insurance.expires_on, today)
    yield from _state("vehicle.registration.state", vehicle.registration.state)
    yield from _unexpired("vehicle.registration.expires_on", vehicle.registration.expires_on, today)


def _plate(text: str) -> Iterator[tuple[str, str]]:
    """Its state is said elsewhere; any does for the letters and digits."""
    if text.strip():
        try:
            license_plate("NY", text)
        except InvalidInput as refused:
            yield "vehicle.plate", refused.reason


def _preferences(form: ApplicationForm, _today: date, _min_age: int) -> Iterator[tuple[str, str]]:
    for day in sorted(form.preferences.availability):
        if not _has_hours(form.preferences.availability[day]):
            yield f"preferences.availability.{WEEKDAYS[day]}", "must end in another hour than it starts"
    if not any(day.is_available for day in form.preferences.availability.values()):
        yield "preferences.availability", "must have a day on which you can work"
    if form.preferences.max_miles < 1:
        yield "preferences.max_miles", "must be at least 1"


def _has_hours(day: DayAvailability) -> bool:
    """Hours are checked by the hour (MAT-10); equal ends mean the whole day."""
    return not day.is_available or day.start == day.end or day.start.hour != day.end.hour


def _references(form: ApplicationForm, _today: date, _min_age: int) -> Iterator[tuple[str, str]]:
    own = international(form.personal.phone)
    for place, each in enumerate(form.references):
        yield from _phone(f"references[{place}].phone", each.phone)
        if own is not None and international(each.phone) == own:
            yield f"references[{place}].phone", "must not be your own"
        if each.email.strip() and not _EMAIL.fullmatch(each.email.strip()):
            yield f"references[{place}].email", "must be an e-mail address"


def _phone(field: str, written: str) -> Iterator[tuple[str, str]]:
    if written.strip() and international(written.strip()) is None:
        yield field, f"must be a phone number, such as {PHONE_EXAMPLE}"


def _state(field: str, code: str) -> Iterator[tuple[str, str]]:
    if code.strip() and code.strip().upper() not in STATES:
        yield field, "must be the postal code of a state, such as NY"


def _unexpired(field: str, expires_on: date | None, today: date) -> Iterator[tuple[str, str]]:
    if expires_on is not None and expires_on < today:
        yield field, "must be today or later: it has expired"
