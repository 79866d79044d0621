"""What of a year is reported, and the file that the IRS's portal takes (OP-69)."""

import csv
import io

import attrs
import pytest

from builders import NOON, a_w9
from haulage.tax import (
    Filer,
    Recipient,
    ReturnAmounts,
    TaxClassification,
    TaxForm,
    TaxpayerNumberType,
    W9Form,
    is_reported,
    k_file,
    k_rows,
    nec_columns,
    nec_file,
    nec_rows,
    w9_form,
)

FILER = Filer(
    "Haulage Movers of New York and All Its Neighbors Inc",
    "123456789",
    "1 Main St",
    "New York",
    "NY",
    "10001",
    "(212) 555-0100",
    "tax@haulage.example",
)


def signed(**changes: object) -> W9Form:
    return w9_form("w9f_1", "drv_1", a_w9(**changes).checked(), NOON)


CORPORATION = signed(
    name="Fast Lane Hauling LLC",
    classification=TaxClassification.LLC_S,
    number_type=TaxpayerNumberType.EIN,
    number="98-7654321",
)


@pytest.mark.parametrize(
    ("year", "cents", "due"),
    [(2025, 599_99, False), (2025, 600_00, True), (2026, 1_999_99, False), (2026, 2_000_00, True)],
)
def test_the_threshold_is_that_of_the_year(year: int, cents: int, due: bool) -> None:
    assert is_reported(TaxForm.NEC, year, ReturnAmounts(cents), signed()) is due
    assert is_reported(TaxForm.NEC, year, ReturnAmounts(cents), None) is due
    assert not is_reported(TaxForm.NEC, year, ReturnAmounts(cents), CORPORATION)


def test_whatever_is_withheld_is_reported() -> None:
    for form in TaxForm:
        assert is_reported(form, 2026, ReturnAmounts(10, withheld_cents=2), CORPORATION)


@pytest.mark.parametrize(
    ("gross", "payments", "due"),
    [(20_000_00, 500, False), (20_000_01, 200, False), (20_000_01, 201, True)],
)
def test_a_1099_k_is_due_above_twenty_thousand_dollars_and_two_hundred_payments(
    gross: int, payments: int, due: bool
) -> None:
    amounts = ReturnAmounts(0, gross_cents=gross, payments=payments)
    assert is_reported(TaxForm.K, 2026, amounts, None) is due


def read(w9: W9Form, amounts: ReturnAmounts, filer: Filer = FILER, **changes: object) -> dict[str, str]:
    number = a_w9().checked().number
    who = Recipient("drv_1", attrs.evolve(w9, **changes), number)
    (row,) = csv.DictReader(io.StringIO(nec_file(2026, nec_rows(filer, 2026, [(who, amounts)]))))
    return {name: value for name, value in row.items() if value}


def test_a_form_is_a_row_of_the_template() -> None:
    assert read(signed(name="Ana María Núñez Jr."), ReturnAmounts(12_345_06, withheld_cents=2_40)) == {
        "Form Type": "1099-NEC",
        "Tax Year": "2026",
        "Payer TIN Type": "EIN",
        "Payer Taxpayer ID Number": "123456789",
        "Payer Name Type": "B",
        "Payer Business or Entity Name Line 1": "Haulage Movers of New York and All Its",
        "Payer Business or Entity Name Line 2": "Neighbors Inc",
        "Payer Country": "US",
        "Payer Address Line 1": "1 Main St",
        "Payer City/Town": "New York",
        "Payer State/Province/Territory": "NY",
        "Payer ZIP/Postal Code": "10001",
        "Payer Phone Type": "D",
        "Payer Phone": "2125550100",
        "Payer Email Address": "tax@haulage.example",
        "Recipient TIN Type": "SSN",
        "Recipient Taxpayer ID Number": "219099999",
        "Recipient Name Type": "I",
        "Recipient First Name": "Ana",
        "Recipient Middle Name": "Maria",
        "Recipient Last Name (Surname)": "Nunez",
        "Recipient Suffix": "JR",
        "Recipient Country": "US",
        "Recipient Address Line 1": "12 Pine Street",
        "Recipient City/Town": "Brooklyn",
        "Recipient State/Province/Territory": "NY",
        "Recipient ZIP/Postal Code": "11201",
        "Form Account Number": "drv_1",
        "2nd TIN Notice": "N",
        "Box 1 - Nonemployee Compensation": "12345.06",
        nec_columns(2026)[39]: "N",
        "Box 4 - Federal income tax withheld": "2.40",
    }


