"""Certificates of training as PDF, read back by another library."""

import asyncio
from io import BytesIO

import pytest
from pypdf import PdfReader

from builders import NOON
from haulage.training import Certificate
from haulage_adapters.documents_typst import TypstPrinter


@pytest.mark.parametrize("score", [None, 100])
def test_a_certificate_names_holder_module_day_and_where_it_is_verified(score: int | None) -> None:
    certificate = Certificate(
        "crt_0123456789abcdefghij", "Ann #strong[Lee]", "safety-quiz", "Safety quiz", NOON, score
    )
    reader = PdfReader(BytesIO(asyncio.run(TypstPrinter("https://haulage.example").certificate(certificate))))
    assert len(reader.pages) == 1
    text = " ".join(reader.pages[0].extract_text().split())
    assert "Ann #strong[Lee]" in text
    assert "Safety quiz" in text
    assert "Jun 1, 2026" in text
    assert ("100%" in text) == (score is not None)
    assert f"https://haulage.example/certificates/{certificate.code}" in text, "can be copied"
    links = [note.get_object()["/A"]["/URI"] for note in reader.pages[0]["/Annots"]]
    assert set(links) == {f"https://haulage.example/certificates/{certificate.code}"}
