"""Applications to drive."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, text

from haulage.onboarding import ApplicationStatus
from haulage_adapters.sql.tables.columns import (
    MAX_REASON,
    enum_checks,
    enum_column,
    identifier,
    instant,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, Json, Text, Whole

WAITING = text("submitted_at IS NOT NULL AND reviewed_at IS NULL")
"""Applications that wait for a decision."""

LIVING = text(f"status <> '{ApplicationStatus.REJECTED}'")
"""Of these everybody has one at most."""

driver_applications = Table(
    "driver_applications",
    metadata,
    identifier(),
    reference("user_id", "users.id"),
    Column("form", Json, nullable=False),
    enum_column("status", ApplicationStatus),
    instant("created_at"),
    instant("updated_at"),
    instant("submitted_at", nullable=True),
    Column("reviewer", Text(MAX_ID), nullable=True),
    instant("reviewed_at", nullable=True),
    Column("reviewed_by", Text(MAX_ID), nullable=True),
    Column("reason", Text(MAX_REASON), nullable=False),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *enum_checks(status=ApplicationStatus),
    CheckConstraint("(status = 'draft') = (submitted_at IS NULL)", name="submitted_at"),
    CheckConstraint("(status IN ('approved', 'rejected')) = (reviewed_at IS NOT NULL)", name="reviewed_at"),
    CheckConstraint("(reviewed_at IS NULL) = (reviewed_by IS NULL)", name="reviewed_by"),
    CheckConstraint("version >= 1", name="version"),
    Index(
        "uq_driver_applications_living",
        "user_id",
        unique=True,
        postgresql_where=LIVING,
        sqlite_where=LIVING,
    ),
    Index(None, "user_id", "created_at"),
    Index(None, "status", "submitted_at", "id"),
    Index(None, "status", "updated_at"),
    Index(
        "ix_driver_applications_reviewer",
        "reviewer",
        "submitted_at",
        "id",
        postgresql_where=WAITING,
        sqlite_where=WAITING,
    ),
    Index(
        "ix_driver_applications_waiting",
        "submitted_at",
        "id",
        postgresql_where=WAITING,
        sqlite_where=WAITING,
    ),
)

approval_overrides = Table(
    "approval_overrides",
    metadata,
    reference("user_id", "users.id"),
    Column("requested_by", Text(MAX_ID), nullable=False),
    instant("requested_at"),
    Column("reason", Text(MAX_REASON), nullable=False),
    PrimaryKeyConstraint("user_id"),
)

PERSONAL_DATA = (
    Section(
        "driver_applications",
        driver_applications,
        lambda who: driver_applications.c.user_id == who.user_id,
        removed=True,
    ),
    Section(
        "approval_overrides",
        approval_overrides,
        lambda who: approval_overrides.c.user_id == who.user_id,
        removed=True,
    ),
)
