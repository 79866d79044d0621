"""How long drivers' own tax records are stored."""

from haulage.services.retention.lines import BOOKS, retained, with_account
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    retained(
        "tax_expenses",
        ("tax_expenses",),
        "Drivers need them for their taxes; without an account they are left without words and photos.",
        "Expenses that a driver recorded",
        BOOKS,
        "after the expense",
    ),
    retained(
        "tax_mileage_entries",
        ("tax_mileage_entries",),
        "Drivers need them for their taxes; without an account they are left without words.",
        "Miles that a driver wrote into their mileage log",
        BOOKS,
        "after they were driven",
    ),
    retained(
        "tax_documents",
        ("tax_documents",),
        "Federal tax law; without an account they are left without a name.",
        "Summaries of a driver's tax year and copies of Form 1099-NEC",
        BOOKS,
        "after they were made",
    ),
    with_account(
        "tax_record_changes",
        ("tax_record_changes",),
        "How a driver's expenses and mileage entries were before they changed or removed them",
        "Drivers can show what they changed in a tax year, and when.",
    ),
)
