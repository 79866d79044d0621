"""What a driver may change of their own profile."""

from datetime import time
from typing import Any

import attrs
import pytest

from builders import a_driver, an_online_driver, minutes_later
from haulage.drivers import (
    HoursChange,
    LicensePlate,
    ProfileChange,
    VehicleChange,
    change_profile,
    license_plate,
)
from haulage.drivers.changes import MAX_WORDS, MOST_FEATURES
from haulage.kernel.driver_price import DriverRates
from haulage.kernel.errors import InvalidInput
from haulage.kernel.local_time import HoursRange, WorkingHours
from haulage.kernel.money import MAX_CENTS
from haulage.kernel.plate import MAX_PLATE_CHARACTERS
from haulage.kernel.vehicles import FIRST_VEHICLE_YEAR, Capacity, Vehicle, VehicleColor, VehicleType

LATER = minutes_later(5)
MORNING = HoursRange(time(6), time(12))
NIGHT = HoursRange(time(22), time(4))
NO_HOUR = HoursRange(time(8, 15), time(8, 45))


def test_a_plate_is_stored_alike_however_it_was_typed() -> None:
    plates = [
        license_plate("NY", "ABC 1234"),
        license_plate(" ny", "abc-1234 "),
        license_plate("NY", "Abc · 1234"),
    ]
    assert set(plates) == {LicensePlate("NY", "ABC 1234")}
    assert str(plates[0]) == "ABC 1234 (NY)"
    plated = change_profile(a_driver(), ProfileChange(plate=plates[0]), LATER)
    assert change_profile(plated, ProfileChange(works_with_helper=True), LATER).plate == plates[0]
    assert change_profile(plated, ProfileChange(unplated=True), LATER).plate is None


