"""A document's file on its way, in pieces, so that what broke off goes on where it stopped (ONB-32)."""

from datetime import datetime

import attrs

from haulage.driver_documents.document import MAX_DOCUMENT_OCTETS, refused
from haulage.kernel.driver_document import DocumentType
from haulage.kernel.errors import InvalidInput, RuleBroken

PIECE_OCTETS = 512 * 1024
"""Ours: a slow telephone sends it in four seconds, and no more than that is ever sent twice."""

MOST_PIECES = -(-MAX_DOCUMENT_OCTETS // PIECE_OCTETS)

MOST_UNFINISHED = 10
"""Ours, of one person: more than there are types of documents."""


@attrs.define
class UploadGone(RuleBroken):
    """What was sent before is deleted by now, or was never there."""

    code = "upload_gone"
    message = "What was sent of this file is no longer here. Please send it from its beginning."


@attrs.frozen
class DocumentUpload:
    """The first *received* of a file's *octets* are stored, in pieces of ``PIECE_OCTETS``; the last one holds
    what is left."""

    id: str
    user_id: str
    client_id: str
    type: DocumentType
    file_name: str
    octets: int
    created_at: datetime
    credential_id: str | None = None
    received: int = 0
    version: int = 1

    def __attrs_post_init__(self) -> None:
        if self.octets > MAX_DOCUMENT_OCTETS:
            raise refused("File size must be less than 10MB")
        if self.octets < 1:
            raise refused("The file is empty")

    @property
    def is_whole(self) -> bool:
        return self.received == self.octets

    @property
    def pieces(self) -> int:
        """How many pieces the whole file has."""
        return -(-self.octets // PIECE_OCTETS)

    def is_new(self, offset: int, length: int) -> bool:
        """Whether a piece comes next; False where it was received before. Raises ``InvalidInput`` for what
        is no piece of this file, or comes after one that is missing."""
        if offset < 0 or offset % PIECE_OCTETS or offset >= self.octets:
            raise InvalidInput("offset", f"must be a multiple of {PIECE_OCTETS} within the file")
        if offset > self.received:
            raise InvalidInput("offset", f"must be {self.received}: what lies before it was not received")
        expected = min(PIECE_OCTETS, self.octets - offset)
        if length != expected:
            raise InvalidInput("piece", f"must have {expected} bytes here")
        return offset == self.received


def with_piece(upload: DocumentUpload, offset: int) -> DocumentUpload:
    """After the piece at *offset*, which came next, was stored."""
    return attrs.evolve(upload, received=min(offset + PIECE_OCTETS, upload.octets))
