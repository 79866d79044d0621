"""What drivers change of their own profile. What is absent stays as it is."""

from datetime import time
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from haulage.drivers import HoursChange, LicensePlate, ProfileChange, VehicleChange, license_plate
from haulage.drivers.changes import MAX_WORDS, MOST_FEATURES
from haulage.kernel.driver_price import LEAST_MINIMUM_FARE_CENTS, LEAST_PER_MILE_CENTS
from haulage.kernel.local_time import WEEKDAYS, HoursRange, WorkingHours
from haulage.kernel.measures import MAX_VOLUME_CUBIC_FEET, MAX_WEIGHT_POUNDS
from haulage.kernel.money import MAX_CENTS
from haulage.kernel.plate import MAX_PLATE_LENGTH
from haulage.kernel.vehicles import FIRST_VEHICLE_YEAR, VehicleColor, VehicleType
from haulage_adapters.wire.common import In, Out

ClockTime = Annotated[
    str,
    Meta(
        pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z",
        max_length=5,
        description="HH:MM on New York's clocks; drivers are matched by the hour.",
        examples=["08:00"],
    ),
]
ServiceClient = Annotated[str, Meta(min_length=1, max_length=MAX_WORDS, pattern=r"\S")]
Lines = Annotated[list[ServiceClient], Meta(max_length=MOST_FEATURES)]
PerMileCents = Annotated[int, Meta(ge=LEAST_PER_MILE_CENTS, le=MAX_CENTS, description="US cents.")]
MinimumFareCents = Annotated[int, Meta(ge=LEAST_MINIMUM_FARE_CENTS, le=MAX_CENTS, description="US cents.")]


def clock_text(at: time) -> str:
    return at.strftime("%H:%M")


class VehicleIn(In):
    """The vehicle that is driven from now on, or what changed of it."""

    type: VehicleType | UnsetType = UNSET
    make: ServiceClient | UnsetType = UNSET
    model: ServiceClient | UnsetType = UNSET
    year: Annotated[int, Meta(ge=FIRST_VEHICLE_YEAR, description="Next year's at most.")] | UnsetType = UNSET
    capacity_pounds: Annotated[float, Meta(gt=0, le=MAX_WEIGHT_POUNDS)] | UnsetType = UNSET
    capacity_cubic_feet: Annotated[float, Meta(gt=0, le=MAX_VOLUME_CUBIC_FEET)] | UnsetType = UNSET
    features: Lines | UnsetType = UNSET
    color: VehicleColor | UnsetType = UNSET

    def to_core(self) -> VehicleChange:
        return VehicleChange(**_set(self))


class PlateIn(In):
    """A license plate: the postal code of its state, and its letters and digits, however they are spaced."""

    state: Annotated[str, Meta(min_length=2, max_length=2, examples=["NY"])]
    text: Annotated[str, Meta(min_length=1, max_length=MAX_PLATE_LENGTH, examples=["ABC 1234"])]


class PlateOut(Out):
    state: str
    text: str

    @classmethod
    def of(cls, plate: LicensePlate | None) -> "PlateOut | None":
        """None where there is no plate."""
        return None if plate is None else cls.from_attributes(plate)


class HoursIn(In):
    """An end before the start is on the next day; equal ends are the whole day."""

    start: ClockTime
    end: ClockTime

    def to_core(self) -> HoursRange:
        return HoursRange(time.fromisoformat(self.start), time.fromisoformat(self.end))


class WeekdayHoursIn(In):
    """A day without hours is a day off."""

    monday: HoursIn | None = None
    tuesday: HoursIn | None = None
    wednesday: HoursIn | None = None
    thursday: HoursIn | None = None
    friday: HoursIn | None = None
    saturday: HoursIn | None = None
    sunday: HoursIn | None = None

    def to_core(self) -> dict[int, HoursRange]:
        days: list[HoursIn | None] = [getattr(self, day) for day in WEEKDAYS]
        return {number: hours.to_core() for number, hours in enumerate(days) if hours}


class ProfileIn(In):
    """What one changes of one's own profile.

    Hours by weekday go before those of every day, and replace all that were kept by weekday; null forgets
    them. A license plate of null forgets the one that was kept.
    """

    vehicle: VehicleIn | UnsetType = UNSET
    license_plate: PlateIn | UnsetType | None = UNSET
    working_hours_start: ClockTime | UnsetType = UNSET
    working_hours_end: ClockTime | UnsetType = UNSET
    weekday_hours: WeekdayHoursIn | UnsetType | None = UNSET
    price_per_mile_cents: PerMileCents | UnsetType = UNSET
    minimum_fare_cents: MinimumFareCents | UnsetType = UNSET
    specialties: Lines | UnsetType = UNSET
    works_with_helper: bool | UnsetType = UNSET

    def to_core(self) -> ProfileChange:
        rest = _set(self)
        for moved in (
            "vehicle",
            "license_plate",
            "working_hours_start",
            "working_hours_end",
            "weekday_hours",
        ):
            rest.pop(moved, None)
        vehicle = VehicleChange() if self.vehicle is UNSET else self.vehicle.to_core()
        plate = self.license_plate
        return ProfileChange(
            vehicle=vehicle,
            hours=self._hours(),
            plate=license_plate(plate.state, plate.text) if isinstance(plate, PlateIn) else None,
            unplated=plate is None,
            **rest,
        )

    def _hours(self) -> HoursChange:
        start, end, days = self.working_hours_start, self.working_hours_end, self.weekday_hours
        return HoursChange(
            start=None if start is UNSET else time.fromisoformat(start),
            end=None if end is UNSET else time.fromisoformat(end),
            by_weekday=None if days is UNSET or days is None else days.to_core(),
            alike=days is None,
        )


def _set(data: msgspec.Struct) -> dict[str, Any]:
    """The fields that somebody sent."""
    fields = {name: getattr(data, name) for name in data.__struct_fields__}
    return {name: value for name, value in fields.items() if value is not UNSET}


class HoursOut(Out):
    start: str
    end: str

    @classmethod
    def of(cls, hours: HoursRange) -> "HoursOut":
        return cls(clock_text(hours.start), clock_text(hours.end))


class WeekdayHoursOut(Out):
    """A day without hours is a day off."""

    monday: HoursOut | None
    tuesday: HoursOut | None
    wednesday: HoursOut | None
    thursday: HoursOut | None
    friday: HoursOut | None
    saturday: HoursOut | None
    sunday: HoursOut | None

    @classmethod
    def of(cls, hours: WorkingHours) -> "WeekdayHoursOut | None":
        days = hours.by_weekday
        if not days:
            return None
        return cls(*(HoursOut.of(days[day]) if day in days else None for day in range(len(WEEKDAYS))))
