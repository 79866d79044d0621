"""Applications to drive: the form as it is typed, and how an application stands."""

from datetime import date, time
from typing import Annotated, Any

import attrs
import msgspec
from msgspec import Meta

from haulage.kernel.local_time import WEEKDAYS
from haulage.kernel.measures import MAX_VOLUME_CUBIC_FEET, MAX_WEIGHT_POUNDS
from haulage.kernel.money import MAX_CENTS
from haulage.kernel.vehicles import VehicleColor, VehicleType
from haulage.onboarding import (
    ApplicationForm,
    ApplicationStatus,
    DayAvailability,
    OnboardingProgress,
    Step,
    WorkPreferences,
)
from haulage.onboarding.form import MOST_REFERENCES
from haulage.use_cases.onboarding import ApplicationStanding
from haulage.use_cases.onboarding.check_vin import VinCheck
from haulage_adapters.wire.common import In, Instant, Out
from haulage_adapters.wire.driver_profile import ClockTime, clock_text

MAX_NAME, MAX_LINE, MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH, MAX_NUMBER_LENGTH = 80, 100, 254, 32, 40
MOST_LINES, MAX_YEARS, MOST_INCIDENTS, MAX_MILES = 20, 99, 99, 500
"""Ours: bounds of what anybody types here."""

Name = Annotated[str, Meta(max_length=MAX_NAME)]
Line = Annotated[str, Meta(max_length=MAX_LINE)]
EmailLine = Annotated[str, Meta(max_length=MAX_EMAIL_LENGTH)]
PhoneLine = Annotated[str, Meta(max_length=MAX_PHONE_LENGTH)]
Number = Annotated[str, Meta(max_length=MAX_NUMBER_LENGTH)]
Lines = Annotated[list[Annotated[str, Meta(min_length=1, max_length=60)]], Meta(max_length=MOST_LINES)]
Years = Annotated[int, Meta(ge=0, le=MAX_YEARS)]
Incidents = Annotated[int, Meta(ge=0, le=MOST_INCIDENTS)]


class EmergencyContactForm(In):
    name: Line = ""
    relationship: Line = ""
    phone: PhoneLine = ""


class PersonalForm(In):
    """`ssn_last4` is the last four digits of the social security number; more is never asked for here."""

    first_name: Name = ""
    last_name: Name = ""
    email: EmailLine = ""
    phone: PhoneLine = ""
    date_of_birth: date | None = None
    ssn_last4: Annotated[str, Meta(max_length=4)] = ""
    street: Line = ""
    city: Line = ""
    state: Annotated[str, Meta(max_length=2)] = ""
    zip_code: Annotated[str, Meta(max_length=10)] = ""
    emergency_contact: EmergencyContactForm = msgspec.field(default_factory=EmergencyContactForm)


class LicenseForm(In):
    number: Number = ""
    state: Annotated[str, Meta(max_length=2)] = ""
    expires_on: date | None = None
    years_of_experience: Years = 1
    is_commercial: bool = False
    endorsements: Line = ""
    restrictions: Line = ""
    accidents: Incidents = 0
    violations: Incidents = 0


class InsuranceForm(In):
    provider: Line = ""
    policy_number: Number = ""
    expires_on: date | None = None
    coverage_cents: Annotated[int, Meta(ge=0, le=MAX_CENTS)] | None = None


class RegistrationForm(In):
    state: Annotated[str, Meta(max_length=2)] = ""
    expires_on: date | None = None


class OwnVehicleForm(In):
    """Capacity in pounds and cubic feet."""

    has_vehicle: bool = True
    type: VehicleType = VehicleType.PICKUP
    make: Annotated[str, Meta(max_length=60)] = ""
    model: Annotated[str, Meta(max_length=60)] = ""
    year: Annotated[int, Meta(ge=0, le=9999)] | None = None
    vin: Annotated[str, Meta(max_length=25)] = ""
    plate: Annotated[str, Meta(max_length=15)] = ""
    color: VehicleColor | None = None
    capacity_pounds: Annotated[int, Meta(ge=0, le=MAX_WEIGHT_POUNDS)] = 1000
    capacity_cubic_feet: Annotated[int, Meta(ge=0, le=MAX_VOLUME_CUBIC_FEET)] = 50
    features: Lines = []  # noqa: RUF012 - msgspec copies it
    insurance: InsuranceForm = msgspec.field(default_factory=InsuranceForm)
    registration: RegistrationForm = msgspec.field(default_factory=RegistrationForm)


class DayForm(In):
    """Hours on New York's clocks; they stay while the day is off."""

    is_available: bool
    start: ClockTime
    end: ClockTime


class WeekForm(In):
    monday: DayForm
    tuesday: DayForm
    wednesday: DayForm
    thursday: DayForm
    friday: DayForm
    saturday: DayForm
    sunday: DayForm


class PreferencesForm(In):
    availability: WeekForm
    preferred_areas: Lines = []  # noqa: RUF012 - msgspec copies it
    max_miles: Annotated[int, Meta(ge=0, le=MAX_MILES)] = 25
    specialties: Lines = []  # noqa: RUF012 - msgspec copies it
    languages: Lines = []  # noqa: RUF012 - msgspec copies it


class ReferenceForm(In):
    name: Line = ""
    phone: PhoneLine = ""
    relationship: Line = ""
    email: EmailLine = ""
    years_known: Years | None = None


