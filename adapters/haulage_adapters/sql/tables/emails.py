"""The outbox of e-mails."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    literal,
    select,
)

from haulage.email import EmailKind
from haulage.email.email_message import MAX_ADDRESS_LENGTH, MAX_PART_LENGTH, MAX_SUBJECT_LENGTH
from haulage.jobs import JobKind
from haulage.ports.storage.personal_data import Person
from haulage_adapters.sql.tables.columns import enum_checks, enum_column, identifier, instant
from haulage_adapters.sql.tables.jobs import jobs
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import Text, Whole

MAX_FILE_NAME = 100

emails = Table(
    "emails",
    metadata,
    identifier(),
    enum_column("kind", EmailKind),
    Column("to", Text(MAX_ADDRESS_LENGTH), nullable=False),
    Column("subject", Text(MAX_SUBJECT_LENGTH), nullable=False),
    Column("text", Text(MAX_PART_LENGTH), nullable=False),
    Column("html", Text(MAX_PART_LENGTH), nullable=False),
    instant("created_at"),
    instant("sent_at", nullable=True),
    PrimaryKeyConstraint("id"),
    *enum_checks(kind=EmailKind),
    CheckConstraint("sent_at IS NULL OR (text = '' AND html = '')", name="sent_is_emptied"),
    Index(None, "created_at", "id"),
    Index(None, "to"),
)

SENDING_JOB_ID = literal(f"{JobKind.SEND_EMAIL.value}:").concat(emails.c.id)
SENDING_JOB = jobs.c.id == SENDING_JOB_ID
"""The job that sends the mail."""

email_attachments = Table(
    "email_attachments",
    metadata,
    identifier("email_id"),
    Column("place", Whole(), nullable=False),
    Column("name", Text(MAX_FILE_NAME), nullable=False),
    Column("media_type", Text(MAX_FILE_NAME), nullable=False),
    Column("content", LargeBinary, nullable=False),
    PrimaryKeyConstraint("email_id", "place"),
    CheckConstraint("place >= 1", name="place"),
)
"""Files that go with e-mails that wait. No foreign key: SQLite makes the other table anew for a new kind."""


def _attached(person: Person) -> ColumnElement[bool]:
    return email_attachments.c.email_id.in_(select(emails.c.id).where(emails.c.to.in_(person.addresses)))


PERSONAL_DATA = (
    Section(
        "emails",
        emails,
        lambda who: emails.c.to.in_(who.addresses),
        frozenset({"text", "html"}),
        removed=True,
    ),
    Section("email_attachments", email_attachments, _attached, frozenset({"content"}), removed=True),
)
"""The text of a mail holds codes and links."""
