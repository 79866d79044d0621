"""How long payments and the books are stored."""

from haulage.services.retention.lines import (
    BOOKKEEPING,
    BOOKS,
    NOBODYS,
    retained,
    with_account,
)
from haulage.services.retention.rule import RetentionRule

RETENTION: tuple[RetentionRule, ...] = (
    retained(
        "payments",
        (
            "payments",
            "payment_splits",
            "refunds",
            "disputes",
            "receipts",
            "transfer_reversals",
            "borrowed_parts",
            "returned_shares",
        ),
        BOOKKEEPING,
        "Payments, refunds, disputes of charges, receipts and drivers' shares; after you delete your "
        "account without your name, addresses and card",
        BOOKS,
    ),
    with_account(
        "saved_cards",
        ("saved_cards", "card_customers"),
        "Cards that you saved: brand, last four digits, expiry, and what the card provider calls them; you "
        "remove each whenever you like, at the provider too",
        "You pay with them.",
    ),
    retained(
        "ledger",
        ("ledger_transactions", "ledger_entries", "ledger_accounts"),
        BOOKKEEPING,
        "Entries of the books",
        BOOKS,
    ),
    retained(
        "ledger_sums",
        ("ledger_tail", "ledger_checkpoints", "ledger_daily_totals"),
        BOOKKEEPING,
        duration=BOOKS,
    ),
    retained(
        "reconciliation",
        ("provider_entries", "payment_differences", "reconciliation_runs"),
        BOOKKEEPING,
        duration=BOOKS,
    ),
    retained(
        "simulated_provider",
        ("/simulated-provider.sqlite3",),
        "Where payments are simulated, this file is the invented provider's memory; nothing in it is real.",
    ),
    retained("receipt_days", ("receipt_days", "order_numbers"), NOBODYS),
    retained("taxes", ("tax_rows", "authority_rows", "tax_remittances"), BOOKKEEPING),
)