@pytest.mark.parametrize("text", ["", " - ", "ABC 123456", "AB/CD", "ÄBC", "A\nB\x00"])
def test_what_is_no_plate_is_refused_by_its_name(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        license_plate("NY", text)
    assert refused.value.field == "license_plate.text"
    with pytest.raises(InvalidInput, match="state"):
        license_plate("New York", "ABC 1234")


def test_a_whole_vehicle_replaces_the_one_of_sign_up() -> None:
    given = VehicleChange(VehicleType.VAN, " Ford ", "Transit", 2024, 3000, 400, ["lift gate"])
    changed = change_profile(a_driver(), ProfileChange(given), LATER)
    capacity = Capacity(3000, 400)
    assert changed.vehicle == Vehicle(VehicleType.VAN, "Ford", "Transit", 2024, capacity, ["lift gate"])
    assert changed.updated_at == LATER


def test_what_is_not_told_stays() -> None:
    driver = an_online_driver()
    changed = change_profile(driver, ProfileChange(VehicleChange(make="Ram")), LATER)
    vehicle = attrs.evolve(driver.vehicle, make="Ram")
    assert changed == attrs.evolve(driver, vehicle=vehicle, changed_since=LATER, updated_at=LATER)
    assert changed.is_approved
    assert changed.is_online


def test_a_change_to_what_is_so_already_is_none() -> None:
    driver = an_online_driver()
    same = ProfileChange(VehicleChange(make=driver.vehicle.make), minimum_fare_cents=2500)
    assert change_profile(a_driver(), ProfileChange(), LATER).updated_at != LATER
    assert change_profile(a_driver(), same, LATER).rates == a_driver().rates
    assert change_profile(driver, ProfileChange(VehicleChange(make=driver.vehicle.make)), LATER) is driver


def test_rates_begin_at_their_least() -> None:
    least = ProfileChange(price_per_mile_cents=50, minimum_fare_cents=5_00)
    assert change_profile(a_driver(), least, LATER).rates == DriverRates(50, 5_00)
    assert change_profile(a_driver(), ProfileChange(minimum_fare_cents=MAX_CENTS), LATER).rates == (
        DriverRates(2_50, MAX_CENTS)
    )


def _hours(before: WorkingHours, **change: Any) -> WorkingHours:
    driver = attrs.evolve(a_driver(), working_hours=before)
    return change_profile(driver, ProfileChange(hours=HoursChange(**change)), LATER).working_hours


def test_one_end_of_the_day_is_changed_by_itself_and_may_pass_midnight() -> None:
    assert _hours(WorkingHours(MORNING), start=time(5)) == WorkingHours(HoursRange(time(5), time(12)))
    assert _hours(WorkingHours(MORNING), end=time(0)) == WorkingHours(HoursRange(time(6), time(0)))


def test_hours_by_weekday_replace_those_by_weekday_and_leave_the_others() -> None:
    before = WorkingHours(MORNING, {0: MORNING, 1: MORNING})
    assert _hours(before, by_weekday={6: NIGHT}) == WorkingHours(MORNING, {6: NIGHT})
    assert _hours(before, alike=True) == WorkingHours(MORNING)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (ProfileChange(VehicleChange(make="  ")), "vehicle.make"),
        (ProfileChange(VehicleChange(make="Ford\nRam")), "vehicle.make"),
        (ProfileChange(VehicleChange(model="x" * 61)), "vehicle.model"),
        (ProfileChange(VehicleChange(year=1999)), "vehicle.year"),
        (ProfileChange(VehicleChange(year=2028)), "vehicle.year"),
        (ProfileChange(VehicleChange(capacity_pounds=0)), "vehicle.capacity_pounds"),
        (ProfileChange(VehicleChange(capacity_pounds=float("nan"))), "vehicle.capacity_pounds"),
        (ProfileChange(VehicleChange(capacity_cubic_feet=1_000_001)), "vehicle.capacity_cubic_feet"),
        (ProfileChange(VehicleChange(features=["ramp", ""])), "vehicle.features[1]"),
        (ProfileChange(specialties=map(str, range(21))), "specialties"),
        (ProfileChange(price_per_mile_cents=-1), "price_per_mile_cents"),
        (ProfileChange(price_per_mile_cents=49), "price_per_mile_cents"),
        (ProfileChange(minimum_fare_cents=4_99), "minimum_fare_cents"),
        (ProfileChange(minimum_fare_cents=MAX_CENTS + 1), "minimum_fare_cents"),
        (ProfileChange(hours=HoursChange(NO_HOUR.start, NO_HOUR.end)), "working_hours_end"),
        (ProfileChange(hours=HoursChange(by_weekday={})), "weekday_hours"),
        (ProfileChange(hours=HoursChange(by_weekday={6: NO_HOUR})), "weekday_hours.sunday"),
    ],
)
def test_what_cannot_be_is_refused_by_the_name_of_its_field(change: ProfileChange, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        change_profile(a_driver(), change, LATER)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"alike": True}, "working_hours_start"),
        ({"start": time(8)}, "working_hours_end"),
        ({"end": time(8)}, "working_hours_start"),
    ],
)
def test_hours_are_never_left_without_a_range(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        _hours(WorkingHours(by_weekday={0: MORNING}), **change)
    assert refused.value.field == field


def test_words_years_and_features_are_taken_up_to_their_bounds() -> None:
    features = [f"feature {number}" for number in range(MOST_FEATURES)]
    given = VehicleChange(make="x" * MAX_WORDS, year=2027, features=features)
    vehicle = change_profile(a_driver(), ProfileChange(given), LATER).vehicle
    assert (vehicle.make, vehicle.year, len(vehicle.features)) == ("x" * MAX_WORDS, 2027, MOST_FEATURES)
    first = change_profile(a_driver(), ProfileChange(VehicleChange(year=FIRST_VEHICLE_YEAR)), LATER)
    assert first.vehicle.year == FIRST_VEHICLE_YEAR
    with pytest.raises(InvalidInput, match="features"):
        change_profile(a_driver(), ProfileChange(VehicleChange(features=[*features, "one more"])), LATER)


def test_a_color_stays_until_another_is_told() -> None:
    blue, red = list(VehicleColor)[:2]
    painted = change_profile(a_driver(), ProfileChange(VehicleChange(color=blue)), LATER)
    assert painted.vehicle.color is blue
    assert change_profile(painted, ProfileChange(VehicleChange(make="Ram")), LATER).vehicle.color is blue
    assert change_profile(painted, ProfileChange(VehicleChange(color=red)), LATER).vehicle.color is red


def test_an_approved_driver_with_another_vehicle_or_plate_is_looked_at_again() -> None:
    driver = an_online_driver()
    plate = ProfileChange(plate=license_plate("NY", "ABC 1234"))
    assert change_profile(driver, plate, LATER).changed_since == LATER
    assert change_profile(driver, ProfileChange(VehicleChange(make="Ram")), LATER).changed_since == LATER
    assert change_profile(driver, ProfileChange(works_with_helper=True), LATER).changed_since is None
    assert change_profile(a_driver(), plate, LATER).changed_since is None
    changed = attrs.evolve(driver, changed_since=minutes_later(1))
    assert change_profile(changed, plate, LATER).changed_since == minutes_later(1)


def test_a_plate_may_have_its_most_characters() -> None:
    text = "ABCDEFGH12345"[:MAX_PLATE_CHARACTERS]
    assert license_plate("NY", text).text == text
    with pytest.raises(InvalidInput):
        license_plate("NY", text + "9")
