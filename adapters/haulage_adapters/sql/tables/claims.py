"""What customers say was not delivered, and what was decided."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage.claims import ClaimState
from haulage_adapters.sql.tables.columns import MAX_REASON, identifier, instant, reference, spelled, word
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, MAX_TEXT, Text, Whole

claims = Table(
    "claims",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    reference("customer_id", "users.id"),
    reference("driver_id", "drivers.id"),
    Column("account", Text(MAX_TEXT), nullable=False),
    instant("created_at"),
    word("state", ClaimState),
    instant("decided_at", nullable=True),
    Column("decided_by", Text(MAX_ID), nullable=True),
    Column("decision_reason", Text(MAX_REASON), nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("order_id"),
    *spelled(state=ClaimState),
    CheckConstraint("(state = 'open') = (decided_at IS NULL)", name="decided_once"),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "state", "created_at", "id"),
    Index(None, "created_at", "id"),
    Index(None, "customer_id"),
    Index(None, "driver_id"),
)

PERSONAL_DATA = (
    Section(
        "claims",
        claims,
        lambda who: claims.c.customer_id == who.user_id,
        frozenset({"decided_by"}),
    ),
    Section(
        "reports_of_deliveries",
        claims,
        lambda who: claims.c.driver_id == who.drives_as,
        frozenset({"decided_by", "customer_id", "account"}),
    ),
)
