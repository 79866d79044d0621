"""The table of webhook events, of all providers."""

from sqlalchemy import CheckConstraint, Column, Index, LargeBinary, PrimaryKeyConstraint, Table

from haulage.kernel.money import MAX_CENTS
from haulage.webhooks.event import EventKind, EventProvider, EventState
from haulage_adapters.sql.tables.columns import (
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    range_checks,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_NAME, Text, Whole

MAX_EVENT_TYPE = 100
MAX_PROVIDER_ID = 255
MAX_FAULT = 200

provider_events = Table(
    "provider_events",
    metadata,
    identifier(),
    Column("type", Text(MAX_EVENT_TYPE), nullable=False),
    enum_column("kind", EventKind),
    instant("created_at"),
    Column("provider_reference", Text(MAX_NAME), nullable=True),
    Column("object_reference", Text(MAX_NAME), nullable=True),
    cents("dispute_amount_cents", nullable=True),
    cents("dispute_fee_cents", nullable=True),
    Column("dispute_status", Text(MAX_EVENT_TYPE), nullable=True),
    Column("dispute_reason", Text(MAX_EVENT_TYPE), nullable=True),
    instant("received_at"),
    enum_column("state", EventState),
    instant("settled_at", nullable=True),
    Column("dispute_entries", Whole(), nullable=True),
    Column("provider_id", Text(MAX_PROVIDER_ID), nullable=True),
    Column("account", Text(MAX_NAME), nullable=True),
    Column("body", LargeBinary, nullable=True),
    Column("fault", Text(MAX_FAULT), nullable=True),
    enum_column("provider", EventProvider),
    PrimaryKeyConstraint("id"),
    *enum_checks(kind=EventKind, state=EventState, provider=EventProvider),
    *range_checks("dispute_amount_cents"),
    CheckConstraint(f"dispute_fee_cents BETWEEN -{MAX_CENTS} AND {MAX_CENTS}", name="dispute_fee_cents"),
    CheckConstraint("(state IN ('applied', 'ignored')) = (settled_at IS NOT NULL)", name="settled_once"),
    Index(None, "provider_reference", "created_at", "id"),
    Index(None, "state", "settled_at"),
    Index(None, "state", "created_at", "id"),
    Index(None, "created_at", "id"),
)
"""``created_at`` is the provider's own time. There is no reference to payments: the account at the provider
may serve other systems too. Only of
what cannot be read the ``body`` is kept."""

NOBODYS = {
    provider_events.name: "ids and amounts as providers tell them; payments and checks say whose they are. "
    "Of what could not be read, its bytes, for 90 days",
}
