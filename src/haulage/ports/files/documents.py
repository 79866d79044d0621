"""Putting receipts, documents for taxes and letters on paper."""

from typing import Protocol

from haulage.receipts.sheets import ReceiptSheet, TaxSummarySheet
from haulage.screening import Letter
from haulage.tax import TaxDocument
from haulage.training import Certificate


class Printer(Protocol):
    """Makes PDF documents. What customers wrote is text in them and nothing else; nothing is fetched.

    The same sheet gives the same bytes.
    """

    async def receipt(self, sheet: ReceiptSheet) -> bytes: ...

    async def tax_summary(self, sheet: TaxSummarySheet) -> bytes: ...

    async def tax_document(self, document: TaxDocument) -> bytes: ...

    async def screening_letter(self, letter: Letter) -> bytes: ...
    async def certificate(self, certificate: Certificate) -> bytes:
        """With a code that leads whoever scans it to the page that verifies it."""
        ...
