"""Carrier credentials of drivers."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
)

from haulage_adapters.sql.migrations.initial.columns import TIME, create_table, where


def create() -> None:
    create_table(
        "carrier_credentials",
        Column("id", String(64), nullable=False),
        Column("driver_id", String(64), ForeignKey("drivers.id"), nullable=False),
        Column("kind", String(32), nullable=False),
        Column("number", String(40), nullable=False),
        Column("state", String(2), nullable=False),
        Column("issuer", String(200), nullable=False),
        Column("cover_cents", BigInteger()),
        Column("expires_on", Date()),
        Column("status", String(32), nullable=False),
        Column("recorded_at", TIME, nullable=False),
        Column("decided_at", TIME),
        Column("decided_by", String(64)),
        Column("note", String(500), nullable=False),
        Column("reminded_days", Integer()),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("kind IN ('usdot', 'state_certificate', 'insurance')", name="kind"),
        CheckConstraint(
            "status IN ('recorded', 'verified', 'rejected', 'replaced', 'withdrawn')", name="status"
        ),
        CheckConstraint("cover_cents BETWEEN 0 AND 10000000000", name="cover_cents"),
        CheckConstraint("(kind = 'insurance') = (cover_cents IS NOT NULL)", name="covered"),
        CheckConstraint("(kind = 'state_certificate') = (state <> '')", name="certified"),
        CheckConstraint("(status = 'recorded') = (decided_at IS NULL)", name="decided_at"),
        CheckConstraint("(decided_at IS NULL) = (decided_by IS NULL)", name="decided_by"),
        CheckConstraint("version >= 1", name="version"),
        Index(
            "uq_carrier_credentials_live",
            "driver_id",
            "kind",
            "state",
            "status",
            unique=True,
            **where("status IN ('recorded', 'verified')"),
        ),
        Index(None, "driver_id", "recorded_at"),
        Index(None, "status", "recorded_at", "id"),
        Index("ix_carrier_credentials_ending", "expires_on", **where("status = 'verified'")),
    )
