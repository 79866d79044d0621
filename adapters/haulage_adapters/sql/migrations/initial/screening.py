"""Background checks of applicants."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

from haulage_adapters.sql.migrations.initial.columns import JSON, TIME, create_table, where


def create() -> None:
    create_table(
        "screening_cases",
        Column("id", String(64), nullable=False),
        Column("application_id", String(64), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("status", String(32), nullable=False),
        Column("candidate_id", String(200)),
        Column("invitation_id", String(200)),
        Column("report_id", String(200)),
        Column("record", JSON, nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("queued_at", TIME),
        Column("waiting_until", TIME),
        Column("polled_at", TIME),
        Column("notified_at", TIME),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("application_id"),
        CheckConstraint(
            "status IN ('consented', 'offer_needed', 'to_order', 'ordered', 'in_review', 'cleared', "
            "'rejection_intended', 'assessed', 'notice_sent', 'waiting', 'disputed', 'rejected', 'closed')",
            name="status",
        ),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "user_id"),
        Index(None, "candidate_id"),
        Index(None, "invitation_id"),
        Index(None, "report_id"),
        Index(None, "status", "created_at", "id"),
        Index(None, "updated_at"),
        Index(
            "ix_screening_cases_waiting",
            "created_at",
            "id",
            **where("queued_at IS NOT NULL"),
        ),
    )
