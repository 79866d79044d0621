"""The tables. What must never be false is a constraint here, whatever the program above does.

``metadata`` holds every table of the schema; :mod:`haulage_adapters.sql.migrations` makes it so in a
database.
"""

from haulage_adapters.sql.tables.accounts import accounts, users
from haulage_adapters.sql.tables.columns import (
    MAX_ADDRESS,
    MAX_REASON,
    bounded,
    cents,
    identifier,
    instant,
    located,
    on_the_globe,
    placed,
    reference,
    spelled,
    word,
)
from haulage_adapters.sql.tables.drivers import CELLS_PER_DEGREE, driver_positions, drivers
from haulage_adapters.sql.tables.ledger import ledger_entries, ledger_transactions
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.orders import (
    ABANDONED,
    AVAILABLE,
    ENGAGED,
    IN_HAND,
    order_events,
    order_numbers,
    orders,
)
from haulage_adapters.sql.tables.payments import NOT_CANCELED, REFUND_DUE, payments
from haulage_adapters.sql.tables.quotes import offers, quotes
from haulage_adapters.sql.tables.replies import replies
from haulage_adapters.sql.tables.sessions import refresh_tokens, server_keys, sessions

__all__ = [
    "ABANDONED",
    "AVAILABLE",
    "CELLS_PER_DEGREE",
    "ENGAGED",
    "IN_HAND",
    "MAX_ADDRESS",
    "MAX_REASON",
    "NOT_CANCELED",
    "REFUND_DUE",
    "accounts",
    "bounded",
    "cents",
    "driver_positions",
    "drivers",
    "identifier",
    "instant",
    "ledger_entries",
    "ledger_transactions",
    "located",
    "metadata",
    "offers",
    "on_the_globe",
    "order_events",
    "order_numbers",
    "orders",
    "payments",
    "placed",
    "quotes",
    "reference",
    "refresh_tokens",
    "replies",
    "server_keys",
    "sessions",
    "spelled",
    "users",
    "word",
]
