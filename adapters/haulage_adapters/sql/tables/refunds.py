"""Refunds and disputes: every way in which a payment's money goes back."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint, text

from haulage.kernel.money import MAX_CENTS
from haulage.payments import DisputeState, RefundKind, RefundStatus
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
from haulage_adapters.sql.tables.orders import of_own_orders
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, MAX_NAME, Text, Whole

REFUND_UNSENT = text("status IN ('pending', 'failed')")

DISPUTE_OPEN = text("state = 'open'")
"""What the card's bank has not decided; there are few."""

refunds = Table(
    "refunds",
    metadata,
    identifier(),
    reference("payment_id", "payments.id"),
    reference("order_id", "orders.id"),
    enum_column("kind", RefundKind),
    cents("amount_cents"),
    cents("tax_cents"),
    cents("driver_cents"),
    cents("platform_cents"),
    cents("fare_cents"),
    cents("own_cents"),
    Column("reason", Text(MAX_REASON), nullable=False),
    Column("requested_by", Text(MAX_ID), nullable=False),
    Column("reference", Text(MAX_NAME), nullable=False),
    instant("created_at"),
    instant("updated_at"),
    enum_column("status", RefundStatus),
    Column("attempts", Whole(), nullable=False),
    instant("sent_at", nullable=True),
    Column("provider_refund_id", Text(MAX_NAME), nullable=True),
    Column("failure_reason", Text(MAX_REASON), nullable=True),
    Column("disputed_cents", Whole(octets=8), nullable=False, server_default=text("0")),
    instant("withdrawn_at", nullable=True),
    Column("withdrawal_reason", Text(MAX_REASON), nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("reference"),
    *range_checks("amount_cents", at_least=1),
    *range_checks("tax_cents", "driver_cents", "fare_cents"),
    *range_checks("platform_cents", "own_cents", at_least=-MAX_CENTS),
    *enum_checks(kind=RefundKind, status=RefundStatus),
    CheckConstraint(
        "amount_cents = tax_cents + driver_cents + platform_cents + fare_cents + own_cents", name="adds_up"
    ),
    CheckConstraint("(status = 'sent') = (sent_at IS NOT NULL)", name="sent_once"),
    CheckConstraint("(status = 'failed') = (failure_reason IS NOT NULL)", name="failed_for_a_reason"),
    CheckConstraint("disputed_cents BETWEEN 0 AND amount_cents", name="disputed_at_most_all"),
    CheckConstraint("(status = 'withdrawn') = (withdrawn_at IS NOT NULL)", name="withdrawn_once"),
    CheckConstraint("(withdrawn_at IS NULL) = (withdrawal_reason IS NULL)", name="withdrawn_for_a_reason"),
    CheckConstraint("attempts >= 0", name="attempts"),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "payment_id", "created_at", "id"),
    Index(None, "order_id"),
    Index(None, "provider_refund_id"),
    Index(None, "created_at", "status", "amount_cents"),
    Index(
        "ix_refunds_unsent", "created_at", "id", postgresql_where=REFUND_UNSENT, sqlite_where=REFUND_UNSENT
    ),
)

disputes = Table(
    "disputes",
    metadata,
    identifier(),
    reference("payment_id", "payments.id"),
    reference("order_id", "orders.id"),
    Column("provider_reference", Text(MAX_NAME), nullable=False),
    cents("amount_cents"),
    cents("fee_cents"),
    instant("opened_at"),
    enum_column("state", DisputeState),
    cents("lost_cents"),
    instant("closed_at", nullable=True),
    Column("version", Whole(), nullable=False),
    Column("entries", Whole(), nullable=False, server_default="0"),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("provider_reference"),
    *range_checks("amount_cents", at_least=1),
    *range_checks("lost_cents"),
    CheckConstraint(f"fee_cents BETWEEN -{MAX_CENTS} AND {MAX_CENTS}", name="fee_cents"),
    *enum_checks(state=DisputeState),
    CheckConstraint("lost_cents <= amount_cents", name="lost_at_most_all"),
    CheckConstraint("lost_cents = 0 OR state = 'lost'", name="lost_when_lost"),
    CheckConstraint("(state = 'open') = (closed_at IS NULL)", name="closed_once"),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "payment_id", "opened_at", "id"),
    Index(None, "order_id"),
    Index("ix_disputes_open", "opened_at", "id", postgresql_where=DISPUTE_OPEN, sqlite_where=DISPUTE_OPEN),
)

PERSONAL_DATA = (
    Section("refunds", refunds, of_own_orders(refunds), frozenset({"reason", "requested_by"})),
    Section("disputes", disputes, of_own_orders(disputes)),
)
