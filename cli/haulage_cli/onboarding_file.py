"""The applicant that ``haulage onboarding progress`` reads: one JSON object, each of its fields known."""

from haulage.kernel.driver_document import DocumentStatus
from haulage.onboarding import (
    ApplicationForm,
    ApplicationStatus,
    CheckStatus,
    HandedIn,
    Insurance,
    License,
    OnboardingProgress,
    OwnVehicle,
    PersonalInfo,
    Reference,
    onboarding_progress,
)
from haulage_cli.json_fields import Fields, decode

MAX_YEARS = 100
COMPLETED, REJECTED = "completed", "rejected"


def read_onboarding(raw: bytes) -> tuple[str, OnboardingProgress]:
    """The application's id, and how far it is. Raises ``InvalidInput`` with the path of the field."""
    fields = Fields(decode(raw))
    check = fields.inner("background_check") if fields.has("background_check") else None
    progress = onboarding_progress(
        _form(fields),
        fields.choice("status", ApplicationStatus, ApplicationStatus.DRAFT),
        documents=[_document(Fields(value, path)) for path, value in fields.list("documents")],
        check=check.choice("status", CheckStatus) if check else None,
        check_rejected=check is not None and check.text("overall_status") == REJECTED,
        trained=_completed(fields),
    )
    return fields.text("id"), progress


def _form(fields: Fields) -> ApplicationForm:
    return ApplicationForm(
        personal=_person(fields.part("personal_info")),
        license=_license(fields.part("driving_info")),
        vehicle=_vehicle(fields.part("vehicle_info")),
        references=tuple(_reference(Fields(value, path)) for path, value in fields.list("references")),
    )


def _person(given: Fields) -> PersonalInfo:
    address = given.part("address")
    return PersonalInfo(
        first_name=given.text("first_name"),
        last_name=given.text("last_name"),
        email=given.text("email"),
        phone=given.text("phone"),
        date_of_birth=given.day("date_of_birth") if given.is_filled("date_of_birth") else None,
        ssn_last4=given.text("ssn"),
        street=address.text("street"),
        city=address.text("city"),
        state=address.text("state"),
        zip_code=address.text("zip_code"),
    )


def _license(given: Fields) -> License:
    return License(
        number=given.text("license_number"),
        state=given.text("license_state"),
        expires_on=given.day("license_expiry") if given.is_filled("license_expiry") else None,
        years_of_experience=given.whole("years_experience", 1, at_least=0, at_most=MAX_YEARS),
    )


def _vehicle(given: Fields) -> OwnVehicle:
    return OwnVehicle(
        has_vehicle=given.flag("has_vehicle", default=True),
        make=given.text("make"),
        model=given.text("model"),
        vin=given.text("vin"),
        insurance=Insurance(given.part("insurance").text("provider")),
    )


def _reference(given: Fields) -> Reference:
    return Reference(given.text("name"), given.text("phone"), given.text("relationship"))


def _document(given: Fields) -> HandedIn:
    status = given.choice("status", DocumentStatus)
    return HandedIn(given.text("type"), status, given.text("rejection_reason"))


def _completed(fields: Fields) -> list[str]:
    modules = (Fields(value, path) for path, value in fields.list("training"))
    return [each.text("module_id") for each in modules if each.text("status") == COMPLETED]
