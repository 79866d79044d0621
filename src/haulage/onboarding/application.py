"""An application to drive, as far as it is filled in: everything may be missing until it is submitted."""

from datetime import date
from enum import StrEnum

import attrs

LEAST_YEARS_OF_EXPERIENCE = 1
"""OP-71."""

LEAST_REFERENCES = 2
"""ONB-24."""


class ApplicationStatus(StrEnum):
    """ONB-16."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    UNDER_REVIEW = "under_review"
    APPROVED = "approved"
    REJECTED = "rejected"


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


@attrs.frozen
class License:
    """What allows them to drive (ONB-18)."""

    number: str = ""
    state: str = ""
    expires_on: date | None = None
    years_of_experience: int = LEAST_YEARS_OF_EXPERIENCE


@attrs.frozen
class OwnVehicle:
    """What they drive with (ONB-19); ``has_vehicle`` is False for whoever has none."""

    has_vehicle: bool = True
    make: str = ""
    model: str = ""
    vin: str = ""
    insurance_provider: str = ""


@attrs.frozen
class Reference:
    """Somebody who knows them (ONB-21)."""

    name: str = ""
    phone: str = ""
    relationship: str = ""

    @property
    def is_complete(self) -> bool:
        """Two empty ones are there from the beginning, so only complete ones count (OP-73)."""
        return all(text.strip() for text in (self.name, self.phone, self.relationship))


@attrs.frozen
class Application:
    status: ApplicationStatus = ApplicationStatus.DRAFT
    personal: PersonalInfo = PersonalInfo()
    license: License = License()
    vehicle: OwnVehicle = OwnVehicle()
    references: tuple[Reference, ...] = ()

    @property
    def is_submitted(self) -> bool:
        return self.status is not ApplicationStatus.DRAFT

    @property
    def complete_references(self) -> int:
        return sum(each.is_complete for each in self.references)
