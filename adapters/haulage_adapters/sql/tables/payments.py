"""Payments: one an order that counts, one more for its tip, and what is to be refunded of it."""

from sqlalchemy import Boolean, CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, false, text, true

from haulage.kernel.split_policy import SplitPolicy
from haulage.payments import DisputeState, PaymentPurpose, PaymentState
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
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, MAX_NAME, MAX_WORD, OneOf, Text, Whole

NOT_CANCELED = text("state <> 'canceled'")

payments = Table(
    "payments",
    metadata,
    identifier(),
    reference("order_id", "orders.id"),
    identifier("customer_id"),
    cents("amount_cents"),
    Column("currency", Text(3), nullable=False),
    Column("provider_reference", Text(MAX_NAME), nullable=False),
    enum_column("state", PaymentState),
    Column("attempts", Whole(), nullable=False),
    instant("submitted_at", nullable=True),
    Column("attempt_key", Text(MAX_ID), nullable=True),
    Column("decline_reason", Text(MAX_REASON), nullable=True),
    Column("card_brand", Text(MAX_WORD), nullable=True),
    Column("card_last4", Text(4), nullable=True),
    cents("processing_fee_cents"),
    cents("refund_requested_cents"),
    cents("refunded_cents"),
    Column("simulated", Boolean, nullable=False, server_default=true()),
    enum_column("purpose", PaymentPurpose),
    Column("dispute", OneOf(DisputeState), nullable=True),
    cents("lost_cents"),
    Column("saves_card", Boolean, nullable=False, server_default=false()),
    enum_column("split_policy", SplitPolicy),
    instant("created_at"),
    instant("updated_at"),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *range_checks("amount_cents", "processing_fee_cents", "refund_requested_cents", "refunded_cents"),
    *range_checks("lost_cents"),
    *enum_checks(state=PaymentState, purpose=PaymentPurpose, dispute=DisputeState, split_policy=SplitPolicy),
    CheckConstraint("refund_requested_cents <= amount_cents", name="requested_at_most_all"),
    CheckConstraint("refunded_cents <= amount_cents", name="refunded_at_most_all"),
    CheckConstraint("attempts >= 0", name="attempts"),
    CheckConstraint("version >= 1", name="version"),
    Index(
        "uq_payments_one_an_order",
        "order_id",
        "purpose",
        unique=True,
        postgresql_where=NOT_CANCELED,
        sqlite_where=NOT_CANCELED,
    ),
    Index(None, "created_at", "id"),
    Index(None, "order_id"),
    Index(None, "provider_reference"),
    Index(None, "customer_id", "created_at", "id"),
)

PERSONAL_DATA = (Section("payments", payments, lambda who: payments.c.customer_id == who.user_id),)
