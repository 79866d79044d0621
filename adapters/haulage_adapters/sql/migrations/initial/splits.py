"""Splits of payments and the transfers of drivers' shares."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    false,
)

from haulage_adapters.sql.migrations.initial.columns import DECIMAL, JSON, TIME, create_table, where


def create() -> None:
    _connected_accounts()
    _payment_splits()
    _transfer_reversals()
    _borrowed_parts()
    _returned_shares()


def _connected_accounts() -> None:
    states = "('active', 'pending', 'inactive', 'unrequested')"
    create_table(
        "connected_accounts",
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("account_id", String(200), nullable=False),
        Column("opened_at", TIME, nullable=False),
        Column("payouts_enabled", Boolean(), nullable=False),
        Column("details_submitted", Boolean(), nullable=False),
        Column("transfers", String(32), nullable=False),
        Column("card_payments", String(32), nullable=False),
        Column("currently_due", JSON, nullable=False),
        Column("due_by", TIME),
        Column("disabled_reason", String(200)),
        Column("updated_at", TIME, nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("driver_id"),
        UniqueConstraint("account_id"),
        CheckConstraint(f"transfers IN {states}", name="transfers"),
        CheckConstraint(f"card_payments IN {states}", name="card_payments"),
    )


def _payment_splits() -> None:
    create_table(
        "payment_splits",
        Column("id", String(64), nullable=False),
        Column("payment_id", String(64), ForeignKey("payments.id"), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("policy", String(32), nullable=False),
        Column("policy_version", Integer(), nullable=False),
        Column("total_cents", BigInteger(), nullable=False),
        Column("taxes_cents", BigInteger(), nullable=False),
        Column("processing_fee_cents", BigInteger(), nullable=False),
        Column("driver_cents", BigInteger(), nullable=False),
        Column("platform_cents", BigInteger(), nullable=False),
        Column("miles", DECIMAL, nullable=False),
        Column("minutes", Integer(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("status", String(32), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id")),
        Column("earned_at", TIME),
        Column("attempts", Integer(), nullable=False),
        Column("submitted_cents", BigInteger()),
        Column("frozen_at", TIME),
        Column("completed_at", TIME),
        Column("driver_transfer_id", String(200)),
        Column("failure_reason", String(500)),
        Column("refunded_cents", BigInteger(), nullable=False),
        Column("shared_back_cents", BigInteger(), nullable=False),
        Column("tax_back_cents", BigInteger(), nullable=False),
        Column("driver_back_cents", BigInteger(), nullable=False),
        Column("platform_back_cents", BigInteger(), nullable=False),
        Column("earned_bonus", Boolean(), nullable=False, server_default=false()),
        Column("held_at", TIME),
        Column("settled_cents", BigInteger(), nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("payment_id"),
        UniqueConstraint("driver_transfer_id"),
        CheckConstraint("total_cents BETWEEN 0 AND 10000000000", name="total_cents"),
        CheckConstraint("taxes_cents BETWEEN 0 AND 10000000000", name="taxes_cents"),
        CheckConstraint("processing_fee_cents BETWEEN 0 AND 10000000000", name="processing_fee_cents"),
        CheckConstraint("driver_cents BETWEEN 0 AND 10000000000", name="driver_cents"),
        CheckConstraint("submitted_cents BETWEEN 0 AND 10000000000", name="submitted_cents"),
        CheckConstraint("settled_cents BETWEEN 0 AND 10000000000", name="settled_cents"),
        CheckConstraint("refunded_cents BETWEEN 0 AND 10000000000", name="refunded_cents"),
        CheckConstraint("shared_back_cents BETWEEN 0 AND 10000000000", name="shared_back_cents"),
        CheckConstraint("tax_back_cents BETWEEN 0 AND 10000000000", name="tax_back_cents"),
        CheckConstraint("driver_back_cents BETWEEN 0 AND 10000000000", name="driver_back_cents"),
        CheckConstraint("platform_cents BETWEEN -10000000000 AND 10000000000", name="platform_cents"),
        CheckConstraint(
            "platform_back_cents BETWEEN -10000000000 AND 10000000000", name="platform_back_cents"
        ),
        CheckConstraint("kind IN ('fare', 'cancellation_fee', 'tip')", name="kind"),
        CheckConstraint("policy IN ('split_50_50', 'order_price_80', 'per_delivery')", name="policy"),
        CheckConstraint("status IN ('pending', 'completed', 'failed')", name="status"),
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
        Index(None, "driver_id", "created_at", "id"),
        Index("ix_payment_splits_earned", "driver_id", "earned_at", "driver_cents", "driver_back_cents"),
        Index(None, "order_id"),
        Index(None, "status", "created_at", "id"),
        Index(
            "ix_payment_splits_due",
            "earned_at",
            "id",
            **where("status = 'pending' AND earned_at IS NOT NULL AND frozen_at IS NULL AND held_at IS NULL"),
        ),
    )


def _transfer_reversals() -> None:
    create_table(
        "transfer_reversals",
        Column("id", String(64), nullable=False),
        Column("split_id", String(64), ForeignKey("payment_splits.id"), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("done_at", TIME),
        Column("provider_reference", String(200)),
        Column("failure_reason", String(500)),
        Column("attempts", Integer(), nullable=False),
        Column("taken_cents", BigInteger(), nullable=False),
        Column("owed_at", TIME),
        PrimaryKeyConstraint("id"),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        CheckConstraint("taken_cents BETWEEN 0 AND 10000000000", name="taken_cents"),
        CheckConstraint("taken_cents <= amount_cents", name="taken_at_most_all"),
        CheckConstraint("attempts >= 0", name="attempts"),
        Index(None, "split_id"),
        Index(
            "ix_transfer_reversals_open",
            "split_id",
            "created_at",
            "id",
            **where("done_at IS NULL AND owed_at IS NULL"),
        ),
    )


def _borrowed_parts() -> None:
    create_table(
        "borrowed_parts",
        Column("reversal_id", String(64), ForeignKey("transfer_reversals.id"), nullable=False),
        Column("transfer_id", String(200), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        PrimaryKeyConstraint("reversal_id", "transfer_id"),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        Index(None, "transfer_id"),
    )


def _returned_shares() -> None:
    create_table(
        "returned_shares",
        Column("id", String(64), nullable=False),
        Column("split_id", String(64), ForeignKey("payment_splits.id"), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("attempts", Integer(), nullable=False),
        Column("transfer_id", String(200)),
        Column("sent_at", TIME),
        Column("failure_reason", String(500)),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("transfer_id"),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        CheckConstraint("attempts >= 0", name="attempts"),
        CheckConstraint("(transfer_id IS NULL) = (sent_at IS NULL)", name="sent_by_transfer"),
        Index(None, "split_id"),
    )
