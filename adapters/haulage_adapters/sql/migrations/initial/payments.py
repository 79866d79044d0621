"""Payments, refunds, disputes, receipts, and what the card provider reports."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    false,
    text,
    true,
)

from haulage_adapters.sql.migrations.initial.columns import TIME, create_table, where


def create() -> None:
    _payments()
    _saved_cards()
    _refunds()
    _disputes()
    _receipt_days()
    _receipts()
    _provider_events()
    _provider_entries()
    _payment_differences()
    _reconciliation_runs()


def _payments() -> None:
    create_table(
        "payments",
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("customer_id", String(64), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("currency", String(3), nullable=False),
        Column("provider_reference", String(200), nullable=False),
        Column("state", String(32), nullable=False),
        Column("attempts", Integer(), nullable=False),
        Column("submitted_at", TIME),
        Column("attempt_key", String(64)),
        Column("decline_reason", String(500)),
        Column("card_brand", String(32)),
        Column("card_last4", String(4)),
        Column("processing_fee_cents", BigInteger(), nullable=False),
        Column("refund_requested_cents", BigInteger(), nullable=False),
        Column("refunded_cents", BigInteger(), nullable=False),
        Column("simulated", Boolean(), nullable=False, server_default=true()),
        Column("purpose", String(32), nullable=False),
        Column("dispute", String(32)),
        Column("lost_cents", BigInteger(), nullable=False),
        Column("saves_card", Boolean(), nullable=False, server_default=false()),
        Column("split_policy", String(32), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("amount_cents BETWEEN 0 AND 10000000000", name="amount_cents"),
        CheckConstraint("processing_fee_cents BETWEEN 0 AND 10000000000", name="processing_fee_cents"),
        CheckConstraint("refund_requested_cents BETWEEN 0 AND 10000000000", name="refund_requested_cents"),
        CheckConstraint("refunded_cents BETWEEN 0 AND 10000000000", name="refunded_cents"),
        CheckConstraint("lost_cents BETWEEN 0 AND 10000000000", name="lost_cents"),
        CheckConstraint(
            "state IN ('requires_payment_method', 'processing', 'requires_action', 'succeeded', 'canceled')",
            name="state",
        ),
        CheckConstraint("purpose IN ('order', 'tip')", name="purpose"),
        CheckConstraint("dispute IN ('open', 'won', 'lost')", name="dispute"),
        CheckConstraint(
            "split_policy IN ('split_50_50', 'order_price_80', 'per_delivery')", name="split_policy"
        ),
        CheckConstraint("refund_requested_cents <= amount_cents", name="requested_at_most_all"),
        CheckConstraint("refunded_cents <= amount_cents", name="refunded_at_most_all"),
        CheckConstraint("attempts >= 0", name="attempts"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "created_at", "id"),
        Index(None, "customer_id", "created_at", "id"),
        Index(None, "order_id"),
        Index(None, "provider_reference"),
        Index("uq_payments_one_an_order", "order_id", "purpose", unique=True, **where("state <> 'canceled'")),
    )


def _saved_cards() -> None:
    create_table(
        "card_customers",
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("provider_customer", String(200), nullable=False),
        Column("simulated", Boolean(), nullable=False),
        Column("created_at", TIME, nullable=False),
        PrimaryKeyConstraint("user_id"),
    )
    create_table(
        "saved_cards",
        Column("id", String(64), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("provider_customer", String(200), nullable=False),
        Column("provider_card", String(200), nullable=False),
        Column("brand", String(32), nullable=False),
        Column("last4", String(4), nullable=False),
        Column("expiry_month", Integer(), nullable=False),
        Column("expiry_year", Integer(), nullable=False),
        Column("is_default", Boolean(), nullable=False),
        Column("simulated", Boolean(), nullable=False),
        Column("created_at", TIME, nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("expiry_month BETWEEN 1 AND 12", name="expiry_month"),
        CheckConstraint("expiry_year BETWEEN 2000 AND 2199", name="expiry_year"),
        Index(None, "user_id"),
        Index("uq_saved_cards_one_default", "user_id", "simulated", unique=True, **where("is_default")),
    )


def _refunds() -> None:
    create_table(
        "refunds",
        Column("id", String(64), nullable=False),
        Column("payment_id", String(64), ForeignKey("payments.id"), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("tax_cents", BigInteger(), nullable=False),
        Column("driver_cents", BigInteger(), nullable=False),
        Column("platform_cents", BigInteger(), nullable=False),
        Column("fare_cents", BigInteger(), nullable=False),
        Column("own_cents", BigInteger(), nullable=False),
        Column("reason", String(500), nullable=False),
        Column("requested_by", String(64), nullable=False),
        Column("reference", String(200), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("status", String(32), nullable=False),
        Column("attempts", Integer(), nullable=False),
        Column("sent_at", TIME),
        Column("provider_refund_id", String(200)),
        Column("failure_reason", String(500)),
        Column("disputed_cents", BigInteger(), nullable=False, server_default=text("0")),
        Column("withdrawn_at", TIME),
        Column("withdrawal_reason", String(500)),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("reference"),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        CheckConstraint("tax_cents BETWEEN 0 AND 10000000000", name="tax_cents"),
        CheckConstraint("driver_cents BETWEEN 0 AND 10000000000", name="driver_cents"),
        CheckConstraint("fare_cents BETWEEN 0 AND 10000000000", name="fare_cents"),
        CheckConstraint("platform_cents BETWEEN -10000000000 AND 10000000000", name="platform_cents"),
        CheckConstraint("own_cents BETWEEN -10000000000 AND 10000000000", name="own_cents"),
        CheckConstraint("kind IN ('not_performed', 'goodwill', 'cancellation', 'unwanted')", name="kind"),
        CheckConstraint("status IN ('pending', 'sent', 'failed', 'settled', 'withdrawn')", name="status"),
        CheckConstraint(
            "amount_cents = tax_cents + driver_cents + platform_cents + fare_cents + own_cents",
            name="adds_up",
        ),
        CheckConstraint("(status = 'sent') = (sent_at IS NOT NULL)", name="sent_once"),
        CheckConstraint("(status = 'failed') = (failure_reason IS NOT NULL)", name="failed_for_a_reason"),
        CheckConstraint("disputed_cents BETWEEN 0 AND amount_cents", name="disputed_at_most_all"),
        CheckConstraint("(status = 'withdrawn') = (withdrawn_at IS NOT NULL)", name="withdrawn_once"),
        CheckConstraint(
            "(withdrawn_at IS NULL) = (withdrawal_reason IS NULL)", name="withdrawn_for_a_reason"
        ),
        CheckConstraint("attempts >= 0", name="attempts"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "order_id"),
        Index(None, "payment_id", "created_at", "id"),
        Index(None, "provider_refund_id"),
        Index(None, "created_at", "status", "amount_cents"),
        Index("ix_refunds_unsent", "created_at", "id", **where("status IN ('pending', 'failed')")),
    )


def _disputes() -> None:
    create_table(
        "disputes",
        Column("id", String(64), nullable=False),
        Column("payment_id", String(64), ForeignKey("payments.id"), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("provider_reference", String(200), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("fee_cents", BigInteger(), nullable=False),
        Column("opened_at", TIME, nullable=False),
        Column("state", String(32), nullable=False),
        Column("lost_cents", BigInteger(), nullable=False),
        Column("closed_at", TIME),
        Column("version", Integer(), nullable=False),
        Column("entries", Integer(), nullable=False, server_default="0"),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("provider_reference"),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        CheckConstraint("lost_cents BETWEEN 0 AND 10000000000", name="lost_cents"),
        CheckConstraint("fee_cents BETWEEN -10000000000 AND 10000000000", name="fee_cents"),
        CheckConstraint("state IN ('open', 'won', 'lost')", name="state"),
        CheckConstraint("lost_cents <= amount_cents", name="lost_at_most_all"),
        CheckConstraint("lost_cents = 0 OR state = 'lost'", name="lost_when_lost"),
        CheckConstraint("(state = 'open') = (closed_at IS NULL)", name="closed_once"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "order_id"),
        Index(None, "payment_id", "opened_at", "id"),
        Index("ix_disputes_open", "opened_at", "id", **where("state = 'open'")),
    )


def _receipt_days() -> None:
    create_table(
        "receipt_days",
        Column("day", String(8), nullable=False),
        Column("issued", Integer(), nullable=False),
        PrimaryKeyConstraint("day"),
        CheckConstraint("issued >= 1", name="issued"),
    )


def _receipts() -> None:
    create_table(
        "receipts",
        Column("id", String(64), nullable=False),
        Column("number", String(32), nullable=False),
        Column("confirmation_id", String(64), nullable=False),
        Column("payment_id", String(64), ForeignKey("payments.id"), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("order_number", Integer(), nullable=False),
        Column("customer_id", String(64), nullable=False),
        Column("customer_name", String(200), nullable=False),
        Column("customer_email", String(320), nullable=False),
        Column("issued_at", TIME, nullable=False),
        Column("paid_at", TIME, nullable=False),
        Column("service_type", String(32), nullable=False),
        Column("description", String(2000), nullable=False),
        Column("pickup_address", String(300), nullable=False),
        Column("delivery_address", String(300), nullable=False),
        Column("base_fee_cents", BigInteger(), nullable=False),
        Column("distance_fee_cents", BigInteger(), nullable=False),
        Column("time_fee_cents", BigInteger(), nullable=False),
        Column("service_fee_cents", BigInteger(), nullable=False),
        Column("helper_fee_cents", BigInteger(), nullable=False),
        Column("taxes_cents", BigInteger(), nullable=False),
        Column("tip_cents", BigInteger(), nullable=False),
        Column("total_cents", BigInteger(), nullable=False),
        Column("card_brand", String(32)),
        Column("card_last4", String(4)),
        Column("simulated", Boolean(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("number"),
        UniqueConstraint("confirmation_id"),
        UniqueConstraint("payment_id"),
        CheckConstraint("base_fee_cents BETWEEN 0 AND 10000000000", name="base_fee_cents"),
        CheckConstraint("distance_fee_cents BETWEEN 0 AND 10000000000", name="distance_fee_cents"),
        CheckConstraint("time_fee_cents BETWEEN 0 AND 10000000000", name="time_fee_cents"),
        CheckConstraint("helper_fee_cents BETWEEN 0 AND 10000000000", name="helper_fee_cents"),
        CheckConstraint("taxes_cents BETWEEN 0 AND 10000000000", name="taxes_cents"),
        CheckConstraint("tip_cents BETWEEN 0 AND 10000000000", name="tip_cents"),
        CheckConstraint("total_cents BETWEEN 0 AND 10000000000", name="total_cents"),
        CheckConstraint("service_fee_cents BETWEEN -10000000000 AND 10000000000", name="service_fee_cents"),
        CheckConstraint("service_type IN ('delivery', 'moving', 'pickup')", name="service_type"),
        CheckConstraint(
            "total_cents = base_fee_cents + distance_fee_cents + time_fee_cents + service_fee_cents + "
            "helper_fee_cents + taxes_cents + tip_cents",
            name="adds_up",
        ),
        Index(None, "customer_id", "paid_at", "id"),
        Index(None, "order_id"),
    )


def _provider_events() -> None:
    create_table(
        "provider_events",
        Column("id", String(64), nullable=False),
        Column("type", String(100), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("provider_reference", String(200)),
        Column("object_reference", String(200)),
        Column("dispute_amount_cents", BigInteger()),
        Column("dispute_fee_cents", BigInteger()),
        Column("dispute_status", String(100)),
        Column("dispute_reason", String(100)),
        Column("received_at", TIME, nullable=False),
        Column("state", String(32), nullable=False),
        Column("settled_at", TIME),
        Column("dispute_entries", Integer()),
        Column("provider_id", String(255)),
        Column("account", String(200)),
        Column("body", LargeBinary()),
        Column("fault", String(200)),
        Column("provider", String(32), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint(
            "kind IN ('payment', 'refund', 'dispute', 'transfer', 'account', 'payout', 'screening', "
            "'other', 'unreadable')",
            name="kind",
        ),
        CheckConstraint("provider IN ('stripe', 'checkr')", name="provider"),
        CheckConstraint(
            "state IN ('waiting', 'applied', 'ignored', 'unhandled', 'unreadable')", name="state"
        ),
        CheckConstraint("dispute_amount_cents BETWEEN 0 AND 10000000000", name="dispute_amount_cents"),
        CheckConstraint("dispute_fee_cents BETWEEN -10000000000 AND 10000000000", name="dispute_fee_cents"),
        CheckConstraint("(state IN ('applied', 'ignored')) = (settled_at IS NOT NULL)", name="settled_once"),
        Index(None, "created_at", "id"),
        Index(None, "provider_reference", "created_at", "id"),
        Index(None, "state", "created_at", "id"),
        Index(None, "state", "settled_at"),
    )


def _provider_entries() -> None:
    create_table(
        "provider_entries",
        Column("id", String(200), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("type", String(100), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("fee_cents", BigInteger(), nullable=False),
        Column("net_cents", BigInteger(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("source", String(200)),
        Column("provider_reference", String(200)),
        Column("reference", String(200)),
        Column("noted_at", TIME, nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("amount_cents BETWEEN -10000000000 AND 10000000000", name="amount_cents"),
        CheckConstraint("fee_cents BETWEEN -10000000000 AND 10000000000", name="fee_cents"),
        CheckConstraint(
            "kind IN ('charge', 'refund', 'refund_failed', 'dispute', 'transfer', 'transfer_reversal', "
            "'payout', 'other')",
            name="kind",
        ),
        CheckConstraint("net_cents = amount_cents - fee_cents", name="adds_up"),
        Index(None, "created_at", "id"),
        Index(None, "provider_reference", "kind"),
        Index(None, "source"),
    )


def _payment_differences() -> None:
    create_table(
        "payment_differences",
        Column("id", String(64), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("subject", String(32), nullable=False),
        Column("occurred_at", TIME, nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("seen_at", TIME, nullable=False),
        Column("their_id", String(200)),
        Column("payment_id", String(64), ForeignKey("payments.id")),
        Column("refund_id", String(64), ForeignKey("refunds.id")),
        Column("order_id", String(64), ForeignKey("orders.id")),
        Column("our_cents", BigInteger()),
        Column("their_cents", BigInteger()),
        Column("our_status", String(32)),
        Column("their_status", String(100)),
        Column("closed_at", TIME),
        Column("accepted_because", String(500)),
        Column("their_fee_cents", BigInteger()),
        PrimaryKeyConstraint("id"),
        CheckConstraint("our_cents BETWEEN -10000000000 AND 10000000000", name="our_cents"),
        CheckConstraint("their_cents BETWEEN -10000000000 AND 10000000000", name="their_cents"),
        CheckConstraint("their_fee_cents BETWEEN -10000000000 AND 10000000000", name="their_fee_cents"),
        CheckConstraint(
            "kind IN ('unknown_charge', 'missing_here', 'missing_there', 'other_amount', 'other_status', "
            "'not_sent', 'other_currency', 'unreadable', 'unknown_entry', 'balance_off')",
            name="kind",
        ),
        CheckConstraint(
            "subject IN ('payment', 'refund', 'dispute', 'transfer', 'transfer_reversal', 'entry', "
            "'balance')",
            name="subject",
        ),
        CheckConstraint("accepted_because IS NULL OR closed_at IS NOT NULL", name="accepted_is_closed"),
        Index(None, "created_at", "id"),
        Index("ix_payment_differences_open", "created_at", "id", **where("closed_at IS NULL")),
    )


def _reconciliation_runs() -> None:
    create_table(
        "reconciliation_runs",
        Column("id", String(64), nullable=False),
        Column("requested_at", TIME, nullable=False),
        Column("repair", Boolean(), nullable=False),
        Column("since", TIME),
        Column("started_at", TIME),
        Column("finished_at", TIME),
        Column("failure", String(500)),
        Column("entries", Integer(), nullable=False),
        Column("found", Integer(), nullable=False),
        Column("repaired", Integer(), nullable=False),
        Column("closed", Integer(), nullable=False),
        Column("open", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
    )
