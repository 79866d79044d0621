"""How long drivers' own tax records are stored."""

from haulage.ports.storage.retention import Expiring
from haulage.services.retention.lines import BOOKS, NOBODYS, deleted, expired, retained, with_account
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    retained(
        "tax_expenses",
        ("tax_expenses", "/files/expenses/*"),
        "Drivers need them for their taxes; without an account they are left without words and photos.",
        "Expenses that a driver recorded, with photos of their receipts",
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
        "Summaries of a driver's tax year and copies of Forms 1099-NEC and 1099-K",
        BOOKS,
        "after they were made",
    ),
    deleted(
        "w9_forms",
        ("w9_forms",),
        BOOKS,
        "after a newer one replaced it, or after the last payout",
        expired(Expiring.W9_FORMS),
        "Federal tax law: payments are reported to the tax authority under your name, address and taxpayer "
        "number, also after you delete your account. The number is encrypted.",
        "A driver's Form W-9 with their taxpayer number",
        source="OP-97",
    ),
    retained("tax_vault_key", ("/tax-vault.key",), NOBODYS),
    retained(
        "tax_filings",
        ("tax_filings",),
        "Federal tax law.",
        "What was reported of a driver's payments to the tax authority",
        BOOKS,
        "after it was exported",
    ),
    with_account(
        "tax_record_changes",
        ("tax_record_changes",),
        "How a driver's expenses and mileage entries were before they changed or removed them",
        "Drivers can show what they changed in a tax year, and when.",
    ),
)
