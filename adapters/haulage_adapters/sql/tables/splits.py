"""Splits of payments, the transfers that bring drivers their part, and what is taken back of those."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    false,
    select,
    text,
)

from haulage.kernel.money import MAX_CENTS
from haulage.ledger import SplitKind, SplitPolicy, SplitStatus
from haulage.payouts import CapabilityStatus
from haulage.ports.storage.personal_data import Person
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
from haulage_adapters.sql.types import MAX_NAME, ExactDecimal, Json, Text, Whole

SPLIT_DUE = text("status = 'pending' AND earned_at IS NOT NULL AND frozen_at IS NULL AND held_at IS NULL")
REVERSAL_OPEN = text("done_at IS NULL AND owed_at IS NULL")

payment_splits = Table(
    "payment_splits",
    metadata,
    identifier(),
    reference("payment_id", "payments.id"),
    reference("order_id", "orders.id"),
    enum_column("kind", SplitKind),
    enum_column("policy", SplitPolicy),
    Column("policy_version", Whole(), nullable=False),
    cents("total_cents"),
    cents("taxes_cents"),
    cents("processing_fee_cents"),
    cents("driver_cents"),
    cents("platform_cents"),
    Column("miles", ExactDecimal(), nullable=False),
    Column("minutes", Whole(), nullable=False),
    instant("created_at"),
    instant("updated_at"),
    enum_column("status", SplitStatus),
    reference("driver_id", "drivers.id", nullable=True),
    instant("earned_at", nullable=True),
    Column("attempts", Whole(), nullable=False),
    cents("submitted_cents", nullable=True),
    instant("frozen_at", nullable=True),
    instant("completed_at", nullable=True),
    Column("driver_transfer_id", Text(MAX_NAME), nullable=True),
    Column("failure_reason", Text(MAX_REASON), nullable=True),
    cents("refunded_cents"),
    cents("shared_back_cents"),
    cents("tax_back_cents"),
    cents("driver_back_cents"),
    cents("platform_back_cents"),
    Column("earned_bonus", Boolean, nullable=False, server_default=false()),
    instant("held_at", nullable=True),
    cents("settled_cents"),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("payment_id"),
    UniqueConstraint("driver_transfer_id"),
    *range_checks("total_cents", "taxes_cents", "processing_fee_cents", "driver_cents", "submitted_cents"),
    *range_checks("settled_cents"),
    *range_checks("refunded_cents", "shared_back_cents", "tax_back_cents", "driver_back_cents"),
    *range_checks("platform_cents", "platform_back_cents", at_least=-MAX_CENTS),
    *enum_checks(kind=SplitKind, policy=SplitPolicy, status=SplitStatus),
    CheckConstraint(
        "total_cents = taxes_cents + processing_fee_cents + driver_cents + platform_cents", name="adds_up"
    ),
    CheckConstraint("refunded_cents <= total_cents", name="refunded_at_most_all"),
    CheckConstraint("shared_back_cents <= refunded_cents", name="shared_back_is_refunded"),
    CheckConstraint("tax_back_cents <= taxes_cents", name="tax_back_at_most_all"),
    CheckConstraint("driver_back_cents <= driver_cents", name="driver_back_at_most_all"),
    CheckConstraint("submitted_cents <= driver_cents", name="submitted_at_most_the_share"),
    CheckConstraint("settled_cents <= driver_cents", name="settled_at_most_the_share"),
    CheckConstraint("(status = 'completed') = (completed_at IS NOT NULL)", name="completed_once"),
    CheckConstraint("(status = 'failed') = (failure_reason IS NOT NULL)", name="failed_for_a_reason"),
    CheckConstraint("driver_transfer_id IS NULL OR status = 'completed'", name="transferred_once"),
    CheckConstraint("(earned_at IS NULL) = (driver_id IS NULL)", name="earned_by_a_driver"),
    CheckConstraint("earned_at IS NOT NULL OR status = 'pending'", name="earned_before_sent"),
    CheckConstraint("attempts >= 0", name="attempts"),
    CheckConstraint("policy_version >= 1", name="policy_version"),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "created_at", "id"),
    Index(None, "status", "created_at", "id"),
    Index(None, "order_id"),
    Index(None, "driver_id", "created_at", "id"),
    Index("ix_payment_splits_earned", "driver_id", "earned_at", "driver_cents", "driver_back_cents"),
    Index("ix_payment_splits_due", "earned_at", "id", postgresql_where=SPLIT_DUE, sqlite_where=SPLIT_DUE),
)

transfer_reversals = Table(
    "transfer_reversals",
    metadata,
    identifier(),
    reference("split_id", "payment_splits.id"),
    cents("amount_cents"),
    instant("created_at"),
    instant("done_at", nullable=True),
    Column("provider_reference", Text(MAX_NAME), nullable=True),
    Column("failure_reason", Text(MAX_REASON), nullable=True),
    Column("attempts", Whole(), nullable=False),
    cents("taken_cents"),
    instant("owed_at", nullable=True),
    PrimaryKeyConstraint("id"),
    *range_checks("amount_cents", at_least=1),
    *range_checks("taken_cents"),
    CheckConstraint("taken_cents <= amount_cents", name="taken_at_most_all"),
    CheckConstraint("attempts >= 0", name="attempts"),
    Index(
        "ix_transfer_reversals_open",
        "split_id",
        "created_at",
        "id",
        postgresql_where=REVERSAL_OPEN,
        sqlite_where=REVERSAL_OPEN,
    ),
    Index(None, "split_id"),
)

borrowed_parts = Table(
    "borrowed_parts",
    metadata,
    reference("reversal_id", "transfer_reversals.id"),
    Column("transfer_id", Text(MAX_NAME), nullable=False),
    cents("amount_cents"),
    PrimaryKeyConstraint("reversal_id", "transfer_id"),
    *range_checks("amount_cents", at_least=1),
    Index(None, "transfer_id"),
)
"""What reversals took of other transfers of the same driver's than those of their split."""

