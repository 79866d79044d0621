"""What an application needs and how far an applicant is (ONB-10 to ONB-15, ONB-23 to ONB-27, OP-73)."""

from datetime import date
from typing import Any

import attrs
import pytest

from haulage.kernel.driver_document import REQUIRED_DOCUMENTS, DocumentStatus
from haulage.onboarding import (
    PAGE_MESSAGE,
    REQUIRED_MODULES,
    ApplicationForm,
    ApplicationStatus,
    CheckStatus,
    HandedIn,
    Insurance,
    License,
    OwnVehicle,
    PersonalInfo,
    Reference,
    Step,
    missing_in_step,
    onboarding_progress,
    page_message,
    step_message,
    submit_errors,
    submit_message,
)
from haulage.onboarding.form import LEAST_YEARS_OF_EXPERIENCE

DRAFT, SUBMITTED, APPROVED = ApplicationStatus.DRAFT, ApplicationStatus.SUBMITTED, ApplicationStatus.APPROVED
FRIEND = Reference("Bo Lee", "+12125550101", "friend")
WHOLE = ApplicationForm(
    personal=PersonalInfo(
        first_name="Ann",
        last_name="Lee",
        email="ann@example.com",
        phone="+12125550100",
        date_of_birth=date(1990, 1, 2),
        ssn_last4="1234",
        street="1 Main St",
        city="Brooklyn",
        state="NY",
        zip_code="11201",
    ),
    license=License("D1234567", "NY", date(2030, 1, 1), 3),
    vehicle=OwnVehicle(make="Ford", model="Transit", vin="1M8GDM9AXKP042788", insurance=Insurance("Acme")),
    references=(FRIEND, FRIEND),
)
ALL_DOCUMENTS = [HandedIn(each, DocumentStatus.APPROVED) for each in REQUIRED_DOCUMENTS]


def without(part: str, **changes: Any) -> ApplicationForm:
    return attrs.evolve(WHOLE, **{part: attrs.evolve(getattr(WHOLE, part), **changes)})


def test_a_whole_application_misses_nothing() -> None:
    assert (page_message(WHOLE), step_message(WHOLE), submit_message(WHOLE)) == (None, None, None)


@pytest.mark.parametrize(
    ("form", "page", "step", "submit"),
    [
        (without("personal", first_name=" "), PAGE_MESSAGE, "First Name", "First name is required"),
        (without("personal", email=""), None, "Email", "Email is required"),
        (without("personal", ssn_last4=""), None, "SSN", "SSN (last 4 digits) is required"),
        (without("personal", city=""), None, "City", None),
        (without("personal", date_of_birth=None), None, "Date of Birth", "Date of birth is required"),
        (without("license", expires_on=None), None, "License Expiry", "License expiry is required"),
        (without("license", years_of_experience=0), None, None, "Minimum 1 year driving experience required"),
        (without("vehicle", make=""), PAGE_MESSAGE, "Vehicle Make", "Vehicle make is required"),
        (without("vehicle", vin=""), None, None, "VIN is required"),
        (without("vehicle", insurance=Insurance()), None, None, "Insurance provider is required"),
        (
            attrs.evolve(WHOLE, references=(FRIEND, Reference("Cy", "", "boss"))),
            None,
            "At least 2 references",
            "At least 2 references required",
        ),
    ],
)
def test_each_set_of_checks_has_its_own_words(
    form: ApplicationForm, page: str | None, step: str | None, submit: str | None
) -> None:
    assert page_message(form) == page
    assert missing_in_step(form) == (() if step is None else (step,))
    assert submit_errors(form) == (() if submit is None else (submit,))


def test_whoever_has_no_vehicle_is_asked_for_one_in_the_step_alone() -> None:
    walker = attrs.evolve(WHOLE, vehicle=OwnVehicle(has_vehicle=False))
    assert (page_message(walker), submit_errors(walker)) == (None, ())
    assert missing_in_step(walker) == ("Vehicle Make", "Vehicle Model")


