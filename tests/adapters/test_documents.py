"""Receipts and tax summaries as PDF, read back by another library."""

import asyncio
from datetime import UTC, datetime
from io import BytesIO

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from haulage.kernel.services import ServiceType
from haulage.receipts import FareBreakdown, PaymentRecord, Receipt, RecordStatus, YearRow, tax_year
from haulage.receipts.sheets import ReceiptSheet, TaxSummarySheet
from haulage_adapters.documents_typst import TypstPrinter
from haulage_adapters.documents_typst.plain import COVERED, printable
from receipts import PAID_AT, a_receipt

PRINTER = TypstPrinter("https://haulage.example")


def printed(receipt: Receipt, refund_cents: int = 0, refunded_cents: int = 0) -> bytes:
    return asyncio.run(PRINTER.receipt(ReceiptSheet(receipt, refund_cents, refunded_cents)))


def words(pdf: bytes) -> str:
    pages = PdfReader(BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_a_receipt_says_what_was_paid_for_what_by_whom() -> None:
    receipt = a_receipt()
    said = words(printed(receipt))
    for expected in (
        "Receipt MN202611210007",
        "Ada Lovelace ada@example.com",
        "#10042",
        "89 E 42nd St, New York, NY 10017",
        "200 Bedford Ave, Brooklyn, NY 11249",
        "Two boxes of books",
        "Visa ending in 4242",
        "Nov 21, 2026, 1:00 PM EST",
        "Base fee $5.00",
        "Distance fee $7.50",
        "Time fee $2.00",
        "Service fee $10.50",
        "Taxes $2.06",
        "Total $27.06",
        receipt.confirmation_number,
        f"/payment-success/{receipt.confirmation_id}",
    ):
        assert expected in said, expected
    assert "Tip" not in said


def test_a_simulated_payment_says_so_and_a_real_one_does_not() -> None:
    assert "No card was charged" in words(printed(a_receipt()))
    assert "No card was charged" not in words(printed(a_receipt(simulated=False)))


def test_what_goes_back_stands_on_the_receipt() -> None:
    on_its_way = words(printed(a_receipt(), 10_00, 0))
    assert "Partly refunded" in on_its_way
    assert "Refund on its way -$10.00" in on_its_way
    assert "You paid in the end $17.06" in on_its_way
    assert "Refunded -$27.06 You paid in the end $0.00" in words(printed(a_receipt(), 27_06, 27_06))


def test_a_tip_has_its_line() -> None:
    receipt = a_receipt()
    tipped = attrs.evolve(receipt, breakdown=attrs.evolve(receipt.breakdown, tip_cents=5_00))
    assert "Tip $5.00 Total $32.06" in words(printed(tipped))


def test_the_receipt_of_a_tip_has_no_line_of_what_was_not_charged() -> None:
    said = words(printed(a_receipt(breakdown=FareBreakdown(0, tip_cents=5_00))))
    assert "Tip $5.00 Total $5.00" in said
    assert "$0.00" not in said


def test_the_same_receipt_is_the_same_file_and_is_pdf_a() -> None:
    pdf = printed(a_receipt())
    assert pdf == printed(a_receipt())
    reader = PdfReader(BytesIO(pdf))
    metadata = reader.xmp_metadata
    assert metadata is not None
    raw = metadata.stream.get_data()
    assert b"<pdfaid:part>2</pdfaid:part>" in raw
    assert b"<pdfaid:conformance>B</pdfaid:conformance>" in raw
    assert reader.metadata is not None
    assert reader.metadata.title == "Receipt MN202611210007"
    assert len(reader.pages) == 1


@pytest.mark.parametrize(
    "text",
    [
        '#panic() $x^2$ *bold* <label> @ref `raw` \\ // /* #read("/etc/passwd")',
        "漢字 \N{GRINNING FACE} שלום \u202egnp.exe \x00\x1b[31m \ud800",
        "W" * 2_000,
        "Zoë Ångström, Łódź, Ελλάδα, Київ",
        "",
    ],
)
def test_what_customers_write_is_text_and_nothing_else(text: str) -> None:
    pdf = printed(
        a_receipt(
            customer_name=text[:200], description=text, pickup_address=text[:300], customer_email=text[:300]
        )
    )
    assert "Total $27.06" in words(pdf)
    assert "root:" not in words(pdf)


@settings(max_examples=20, deadline=None)
@given(st.text(max_size=60))
def test_any_text_can_be_printed(text: str) -> None:
    assert printed(a_receipt(customer_name=text, description=text)).startswith(b"%PDF-1.7")


def test_the_fonts_have_every_letter_that_they_are_said_to_have() -> None:
    letters = [chr(code) for first, last in COVERED for code in range(first, last + 1)]
    for start in range(0, len(letters), 250):
        assert printed(a_receipt(description="".join(letters[start : start + 250])))


def test_directions_and_joiners_vanish_and_what_is_unknown_is_shown_as_unknown() -> None:
    assert printable("a\u202eb\u200dc\n\td 漢") == "abc d ?"


def test_a_tax_summary_has_the_sums_and_every_payment() -> None:
    rows = [YearRow(PAID_AT, ServiceType.MOVING, f"ord_{n}", 100_00 + n, 8_25) for n in range(60)]
    records = [
        PaymentRecord(
            id=f"pay_{n}",
            at=row.at,
            order_id=row.order_id,
            order_number=10_000 + n,
            service_type=row.service_type,
            description="A sofa",
            pickup_address="A",
            delivery_address="B",
            driver_name=None,
            card_brand="visa",
            card_last4="4242",
            amount_cents=row.spent_cents,
            refund_cents=0,
            refunded_cents=0,
            status=RecordStatus.COMPLETED,
            receipt_id=f"rcp_{n}",
            receipt_number=f"MN20261121{n:04d}",
            confirmation_id=f"cnf_{n}",
            simulated=True,
        )
        for n, row in enumerate(rows)
    ]
    printed_at = datetime(2027, 1, 3, tzinfo=UTC)
    sheet = TaxSummarySheet(
        "Ada", "ada@example.com", printed_at, tax_year(2026, rows), records, simulated=True
    )
    pdf = asyncio.run(PRINTER.tax_summary(sheet))
    said = words(pdf)
    assert "Tax Year Summary 2026" in said
    assert "Total spent Orders Average order Sales tax within" in said or "$6,017.70" in said
    assert "$6,017.70" in said
    assert "Moving $6,017.70 100%" in said
    assert all(record.receipt_number in said for record in records)
    assert len(PdfReader(BytesIO(pdf)).pages) > 1


def test_a_year_without_payments_has_a_summary_too() -> None:
    sheet = TaxSummarySheet("", "", PAID_AT, tax_year(2026, []), [], simulated=False)
    assert "No payments in 2026." in words(asyncio.run(PRINTER.tax_summary(sheet)))
