"""Documents of a driver's tax year as PDF, read back by another library."""

import asyncio
from datetime import date
from decimal import Decimal
from io import BytesIO

import attrs
import pytest
from pypdf import PdfReader

from builders import NOON
from haulage.tax import (
    BusinessMiles,
    Expense,
    ExpenseCategory,
    Filer,
    TaxDocument,
    TaxDocumentType,
    spent_by_category,
    tax_figures,
    year_estimate,
)
from haulage_adapters.documents_typst import TypstPrinter

SPENT = [
    Expense(ExpenseCategory.PHONE, 45_00, date(2026, 1, 2)),
    Expense(ExpenseCategory.FUEL, 99_00, date(2026, 5, 2)),
]
MILES = Decimal("100.5")
ESTIMATE = year_estimate(
    2026,
    earnings_cents=1_500_00,
    tips_cents=10_00,
    expenses=SPENT,
    miles=[BusinessMiles(MILES, date(2026, 8, 1))],
)
FORM = TaxDocument(
    id="txd_1",
    driver_id="drv_1",
    recipient="Dee #strong[Driver]",
    tax_year=2026,
    document_type=TaxDocumentType.FORM_1099_NEC,
    figures=tax_figures(ESTIMATE, MILES, spent_by_category(SPENT)),
    generated_at=NOON,
    is_year_over=True,
    is_simulated=False,
)


def pages(document: TaxDocument, filer: Filer | None = None) -> list[str]:
    pdf = asyncio.run(TypstPrinter("https://haulage.example", filer).tax_document(document))
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages]


def words(document: TaxDocument, filer: Filer | None = None) -> str:
    return " ".join(pages(document, filer))


def test_a_form_is_a_copy_that_is_not_for_filing_and_says_what_is_below_the_threshold() -> None:
    said = words(FORM)
    for expected in (
        "Form 1099-NEC",
        "Recipient copy, not for filing.",
        "Below the reporting threshold. Payments of 2026 are reported from $2,000.00",
        "Dee #strong[Driver]",
        "1 Nonemployee compensation $1,510.00",
        "4 Federal income tax withheld $0.00",
        "CORRECTED No",
    ):
        assert expected in said, expected
    assert "Simulated" not in said
    assert "Year to date" not in said


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"is_simulated": True}, "Simulated payments."),
        ({"is_year_over": False}, "Year to date."),
        ({"is_correction": True}, "CORRECTED Yes"),
    ],
)
def test_a_form_says_what_it_is(change: dict[str, object], expected: str) -> None:
    assert expected not in words(FORM)
    assert expected in words(attrs.evolve(FORM, **change))


@pytest.mark.parametrize("kind", [TaxDocumentType.FORM_1099_NEC, TaxDocumentType.FORM_1099_K])
def test_a_form_names_its_recipient_with_the_address(kind: TaxDocumentType) -> None:
    address = "12 Pine Street, Apt 2\nBrooklyn, NY 11201"
    said = words(attrs.evolve(FORM, document_type=kind, recipient="Dee", recipient_address=address))
    assert "RECIPIENT'S name and address Dee 12 Pine Street, Apt 2 Brooklyn, NY 11201" in said


@pytest.mark.parametrize("kind", [TaxDocumentType.FORM_1099_NEC, TaxDocumentType.FORM_1099_K])
def test_a_form_is_one_page_however_much_is_said_of_it(kind: TaxDocumentType) -> None:
    line = "Wolfeschlegelsteinhausenbergerdorffer"
    form = attrs.evolve(
        FORM,
        document_type=kind,
        recipient=f"{line} {line}",
        recipient_address=f"{line}, {line}\n{line}, NY 11201",
        is_simulated=True,
        is_year_over=False,
        is_correction=True,
    )
    filer = Filer(f"{line} {line}", "123456789", line, line, "NY", "10001", "2125550100")
    (page,) = pages(form, filer)
    assert "Below the reporting threshold." in page
    assert page.count(line) == 9


def test_a_form_at_the_threshold_is_not_below_it() -> None:
    figures = attrs.evolve(FORM.figures, tips_cents=500_00)
    assert "Below" not in words(attrs.evolve(FORM, figures=figures))


@pytest.mark.parametrize("kind", [TaxDocumentType.FORM_1099_NEC, TaxDocumentType.FORM_1099_K])
def test_a_form_names_the_business_that_files_as_its_payer(kind: TaxDocumentType) -> None:
    filer = Filer("Hudson Haulage LLC", "123456789", "1 Main St", "New York", "NY", "10001", "2125550100")
    said = words(attrs.evolve(FORM, document_type=kind), filer)
    assert "Hudson Haulage LLC 1 Main St New York, NY 10001 2125550100 PAYER'S TIN 12-3456789" in said
    said = words(attrs.evolve(FORM, document_type=kind))
    assert "PAYER'S name and address haulage, haulage.example PAYER'S TIN Not on file" in said


@pytest.mark.parametrize("kind", [TaxDocumentType.FORM_1099_NEC, TaxDocumentType.FORM_1099_K])
def test_a_form_of_which_something_was_withheld_is_due_of_any_amount(kind: TaxDocumentType) -> None:
    assert "Below" in words(attrs.evolve(FORM, document_type=kind))
    figures = attrs.evolve(FORM.figures, withheld_cents=1)
    assert "Below" not in words(attrs.evolve(FORM, document_type=kind, figures=figures))


def test_a_third_party_leaves_the_box_of_payment_cards_empty() -> None:
    figures = attrs.evolve(FORM.figures, gross_cents=21_000_00, payments=201)
    said = words(attrs.evolve(FORM, document_type=TaxDocumentType.FORM_1099_K, figures=figures))
    assert "1a Gross amount of payments $21,000.00 1b Card not present 3 Number of payment" in said


def test_a_summary_has_every_line_of_the_year() -> None:
    said = words(attrs.evolve(FORM, document_type=TaxDocumentType.YEAR_SUMMARY))
    for expected in (
        "Driver Tax Year",
        "Earnings $1,500.00",
        "Tips $10.00",
        "Deductible expenses -$45.00",
        "Mileage, 100.5 business miles -$76.38",
        "Net income $1,388.62",
        "Fuel $99.00 $0.00",
        "Phone $45.00 $45.00",
        "Quarter 3 Sep 15, 2026 $0.00 $76.38 $125.43",
        "no tax advice",
    ):
        assert expected in said, expected
