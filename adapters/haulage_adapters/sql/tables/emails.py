"""The outbox of e-mails."""

from sqlalchemy import CheckConstraint, Column, Index, LargeBinary, PrimaryKeyConstraint, Table, text

from haulage.email import EmailKind, EmailState
from haulage.email.delivery import MAX_REASON_LENGTH
from haulage.email.email_message import MAX_ADDRESS_LENGTH, MAX_PART_LENGTH, MAX_SUBJECT_LENGTH
from haulage_adapters.sql.tables.columns import identifier, instant, spelled, word
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import Text, Whole

MAX_FILE_NAME = 100
EMAIL_WAITING = text("state = 'waiting'")

emails = Table(
    "emails",
    metadata,
    identifier(),
    word("kind", EmailKind),
    Column("to", Text(MAX_ADDRESS_LENGTH), nullable=False),
    Column("subject", Text(MAX_SUBJECT_LENGTH), nullable=False),
    Column("text", Text(MAX_PART_LENGTH), nullable=False),
    Column("html", Text(MAX_PART_LENGTH), nullable=False),
    instant("created_at"),
    instant("due_at"),
    word("state", EmailState),
    Column("attempts", Whole(), nullable=False),
    instant("sent_at", nullable=True),
    Column("last_error", Text(MAX_REASON_LENGTH), nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *spelled(kind=EmailKind, state=EmailState),
    CheckConstraint("(state = 'sent') = (sent_at IS NOT NULL)", name="sent_once"),
    CheckConstraint("state <> 'sent' OR (text = '' AND html = '')", name="sent_is_emptied"),
    CheckConstraint("attempts >= 0", name="attempts"),
    CheckConstraint("version >= 1", name="version"),
    Index("ix_emails_due", "due_at", "id", postgresql_where=EMAIL_WAITING, sqlite_where=EMAIL_WAITING),
    Index(None, "created_at", "id"),
    Index(None, "to"),
)

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
