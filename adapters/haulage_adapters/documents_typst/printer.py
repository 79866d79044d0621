"""Sets the layouts beside this file. One compiler for each is kept, because making one reads the fonts."""

import asyncio
import json
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Literal

from typst import Compiler, Fonts

from haulage.ports.files.documents import Printer
from haulage.receipts.sheets import ReceiptSheet, TaxSummarySheet
from haulage.screening import Letter
from haulage.tax import Filer, TaxDocument, TaxDocumentType
from haulage.training import Certificate
from haulage_adapters.documents_typst.certificate_figures import certificate_figures
from haulage_adapters.documents_typst.driver_tax_figures import tax_document_figures
from haulage_adapters.documents_typst.figures import Figures, receipt_figures, tax_summary_figures
from haulage_adapters.documents_typst.screening_figures import letter_figures

LAYOUTS = {
    TaxDocumentType.YEAR_SUMMARY: "driver_tax_year.typ",
    TaxDocumentType.FORM_1099_NEC: "form_1099_nec.typ",
    TaxDocumentType.FORM_1099_K: "form_1099_k.typ",
}
FOLDER = Path(__file__).parent
STANDARD: Literal["a-2b"] = "a-2b"
"""PDF/A-2b (ISO 19005-2): opens the same in many years, for those who keep it for their taxes."""


class TypstPrinter(Printer):
    """*public_url* is where the application answers browsers, *filer* whom tax forms name as the payer.

    Only the bundled fonts are used, so that a document looks alike wherever it was made.
    """

    def __init__(self, public_url: str, filer: Filer | None = None) -> None:
        self._public_url = public_url
        self._filer = filer or Filer()
        self._lock = Lock()
        self._compilers: dict[str, Compiler] = {}

    async def receipt(self, sheet: ReceiptSheet) -> bytes:
        figures = receipt_figures(sheet, self._public_url)
        return await asyncio.to_thread(self._set, "receipt.typ", figures, sheet.receipt.issued_at)

    async def tax_summary(self, sheet: TaxSummarySheet) -> bytes:
        figures = tax_summary_figures(sheet, self._public_url)
        return await asyncio.to_thread(self._set, "tax_summary.typ", figures, sheet.printed_at)

    async def tax_document(self, document: TaxDocument) -> bytes:
        figures = tax_document_figures(document, self._public_url, self._filer)
        layout = LAYOUTS[document.document_type]
        return await asyncio.to_thread(self._set, layout, figures, document.generated_at)

    async def screening_letter(self, letter: Letter) -> bytes:
        figures = letter_figures(letter, self._public_url)
        return await asyncio.to_thread(self._set, "screening_letter.typ", figures, letter.made_at)

    async def certificate(self, certificate: Certificate) -> bytes:
        figures = certificate_figures(certificate, self._public_url)
        return await asyncio.to_thread(self._set, "certificate.typ", figures, certificate.completed_at)

    def _set(self, layout: str, figures: Figures, at: datetime) -> bytes:
        """One at a time: a compiler is not made for several threads."""
        with self._lock:
            made = self._compiler(layout).compile(
                format="pdf",
                sys_inputs={"figures": json.dumps(figures, ensure_ascii=False)},
                pdf_standards=STANDARD,
                timestamp=int(at.timestamp()),
            )
        assert isinstance(made, bytes)
        return made

    def _compiler(self, layout: str) -> Compiler:
        if layout not in self._compilers:
            fonts = Fonts(
                include_system_fonts=False, include_embedded_fonts=False, font_paths=[FOLDER / "fonts"]
            )
            self._compilers[layout] = Compiler(FOLDER / layout, root=FOLDER, font_paths=fonts)
        return self._compilers[layout]
