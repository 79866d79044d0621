"""The tables. What must never be false is a constraint here, whatever the program above does.

``metadata`` holds every table of the schema; :mod:`haulage_adapters.sql.migrations` makes it so in a
database.
"""

from haulage_adapters.sql.tables.accounts import UNCONFIRMED, accounts, former_contacts, users
from haulage_adapters.sql.tables.audit import audit_entries, audit_questions
from haulage_adapters.sql.tables.authority_rows import authority_rows
from haulage_adapters.sql.tables.behaviour import (
    behaviour_contests,
    behaviour_days,
    behaviour_events,
    behaviour_points,
    behaviour_streams,
)
from haulage_adapters.sql.tables.carrier_credentials import carrier_credentials
from haulage_adapters.sql.tables.claims import claim_photos, claim_statements, claims
from haulage_adapters.sql.tables.columns import (
    HASH_DIGITS,
    MAX_ADDRESS,
    MAX_REASON,
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    located,
    on_the_globe,
    owned_by,
    placed,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.deliveries import (
    UNRECORDED,
    delivery_actions,
    delivery_logs,
    delivery_mileage,
)
from haulage_adapters.sql.tables.document_uploads import document_uploads
from haulage_adapters.sql.tables.driver_documents import driver_documents
from haulage_adapters.sql.tables.driver_taxes import (
    tax_documents,
    tax_expenses,
    tax_mileage_entries,
    tax_record_changes,
)
from haulage_adapters.sql.tables.drivers import CELLS_PER_DEGREE, driver_last_positions, drivers
from haulage_adapters.sql.tables.emails import SENDING_JOB, SENDING_JOB_ID, email_attachments, emails
from haulage_adapters.sql.tables.erasure_traces import erasure_traces
from haulage_adapters.sql.tables.factors import factor_challenges, factors, recovery_codes
from haulage_adapters.sql.tables.favorites import favorite_drivers
from haulage_adapters.sql.tables.idempotency_keys import WITH_BODY, idempotency_keys
from haulage_adapters.sql.tables.identities import identities, social_flows
from haulage_adapters.sql.tables.item_photos import item_photos
from haulage_adapters.sql.tables.job_offers import OFFER_OPEN, job_offers
from haulage_adapters.sql.tables.jobs import JOB_FREE, JOB_HELD, JOB_WAITING, job_workers, jobs
from haulage_adapters.sql.tables.ledger import (
    RESERVED,
    UNPOSTED,
    ledger_accounts,
    ledger_checkpoints,
    ledger_daily_totals,
    ledger_entries,
    ledger_tail,
    ledger_transactions,
)
from haulage_adapters.sql.tables.messages import UNREAD, WITH_TEXT, calls, communication_preferences, messages
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.onboarding import approval_overrides, driver_applications
from haulage_adapters.sql.tables.operation_state import operation_state
from haulage_adapters.sql.tables.order_texts import (
    ORDER_SEARCH,
    ORDER_SEARCH_TERMS,
    order_text_rewrites,
    order_texts,
)
from haulage_adapters.sql.tables.orders import (
    ABANDONED,
    AVAILABLE,
    COMPLETED,
    ENGAGED,
    IN_HAND,
    WORKED,
    order_events,
    order_numbers,
    orders,
)
from haulage_adapters.sql.tables.passkeys import passkey_challenges, passkeys
from haulage_adapters.sql.tables.payments import NOT_CANCELED, payments
from haulage_adapters.sql.tables.payouts import (
    payout_given_back,
    payout_holds,
    payout_methods,
    payout_settings,
    payout_take_backs,
    payouts,
)
from haulage_adapters.sql.tables.positions import driver_position_history
from haulage_adapters.sql.tables.proofs import delivery_pins, proof_photos, proofs
from haulage_adapters.sql.tables.provider_events import provider_events
from haulage_adapters.sql.tables.quotes import BOOKED_WITH_ALL_OFFERS, NOT_BOOKED, quote_offers, quotes
from haulage_adapters.sql.tables.receipts import receipt_days, receipts
from haulage_adapters.sql.tables.reconciliation import (
    payment_differences,
    provider_entries,
    reconciliation_runs,
)
from haulage_adapters.sql.tables.refunds import REFUND_UNSENT, disputes, refunds
from haulage_adapters.sql.tables.saved_addresses import saved_addresses
from haulage_adapters.sql.tables.saved_cards import card_customers, saved_cards
from haulage_adapters.sql.tables.screening import screening_cases
from haulage_adapters.sql.tables.sessions import known_networks, refresh_tokens, server_keys, sessions
from haulage_adapters.sql.tables.sign_in import auth_flows, email_requests, one_time_codes, rate_limits
from haulage_adapters.sql.tables.sms import inbound_sms, outbound_sms
from haulage_adapters.sql.tables.splits import (
    REVERSAL_OPEN,
    SPLIT_DUE,
    borrowed_parts,
    connected_accounts,
    payment_splits,
    returned_shares,
    transfer_reversals,
)
from haulage_adapters.sql.tables.tax_rows import tax_rows
from haulage_adapters.sql.tables.taxpayers import tax_filings, tax_remittances, w9_forms
from haulage_adapters.sql.tables.tracking_links import SHARED, tracking_links
from haulage_adapters.sql.tables.training import training_attempts, training_progress, training_watches

__all__ = [
    "ABANDONED",
    "AVAILABLE",
    "BOOKED_WITH_ALL_OFFERS",
    "CELLS_PER_DEGREE",
    "COMPLETED",
    "ENGAGED",
    "HASH_DIGITS",
    "IN_HAND",
    "JOB_FREE",
    "JOB_HELD",
    "JOB_WAITING",
    "MAX_ADDRESS",
    "MAX_REASON",
    "NOT_BOOKED",
    "NOT_CANCELED",
    "OFFER_OPEN",
    "ORDER_SEARCH",
    "ORDER_SEARCH_TERMS",
    "REFUND_UNSENT",
    "RESERVED",
    "REVERSAL_OPEN",
    "SENDING_JOB",
    "SENDING_JOB_ID",
    "SHARED",
    "SPLIT_DUE",
    "UNCONFIRMED",
    "UNPOSTED",
    "UNREAD",
    "UNRECORDED",
    "WITH_BODY",
    "WITH_TEXT",
    "WORKED",
    "accounts",
    "approval_overrides",
    "audit_entries",
    "audit_questions",
    "auth_flows",
    "authority_rows",
    "behaviour_contests",
    "behaviour_days",
    "behaviour_events",
    "behaviour_points",
    "behaviour_streams",
    "borrowed_parts",
    "calls",
    "card_customers",
    "carrier_credentials",
    "cents",
    "claim_photos",
    "claim_statements",
    "claims",
    "communication_preferences",
    "connected_accounts",
    "delivery_actions",
    "delivery_logs",
    "delivery_mileage",
    "delivery_pins",
    "disputes",
    "document_uploads",
    "driver_applications",
    "driver_documents",
    "driver_last_positions",
    "driver_position_history",
    "drivers",
    "email_attachments",
    "email_requests",
    "emails",
    "enum_checks",
    "enum_column",
    "erasure_traces",
    "factor_challenges",
    "factors",
    "favorite_drivers",
    "former_contacts",
    "idempotency_keys",
    "identifier",
    "identities",
    "inbound_sms",
    "instant",
    "item_photos",
    "job_offers",
    "job_workers",
    "jobs",
    "known_networks",
    "ledger_accounts",
    "ledger_checkpoints",
    "ledger_daily_totals",
    "ledger_entries",
    "ledger_tail",
    "ledger_transactions",
    "located",
    "messages",
    "metadata",
    "on_the_globe",
    "one_time_codes",
    "operation_state",
    "order_events",
    "order_numbers",
    "order_text_rewrites",
    "order_texts",
    "orders",
    "outbound_sms",
    "owned_by",
    "passkey_challenges",
    "passkeys",
    "payment_differences",
    "payment_splits",
    "payments",
    "payout_given_back",
    "payout_holds",
    "payout_methods",
    "payout_settings",
    "payout_take_backs",
    "payouts",
    "placed",
    "proof_photos",
    "proofs",
    "provider_entries",
    "provider_events",
    "quote_offers",
    "quotes",
    "range_checks",
    "rate_limits",
    "receipt_days",
    "receipts",
    "reconciliation_runs",
    "recovery_codes",
    "reference",
    "refresh_tokens",
    "refunds",
    "returned_shares",
    "saved_addresses",
    "saved_cards",
    "screening_cases",
    "server_keys",
    "sessions",
    "social_flows",
    "tax_documents",
    "tax_expenses",
    "tax_filings",
    "tax_mileage_entries",
    "tax_record_changes",
    "tax_remittances",
    "tax_rows",
    "tracking_links",
    "training_attempts",
    "training_progress",
    "training_watches",
    "transfer_reversals",
    "users",
    "w9_forms",
]
