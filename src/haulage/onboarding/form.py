"""The form of an application to drive; everything in it may be missing until it is submitted."""

from collections.abc import Mapping
from datetime import date, time

import attrs

from haulage.kernel.money import Cents
from haulage.kernel.vehicles import VehicleColor, VehicleType

LEAST_YEARS_OF_EXPERIENCE = 1
"""OP-71."""

LEAST_REFERENCES = 2
"""ONB-24."""

MOST_REFERENCES = 5
"""ONB-21."""

DEFAULT_CAPACITY_POUNDS, DEFAULT_CAPACITY_CUBIC_FEET = 1000, 50
"""ONB-19."""

DEFAULT_MAX_MILES = 25
"""ONB-20."""


@attrs.frozen
class EmergencyContact:
    """Whom to call when something happens to the driver."""

    name: str = ""
    relationship: str = ""
    phone: str = ""


@attrs.frozen
class PersonalInfo:
    """Who applies (ONB-17). Of the social security number there are the last four digits alone."""

    first_name: str = ""
    last_name: str = ""
    email: str = ""
    phone: str = ""
    date_of_birth: date | None = None
    ssn_last4: str = attrs.field(default="", repr=False)
    street: str = ""
    city: str = ""
    state: str = ""
    zip_code: str = ""
    emergency_contact: EmergencyContact = EmergencyContact()


@attrs.frozen
class License:
    """What allows them to drive (ONB-18). ``accidents`` and ``violations`` are the applicant's own counts
    of the last five years; what a report says decides."""

    number: str = ""
    state: str = ""
    expires_on: date | None = None
    years_of_experience: int = LEAST_YEARS_OF_EXPERIENCE
    is_commercial: bool = False
    endorsements: str = ""
    restrictions: str = ""
    accidents: int = 0
    violations: int = 0


@attrs.frozen
class Insurance:
    """What covers the vehicle; ``coverage_cents`` is the liability cover of an accident."""

    provider: str = ""
    policy_number: str = ""
    expires_on: date | None = None
    coverage_cents: Cents | None = None


@attrs.frozen
class Registration:
    """Where the vehicle is registered, and until when."""

    state: str = ""
    expires_on: date | None = None


@attrs.frozen
class OwnVehicle:
    """What they drive with (ONB-19); ``has_vehicle`` is False for whoever has none. Capacity in pounds and
    cubic feet."""

    has_vehicle: bool = True
    type: VehicleType = VehicleType.PICKUP
    make: str = ""
    model: str = ""
    year: int | None = None
    vin: str = ""
    plate: str = ""
    color: VehicleColor | None = None
    capacity_pounds: int = DEFAULT_CAPACITY_POUNDS
    capacity_cubic_feet: int = DEFAULT_CAPACITY_CUBIC_FEET
    features: tuple[str, ...] = ()
    insurance: Insurance = Insurance()
    registration: Registration = Registration()


@attrs.frozen
class DayAvailability:
    """When somebody would work on a weekday; the hours stay while the day is off."""

    is_available: bool
    start: time
    end: time


_WORKDAY = DayAvailability(True, time(8), time(18))
_WEEKEND = DayAvailability(False, time(9), time(17))
DEFAULT_AVAILABILITY: Mapping[int, DayAvailability] = {
    day: _WORKDAY if day < 5 else _WEEKEND for day in range(7)
}
"""Monday = 0 to Sunday = 6 (ONB-20)."""


@attrs.frozen
class WorkPreferences:
    """When, where and what they would like to work (ONB-20)."""

    availability: Mapping[int, DayAvailability] = DEFAULT_AVAILABILITY
    preferred_areas: tuple[str, ...] = ()
    max_miles: int = DEFAULT_MAX_MILES
    specialties: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("English",)


@attrs.frozen
class Reference:
    """Somebody who knows them (ONB-21)."""

    name: str = ""
    phone: str = ""
    relationship: str = ""
    email: str = ""
    years_known: int | None = None

    @property
    def is_complete(self) -> bool:
        """Two empty ones are there from the beginning, so only complete ones count (OP-73)."""
        return all(text.strip() for text in (self.name, self.phone, self.relationship))


@attrs.frozen
class ApplicationForm:
    """What somebody who would like to drive says of themselves."""

    personal: PersonalInfo = PersonalInfo()
    license: License = License()
    vehicle: OwnVehicle = OwnVehicle()
    preferences: WorkPreferences = WorkPreferences()
    references: tuple[Reference, ...] = (Reference(), Reference())

    @property
    def complete_references(self) -> int:
        return sum(each.is_complete for each in self.references)
