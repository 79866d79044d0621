"""What applicants and drivers hand in; the bytes are in the file store."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Date,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    text,
)

from haulage.driver_documents import MAX_FILE_NAME_LENGTH, VirusScan
from haulage.driver_documents.details import MAX_AUTHORITY_LENGTH, MAX_NUMBER_LENGTH
from haulage.kernel.driver_document import DocumentStatus, DocumentType
from haulage_adapters.sql.tables.columns import (
    HASH_DIGITS,
    MAX_REASON,
    cents,
    enum_checks,
    enum_column,
    identifier,
    instant,
    range_checks,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_ID, MAX_WORD, Text, Whole

PRESENT = "stored_at IS NOT NULL AND replaced_at IS NULL"
DECIDED_ALONE = f"{PRESENT} AND credential_id IS NULL"
APPROVED_NOW = text(f"{DECIDED_ALONE} AND status = 'approved'")
UNAPPROVED_NOW = text(f"{DECIDED_ALONE} AND status <> 'approved'")
UNDECIDED = text(f"{DECIDED_ALONE} AND status = 'pending'")
EXPIRING = text(f"{DECIDED_ALONE} AND status = 'approved' AND expires_on IS NOT NULL")
OF_CREDENTIAL = text(f"{PRESENT} AND credential_id IS NOT NULL")
PROVING = text("credential_id IS NOT NULL")
UNFINISHED = text("stored_at IS NULL")
REPLACED = text("replaced_at IS NOT NULL")

driver_documents = Table(
    "driver_documents",
    metadata,
    identifier(),
    reference("user_id", "users.id"),
    identifier("client_id"),
    enum_column("type", DocumentType),
    Column("file_name", Text(MAX_FILE_NAME_LENGTH), nullable=False),
    Column("octets", Whole(), nullable=False),
    Column("media_type", Text(MAX_WORD), nullable=False),
    Column("pages", Whole(), nullable=False),
    Column("previews", Whole(), nullable=False),
    enum_column("scan", VirusScan),
    Column("request_hash", Text(HASH_DIGITS), nullable=False),
    instant("created_at"),
    instant("stored_at", nullable=True),
    enum_column("status", DocumentStatus),
    Column("number", Text(MAX_NUMBER_LENGTH), nullable=False),
    Column("issued_on", Date, nullable=True),
    Column("authority", Text(MAX_AUTHORITY_LENGTH), nullable=False),
    Column("expires_on", Date, nullable=True),
    cents("coverage_cents", nullable=True),
    instant("reviewed_at", nullable=True),
    Column("reviewed_by", Text(MAX_ID), nullable=True),
    Column("reason", Text(MAX_REASON), nullable=False),
    instant("replaced_at", nullable=True),
    Column("reminded_days", Whole(), nullable=True),
    reference("credential_id", "carrier_credentials.id", nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("user_id", "client_id"),
    *enum_checks(type=DocumentType, scan=VirusScan, status=DocumentStatus),
    *range_checks("coverage_cents"),
    CheckConstraint("(status = 'pending') = (reviewed_at IS NULL)", name="reviewed_at"),
    CheckConstraint("(reviewed_at IS NULL) = (reviewed_by IS NULL)", name="reviewed_by"),
    CheckConstraint("(type = 'carrier_credential') = (credential_id IS NOT NULL)", name="credential"),
    CheckConstraint("version >= 1", name="version"),
    Index(
        "uq_driver_documents_approved",
        "user_id",
        "type",
        unique=True,
        postgresql_where=APPROVED_NOW,
        sqlite_where=APPROVED_NOW,
    ),
    Index(
        "uq_driver_documents_unapproved",
        "user_id",
        "type",
        unique=True,
        postgresql_where=UNAPPROVED_NOW,
        sqlite_where=UNAPPROVED_NOW,
    ),
    Index(
        "uq_driver_documents_credential",
        "credential_id",
        unique=True,
        postgresql_where=OF_CREDENTIAL,
        sqlite_where=OF_CREDENTIAL,
    ),
    Index(
        "ix_driver_documents_undecided",
        "created_at",
        "id",
        postgresql_where=UNDECIDED,
        sqlite_where=UNDECIDED,
    ),
    Index("ix_driver_documents_expiring", "expires_on", postgresql_where=EXPIRING, sqlite_where=EXPIRING),
    Index(
        "ix_driver_documents_unfinished", "created_at", postgresql_where=UNFINISHED, sqlite_where=UNFINISHED
    ),
    Index("ix_driver_documents_replaced", "replaced_at", postgresql_where=REPLACED, sqlite_where=REPLACED),
    Index(
        "ix_driver_documents_credential",
        "credential_id",
        "created_at",
        postgresql_where=PROVING,
        sqlite_where=PROVING,
    ),
    Index(None, "user_id", "created_at"),
    Index(None, "created_at"),
)

PERSONAL_DATA = (
    Section(
        "driver_documents",
        driver_documents,
        lambda who: driver_documents.c.user_id == who.user_id,
        frozenset({"request_hash", "reviewed_by"}),
        removed=True,
    ),
)
