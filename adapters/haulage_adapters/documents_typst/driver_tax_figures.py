"""What the layouts of a driver's tax documents are given: words and figures as they are printed."""

from datetime import date

from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.kernel.money import dollars
from haulage.tax import ExpenseCategory, Filer, TaxDocument, TaxFigures
from haulage_adapters.documents_typst.figures import MONTHS, Figures
from haulage_adapters.documents_typst.plain import printable

CATEGORIES = {
    ExpenseCategory.FUEL: "Fuel",
    ExpenseCategory.MAINTENANCE: "Maintenance",
    ExpenseCategory.INSURANCE: "Insurance",
    ExpenseCategory.VEHICLE_PAYMENT: "Vehicle payment",
    ExpenseCategory.PHONE: "Phone",
    ExpenseCategory.SUPPLIES: "Supplies",
    ExpenseCategory.OTHER: "Other",
}


def tax_document_figures(document: TaxDocument, public_url: str, filer: Filer) -> Figures:
    figures, host = document.figures, public_url.partition("://")[2]
    return {
        "year": str(document.tax_year),
        "host": host,
        "payer": printable(filer.name) or f"haulage, {host}",
        "payer_address": _address(filer),
        "payer_number": f"{filer.ein[:2]}-{filer.ein[2:]}" if filer.ein else "Not on file",
        "printed": _day(document.generated_at.astimezone(PLATFORM_ZONE).date()),
        "name": printable(document.recipient),
        "address": [printable(line) for line in document.recipient_address.splitlines()],
        "account": document.driver_id,
        "corrected": document.is_correction,
        "taken_back": document.takes_back,
        "to_date": not document.is_year_over,
        "simulated": document.is_simulated,
        "paid": dollars(figures.paid_cents),
        "number": _number(figures),
        "gross": dollars(figures.gross_cents),
        "payments": f"{figures.payments:,}",
        "months": [
            [name, dollars(cents)] for name, cents in zip(MONTHS, figures.months or (0,) * 12, strict=True)
        ],
        "below": document.is_below_threshold,
        "threshold": dollars(figures.threshold_cents),
        "provisional": figures.threshold_is_provisional,
        "withheld": dollars(figures.withheld_cents),
        "net": dollars(figures.net_income_cents),
        "tax": dollars(figures.estimated_tax_cents),
        "lines": [
            ["Earnings", dollars(figures.earnings_cents)],
            ["Tips", dollars(figures.tips_cents)],
            ["Deductible expenses", dollars(-figures.expenses_cents)],
            [
                f"Mileage, {figures.business_miles:,} business miles",
                dollars(-figures.mileage_deduction_cents),
            ],
        ],
        "spent": [
            [CATEGORIES[each.category], dollars(each.spent_cents), dollars(each.deductible_cents)]
            for each in figures.spent
        ],
        "quarters": [
            [
                f"Quarter {each.quarter}",
                _day(each.due_on),
                dollars(each.expenses_cents),
                dollars(each.mileage_deduction_cents),
                dollars(each.estimated_tax_cents),
            ]
            for each in figures.quarters
        ],
    }


def _address(filer: Filer) -> list[str]:
    """A line each, with the telephone number that a recipient may call."""
    town = ", ".join(part for part in (filer.city, f"{filer.state} {filer.zip_code}".strip()) if part)
    return [printable(line) for line in (filer.street, town, filer.phone) if line]


def _number(figures: TaxFigures) -> str:
    """The last four digits, as a recipient's copy may have them (26 CFR 301.6109-4)."""
    if not figures.last4:
        return "Not on file"
    return f"XX-XXX{figures.last4}" if figures.number_type == "ein" else f"XXX-XX-{figures.last4}"


def _day(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"
