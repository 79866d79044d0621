"""What applicants read about their check is true in every mode: who is asked, and whether anybody is."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO

import attrs
import pytest
from pypdf import PdfReader

from core.screening.cases import ANN, MONDAY, THEFT
from haulage.screening import Letter, LetterKind, disclosure
from haulage_adapters.assembly.screening_providers import provider
from haulage_adapters.documents_typst import TypstPrinter
from haulage_adapters.settings import Settings, read_settings

KEY = {"HAULAGE_CHECKR_API_KEY": "0123456789abcdef01234567"}
NEARBY = {"HAULAGE_CHECKR_API_BASE": "http://127.0.0.1:12112"}
STRIPE = {
    "HAULAGE_STRIPE_SECRET_KEY": "sk_live_0123456789abcdef01234567",
    "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_live_0123456789abcdef01234567",
    "HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_0123456789abcdef01234567",
}
MODES: Mapping[str, tuple[Settings, str | None]] = {
    "demonstration, which is the test mode": (Settings(demo=True), None),
    "nothing configured": (Settings(), None),
    "real money and no agency": (read_settings(STRIPE), None),
    "Checkr on this machine": (read_settings(NEARBY), None),
    "Checkr": (read_settings(KEY), "Checkr"),
}
"""With the agency that a report comes from; None where nobody is asked."""


class FixedClock:
    def now(self) -> datetime:
        return datetime(2026, 3, 2, tzinfo=UTC)


@pytest.mark.parametrize("mode", MODES)
def test_the_disclosure_names_an_agency_only_where_one_is_asked(mode: str) -> None:
    settings, asked = MODES[mode]
    agency = provider(settings, FixedClock()).agency
    said = " ".join(disclosure("haulage", agency.name, simulated=agency.simulated).paragraphs)
    assert agency.simulated is settings.screening_is_simulated is (asked is None)
    if asked is None:
        assert "Simulated" in agency.name
        assert "stands in for a consumer reporting agency and asks nobody" in said
    else:
        assert asked in agency.name
        assert "asks nobody" not in said
        assert "consumer reporting agency" in said


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", [LetterKind.PRE_ADVERSE_NOTICE, LetterKind.CERTIFICATE])
def test_a_letter_says_that_nobody_was_checked_where_nobody_was(mode: str, kind: LetterKind) -> None:
    settings, asked = MODES[mode]
    agency = provider(settings, FixedClock()).agency
    letter = Letter("scr_1-1", kind, MONDAY, ANN, agency, "Theft last year", attrs.evolve(THEFT))
    pages = PdfReader(
        BytesIO(asyncio.run(TypstPrinter("https://haulage.example").screening_letter(letter)))
    ).pages
    said = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert ("nobody was checked: this letter has no legal effect" in said) is (asked is None)
    assert agency.name in said
