"""``haulage receipts``: receipts on paper."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from haulage.kernel.policy import Action
from haulage_cli.file_output import STANDARD_OUTPUT, with_output, write_file
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings


@click.group(epilog=examples("haulage receipts render MN202611210007"))
def receipts() -> None:
    """Print the receipts of payments."""


@receipts.command(
    epilog=examples(
        "haulage receipts render MN202611210007",
        "haulage receipts render MN202611210007 --output /tmp/receipt.pdf --json",
        "haulage receipts render rcp_3f2a --output - > receipt.pdf",
    )
)
@click.argument("receipt", metavar="RECEIPT", type=WORDS)
@with_output()
@with_settings
@with_json
@does(Action.SEE_RECEIPT)
def render(receipt: str, output: str | None, settings: "Settings", as_json: bool) -> None:
    """Write a receipt, by its number or id, as a PDF: into receipt-NUMBER.pdf unless told otherwise.

    It shows what has gone back of the payment until now.
    """
    from haulage_cli.runtime import on_marketplace

    document = on_marketplace(
        settings, lambda market: market.receipts.documents.receipt(operating(), receipt)
    )
    if output == STANDARD_OUTPUT:
        sys.stdout.buffer.write(document.content)
        return
    path = Path(output or document.name)
    write_file(path, document.content)
    if as_json:
        write_json({"file": str(path), "bytes": len(document.content)})
        return
    write_facts([("File", path), ("Bytes", len(document.content))])