returned_shares = Table(
    "returned_shares",
    metadata,
    identifier(),
    reference("split_id", "payment_splits.id"),
    cents("amount_cents"),
    instant("created_at"),
    Column("attempts", Whole(), nullable=False),
    Column("transfer_id", Text(MAX_NAME), nullable=True),
    instant("sent_at", nullable=True),
    Column("failure_reason", Text(MAX_REASON), nullable=True),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("transfer_id"),
    *range_checks("amount_cents", at_least=1),
    CheckConstraint("attempts >= 0", name="attempts"),
    CheckConstraint("(transfer_id IS NULL) = (sent_at IS NULL)", name="sent_by_transfer"),
    Index(None, "split_id"),
)
"""What withdrawn refunds, and disputes that were lost and won, had taken from drivers."""

connected_accounts = Table(
    "connected_accounts",
    metadata,
    reference("driver_id", "drivers.id"),
    Column("account_id", Text(MAX_NAME), nullable=False),
    instant("opened_at"),
    Column("payouts_enabled", Boolean(), nullable=False),
    Column("details_submitted", Boolean(), nullable=False),
    enum_column("transfers", CapabilityStatus),
    enum_column("card_payments", CapabilityStatus),
    Column("currently_due", Json, nullable=False),
    instant("due_by", nullable=True),
    Column("disabled_reason", Text(MAX_NAME), nullable=True),
    instant("updated_at"),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("driver_id"),
    UniqueConstraint("account_id"),
    *enum_checks(transfers=CapabilityStatus, card_payments=CapabilityStatus),
)
"""Where the card provider keeps what a driver earned (PAY-07), and what it says of that (OUT-01)."""

SHARES_OF_OTHERS = frozenset({"driver_id", "driver_transfer_id", "failure_reason"})
"""What a customer's copy of a split leaves out: it is the driver's."""


def _own_reversals(person: Person) -> ColumnElement[bool]:
    own = select(payment_splits.c.id).where(payment_splits.c.driver_id == person.drives_as)
    return transfer_reversals.c.split_id.in_(own)


def _own_borrowed(person: Person) -> ColumnElement[bool]:
    own = select(transfer_reversals.c.id).where(_own_reversals(person))
    return borrowed_parts.c.reversal_id.in_(own)


def _own_returned(person: Person) -> ColumnElement[bool]:
    own = select(payment_splits.c.id).where(payment_splits.c.driver_id == person.drives_as)
    return returned_shares.c.split_id.in_(own)


PERSONAL_DATA = (
    Section("splits", payment_splits, of_own_orders(payment_splits), SHARES_OF_OTHERS),
    Section("splits_earned", payment_splits, lambda who: payment_splits.c.driver_id == who.drives_as),
    Section(
        "account_at_card_provider",
        connected_accounts,
        lambda who: connected_accounts.c.driver_id == who.drives_as,
    ),
    Section("taken_back", transfer_reversals, _own_reversals),
    Section("taken_of_other_transfers", borrowed_parts, _own_borrowed),
    Section("sent_again", returned_shares, _own_returned),
)
