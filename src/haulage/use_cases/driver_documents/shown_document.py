"""A document with addresses of its file and pictures that end soon, made for whoever may see it."""

from enum import StrEnum

import attrs

from haulage.driver_documents import JPEG, PDF, DriverDocument
from haulage.kernel.errors import InvalidInput
from haulage.ports.identity.tokens import Tokens
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.driver_documents import document_file, preview_file
from haulage.use_cases.photo_links import link_end
from haulage.use_cases.signed_links import is_good, sign

FILE = "file"


class PreviewPart(StrEnum):
    """Pictures of pages; as many as there are at most."""

    FIRST = "page-1"
    SECOND = "page-2"
    THIRD = "page-3"
    FOURTH = "page-4"


PARTS = (FILE, *PreviewPart)


@attrs.frozen
class DocumentLink:
    """An address of a document's file or of the picture of a page (ONB-56)."""

    document_id: str
    part: str
    until: int
    signature: str = attrs.field(repr=False)


@attrs.frozen
class ShownDocument:
    """``previews`` has the picture itself where the document is one."""

    document: DriverDocument
    download: DocumentLink
    previews: tuple[DocumentLink, ...]
    remarks: tuple[str, ...] = ()


@attrs.frozen
class DocumentLinks:
    """Makes addresses for callers that have made sure of who asks, and knows them again."""

    clock: Clock
    tokens: Tokens

    async def shown(self, document: DriverDocument, remarks: tuple[str, ...] = ()) -> ShownDocument:
        parts = list(PreviewPart)[: document.file.previews]
        download = await self._link(document.id, FILE)
        previews = [await self._link(document.id, part) for part in parts] or [download]
        return ShownDocument(document, download, tuple(previews), remarks)

    async def _link(self, document_id: str, part: str) -> DocumentLink:
        until = link_end(self.clock.now())
        signature = await sign(self.tokens, _signed_name(document_id, part), until)
        return DocumentLink(document_id, part, until, signature)

    async def is_good(self, link: DocumentLink) -> bool:
        name = _signed_name(link.document_id, link.part)
        return await is_good(self.tokens, name, link.until, link.signature, self.clock.now())


def _signed_name(document_id: str, part: str) -> str:
    return f"driver_document:{part}:{document_id}"


def document_link_of(document_id: str, part: str, until: int, signature: str) -> DocumentLink:
    """The link as it stands in an address. Raises ``InvalidInput`` for a part that is none."""
    if part not in PARTS:
        raise InvalidInput("part", "is no part of a document")
    return DocumentLink(document_id, part, until, signature)


def stored_part(document: DriverDocument, part: str) -> tuple[str, str, str]:
    """The name in the file store, the media type and the name to save it under."""
    if part != FILE:
        page = PARTS.index(part)
        return preview_file(document.id, page), JPEG, f"{document.type}-{page}.jpg"
    ending = "pdf" if document.file.media_type == PDF else "jpg"
    return document_file(document.id), document.file.media_type, f"{document.type}.{ending}"
