"""Training: progress, attempts at questions, and what is watched just now."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint, text

from haulage.training import TrainingStatus
from haulage_adapters.sql.tables.columns import (
    MAX_REASON,
    enum_checks,
    enum_column,
    identifier,
    instant,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, Json, Text, Whole

NOT_GRADED = text("graded_at IS NULL")

training_progress = Table(
    "training_progress",
    metadata,
    reference("user_id", "users.id"),
    identifier("module_id"),
    instant("started_at"),
    enum_column("status", TrainingStatus),
    instant("completed_at", nullable=True),
    Column("attempts", Whole(), nullable=False),
    Column("time_spent_ms", Whole(octets=8), nullable=False),
    Column("score", Whole(), nullable=True),
    Column("certificate_code", Text(MAX_ID), nullable=True),
    Column("reset_reason", Text(MAX_REASON), nullable=False),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("user_id", "module_id"),
    UniqueConstraint("certificate_code"),
    *enum_checks(status=TrainingStatus),
    *range_checks("score", at_most=100),
    CheckConstraint("(status = 'completed') = (completed_at IS NOT NULL)", name="completed_at"),
    CheckConstraint("(completed_at IS NULL) = (certificate_code IS NULL)", name="certificate_code"),
    CheckConstraint("attempts >= 0", name="attempts"),
    CheckConstraint("time_spent_ms >= 0", name="time_spent_ms"),
    CheckConstraint("version >= 1", name="version"),
)

training_attempts = Table(
    "training_attempts",
    metadata,
    identifier(),
    reference("user_id", "users.id"),
    identifier("module_id"),
    Column("question_ids", Json, nullable=False),
    instant("started_at"),
    Column("answers", Json, nullable=False),
    Column("score", Whole(), nullable=True),
    instant("graded_at", nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *range_checks("score", at_most=100),
    CheckConstraint("(score IS NULL) = (graded_at IS NULL)", name="graded_at"),
    CheckConstraint("version >= 1", name="version"),
    Index(
        "uq_training_attempts_open",
        "user_id",
        "module_id",
        unique=True,
        postgresql_where=NOT_GRADED,
        sqlite_where=NOT_GRADED,
    ),
    Index(None, "user_id", "module_id", "started_at"),
)

training_watches = Table(
    "training_watches",
    metadata,
    reference("user_id", "users.id"),
    identifier("watch_id"),
    identifier("module_id"),
    instant("beat_at"),
    PrimaryKeyConstraint("user_id"),
)
"""One row a person: of two windows the one that began last has it."""


def _section(table: Table) -> Section:
    return Section(table.name, table, lambda who: table.c.user_id == who.user_id, removed=True)


PERSONAL_DATA = tuple(map(_section, (training_attempts, training_progress, training_watches)))
