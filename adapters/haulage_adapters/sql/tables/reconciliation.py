"""What moved our balance at the card provider, and how that differs from our books."""

from sqlalchemy import Boolean, CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, text

from haulage.kernel.money import MAX_CENTS
from haulage.payments.difference import DifferenceKind, DifferenceSubject
from haulage.payments.provider_entry import EntryKind
from haulage_adapters.sql.tables.columns import (
    MAX_REASON,
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_NAME, MAX_WORD, Text, Whole

MAX_TYPE = 100
OPEN = text("closed_at IS NULL")

provider_entries = Table(
    "provider_entries",
    metadata,
    Column("id", Text(MAX_NAME), nullable=False),
    enum_column("kind", EntryKind),
    Column("type", Text(MAX_TYPE), nullable=False),
    cents("amount_cents"),
    cents("fee_cents"),
    cents("net_cents"),
    instant("created_at"),
    Column("source", Text(MAX_NAME), nullable=True),
    Column("provider_reference", Text(MAX_NAME), nullable=True),
    Column("reference", Text(MAX_NAME), nullable=True),
    instant("noted_at"),
    PrimaryKeyConstraint("id"),
    *range_checks("amount_cents", "fee_cents", at_least=-MAX_CENTS),
    *enum_checks(kind=EntryKind),
    CheckConstraint("net_cents = amount_cents - fee_cents", name="adds_up"),
    Index(None, "source"),
    Index(None, "provider_reference", "kind"),
    Index(None, "created_at", "id"),
)

payment_differences = Table(
    "payment_differences",
    metadata,
    identifier(),
    enum_column("kind", DifferenceKind),
    enum_column("subject", DifferenceSubject),
    instant("occurred_at"),
    instant("created_at"),
    instant("seen_at"),
    Column("their_id", Text(MAX_NAME), nullable=True),
    reference("payment_id", "payments.id", nullable=True),
    reference("refund_id", "refunds.id", nullable=True),
    reference("order_id", "orders.id", nullable=True),
    cents("our_cents", nullable=True),
    cents("their_cents", nullable=True),
    Column("our_status", Text(MAX_WORD), nullable=True),
    Column("their_status", Text(MAX_TYPE), nullable=True),
    instant("closed_at", nullable=True),
    Column("accepted_because", Text(MAX_REASON), nullable=True),
    cents("their_fee_cents", nullable=True),
    PrimaryKeyConstraint("id"),
    *range_checks("our_cents", "their_cents", "their_fee_cents", at_least=-MAX_CENTS),
    *enum_checks(kind=DifferenceKind, subject=DifferenceSubject),
    CheckConstraint("accepted_because IS NULL OR closed_at IS NOT NULL", name="accepted_is_closed"),
    Index("ix_payment_differences_open", "created_at", "id", postgresql_where=OPEN, sqlite_where=OPEN),
    Index(None, "created_at", "id"),
)

reconciliation_runs = Table(
    "reconciliation_runs",
    metadata,
    identifier(),
    instant("requested_at"),
    Column("repair", Boolean, nullable=False),
    instant("since", nullable=True),
    instant("started_at", nullable=True),
    instant("finished_at", nullable=True),
    Column("failure", Text(MAX_REASON), nullable=True),
    *(Column(name, Whole(), nullable=False) for name in ("entries", "found", "repaired", "closed", "open")),
    PrimaryKeyConstraint("id"),
)
"""The latest run, and one that is under way beside it."""

NOBODYS = {
    provider_entries.name: "ids and amounts of the card provider's; payments say whose they are",
    reconciliation_runs.name: "times and numbers of runs, of nobody",
    payment_differences.name: "ids and amounts of payments; those say whose they are",
}
