"""What fields of an application hold that cannot be right (ONB-17 to ONB-21, OP-70)."""

from datetime import date, time
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.onboarding.test_onboarding import WHOLE, without

from haulage.kernel.vehicles import FIRST_VEHICLE_YEAR
from haulage.onboarding import (
    ApplicationForm,
    DayAvailability,
    EmergencyContact,
    FieldProblem,
    Insurance,
    Reference,
    Registration,
    WorkPreferences,
    age_on,
    field_problems,
    license_remark,
)
from haulage.onboarding.form import DEFAULT_AVAILABILITY
from haulage.onboarding.vin import check_digit, is_vin

TODAY = date(2026, 7, 1)
OFF = DayAvailability(False, time(8), time(8, 30))


def fields(form: ApplicationForm) -> list[str]:
    return [each.field for each in field_problems(form, TODAY)]


def test_a_whole_form_and_an_empty_one_hold_nothing_wrong() -> None:
    assert field_problems(WHOLE, TODAY) == field_problems(ApplicationForm(), TODAY) == ()


@pytest.mark.parametrize(
    ("part", "changes", "field"),
    [
        ("personal", {"email": "ann@"}, "personal.email"),
        ("personal", {"phone": "212"}, "personal.phone"),
        ("personal", {"date_of_birth": date(2008, 7, 2)}, "personal.date_of_birth"),
        ("personal", {"date_of_birth": date(1925, 7, 1)}, "personal.date_of_birth"),
        ("personal", {"date_of_birth": date(2027, 1, 1)}, "personal.date_of_birth"),
        ("personal", {"ssn_last4": "123"}, "personal.ssn_last4"),
        ("personal", {"state": "New York"}, "personal.state"),
        ("personal", {"ssn_last4": "\u0661\u0662\u0663\u0664"}, "personal.ssn_last4"),
        ("personal", {"zip_code": "1120"}, "personal.zip_code"),
        ("personal", {"zip_code": "1120\u0661"}, "personal.zip_code"),
        ("personal", {"emergency_contact": EmergencyContact(phone="1")}, "personal.emergency_contact.phone"),
        ("license", {"state": "XX"}, "license.state"),
        ("license", {"expires_on": date(2026, 6, 30)}, "license.expires_on"),
        ("vehicle", {"year": FIRST_VEHICLE_YEAR - 1}, "vehicle.year"),
        ("vehicle", {"year": 2028}, "vehicle.year"),
        ("vehicle", {"vin": "1M8GDM9A1KP042788"}, "vehicle.vin"),
        ("vehicle", {"plate": "ABC*1"}, "vehicle.plate"),
        ("vehicle", {"capacity_pounds": 0}, "vehicle.capacity_pounds"),
        ("vehicle", {"insurance": Insurance(expires_on=date(2026, 6, 30))}, "vehicle.insurance.expires_on"),
        ("vehicle", {"registration": Registration("ZZ")}, "vehicle.registration.state"),
    ],
)
def test_a_wrong_field_is_named(part: str, changes: dict[str, Any], field: str) -> None:
    assert fields(without(part, **changes)) == [field]


def test_the_day_of_the_birthday_and_of_the_expiry_count() -> None:
    for born in (date(2008, 7, 1), date(1926, 7, 1), date(1925, 7, 2)):
        assert field_problems(without("personal", date_of_birth=born), TODAY) == ()
    assert field_problems(without("license", expires_on=TODAY), TODAY) == ()
    for year in (FIRST_VEHICLE_YEAR, 2027):
        assert field_problems(without("vehicle", year=year), TODAY) == ()


def test_whoever_was_born_today_is_too_young_and_not_of_another_century() -> None:
    (problem,) = field_problems(without("personal", date_of_birth=TODAY), TODAY)
    assert problem.reason == "must be at least 18 years ago"


def test_a_vehicle_may_carry_next_to_nothing_and_a_driver_go_a_mile() -> None:
    small = without("vehicle", capacity_pounds=1, capacity_cubic_feet=1)
    assert field_problems(small, TODAY) == ()
    assert field_problems(without("preferences", max_miles=1), TODAY) == ()
    assert fields(without("vehicle", capacity_cubic_feet=0)) == ["vehicle.capacity_cubic_feet"]
    assert fields(without("preferences", max_miles=0)) == ["preferences.max_miles"]


def test_working_days_are_offered_from_monday_to_friday() -> None:
    offered = [day for day, hours in DEFAULT_AVAILABILITY.items() if hours.is_available]
    assert offered == [0, 1, 2, 3, 4]


def test_an_operator_may_ask_for_another_age() -> None:
    young = without("personal", date_of_birth=date(2006, 1, 1))
    assert field_problems(young, TODAY) == ()
    assert field_problems(young, TODAY, min_age=21) == (
        FieldProblem("personal.date_of_birth", "must be at least 21 years ago"),
    )


def test_whoever_has_no_vehicle_is_asked_nothing_of_it() -> None:
    assert fields(without("vehicle", has_vehicle=False, vin="1")) == []


def test_a_day_of_work_has_hours_and_there_is_one() -> None:
    never = WorkPreferences(availability={0: OFF})
    minutes = WorkPreferences(availability={0: attrs.evolve(OFF, is_available=True)})
    assert fields(attrs.evolve(WHOLE, preferences=never)) == ["preferences.availability"]
    assert fields(attrs.evolve(WHOLE, preferences=minutes)) == ["preferences.availability.monday"]


def test_a_reference_is_somebody_else() -> None:
    own = Reference("Me", "(212) 555-0100", "self", email="me@")
    found = fields(attrs.evolve(WHOLE, references=(WHOLE.references[0], own)))
    assert found == ["references[1].phone", "references[1].email"]


def test_nobody_is_older_before_their_birthday() -> None:
    assert (age_on(date(2004, 2, 29), date(2025, 2, 28)), age_on(date(2004, 2, 29), date(2025, 3, 1))) == (
        20,
        21,
    )


@pytest.mark.parametrize("vin", ["1M8GDM9AXKP042788", "11111111111111111", "1m8gdm9axkp 042788"])
def test_a_vehicle_number_with_its_check_digit_is_taken(vin: str) -> None:
    assert is_vin(vin)


@given(st.text(alphabet="ABCDEFGHJKLMNPRSTUVWXYZ0123456789", min_size=17, max_size=17), st.integers(0, 16))
def test_one_digit_mistyped_is_found(text: str, place: int) -> None:
    """Each weight but that of the check digit is prime to eleven, and so are differences of digits."""
    vin = text[:8] + check_digit(text) + text[9:]
    assert is_vin(vin)
    if place != 8 and vin[place].isdigit():
        other = str((int(vin[place]) + 1) % 10)
        assert not is_vin(vin[:place] + other + vin[place + 1 :])


@pytest.mark.parametrize(
    ("state", "number", "fits"),
    [
        ("NY", "123 456 789", True),
        ("ny", "12345", False),
        ("CA", "D1234567", True),
        ("WA", "DOE**MJ501P1", True),
        ("PR", "anything", True),
        ("", "12345", True),
    ],
)
def test_a_license_number_that_looks_unlike_its_state_is_asked_about(
    state: str, number: str, fits: bool
) -> None:
    assert (license_remark(without("license", state=state, number=number)) is None) is fits
