"""Drivers, where each is, and where each was."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    false,
)

from haulage_adapters.sql.migrations.initial.columns import JSON, TIME, create_table, where


def create() -> None:
    _drivers()
    _driver_last_positions()
    _driver_position_history()
    _favorite_drivers()


def _drivers() -> None:
    create_table(
        "drivers",
        Column("id", String(64), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("name", String(200), nullable=False),
        Column("email", String(320), nullable=False),
        Column("phone", String(32), nullable=False),
        Column("vehicle", JSON, nullable=False),
        Column("plate", JSON, nullable=True),
        Column("photo_id", String(64), nullable=True),
        Column("working_hours", JSON, nullable=False),
        Column("per_mile_cents", BigInteger(), nullable=False),
        Column("minimum_fare_cents", BigInteger(), nullable=False),
        Column("specialties", JSON, nullable=False),
        Column("works_with_helper", Boolean(), nullable=False),
        Column("credentials", JSON, nullable=False),
        Column("is_online", Boolean(), nullable=False),
        Column("is_available", Boolean(), nullable=False),
        Column("approved_at", TIME),
        Column("approved_by", String(64)),
        Column("approval_reason", String(500)),
        Column("documents_lapsed_at", TIME),
        Column("online_before_lapse", Boolean(), nullable=False, server_default=false()),
        Column("suspended_at", TIME),
        Column("suspended_by", String(64)),
        Column("suspension_reason", String(500)),
        Column("changed_since", TIME),
        Column("rating", Double()),
        Column("total_jobs", Integer(), nullable=False),
        Column("earlier_ratings", Integer(), nullable=False, server_default="0"),
        Column("earlier_stars", Integer(), nullable=False, server_default="0"),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("changed_at", TIME, nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("user_id"),
        CheckConstraint("per_mile_cents BETWEEN 0 AND 10000000000", name="per_mile_cents"),
        CheckConstraint("minimum_fare_cents BETWEEN 0 AND 10000000000", name="minimum_fare_cents"),
        CheckConstraint("rating BETWEEN 1 AND 5", name="rating"),
        CheckConstraint("total_jobs >= 0", name="total_jobs"),
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint("(approved_at IS NULL) = (approved_by IS NULL)", name="approved_by"),
        CheckConstraint("(approved_at IS NULL) = (approval_reason IS NULL)", name="approval_reason"),
        CheckConstraint("NOT is_online OR documents_lapsed_at IS NULL", name="documents_to_be_online"),
        CheckConstraint("(suspended_at IS NULL) = (suspended_by IS NULL)", name="suspended_by"),
        CheckConstraint("(suspended_at IS NULL) = (suspension_reason IS NULL)", name="suspension_reason"),
        CheckConstraint("suspended_at IS NULL OR approved_at IS NOT NULL", name="approved_to_be_suspended"),
        CheckConstraint(
            "NOT is_online OR (approved_at IS NOT NULL AND suspended_at IS NULL)",
            name="approved_to_be_online",
        ),
        Index(None, "changed_at", "id"),
        Index(None, "created_at", "id"),
        Index("ix_drivers_unapproved", "created_at", "id", **where("approved_at IS NULL")),
        Index("ix_drivers_changed_since", "changed_since", "id", **where("changed_since IS NOT NULL")),
        Index("ix_drivers_online", "id", **where("is_online")),
    )


def _favorite_drivers() -> None:
    create_table(
        "favorite_drivers",
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("created_at", TIME, nullable=False),
        PrimaryKeyConstraint("user_id", "driver_id"),
        Index(None, "driver_id"),
    )


def _driver_last_positions() -> None:
    create_table(
        "driver_last_positions",
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("lat", Double(), nullable=False),
        Column("lng", Double(), nullable=False),
        Column("cell", Integer(), nullable=False),
        Column("at", TIME, nullable=False),
        Column("heading", Double()),
        Column("speed_mph", Double()),
        Column("accuracy_meters", Double()),
        Column("address", String(300)),
        Column("quality_flag", String(32)),
        PrimaryKeyConstraint("driver_id"),
        CheckConstraint("lat BETWEEN -90 AND 90", name="lat"),
        CheckConstraint("lng BETWEEN -180 AND 180", name="lng"),
        CheckConstraint("quality_flag IN ('poor_accuracy', 'impossible_jump')", name="quality_flag"),
        Index(None, "cell"),
    )


def _driver_position_history() -> None:
    create_table(
        "driver_position_history",
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("at", TIME, nullable=False),
        Column("number", Integer(), nullable=False),
        Column("received_at", TIME, nullable=False),
        Column("lat", Double(), nullable=False),
        Column("lng", Double(), nullable=False),
        Column("heading", Double()),
        Column("speed_mph", Double()),
        Column("accuracy_meters", Double()),
        Column("address", String(300)),
        Column("quality_flag", String(32)),
        PrimaryKeyConstraint("driver_id", "at"),
        UniqueConstraint("driver_id", "number"),
        CheckConstraint("lat BETWEEN -90 AND 90", name="lat"),
        CheckConstraint("lng BETWEEN -180 AND 180", name="lng"),
        CheckConstraint("quality_flag IN ('poor_accuracy', 'impossible_jump')", name="quality_flag"),
        CheckConstraint("number >= 1", name="number"),
        Index(None, "at"),
    )
