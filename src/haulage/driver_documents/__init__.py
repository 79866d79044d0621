"""Driver documents: what applicants and drivers hand in, its review, and its expiry."""

from haulage.driver_documents.details import LEAST_COVERAGE_CENTS, NEEDED, DocumentDetails
from haulage.driver_documents.document import (
    JPEG,
    MAX_DOCUMENT_OCTETS,
    PDF,
    DocumentFile,
    DocumentRefused,
    DriverDocument,
    VirusScan,
    approve,
    approve_simulated,
    refused,
    reject,
    require_kind,
    require_subject,
)
from haulage.driver_documents.expiry import EXPIRED, REMIND_DAYS, are_renewed, due_reminder, lapsed
from haulage.driver_documents.file_name import MAX_FILE_NAME_LENGTH, shown_file_name
from haulage.driver_documents.remarks import TypedFacts, held_under_two_years, remarks
from haulage.driver_documents.upload import (
    MOST_PIECES,
    MOST_UNFINISHED,
    PIECE_OCTETS,
    DocumentUpload,
    UploadGone,
    with_piece,
)

__all__ = [
    "EXPIRED",
    "JPEG",
    "LEAST_COVERAGE_CENTS",
    "MAX_DOCUMENT_OCTETS",
    "MAX_FILE_NAME_LENGTH",
    "MOST_PIECES",
    "MOST_UNFINISHED",
    "NEEDED",
    "PDF",
    "PIECE_OCTETS",
    "REMIND_DAYS",
    "DocumentDetails",
    "DocumentFile",
    "DocumentRefused",
    "DocumentUpload",
    "DriverDocument",
    "TypedFacts",
    "UploadGone",
    "VirusScan",
    "approve",
    "approve_simulated",
    "are_renewed",
    "due_reminder",
    "held_under_two_years",
    "lapsed",
    "refused",
    "reject",
    "remarks",
    "require_kind",
    "require_subject",
    "shown_file_name",
    "with_piece",
]