def test_the_template_has_a_box_3_since_2025() -> None:
    who = Recipient("drv_1", signed(), a_w9().checked().number)
    for year, columns in ((2024, 54), (2025, 55)):
        assert len(set(nec_columns(year))) == columns
        (row,) = nec_rows(FILER, year, [(who, ReturnAmounts(700_00, withheld_cents=1_00))])
        said = dict(zip(nec_columns(year), row, strict=True))
        assert (said["Box 1 - Nonemployee Compensation"], said["Tax Year"]) == ("700.00", str(year))
        assert said["Box 4 - Federal income tax withheld"] == "1.00"
        assert said.get("Box 3 - Excess golden parachute payments") == ("" if year == 2025 else None)


def test_a_business_is_named_in_lines_and_nothing_begins_a_formula() -> None:
    row = read(CORPORATION, ReturnAmounts(-5))
    assert row["Recipient Business or Entity Name Line 1"] == "Fast Lane Hauling LLC"
    assert (row["Recipient Name Type"], row["Box 1 - Nonemployee Compensation"]) == ("B", "0.00")
    assert "Box 4 - Federal income tax withheld" not in row
    assert (
        read(CORPORATION, ReturnAmounts(1), name='=cmd|"x" +1 @Co')[
            "Recipient Business or Entity Name Line 1"
        ]
        == "cmd x 1 Co"
    )


def test_a_1099_k_is_a_row_of_the_forms_boxes() -> None:
    amounts = ReturnAmounts(0, 4_800_00, 30_000_00, 250, (0,) * 10 + (10_000_00, 20_000_00))
    who = Recipient("drv_1", signed(), a_w9().checked().number)
    (row,) = csv.DictReader(io.StringIO(k_file(k_rows(FILER, 2026, [(who, amounts)]))), strict=True)
    assert row["Filer Taxpayer ID Number"] == "123456789"
    assert row["Payee Taxpayer ID Number"] == who.number.digits
    assert (row["Transactions reported are Third party network"], row["Account number"]) == ("Y", "drv_1")
    assert row["Box 1a - Gross amount of payment card/third party network transactions"] == "30000.00"
    assert row["Box 4 - Federal income tax withheld"] == "4800.00"
    assert (row["Box 5a - January"], row["Box 5l - December"]) == ("0.00", "20000.00")
    assert None not in row
    assert None not in row.values()


def test_a_1099_k_of_whom_nothing_was_withheld_leaves_its_box_empty() -> None:
    who = Recipient("drv_1", signed(), a_w9().checked().number)
    amounts = ReturnAmounts(0, gross_cents=30_000_00, payments=250)
    (row,) = csv.DictReader(io.StringIO(k_file(k_rows(FILER, 2026, [(who, amounts)]))), strict=True)
    assert row["Box 4 - Federal income tax withheld"] == ""


def test_each_form_reports_its_own_figure_and_never_less_than_nothing() -> None:
    amounts = ReturnAmounts(500, gross_cents=700)
    assert (amounts.reported_cents(TaxForm.NEC), amounts.reported_cents(TaxForm.K)) == (500, 700)
    assert ReturnAmounts(-1).reported_cents(TaxForm.NEC) == 0


def test_a_filer_is_told_which_settings_are_missing() -> None:
    assert FILER.missing == ()
    assert attrs.evolve(FILER, ein="", city=" ").missing == ("HAULAGE_FILER_EIN", "HAULAGE_FILER_CITY")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("A" * 40, ("A" * 40, "")),
        ("A" * 41, ("A" * 40, "A")),
        ("A" * 40 + " Inc", ("A" * 40, "Inc")),
        ("Fast " + "A" * 38, ("Fast", "A" * 38)),
        ("- Fast Lane", ("Fast Lane", "")),
    ],
)
def test_a_long_name_is_broken_between_words_where_that_goes(name: str, lines: tuple[str, str]) -> None:
    row = read(CORPORATION, ReturnAmounts(1), name=name)
    field = "Recipient Business or Entity Name Line"
    assert (row[f"{field} 1"], row.get(f"{field} 2", "")) == lines


@pytest.mark.parametrize(
    ("name", "first", "last", "suffix"),
    [("Ana Lee", "Ana", "Lee", ""), ("Ana Jr.", "Ana", "Jr.", ""), ("Ana Lee Jr.", "Ana", "Lee", "JR")],
)
def test_a_person_has_a_first_and_a_last_name_before_a_suffix(
    name: str, first: str, last: str, suffix: str
) -> None:
    row = read(signed(name=name), ReturnAmounts(1))
    assert row["Recipient Name Type"] == "I"
    assert (row["Recipient First Name"], row["Recipient Last Name (Surname)"]) == (first, last)
    assert row.get("Recipient Suffix", "").upper().strip(".") == suffix


def test_one_word_is_the_name_of_a_business() -> None:
    row = read(signed(name="Cher"), ReturnAmounts(1))
    assert (row["Recipient Name Type"], row["Recipient Business or Entity Name Line 1"]) == ("B", "Cher")
