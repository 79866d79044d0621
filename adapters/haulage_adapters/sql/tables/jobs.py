"""Work that is done later."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, text

from haulage.jobs import MAX_SUBJECT_LENGTH, JobQueue, JobState
from haulage.jobs.job import MAX_ID_LENGTH
from haulage.jobs.stored_job import MAX_REASON_LENGTH
from haulage_adapters.sql.tables.columns import enum_checks, enum_column, identifier, instant
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import MAX_WORD, OneOf, Text, UtcTime, Whole

JOB_WAITING = text("state = 'waiting'")
JOB_FREE = text("state = 'waiting' AND held_by IS NULL")
JOB_HELD = text("held_by IS NOT NULL")

NEVER_TOO_LONG = text("'9000-01-01 00:00:00.000000'")
"""For what servers of the release before write without it: their jobs are waited for without an end."""

jobs = Table(
    "jobs",
    metadata,
    identifier(),
    # No list of words: a newer release beside this one may have more of them.
    Column("kind", Text(MAX_WORD), nullable=False),
    Column("subject", Text(MAX_SUBJECT_LENGTH), nullable=False),
    instant("created_at"),
    instant("due_at"),
    Column("since", UtcTime(), nullable=False, server_default=NEVER_TOO_LONG),
    Column("queue", OneOf(JobQueue), nullable=False, server_default=JobQueue.BATCH.value),
    enum_column("state", JobState),
    Column("attempts", Whole(), nullable=False),
    instant("finished_at", nullable=True),
    Column("last_error", Text(MAX_REASON_LENGTH), nullable=True),
    Column("deaths", Whole(), nullable=False, server_default="0"),
    Column("version", Whole(), nullable=False),
    # The worker that makes an attempt just now. No foreign key: it may be dead and forgotten.
    Column("held_by", Text(MAX_ID_LENGTH), nullable=True),
    PrimaryKeyConstraint("id"),
    *enum_checks(state=JobState),
    CheckConstraint("(state = 'waiting') = (finished_at IS NULL)", name="finished_once"),
    CheckConstraint("attempts >= 0", name="attempts"),
    CheckConstraint("version >= 1", name="version"),
    Index("ix_jobs_due", "due_at", "id", postgresql_where=JOB_WAITING, sqlite_where=JOB_WAITING),
    Index("ix_jobs_free", "queue", "due_at", "id", postgresql_where=JOB_FREE, sqlite_where=JOB_FREE),
    Index("ix_jobs_held", "held_by", postgresql_where=JOB_HELD, sqlite_where=JOB_HELD),
    Index(None, "created_at", "id"),
    Index(None, "state", "created_at", "id"),
    Index(None, "kind", "created_at", "id"),
    Index(None, "state", "finished_at"),
)

job_workers = Table(
    "job_workers",
    metadata,
    identifier(),
    Column("heartbeats", Whole(octets=8), nullable=False),
    PrimaryKeyConstraint("id"),
    CheckConstraint("heartbeats >= 1", name="heartbeats"),
)
"""Processes that do jobs."""

NOBODYS = {
    job_workers.name: "processes that do jobs",
    jobs.name: "ids of things to be done, without anything about them",
}
