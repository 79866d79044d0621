"""``haulage receipts render``: the PDF of a receipt, for whoever runs the server."""

import asyncio
import json
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.settings import Settings
from haulage_cli.root import haulage
from receipts import a_receipt, keep_receipt


async def _fill(settings: Settings) -> None:
    await upgrade_database(settings)
    async with open_marketplace(settings) as marketplace:
        await keep_receipt(marketplace.storage, a_receipt())


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A marketplace with one receipt."""
    folder = tmp_path_factory.mktemp("receipts")
    asyncio.run(_fill(Settings(data=folder)))
    return folder


def run(data: Path, *words: str) -> Result:
    return CliRunner().invoke(haulage, ["receipts", "render", *words, "--data", str(data)])


def test_a_receipt_is_written_by_its_number_or_its_id(data: Path, tmp_path: Path) -> None:
    receipt = a_receipt()
    file = tmp_path / "one.pdf"
    answer = run(data, receipt.number, "--output", str(file), "--json")
    assert json.loads(answer.stdout) == {"file": str(file), "bytes": file.stat().st_size}
    piped = run(data, receipt.id, "--output", "-").stdout_bytes
    assert piped == file.read_bytes()
    assert receipt.number in PdfReader(BytesIO(piped)).pages[0].extract_text()


def test_what_cannot_be_done_is_refused(data: Path, tmp_path: Path) -> None:
    unknown = run(data, "MN209901010001", "--json")
    assert (unknown.exit_code, json.loads(unknown.stdout)["message"]) == (1, "Receipt not found")
    nowhere = run(data, a_receipt().number, "--output", str(tmp_path / "no" / "such.pdf"))
    assert nowhere.exit_code == 1
    assert "output" in nowhere.stderr
