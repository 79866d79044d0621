"""Background checks of applicants."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint, text

from haulage.screening import CaseStatus
from haulage_adapters.sql.tables.columns import enum_checks, enum_column, identifier, instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_NAME, Json, Text, Whole

NEEDING_SOMEBODY = (
    CaseStatus.OFFER_NEEDED,
    CaseStatus.IN_REVIEW,
    CaseStatus.REJECTION_INTENDED,
    CaseStatus.ASSESSED,
    CaseStatus.WAITING,
    CaseStatus.DISPUTED,
)

WAITING_FOR_REVIEWER = text("queued_at IS NOT NULL")
"""Not the statuses themselves: with these SQLite would take the index of the status, and sort."""

screening_cases = Table(
    "screening_cases",
    metadata,
    identifier(),
    identifier("application_id"),
    reference("user_id", "users.id"),
    enum_column("status", CaseStatus),
    Column("candidate_id", Text(MAX_NAME), nullable=True),
    Column("invitation_id", Text(MAX_NAME), nullable=True),
    Column("report_id", Text(MAX_NAME), nullable=True),
    Column("record", Json, nullable=False),
    instant("created_at"),
    instant("updated_at"),
    instant("queued_at", nullable=True),
    instant("waiting_until", nullable=True),
    instant("polled_at", nullable=True),
    instant("notified_at", nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("application_id"),
    *enum_checks(status=CaseStatus),
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
        postgresql_where=WAITING_FOR_REVIEWER,
        sqlite_where=WAITING_FOR_REVIEWER,
    ),
)
"""``record`` is the core's ``ScreeningCase``: consent, report, letters and all. ``queued_at`` is since when
it waits for a reviewer, ``polled_at`` when the provider was asked about it last, and
``notified_at`` when administrators were notified that its waiting period is over. Applications are deleted
before their checks, so that a case refers to none."""

PERSONAL_DATA = (
    Section("screening_cases", screening_cases, lambda who: screening_cases.c.user_id == who.user_id),
)
