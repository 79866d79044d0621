"""Drivers' behaviour: recorded points, daily scores, events and contests."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Double,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    String,
)

from haulage_adapters.sql.migrations.initial.columns import JSON, TIME, create_table, where


def create() -> None:
    _behaviour_streams()
    _behaviour_points()
    _behaviour_days()
    _behaviour_events()
    _behaviour_contests()


def _behaviour_streams() -> None:
    create_table(
        "behaviour_streams",
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("state", JSON, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("placed_until", TIME),
        PrimaryKeyConstraint("driver_id"),
        Index(None, "placed_until"),
    )


def _behaviour_points() -> None:
    create_table(
        "behaviour_points",
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("at", BigInteger(), nullable=False),
        Column("lat", Double(), nullable=False),
        Column("lng", Double(), nullable=False),
        Column("speed_mph", Double(), nullable=False),
        Column("heading_deg", Double()),
        Column("accuracy_meters", Double()),
        Column("engine_off", Boolean()),
        PrimaryKeyConstraint("driver_id", "at"),
        CheckConstraint("lat BETWEEN -90 AND 90", name="lat"),
        CheckConstraint("lng BETWEEN -180 AND 180", name="lng"),
        CheckConstraint("speed_mph >= 0", name="speed_mph"),
        Index(None, "at"),
    )


def _behaviour_days() -> None:
    create_table(
        "behaviour_days",
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("day", Date(), nullable=False),
        Column("points", BigInteger(), nullable=False),
        Column("micrometers", BigInteger(), nullable=False),
        Column("driving_microseconds", BigInteger(), nullable=False),
        Column("idle_microseconds", BigInteger(), nullable=False),
        Column("routed_points", BigInteger(), nullable=False),
        Column("near_points", BigInteger(), nullable=False),
        Column("max_speed_mph", Double(), nullable=False),
        PrimaryKeyConstraint("driver_id", "day"),
        CheckConstraint("points >= 0", name="points"),
        CheckConstraint("micrometers >= 0", name="micrometers"),
        CheckConstraint("driving_microseconds >= 0", name="driving_microseconds"),
        CheckConstraint("idle_microseconds >= 0", name="idle_microseconds"),
        CheckConstraint("routed_points >= 0", name="routed_points"),
        CheckConstraint("near_points >= 0", name="near_points"),
        CheckConstraint("near_points <= routed_points", name="near_are_routed"),
    )


def _behaviour_events() -> None:
    create_table(
        "behaviour_events",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("type", String(32), nullable=False),
        Column("severity", String(32), nullable=False),
        Column("started_at", TIME, nullable=False),
        Column("ended_at", TIME, nullable=False),
        Column("worst", Double(), nullable=False),
        Column("lat", Double(), nullable=False),
        Column("lng", Double(), nullable=False),
        Column("speed_mph", Double(), nullable=False),
        Column("limit_mph", Double()),
        Column("trace", JSON, nullable=False),
        Column("forgotten", Boolean(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint(
            "type IN ('speeding', 'harsh_braking', 'harsh_acceleration', 'route_deviation', 'idle')",
            name="type",
        ),
        CheckConstraint("severity IN ('low', 'medium', 'high', 'critical')", name="severity"),
        CheckConstraint("lat BETWEEN -90 AND 90", name="lat"),
        CheckConstraint("lng BETWEEN -180 AND 180", name="lng"),
        CheckConstraint("started_at <= ended_at", name="in_order"),
        Index(None, "driver_id", "started_at"),
        Index("ix_behaviour_events_traced", "started_at", **where("NOT forgotten")),
    )


def _behaviour_contests() -> None:
    create_table(
        "behaviour_contests",
        Column("id", String(64), ForeignKey("behaviour_events.id"), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("reason", String(500), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("status", String(32), nullable=False),
        Column("decided_by", String(64)),
        Column("decided_at", TIME),
        Column("decision_reason", String(500)),
        PrimaryKeyConstraint("id"),
        CheckConstraint("status IN ('open', 'upheld', 'rejected')", name="status"),
        CheckConstraint("(status = 'open') = (decided_at IS NULL)", name="decided_at"),
        CheckConstraint("(status = 'open') = (decided_by IS NULL)", name="decided_by"),
        CheckConstraint("(status = 'open') = (decision_reason IS NULL)", name="decision_reason"),
        Index(None, "driver_id"),
        Index(None, "status", "created_at", "id"),
    )
