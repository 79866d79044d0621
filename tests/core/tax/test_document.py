"""Whether a document made anew corrects the one before it."""

from datetime import UTC, datetime
from decimal import Decimal

import attrs
import pytest

from haulage.tax import TaxDocument, TaxDocumentType, tax_figures, year_estimate

FIGURES = tax_figures(
    year_estimate(2026, earnings_cents=1_500_00, tips_cents=10_00, expenses=[], miles=[]),
    Decimal(0),
    [],
    withheld_cents=5_00,
    gross_cents=2_000_00,
    payments=7,
)
NEC, K, YEAR = TaxDocumentType.FORM_1099_NEC, TaxDocumentType.FORM_1099_K, TaxDocumentType.YEAR_SUMMARY


def a_document(type: TaxDocumentType, **figures: int) -> TaxDocument:
    return TaxDocument(
        "txd_1",
        "drv_1",
        "Dee",
        2026,
        type,
        attrs.evolve(FIGURES, **figures),
        datetime(2027, 1, 15, tzinfo=UTC),
        is_year_over=True,
        is_simulated=False,
    )


@pytest.mark.parametrize("type", [NEC, K, YEAR])
def test_a_document_says_the_same_as_its_repetition(type: TaxDocumentType) -> None:
    assert a_document(type).says_the_same_as(a_document(type))
    assert not a_document(type).says_the_same_as(attrs.evolve(a_document(type), recipient="Dan"))
    assert not a_document(type).says_the_same_as(attrs.evolve(a_document(type), is_year_over=False))


@pytest.mark.parametrize(
    ("figure", "corrected"),
    [
        ("withheld_cents", {NEC, K, YEAR}),
        ("earnings_cents", {NEC, YEAR}),
        ("payments", {K, YEAR}),
        ("expenses_cents", {YEAR}),
    ],
)
def test_a_figure_corrects_the_documents_that_have_it(figure: str, corrected: set[TaxDocumentType]) -> None:
    changed = {figure: 1_00}
    for type in TaxDocumentType:
        is_same = a_document(type).says_the_same_as(a_document(type, **changed))
        assert is_same is (type not in corrected), type
