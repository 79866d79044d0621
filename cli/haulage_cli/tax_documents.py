"""Documents of a driver's tax year, written as files."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from haulage.tax import TaxDocument, TaxDocumentType
from haulage_cli.file_output import STANDARD_OUTPUT, write_file
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.receipts.documents import Document
    from haulage_adapters.settings import Settings


def write_tax_document(
    settings: "Settings",
    driver: str,
    document_type: TaxDocumentType,
    year: int,
    output: str | None,
    *,
    as_json: bool,
) -> None:
    """Into a file of the document's name unless told otherwise. Raises ``InvalidInput`` and ``NotFound``."""
    from haulage_cli.runtime import on_marketplace

    async def work(market: "Marketplace") -> "tuple[TaxDocument, Document]":
        made = await market.tax.documents.generate(operating(), driver, document_type, year)
        return made, await market.tax.documents.printed(operating(), driver, made.id)

    made, printed = on_marketplace(settings, work)
    if output == STANDARD_OUTPUT:
        sys.stdout.buffer.write(printed.content)
        return
    path = Path(output or printed.name)
    write_file(path, printed.content)
    if as_json:
        from haulage_adapters.wire.tax_documents import TaxDocumentOut

        write_json({"file": str(path), "document": TaxDocumentOut.of(made)})
        return
    write_facts(
        [
            ("File", path),
            ("Document", made.id),
            ("Corrects", made.corrects),
            ("Below the reporting threshold", "yes" if made.is_below_threshold else "no"),
        ]
    )
