"""How letters are answered."""

from litestar import Response

from haulage.use_cases.receipts.documents import Document

PDF = "application/pdf"


def as_attachment(document: Document) -> Response[bytes]:
    """A file that is saved and not stored on the way."""
    headers = {
        "Content-Disposition": f'attachment; filename="{document.name}"',
        "Cache-Control": "private, no-store",
    }
    return Response(document.content, media_type=PDF, headers=headers)
