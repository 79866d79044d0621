"""What a document says, as its reviewer reads it off, and what of it an approval needs."""

from collections.abc import Iterator, Mapping
from datetime import date

import attrs

from haulage.kernel.driver_document import DocumentType
from haulage.kernel.errors import InvalidInput
from haulage.kernel.money import Cents

LEAST_COVERAGE_CENTS: Cents = 100_000_00
"""ONB-31, of an automobile liability insurance."""

MAX_NUMBER_LENGTH, MAX_AUTHORITY_LENGTH = 40, 100
"""Ours, in characters."""

NEEDED: Mapping[DocumentType, tuple[str, ...]] = {
    DocumentType.DRIVERS_LICENSE: ("number", "issued_on", "authority", "expires_on"),
    DocumentType.PROOF_OF_AGE: (),
    DocumentType.AUTOMOBILE_LIABILITY_INSURANCE: ("number", "expires_on", "coverage_cents"),
    DocumentType.VEHICLE_REGISTRATION: ("expires_on",),
    DocumentType.PROFILE_PHOTO: (),
    DocumentType.VEHICLE_PHOTO: (),
    DocumentType.INSURANCE_CERTIFICATE: ("expires_on",),
    DocumentType.BANK_STATEMENT: (),
    DocumentType.CARRIER_CREDENTIAL: (),
}
"""Ours: what expires is watched, and a license or policy can be looked up by its number. What a carrier
credential says stands in the credential itself, which is watched there."""


@attrs.frozen
class DocumentDetails:
    """``authority`` issued the document; ``expires_on`` is its last valid day; ``coverage_cents`` is what an
    insurance pays for an accident."""

    number: str = ""
    issued_on: date | None = None
    authority: str = ""
    expires_on: date | None = None
    coverage_cents: Cents | None = None


NOTHING_READ = DocumentDetails()
"""Before anybody has read it."""


def require_acceptable(type: DocumentType, details: DocumentDetails, today: date) -> None:
    """Raises ``InvalidInput`` for the first field that keeps a document from being approved (OP-80)."""
    for field, reason in _problems(type, details, today):
        raise InvalidInput(field, reason)


def _problems(type: DocumentType, details: DocumentDetails, today: date) -> Iterator[tuple[str, str]]:
    for field in NEEDED[type]:
        if not getattr(details, field):
            yield field, "is required for this document"
    if len(details.number) > MAX_NUMBER_LENGTH:
        yield "number", f"must be at most {MAX_NUMBER_LENGTH} characters"
    if len(details.authority) > MAX_AUTHORITY_LENGTH:
        yield "authority", f"must be at most {MAX_AUTHORITY_LENGTH} characters"
    issued, expires = details.issued_on, details.expires_on
    if issued is not None and issued > today:
        yield "issued_on", "must be today or earlier"
    if expires is not None and expires < today:
        yield "expires_on", "must be today or later: the document has expired"
    if issued is not None and expires is not None and expires < issued:
        yield "expires_on", "must be after the day of issue"
    is_liability = type is DocumentType.AUTOMOBILE_LIABILITY_INSURANCE
    if is_liability and (details.coverage_cents or 0) < LEAST_COVERAGE_CENTS:
        yield "coverage_cents", "must be at least $100,000"
