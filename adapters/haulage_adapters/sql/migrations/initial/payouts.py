"""Where drivers are paid, how they want to be paid out, and what was."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

from haulage_adapters.sql.migrations.initial.columns import TIME, create_table, where

LIMITS = (
    "minimum_instant_cents",
    "maximum_instant_cents",
    "daily_instant_limit_cents",
    "auto_payout_threshold_cents",
)


def create() -> None:
    _payout_methods()
    _payout_settings()
    _payout_holds()
    _payouts()
    _payout_take_backs()
    _payout_given_back()


def _payout_methods() -> None:
    create_table(
        "payout_methods",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("type", String(32), nullable=False),
        Column("token", String(200), nullable=False),
        Column("last4", String(4), nullable=False),
        Column("bank_name", String(200), nullable=False),
        Column("account_type", String(32)),
        Column("paypal_email", String(200), nullable=False),
        Column("verified_at", TIME),
        Column("is_default", Boolean(), nullable=False),
        Column("is_instant", Boolean(), nullable=False),
        Column("added_at", TIME, nullable=False),
        Column("removed_at", TIME),
        Column("held_until", TIME),
        PrimaryKeyConstraint("id"),
        CheckConstraint("type IN ('bank_account', 'debit_card', 'paypal')", name="type"),
        CheckConstraint("account_type IN ('checking', 'savings')", name="account_type"),
        CheckConstraint("NOT is_default OR removed_at IS NULL", name="default_not_removed"),
        Index("ix_payout_methods_driver_id", "driver_id"),
        Index(
            "uq_payout_methods_one_token", "driver_id", "token", unique=True, **where("removed_at IS NULL")
        ),
        Index("uq_payout_methods_one_default", "driver_id", unique=True, **where("is_default")),
    )


def _payout_settings() -> None:
    names = (*LIMITS, *(f"granted_{name}" for name in LIMITS))
    create_table(
        "payout_settings",
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("enable_instant_payouts", Boolean(), nullable=False),
        *(Column(name, BigInteger(), nullable=False) for name in names),
        Column("trigger_kind", String(32), nullable=False),
        Column("notify_email", Boolean(), nullable=False),
        Column("notify_sms", Boolean(), nullable=False),
        Column("notify_push", Boolean(), nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("driver_id"),
        *(CheckConstraint(f"{name} BETWEEN 1 AND 10000000000", name=name) for name in names),
        CheckConstraint("trigger_kind IN ('weekly', 'threshold', 'order', 'request')", name="trigger_kind"),
        CheckConstraint("version >= 1", name="version"),
    )


def _payout_holds() -> None:
    create_table(
        "payout_holds",
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("reason", String(32), nullable=False),
        Column("since", TIME, nullable=False),
        PrimaryKeyConstraint("driver_id"),
        CheckConstraint("reason IN ('new_method', 'new_password')", name="reason"),
    )


def _payouts() -> None:
    fees = (
        "instant_fee_cents",
        "provider_fee_cents",
        "platform_fee_cents",
        "withheld_cents",
        "withheld_returned_cents",
    )
    create_table(
        "payouts",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("method_id", String(64), ForeignKey("payout_methods.id"), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id")),
        Column("service_type", String(32)),
        Column("retry_of", String(64), ForeignKey("payouts.id")),
        Column("speed", String(32), nullable=False),
        Column("rail", String(32), nullable=False),
        Column("trigger_kind", String(32), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        *(Column(name, BigInteger(), nullable=False) for name in fees),
        Column("status", String(32), nullable=False),
        Column("provider_id", String(200)),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("expected_at", TIME, nullable=False),
        Column("asked_at", TIME),
        Column("sent_at", TIME),
        Column("arrived_at", TIME),
        Column("settled_at", TIME),
        Column("local_day", Date(), nullable=False),
        Column("zone", String(64), nullable=False),
        Column("failure_reason", String(500)),
        Column("fees_returned", Boolean(), nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("provider_id"),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        *(CheckConstraint(f"{name} BETWEEN 0 AND 10000000000", name=name) for name in fees),
        CheckConstraint("service_type IN ('delivery', 'moving', 'pickup')", name="service_type"),
        CheckConstraint("speed IN ('standard', 'instant')", name="speed"),
        CheckConstraint("rail IN ('bank', 'card', 'paypal')", name="rail"),
        CheckConstraint("trigger_kind IN ('weekly', 'threshold', 'order', 'request')", name="trigger_kind"),
        CheckConstraint("status IN ('pending', 'in_transit', 'paid', 'failed', 'canceled')", name="status"),
        CheckConstraint(
            "instant_fee_cents + provider_fee_cents + platform_fee_cents + withheld_cents < amount_cents",
            name="something_arrives",
        ),
        CheckConstraint(
            "(status IN ('failed', 'canceled')) = (failure_reason IS NOT NULL)", name="failed_for_a_reason"
        ),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "created_at", "id"),
        Index(None, "driver_id", "created_at", "id"),
        Index(None, "order_id"),
        Index("ix_payouts_open", "id", **where("status IN ('pending', 'in_transit')")),
    )


def _payout_take_backs() -> None:
    create_table(
        "payout_take_backs",
        Column("payout_id", String(64), ForeignKey("payouts.id"), nullable=False),
        Column("number", Integer(), nullable=False),
        Column("transfer_id", String(200), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        PrimaryKeyConstraint("payout_id", "number"),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        Index(None, "transfer_id"),
    )


def _payout_given_back() -> None:
    create_table(
        "payout_given_back",
        Column("transfer_id", String(200), nullable=False),
        Column("payout_id", String(64), ForeignKey("payouts.id"), nullable=False),
        Column("amount_cents", BigInteger(), nullable=False),
        Column("given_at", TIME, nullable=False),
        PrimaryKeyConstraint("transfer_id"),
        CheckConstraint("amount_cents BETWEEN 1 AND 10000000000", name="amount_cents"),
        Index(None, "payout_id"),
    )
