"""Documents of applicants and drivers, as they are shown and decided about."""

from datetime import date
from typing import Annotated
from urllib.parse import quote, urlencode

from msgspec import Meta

from haulage.driver_documents import NEEDED, DocumentDetails, DriverDocument, VirusScan
from haulage.driver_documents.details import MAX_AUTHORITY_LENGTH, MAX_NUMBER_LENGTH
from haulage.driver_documents.document import MAX_REASON_LENGTH
from haulage.kernel.driver_document import DocumentStatus, DocumentType
from haulage.kernel.money import MAX_CENTS
from haulage.use_cases.driver_documents.review_documents import DocumentToReview, ReviewedDocument
from haulage.use_cases.driver_documents.send_in_pieces import UploadProgress
from haulage.use_cases.driver_documents.shown_document import DocumentLink, ShownDocument
from haulage_adapters.wire.common import Cents, In, Instant, Out

Version = Annotated[int, Meta(ge=1, le=2**31 - 1, description="The version that the reviewer saw.")]


class DocumentDetailsOut(Out):
    """What the document says. `expires_on` is its last valid day; `coverage_cents` is what an insurance pays
    for an accident."""

    number: str
    issued_on: date | None
    authority: str
    expires_on: date | None
    coverage_cents: Cents | None

    @classmethod
    def of(cls, details: DocumentDetails) -> "DocumentDetailsOut":
        return cls.from_attributes(details)


class DriverDocumentOut(Out):
    """`download_url` and `preview_urls` open without a token for a few minutes; the previews are pictures of
    the first pages. `status` is pending until somebody has decided."""

    id: str
    type: DocumentType
    is_required: bool
    file_name: str
    file_size: int
    file_type: str
    pages: int
    scan: VirusScan
    uploaded_at: Instant
    status: DocumentStatus
    details: DocumentDetailsOut
    download_url: str
    preview_urls: list[str]
    reviewed_at: Instant | None
    rejection_reason: str | None
    version: int

    @classmethod
    def of(cls, shown: ShownDocument) -> "DriverDocumentOut":
        document = shown.document
        return cls(
            id=document.id,
            type=document.type,
            is_required=document.type.is_required,
            file_name=document.file.name,
            file_size=document.file.octets,
            file_type=document.file.media_type,
            pages=document.file.pages,
            scan=document.file.scan,
            uploaded_at=document.created_at,
            status=document.status,
            details=DocumentDetailsOut.of(document.details),
            download_url=_url(shown.download),
            preview_urls=[_url(each) for each in shown.previews],
            reviewed_at=document.reviewed_at,
            rejection_reason=document.reason or None,
            version=document.version,
        )


class DriverDocumentSentOut(Out):
    """A document as it was taken."""

    id: str
    type: DocumentType
    status: DocumentStatus
    scan: VirusScan

    @classmethod
    def of(cls, document: DriverDocument) -> "DriverDocumentSentOut":
        return cls(document.id, document.type, document.status, document.file.scan)


class DocumentUploadOut(Out):
    """`received` is how many bytes of the file are here, from its beginning; `document` is there once the
    whole file was taken."""

    received: int
    document: DriverDocumentSentOut | None

    @classmethod
    def of(cls, progress: UploadProgress) -> "DocumentUploadOut":
        taken = progress.document
        return cls(progress.received, None if taken is None else DriverDocumentSentOut.of(taken))


class ReviewedDocumentOut(Out):
    """`typed` is what the application says of the same thing, `remarks` what to look at again, `needed` the
    fields without which it cannot be approved."""

    document: DriverDocumentOut
    user_id: str
    typed: DocumentDetailsOut
    remarks: list[str]
    needed: list[str]
    reviewed_by: str | None

    @classmethod
    def of(cls, reviewed: ReviewedDocument) -> "ReviewedDocumentOut":
        shown = reviewed.shown
        return cls(
            DriverDocumentOut.of(shown),
            shown.document.user_id,
            DocumentDetailsOut.of(reviewed.typed),
            list(shown.remarks),
            list(NEEDED[shown.document.type]),
            shown.document.reviewed_by,
        )


class DocumentToReviewOut(Out):
    """A document that waits, with whose it is."""

    name: str
    email: str
    reviewed: ReviewedDocumentOut

    @classmethod
    def of(cls, waiting: DocumentToReview) -> "DocumentToReviewOut":
        return cls(waiting.name, waiting.email, ReviewedDocumentOut.of(waiting.reviewed))


class DocumentApprovalIn(In):
    """What the reviewer read off the document."""

    version: Version
    number: Annotated[str, Meta(max_length=MAX_NUMBER_LENGTH)] = ""
    issued_on: date | None = None
    authority: Annotated[str, Meta(max_length=MAX_AUTHORITY_LENGTH)] = ""
    expires_on: date | None = None
    coverage_cents: Annotated[int, Meta(ge=0, le=MAX_CENTS)] | None = None

    def to_core(self) -> DocumentDetails:
        return DocumentDetails(
            self.number.strip(), self.issued_on, self.authority.strip(), self.expires_on, self.coverage_cents
        )


class DocumentRejectionIn(In):
    """The applicant or driver reads the reason."""

    version: Version
    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON_LENGTH)]


def _url(link: DocumentLink) -> str:
    query = urlencode({"until": link.until, "signature": link.signature})
    return f"/api/v1/driver-documents/{quote(link.document_id)}/{link.part}?{query}"
