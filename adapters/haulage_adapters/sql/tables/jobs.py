"""Work that is done later."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, text

from haulage.jobs import MAX_SUBJECT_LENGTH, JobState
from haulage.jobs.kept import MAX_REASON_LENGTH
from haulage_adapters.sql.tables.columns import identifier, instant, spelled, word
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_WORD, Text, Whole

JOB_WAITING = text("state = 'waiting'")

jobs = Table(
    "jobs",
    metadata,
    identifier(),
    # No list of words: a newer release beside this one may have more of them.
    Column("kind", Text(MAX_WORD), nullable=False),
    Column("subject", Text(MAX_SUBJECT_LENGTH), nullable=False),
    instant("created_at"),
    instant("due_at"),
    word("state", JobState),
    Column("attempts", Whole(), nullable=False),
    instant("finished_at", nullable=True),
    Column("last_error", Text(MAX_REASON_LENGTH), nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *spelled(state=JobState),
    CheckConstraint("(state = 'waiting') = (finished_at IS NULL)", name="finished_once"),
    CheckConstraint("attempts >= 0", name="attempts"),
    CheckConstraint("version >= 1", name="version"),
    Index("ix_jobs_due", "due_at", "id", postgresql_where=JOB_WAITING, sqlite_where=JOB_WAITING),
    Index(None, "created_at", "id"),
    Index(None, "state", "finished_at"),
)

job_workers = Table(
    "job_workers",
    metadata,
    identifier(),
    Column("beats", Whole(octets=8), nullable=False),
    PrimaryKeyConstraint("id"),
    CheckConstraint("beats >= 1", name="beats"),
)
"""Processes that do jobs."""
