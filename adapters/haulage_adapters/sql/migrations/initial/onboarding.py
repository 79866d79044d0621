"""Applications to drive."""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, PrimaryKeyConstraint, String

from haulage_adapters.sql.migrations.initial.columns import JSON, TIME, create_table, where


def create() -> None:
    _driver_applications()
    _approval_overrides()


def _driver_applications() -> None:
    create_table(
        "driver_applications",
        Column("id", String(64), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("form", JSON, nullable=False),
        Column("status", String(32), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("submitted_at", TIME),
        Column("reviewer", String(64)),
        Column("reviewed_at", TIME),
        Column("reviewed_by", String(64)),
        Column("reason", String(500), nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint(
            "status IN ('draft', 'submitted', 'under_review', 'approved', 'rejected')", name="status"
        ),
        CheckConstraint("(status = 'draft') = (submitted_at IS NULL)", name="submitted_at"),
        CheckConstraint(
            "(status IN ('approved', 'rejected')) = (reviewed_at IS NOT NULL)", name="reviewed_at"
        ),
        CheckConstraint("(reviewed_at IS NULL) = (reviewed_by IS NULL)", name="reviewed_by"),
        CheckConstraint("version >= 1", name="version"),
        Index("uq_driver_applications_living", "user_id", unique=True, **where("status <> 'rejected'")),
        Index(None, "user_id", "created_at"),
        Index(None, "status", "submitted_at", "id"),
        Index(None, "status", "updated_at"),
        Index(
            "ix_driver_applications_reviewer",
            "reviewer",
            "submitted_at",
            "id",
            **where("submitted_at IS NOT NULL AND reviewed_at IS NULL"),
        ),
        Index(
            "ix_driver_applications_waiting",
            "submitted_at",
            "id",
            **where("submitted_at IS NOT NULL AND reviewed_at IS NULL"),
        ),
    )


def _approval_overrides() -> None:
    create_table(
        "approval_overrides",
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("requested_by", String(64), nullable=False),
        Column("requested_at", TIME, nullable=False),
        Column("reason", String(500), nullable=False),
        PrimaryKeyConstraint("user_id"),
    )