def test_what_is_missing_is_listed_in_one_sentence() -> None:
    empty = without("personal", first_name="", city="")
    assert step_message(empty) == "Please fill in the following required fields: First Name, City"
    assert submit_message(empty) == "Application incomplete: First name is required"


def test_an_application_shows_at_most_95_until_it_is_submitted() -> None:
    assert onboarding_progress(WHOLE, DRAFT).application == 95
    assert onboarding_progress(WHOLE, SUBMITTED).application == 100


def test_an_empty_form_shows_what_the_documented_formula_gives() -> None:
    nothing = ApplicationForm(license=License(years_of_experience=0))
    assert (len(submit_errors(nothing)), onboarding_progress(nothing, DRAFT).application) == (16, 20)


@pytest.mark.parametrize(
    ("check", "percent"),
    [(None, 0), (CheckStatus.PENDING, 25), (CheckStatus.IN_PROGRESS, 50), (CheckStatus.COMPLETED, 100)],
)
def test_a_background_check_moves_by_its_status(check: CheckStatus | None, percent: int) -> None:
    assert onboarding_progress(WHOLE, DRAFT, check=check).background_check == percent


def test_only_required_documents_that_were_approved_count() -> None:
    handed_in = [
        HandedIn("drivers_license", DocumentStatus.APPROVED),
        HandedIn("drivers_license", DocumentStatus.APPROVED),
        HandedIn("bank_statement", DocumentStatus.APPROVED),
        HandedIn("proof_of_age", DocumentStatus.PENDING),
        HandedIn("profile_photo", DocumentStatus.APPROVED),
        HandedIn("vehicle_photo", DocumentStatus.APPROVED),
    ]
    assert onboarding_progress(WHOLE, DRAFT, documents=handed_in).documents == 50


def test_only_required_modules_count_and_each_once() -> None:
    done = ["safety-basics", "safety-basics", "safety-quiz", "another"]
    assert onboarding_progress(WHOLE, DRAFT, trained=done).training == 40


def test_the_steps_follow_each_other_to_the_approval() -> None:
    whole = {"documents": ALL_DOCUMENTS, "check": CheckStatus.COMPLETED, "trained": REQUIRED_MODULES}
    assert onboarding_progress(WHOLE, DRAFT).current_step is Step.APPLICATION
    assert onboarding_progress(WHOLE, SUBMITTED).current_step is Step.DOCUMENTS
    assert (
        onboarding_progress(WHOLE, SUBMITTED, documents=ALL_DOCUMENTS).current_step is Step.BACKGROUND_CHECK
    )
    waiting = onboarding_progress(WHOLE, SUBMITTED, **whole)  # type: ignore[arg-type]  # by name
    assert (waiting.overall, waiting.current_step, waiting.estimated_days) == (100, Step.APPROVAL, 0)
    assert waiting.next_steps == ("Wait for final approval",)
    done = onboarding_progress(WHOLE, APPROVED, **whole)  # type: ignore[arg-type]  # by name
    assert (done.current_step, done.next_steps, done.completed_steps) == (None, (), tuple(Step))


def test_days_are_estimated_for_what_is_missing() -> None:
    found = onboarding_progress(WHOLE, DRAFT, check=CheckStatus.PENDING)
    assert (found.overall, found.estimated_days) == (30, 4)


def test_what_was_rejected_blocks_with_what_to_do() -> None:
    rejected = [HandedIn("profile_photo", DocumentStatus.REJECTED, "It is blurred")]
    found = onboarding_progress(
        WHOLE, DRAFT, documents=rejected, check=CheckStatus.COMPLETED, check_rejected=True
    )
    assert found.background_check == 100
    assert [(each.description, each.action_required) for each in found.blockers] == [
        ("Background check failed", "Contact support to discuss results"),
        ("profile_photo was rejected", "Re-upload profile_photo: It is blurred"),
    ]


def test_the_number_of_the_social_security_is_not_printed() -> None:
    assert "1234" not in repr(WHOLE.personal)


def test_a_year_of_experience_is_enough() -> None:
    assert submit_errors(without("license", years_of_experience=LEAST_YEARS_OF_EXPERIENCE)) == ()
