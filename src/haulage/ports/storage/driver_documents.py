"""Storage of what applicants and drivers hand in; the bytes are in the file store."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

import attrs

from haulage.driver_documents import DocumentUpload, DriverDocument
from haulage.ports.storage.paging import Page, PageRequest


@attrs.frozen
class ListedDocument:
    """A document as the review lists it, with whose it is."""

    document: DriverDocument
    name: str
    email: str


class DriverDocumentStore(Protocol):
    """Part of the unit of work. *Present* are documents whose bytes are stored and that were not replaced."""

    async def add(self, document: DriverDocument) -> None:
        """``Conflict`` when the device's id for it is known."""
        ...

    async def get(self, document_id: str) -> DriverDocument | None: ...

    async def by_client(self, user_id: str, client_id: str) -> DriverDocument | None:
        """By the device's own id for it."""
        ...

    async def present_of(self, user_id: str) -> Sequence[DriverDocument]:
        """Of each type at most one that is approved and one that is not, oldest first; none of a carrier
        credential."""
        ...

    async def of_credentials(self, credential_ids: Sequence[str]) -> Sequence[DriverDocument]:
        """Of each carrier credential the newest whose bytes are stored, also after the credential ended."""
        ...

    async def save(self, before: DriverDocument, after: DriverDocument) -> DriverDocument:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def count_since(self, user_id: str, since: datetime) -> int:
        """How many somebody began to send, replaced ones among them."""
        ...

    async def waiting(self, page: PageRequest) -> Page[ListedDocument]:
        """Present ones that nobody has decided about, oldest first; those of a carrier credential are decided
        about with it."""
        ...

    async def due_reminders(self, limits: Sequence[tuple[date, int]], limit: int) -> Sequence[DriverDocument]:
        """Present and approved ones that expire on one of the days in *limits* or before it, and of which the
        reminder beside that day, or a later one, was not sent. The soonest to expire come first."""
        ...

    async def replaced_before(self, before: datetime, limit: int) -> Sequence[DriverDocument]:
        """The oldest that were replaced before then."""
        ...

    async def unfinished_before(self, before: datetime, limit: int) -> Sequence[DriverDocument]:
        """Of which no bytes were stored, begun before then."""
        ...

    async def abandoned_before(self, before: datetime, limit: int) -> Sequence[DriverDocument]:
        """Sent before then by somebody who is no approved driver, and has no application but one that was
        rejected before then."""
        ...

    async def of_user(self, user_id: str) -> Sequence[DriverDocument]:
        """All that somebody sent, also what was replaced."""
        ...

    async def remove(self, document_id: str) -> None: ...


class DocumentUploadStore(Protocol):
    """Part of the unit of work: files that are on their way."""

    async def add(self, upload: DocumentUpload) -> None:
        """``Conflict`` when the device's id for it is known."""
        ...

    async def by_client(self, user_id: str, client_id: str) -> DocumentUpload | None:
        """By the device's own id for it."""
        ...

    async def save(self, before: DocumentUpload, after: DocumentUpload) -> DocumentUpload:
        """Replace *before* by *after* only if nobody else changed it; otherwise ``Conflict``."""
        ...

    async def of_user(self, user_id: str) -> Sequence[DocumentUpload]:
        """All of somebody's, newest first."""
        ...

    async def begun_before(self, before: datetime, limit: int) -> Sequence[DocumentUpload]:
        """The oldest that were begun before then."""
        ...

    async def remove(self, upload_id: str) -> None: ...


def piece_file(upload_id: str, number: int) -> str:
    """What a piece of a file on its way is called in the file store; the first is 0."""
    return f"uploads/{upload_id}/{number}"


def document_file(document_id: str) -> str:
    """What a document is called in the file store, whatever its type."""
    return f"documents/{document_id}"


def preview_file(document_id: str, page: int) -> str:
    """What the picture of a page of a PDF is called; the first is 1."""
    return f"documents/{document_id}-{page}.jpg"
