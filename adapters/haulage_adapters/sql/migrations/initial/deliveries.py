"""Deliveries: logs, actions, mileage and proofs."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

from haulage_adapters.sql.migrations.initial.columns import JSON, TIME, create_table, where


def create() -> None:
    _delivery_logs()
    _delivery_actions()
    _delivery_mileage()
    _proofs()
    _proof_photos()
    _delivery_pins()


def _delivery_logs() -> None:
    create_table(
        "delivery_logs",
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("state", JSON, nullable=False),
        Column("updated_at", TIME, nullable=False),
        PrimaryKeyConstraint("id"),
        Index(None, "driver_id"),
        Index(None, "order_id"),
        Index(None, "updated_at"),
    )


def _delivery_actions() -> None:
    create_table(
        "delivery_actions",
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("client_id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("delivery_id", String(64), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("at", TIME, nullable=False),
        Column("received_at", TIME, nullable=False),
        Column("after_id", String(64)),
        Column("reason", String(32)),
        Column("note", String(500)),
        PrimaryKeyConstraint("driver_id", "client_id"),
        CheckConstraint(
            "kind IN ('set_out', 'start', 'confirm_pickup', 'pause', 'resume', 'stop', 'fail', "
            "'deliver_after_all', 'confirm_return', 'hand_back')",
            name="kind",
        ),
        Index(None, "delivery_id"),
        Index(None, "order_id"),
        Index(None, "received_at"),
    )


def _delivery_mileage() -> None:
    create_table(
        "delivery_mileage",
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("started_at", TIME, nullable=False),
        Column("ended_at", TIME),
        Column("miles", Double()),
        Column("recorded_at", TIME),
        PrimaryKeyConstraint("order_id", "driver_id"),
        CheckConstraint("miles >= 0", name="miles"),
        CheckConstraint("miles IS NULL OR recorded_at IS NOT NULL", name="recorded"),
        Index(None, "driver_id", "started_at"),
        Index("ix_delivery_mileage_unrecorded", "started_at", **where("recorded_at IS NULL")),
    )


def _proofs() -> None:
    create_table(
        "proofs",
        Column("number", BigInteger(), nullable=False, autoincrement=False),
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("client_id", String(64), nullable=False),
        Column("request_hash", String(64), nullable=False),
        Column("seal", String(4000), nullable=False),
        Column("signature", String(2000), nullable=False),
        Column("hash", String(64), nullable=False),
        Column("content", JSON),
        Column("photo_id", String(64)),
        Column("received_at", TIME, nullable=False),
        Column("erased_at", TIME),
        PrimaryKeyConstraint("number"),
        UniqueConstraint("id"),
        UniqueConstraint("order_id"),
        UniqueConstraint("driver_id", "client_id"),
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("(content IS NULL) = (erased_at IS NOT NULL)", name="erased"),
        Index(None, "photo_id"),
        Index(None, "received_at"),
    )


def _proof_photos() -> None:
    create_table(
        "proof_photos",
        Column("id", String(64), nullable=False),
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("client_id", String(64), nullable=False),
        Column("request_hash", String(64), nullable=False),
        Column("sha256", String(64), nullable=False),
        Column("octets", Integer(), nullable=False),
        Column("width", Integer(), nullable=False),
        Column("height", Integer(), nullable=False),
        Column("received_at", TIME, nullable=False),
        Column("stored_at", TIME),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("driver_id", "client_id"),
        Index(None, "order_id"),
        Index(None, "received_at"),
    )


def _delivery_pins() -> None:
    create_table(
        "delivery_pins",
        Column("order_id", String(64), ForeignKey("orders.id"), nullable=False),
        Column("sealed_code", String(2000), nullable=False),
        Column("wrong", JSON, nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("given_at", TIME),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("order_id"),
        Index(None, "created_at"),
    )
