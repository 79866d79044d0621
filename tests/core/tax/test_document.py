"""Whether a document made anew corrects the one before it."""

from datetime import UTC, datetime
from decimal import Decimal

import attrs
import pytest

from haulage.kernel.errors import InvalidInput
from haulage.tax import TaxDocument, TaxDocumentType, tax_figures, year_estimate
from haulage.tax.document import FIRST_TAX_YEAR, document_year, tax_years

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
    assert not a_document(type).says_the_same_as(
        attrs.evolve(a_document(type), recipient_address="1 Main St")
    )


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


@pytest.mark.parametrize(
    ("cents", "payments", "below"),
    [(20_000_00, 201, True), (20_000_01, 200, True), (20_000_01, 201, False)],
)
def test_a_year_is_below_the_threshold_of_a_1099_k_up_to_either_figure(
    cents: int, payments: int, below: bool
) -> None:
    form = {"gross_cents": cents, "payments": payments, "withheld_cents": 0}
    assert a_document(K, **form).is_below_threshold is below
    assert a_document(NEC, **form).is_below_threshold


@pytest.mark.parametrize(("earned", "below"), [(1_989_99, True), (1_990_00, False)])
def test_a_year_is_below_the_threshold_of_its_other_documents_up_to_the_last_cent(
    earned: int, below: bool
) -> None:
    for type in (NEC, YEAR):
        assert a_document(type, earnings_cents=earned, withheld_cents=0).is_below_threshold is below
        assert not a_document(type, earnings_cents=earned, withheld_cents=1).is_below_threshold


@pytest.mark.parametrize(
    ("first", "years"),
    [
        (None, (2026, 2025, 2024)),
        (2026, (2026, 2025, 2024)),
        (2024, (2026, 2025, 2024)),
        (2023, (2026, 2025, 2024, 2023)),
        (FIRST_TAX_YEAR - 1, tuple(range(2026, FIRST_TAX_YEAR - 1, -1))),
    ],
)
def test_at_least_three_years_are_listed_and_none_from_before_the_first(
    first: int | None, years: tuple[int, ...]
) -> None:
    assert tax_years(first, 2026) == years


def test_a_document_is_of_a_year_that_has_begun() -> None:
    assert [document_year(year, 2026) for year in (FIRST_TAX_YEAR, 2026)] == [FIRST_TAX_YEAR, 2026]
    for year in (FIRST_TAX_YEAR - 1, 2027):
        with pytest.raises(InvalidInput) as refused:
            document_year(year, 2026)
        assert refused.value.field == "year"
