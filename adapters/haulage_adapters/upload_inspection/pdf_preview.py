"""Pictures of a PDF's first pages, drawn by PDFium."""

from io import BytesIO

import pypdfium2  # type: ignore[import-untyped]

from haulage.driver_documents import refused
from haulage.ports.files.pictures import LONGEST_SIDE
from haulage_adapters.upload_inspection.pdf_checks import DAMAGED

QUALITY = 82
LEAST_POINTS = 1.0


def previews(sent: bytes, most: int) -> list[bytes]:
    """JPEG pictures. Raises ``DocumentRefused`` for what PDFium cannot open."""
    try:
        document = pypdfium2.PdfDocument(sent)
        return [_drawn(document[number]) for number in range(min(len(document), most))]
    except (pypdfium2.PdfiumError, ValueError, OSError, OverflowError):
        raise refused(DAMAGED) from None


def _drawn(page: pypdfium2.PdfPage) -> bytes:
    """However large the page says it is, the picture has the same size."""
    longest = max(*page.get_size(), LEAST_POINTS)
    drawn = page.render(scale=LONGEST_SIDE / longest, may_draw_forms=False).to_pil().convert("RGB")
    out = BytesIO()
    drawn.save(out, "JPEG", quality=QUALITY, optimize=True)
    page.close()
    return out.getvalue()
