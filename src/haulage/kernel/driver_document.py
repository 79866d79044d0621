"""Kinds of documents that applicants and drivers hand in, and how far one is."""

from enum import StrEnum


class DocumentType(StrEnum):
    """What can be handed in (ONB-31), and the document of a carrier credential (OP-102)."""

    DRIVERS_LICENSE = "drivers_license"
    PROOF_OF_AGE = "proof_of_age"
    AUTOMOBILE_LIABILITY_INSURANCE = "automobile_liability_insurance"
    VEHICLE_REGISTRATION = "vehicle_registration"
    PROFILE_PHOTO = "profile_photo"
    VEHICLE_PHOTO = "vehicle_photo"
    INSURANCE_CERTIFICATE = "insurance_certificate"
    BANK_STATEMENT = "bank_statement"
    CARRIER_CREDENTIAL = "carrier_credential"

    @property
    def is_required(self) -> bool:
        return self in REQUIRED_DOCUMENTS


REQUIRED_DOCUMENTS = (
    DocumentType.DRIVERS_LICENSE,
    DocumentType.PROOF_OF_AGE,
    DocumentType.AUTOMOBILE_LIABILITY_INSURANCE,
    DocumentType.VEHICLE_REGISTRATION,
    DocumentType.PROFILE_PHOTO,
    DocumentType.VEHICLE_PHOTO,
)


class DocumentStatus(StrEnum):
    """How far a document is."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