class ApplicationFormIn(In):
    """What an applicant says of themselves, as far as it is typed: everything may be empty until it is
    submitted."""

    personal: PersonalForm
    license: LicenseForm
    vehicle: OwnVehicleForm
    preferences: PreferencesForm
    references: Annotated[list[ReferenceForm], Meta(max_length=MOST_REFERENCES)]

    def to_core(self) -> ApplicationForm:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        del plain["preferences"]["availability"]
        form = msgspec.convert(plain, ApplicationForm)
        availability = {
            number: _day(getattr(self.preferences.availability, day)) for number, day in enumerate(WEEKDAYS)
        }
        return attrs.evolve(form, preferences=attrs.evolve(form.preferences, availability=availability))

    @classmethod
    def of(cls, form: ApplicationForm) -> "ApplicationFormIn":
        plain = msgspec.to_builtins(attrs.evolve(form, preferences=WorkPreferences()))
        plain["preferences"] = _preferences(form.preferences)
        return msgspec.convert(plain, cls)


def _day(given: DayForm) -> DayAvailability:
    return DayAvailability(given.is_available, time.fromisoformat(given.start), time.fromisoformat(given.end))


def _preferences(preferences: WorkPreferences) -> dict[str, Any]:
    days = {
        WEEKDAYS[number]: {
            "is_available": day.is_available,
            "start": clock_text(day.start),
            "end": clock_text(day.end),
        }
        for number, day in preferences.availability.items()
    }
    rest = msgspec.to_builtins(attrs.evolve(preferences, availability={}))
    return {**rest, "availability": days}


class ApplicationDraftIn(In):
    """`version` is that of the application which was typed over."""

    form: ApplicationFormIn
    version: Annotated[int, Meta(ge=1)]


class VinIn(In):
    """A VIN with what was typed of the vehicle."""

    vin: Annotated[str, Meta(max_length=25)]
    make: Annotated[str, Meta(max_length=60)] = ""
    model: Annotated[str, Meta(max_length=60)] = ""
    year: Annotated[int, Meta(ge=0, le=9999)] | None = None


class DecodedVehicleOut(Out):
    """What a VIN says; what it does not say is empty or null."""

    make: str
    model: str
    year: int | None


class VinCheckOut(Out):
    """`decoded` is null where nobody knows the VIN; `differing` names what was typed otherwise."""

    decoded: DecodedVehicleOut | None
    differing: list[str]
    is_simulated: bool

    @classmethod
    def of(cls, check: VinCheck) -> "VinCheckOut":
        decoded = check.decoded
        return cls(
            None if decoded is None else DecodedVehicleOut.from_attributes(decoded),
            list(check.differing),
            check.is_simulated,
        )


class FieldProblemOut(Out):
    """`field` is the path in the form; `reason` says what must be."""

    field: str
    reason: str


class BlockerOut(Out):
    type: Step
    description: str
    action_required: str


class OnboardingProgressOut(Out):
    """Percents from 0 to 100, and what comes next. `estimated_completion` is a day of the platform's
    calendar."""

    application_id: str
    current_step: Step | None
    completed_steps: list[Step]
    application_progress: int
    documents_progress: int
    background_check_progress: int
    training_progress: int
    overall_progress: int
    estimated_completion: date
    blockers: list[BlockerOut]
    next_steps: list[str]

    @classmethod
    def of(cls, standing: ApplicationStanding) -> "OnboardingProgressOut":
        return progress_out(standing.application.id, standing.progress, standing.estimated_completion)


def progress_out(application_id: str, progress: OnboardingProgress, by: date) -> OnboardingProgressOut:
    """What anybody reads of a progress that is done *by* a day."""
    return OnboardingProgressOut(
        application_id=application_id,
        current_step=progress.current_step,
        completed_steps=list(progress.completed_steps),
        application_progress=progress.application,
        documents_progress=progress.documents,
        background_check_progress=progress.background_check,
        training_progress=progress.training,
        overall_progress=progress.overall,
        estimated_completion=by,
        blockers=[BlockerOut.from_attributes(each) for each in progress.blockers],
        next_steps=list(progress.next_steps),
    )


class ApplicationOut(Out):
    """An application with what is missing and what cannot be right in it. `missing` is one sentence; `remark`
    asks to look at the license's number again. `reason` is that of the decision."""

    id: str
    user_id: str
    status: ApplicationStatus
    version: int
    form: ApplicationFormIn
    progress: OnboardingProgressOut
    missing: str | None
    problems: list[FieldProblemOut]
    remark: str | None
    created_at: Instant
    updated_at: Instant
    submitted_at: Instant | None
    reviewed_at: Instant | None
    reason: str

    @classmethod
    def of(cls, standing: ApplicationStanding) -> "ApplicationOut":
        application = standing.application
        return cls.from_attributes(
            application,
            form=ApplicationFormIn.of(application.form),
            progress=OnboardingProgressOut.of(standing),
            missing=standing.missing,
            problems=[FieldProblemOut.from_attributes(each) for each in standing.problems],
            remark=standing.remark,
        )


class OwnApplicationOut(Out):
    """null for whoever has not begun one."""

    application: ApplicationOut | None

    @classmethod
    def of(cls, standing: ApplicationStanding | None) -> "OwnApplicationOut":
        return cls(None if standing is None else ApplicationOut.of(standing))
