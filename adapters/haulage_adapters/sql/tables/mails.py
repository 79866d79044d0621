"""The outbox for mails."""

from sqlalchemy import CheckConstraint, Column, Index, LargeBinary, PrimaryKeyConstraint, Table, text

from haulage.email import EmailKind, EmailState
from haulage.email.delivery import MAX_REASON_LENGTH
from haulage.email.email_message import MAX_ADDRESS_LENGTH, MAX_PART_LENGTH, MAX_SUBJECT_LENGTH
from haulage_adapters.sql.tables.columns import identifier, instant, spelled, word
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.types import Text, Whole

MAX_FILE_NAME = 100
MAIL_WAITING = text("state = 'waiting'")

mails = Table(
    "mails",
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
    Index("ix_mails_due", "due_at", "id", postgresql_where=MAIL_WAITING, sqlite_where=MAIL_WAITING),
    Index(None, "created_at", "id"),
    Index(None, "to"),
)

mail_attachments = Table(
    "mail_attachments",
    metadata,
    identifier("mail_id"),
    Column("place", Whole(), nullable=False),
    Column("name", Text(MAX_FILE_NAME), nullable=False),
    Column("media_type", Text(MAX_FILE_NAME), nullable=False),
    Column("content", LargeBinary, nullable=False),
    PrimaryKeyConstraint("mail_id", "place"),
    CheckConstraint("place >= 1", name="place"),
)
"""What goes with mails that wait. It refers to no table: mails are made anew when their kinds change."""
