"""Which paragraph of the privacy page names what each line of the retention schedule stores.

A test holds it against the schedule, the tables with personal data and the page: the next table of people's
cannot be left out.
"""

from collections.abc import Mapping

PARAGRAPHS: Mapping[str, tuple[str, ...]] = {
    "kept-account": ("accounts", "unconfirmed_accounts", "challenges", "one_time_codes"),
    "kept-sign-ins": ("sessions", "known_networks"),
    "kept-orders": (
        "orders",
        "order_events",
        "unbooked_quotes",
        "declined_offers",
        "job_offers",
        "tracking_links",
        "delivery_logs",
        "delivery_actions",
    ),
    "kept-addresses": ("saved_addresses",),
    "kept-item-photos": ("item_photos", "unused_item_photos"),
    "kept-problems": ("claims", "claim_photos", "unused_claim_photos"),
    "kept-payments": ("payments", "ledger", "provider_events", "waiting_provider_events"),
    "kept-cards": ("saved_cards",),
    "kept-conversations": ("conversations", "call_details"),
    "kept-ratings": ("favorite_drivers",),
    "kept-mails": ("emails", "mail_file", "outbound_sms"),
    "kept-proofs": ("proofs", "unused_photos", "delivery_pins"),
    "kept-applications": (
        "application_drafts",
        "rejected_applications",
        "applications",
        "training",
        "screening_cases",
        "documents_of_rejected_applicants",
    ),
    "kept-driving": (
        "drivers",
        "driver_photos",
        "driver_documents",
        "replaced_documents",
        "unfinished_documents",
        "broken_off_uploads",
        "carrier_credentials",
        "positions",
        "last_positions",
        "driving_streams",
        "driving_points",
        "driving_traces",
    ),
    "kept-earnings": (
        "payout_methods",
        "payouts",
        "payout_settings",
        "w9_forms",
        "tax_filings",
        "tax_documents",
        "tax_expenses",
        "tax_mileage_entries",
        "tax_record_changes",
        "mileage",
    ),
    "kept-decisions": ("audit", "audit_questions"),
    "kept-technical": (
        "response_bodies",
        "idempotency_keys",
        "rate_limits",
        "jobs",
        "dead_jobs",
        "erasure_traces",
    ),
}
