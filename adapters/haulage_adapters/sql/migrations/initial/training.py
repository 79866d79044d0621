"""Training."""

from sqlalchemy import (
    BigInteger,
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
        "training_progress",
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("module_id", String(64), nullable=False),
        Column("started_at", TIME, nullable=False),
        Column("status", String(32), nullable=False),
        Column("completed_at", TIME),
        Column("attempts", Integer(), nullable=False),
        Column("time_spent_ms", BigInteger(), nullable=False),
        Column("score", Integer()),
        Column("certificate_code", String(64)),
        Column("reset_reason", String(500), nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("user_id", "module_id"),
        UniqueConstraint("certificate_code"),
        CheckConstraint("status IN ('in_progress', 'completed', 'failed')", name="status"),
        CheckConstraint("score BETWEEN 0 AND 100", name="score"),
        CheckConstraint("(status = 'completed') = (completed_at IS NOT NULL)", name="completed_at"),
        CheckConstraint("(completed_at IS NULL) = (certificate_code IS NULL)", name="certificate_code"),
        CheckConstraint("attempts >= 0", name="attempts"),
        CheckConstraint("time_spent_ms >= 0", name="time_spent_ms"),
        CheckConstraint("version >= 1", name="version"),
    )
    create_table(
        "training_attempts",
        Column("id", String(64), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("module_id", String(64), nullable=False),
        Column("question_ids", JSON, nullable=False),
        Column("started_at", TIME, nullable=False),
        Column("answers", JSON, nullable=False),
        Column("score", Integer()),
        Column("graded_at", TIME),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        CheckConstraint("score BETWEEN 0 AND 100", name="score"),
        CheckConstraint("(score IS NULL) = (graded_at IS NULL)", name="graded_at"),
        CheckConstraint("version >= 1", name="version"),
        Index(
            "uq_training_attempts_open",
            "user_id",
            "module_id",
            unique=True,
            **where("graded_at IS NULL"),
        ),
        Index(None, "user_id", "module_id", "started_at"),
    )
    create_table(
        "training_watches",
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("watch_id", String(64), nullable=False),
        Column("module_id", String(64), nullable=False),
        Column("beat_at", TIME, nullable=False),
        PrimaryKeyConstraint("user_id"),
    )
