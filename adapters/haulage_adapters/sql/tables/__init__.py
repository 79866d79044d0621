"""The tables. What must never be false is a constraint here, whatever the program above does.

``metadata`` holds every table of the schema; :mod:`haulage_adapters.sql.migrations` makes it so in a
database.
"""

from haulage_adapters.sql.tables.accounts import accounts, users
from haulage_adapters.sql.tables.audit import audit_entries
from haulage_adapters.sql.tables.behaviour import (
    behaviour_contests,
    behaviour_days,
    behaviour_events,
    behaviour_points,
    behaviour_streams,
)
from haulage_adapters.sql.tables.columns import (
    HASH_DIGITS,
    MAX_ADDRESS,
    MAX_REASON,
    bounded,
    cents,
    identifier,
    instant,
    located,
    on_the_globe,
    owned_by,
    placed,
    reference,
    spelled,
    word,
)
from haulage_adapters.sql.tables.deliveries import delivery_actions, delivery_logs
from haulage_adapters.sql.tables.delivery_reports import delivery_reports
from haulage_adapters.sql.tables.drivers import CELLS_PER_DEGREE, driver_positions, drivers
from haulage_adapters.sql.tables.factors import factor_challenges, factors
from haulage_adapters.sql.tables.identities import identities, social_flows
from haulage_adapters.sql.tables.job_offers import OFFER_OPEN, job_offers
from haulage_adapters.sql.tables.jobs import JOB_WAITING, job_workers, jobs
from haulage_adapters.sql.tables.ledger import ledger_entries, ledger_transactions
from haulage_adapters.sql.tables.mails import MAIL_WAITING, mail_attachments, mails
from haulage_adapters.sql.tables.messages import UNREAD, WITH_TEXT, calls, communication_preferences, messages
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.orders import (
    ABANDONED,
    AVAILABLE,
    ENGAGED,
    IN_HAND,
    WORKED,
    order_events,
    order_numbers,
    orders,
)
from haulage_adapters.sql.tables.passkeys import passkey_challenges, passkeys
from haulage_adapters.sql.tables.payments import NOT_CANCELED, payments
from haulage_adapters.sql.tables.positions import driver_locations
from haulage_adapters.sql.tables.proofs import delivery_pins, proof_photos, proofs
from haulage_adapters.sql.tables.provider_events import provider_events
from haulage_adapters.sql.tables.quotes import offers, quotes
from haulage_adapters.sql.tables.receipts import receipt_days, receipts
from haulage_adapters.sql.tables.refunds import REFUND_UNSENT, disputes, refunds
from haulage_adapters.sql.tables.replies import replies
from haulage_adapters.sql.tables.sessions import refresh_tokens, server_keys, sessions
from haulage_adapters.sql.tables.sign_in import auth_flows, mail_wishes, one_time_codes, rate_limits
from haulage_adapters.sql.tables.sms import sms_heard, sms_sendings
from haulage_adapters.sql.tables.splits import (
    REVERSAL_OPEN,
    SPLIT_DUE,
    driver_accounts,
    payment_splits,
    transfer_reversals,
)
from haulage_adapters.sql.tables.tax_rows import tax_rows
from haulage_adapters.sql.tables.tracking_links import SHARED, tracking_links

__all__ = [
    "ABANDONED",
    "AVAILABLE",
    "CELLS_PER_DEGREE",
    "ENGAGED",
    "HASH_DIGITS",
    "IN_HAND",
    "JOB_WAITING",
    "MAIL_WAITING",
    "MAX_ADDRESS",
    "MAX_REASON",
    "NOT_CANCELED",
    "OFFER_OPEN",
    "REFUND_UNSENT",
    "REVERSAL_OPEN",
    "SHARED",
    "SPLIT_DUE",
    "UNREAD",
    "WITH_TEXT",
    "WORKED",
    "accounts",
    "audit_entries",
    "auth_flows",
    "behaviour_contests",
    "behaviour_days",
    "behaviour_events",
    "behaviour_points",
    "behaviour_streams",
    "bounded",
    "calls",
    "cents",
    "communication_preferences",
    "delivery_actions",
    "delivery_logs",
    "delivery_pins",
    "delivery_reports",
    "disputes",
    "driver_accounts",
    "driver_locations",
    "driver_positions",
    "drivers",
    "factor_challenges",
    "factors",
    "identifier",
    "identities",
    "instant",
    "job_offers",
    "job_workers",
    "jobs",
    "ledger_entries",
    "ledger_transactions",
    "located",
    "mail_attachments",
    "mail_wishes",
    "mails",
    "messages",
    "metadata",
    "offers",
    "on_the_globe",
    "one_time_codes",
    "order_events",
    "order_numbers",
    "orders",
    "owned_by",
    "passkey_challenges",
    "passkeys",
    "payment_splits",
    "payments",
    "placed",
    "proof_photos",
    "proofs",
    "provider_events",
    "quotes",
    "rate_limits",
    "receipt_days",
    "receipts",
    "reference",
    "refresh_tokens",
    "refunds",
    "replies",
    "server_keys",
    "sessions",
    "sms_heard",
    "sms_sendings",
    "social_flows",
    "spelled",
    "tax_rows",
    "tracking_links",
    "transfer_reversals",
    "users",
    "word",
]
