"""A document of an applicant or a driver, from its upload to the decision about it (ONB-30, ONB-34)."""

from datetime import date, datetime
from enum import StrEnum

import attrs

from haulage.driver_documents.details import NOTHING_READ, DocumentDetails, require_acceptable
from haulage.kernel.driver_document import DocumentStatus, DocumentType
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.kernel.lifecycle import Lifecycle

MAX_DOCUMENT_OCTETS = 10 * 1024 * 1024
"""ONB-32."""

MAX_REASON_LENGTH = 500

PDF, JPEG = "application/pdf", "image/jpeg"
"""What is stored: pictures are made anew as JPEG."""

MUST_BE_PICTURES = frozenset({DocumentType.PROFILE_PHOTO})
"""ONB-32."""


class DocumentMove(StrEnum):
    APPROVE = "be_approved"
    REJECT = "be_rejected"


DOCUMENT_LIFECYCLE: Lifecycle[DocumentStatus, DocumentMove] = Lifecycle(
    subject="document",
    moves={
        DocumentStatus.PENDING: {
            DocumentMove.APPROVE: DocumentStatus.APPROVED,
            DocumentMove.REJECT: DocumentStatus.REJECTED,
        },
        DocumentStatus.APPROVED: {DocumentMove.REJECT: DocumentStatus.REJECTED},
        DocumentStatus.REJECTED: {},
    },
)
"""An approved document is rejected where another one is asked for."""


class VirusScan(StrEnum):
    """What is known of a file's harmlessness; one with a virus is never stored."""

    CLEAN = "clean"
    NOT_SCANNED = "not_scanned"


@attrs.define
class DocumentRefused(InvalidInput):
    """The upload is nothing that can be stored as this document; the reason is a whole sentence."""

    code = "document_refused"

    @property
    def message(self) -> str:
        return self.reason


def refused(reason: str) -> DocumentRefused:
    return DocumentRefused("document", reason)


@attrs.frozen
class DocumentFile:
    """The file as it was sent (*name*, *octets*) and is stored (*media_type*, and *previews* pictures of its
    first *pages*; a picture is its own preview)."""

    name: str
    octets: int
    media_type: str
    pages: int = 1
    previews: int = 0
    scan: VirusScan = VirusScan.NOT_SCANNED


@attrs.frozen
class DriverDocument:
    """One upload of a document. It counts once *stored_at* is there, and until *replaced_at*, when a newer
    one of its type came instead. ``reviewed_by`` names who decided, ``system`` for the server itself.
    ``reminded_days`` is the last reminder of its expiry, in days before it. ``credential_id`` is of the
    carrier credential that it proves; it is decided about together with that."""

    id: str
    user_id: str
    client_id: str
    type: DocumentType
    file: DocumentFile
    request_hash: str
    created_at: datetime
    stored_at: datetime | None = None
    status: DocumentStatus = DocumentStatus.PENDING
    details: DocumentDetails = NOTHING_READ
    reviewed_at: datetime | None = None
    reviewed_by: str | None = None
    reason: str = ""
    replaced_at: datetime | None = None
    reminded_days: int | None = None
    credential_id: str | None = None
    version: int = 1

    @property
    def is_approved(self) -> bool:
        return self.status is DocumentStatus.APPROVED

    def has_expired(self, today: date) -> bool:
        """Its last valid day is over."""
        return self.details.expires_on is not None and self.details.expires_on < today


def require_kind(type: DocumentType, media_type: str) -> None:
    """Raises ``DocumentRefused`` (ONB-32)."""
    if type in MUST_BE_PICTURES and media_type == PDF:
        raise refused("Profile photo must be an image file")


def require_subject(type: DocumentType, credential_id: str | None) -> None:
    """Raises ``InvalidInput`` where a carrier credential is missing, or named for another document."""
    if type is DocumentType.CARRIER_CREDENTIAL and credential_id is None:
        raise InvalidInput("credential_id", "is required for this document")
    if type is not DocumentType.CARRIER_CREDENTIAL and credential_id is not None:
        raise InvalidInput("credential_id", "is only of a carrier credential's document")


def approve(
    document: DriverDocument,
    details: DocumentDetails,
    *,
    version: int,
    by: str,
    now: datetime,
    today: date,
) -> DriverDocument:
    """*version* is the one that the reviewer saw. Raises ``Conflict``, ``IllegalMove``, ``InvalidInput``."""
    status = _after(document, DocumentMove.APPROVE, version)
    require_acceptable(document.type, details, today)
    return attrs.evolve(document, status=status, details=details, reviewed_at=now, reviewed_by=by, reason="")


def approve_simulated(document: DriverDocument, details: DocumentDetails, now: datetime) -> DriverDocument:
    """By the simulated reviewer, who reads nothing: *details* are what was typed. Raises ``IllegalMove``."""
    status = _after(document, DocumentMove.APPROVE, document.version)
    return attrs.evolve(document, status=status, details=details, reviewed_at=now, reviewed_by="system")


def reject(document: DriverDocument, reason: str, *, version: int, by: str, now: datetime) -> DriverDocument:
    """Of an approved one this asks for another. Raises ``Conflict``, ``IllegalMove``, ``InvalidInput``."""
    status = _after(document, DocumentMove.REJECT, version)
    text = reason.strip()
    if not text or len(text) > MAX_REASON_LENGTH:
        raise InvalidInput("reason", f"is required, at most {MAX_REASON_LENGTH} characters")
    return attrs.evolve(document, status=status, reviewed_at=now, reviewed_by=by, reason=text)


def _after(document: DriverDocument, move: DocumentMove, version: int) -> DocumentStatus:
    if document.version != version or document.replaced_at is not None:
        raise Conflict("document")
    return DOCUMENT_LIFECYCLE.after(document.status, move)
