"""Where drivers are paid, how they want to be paid out, and what was."""

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
        PrimaryKeyConstraint("id"),
        CheckConstraint("type IN ('bank_account', 'debit_card', 'paypal')", name="type"),
        CheckConstraint("account_type IN ('checking', 'savings')", name="account_type"),
        CheckConstraint("NOT is_default OR removed_at IS NULL", name="default_is_kept"),
        Index("ix_payout_methods_driver_id", "driver_id"),
        Index(
            "uq_payout_methods_kept_once", "driver_id", "token", unique=True, **where("removed_at IS NULL")
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
