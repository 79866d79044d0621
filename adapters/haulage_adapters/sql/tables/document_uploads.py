"""Files of documents that are on their way; their pieces are in the file store."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from haulage.driver_documents import MAX_FILE_NAME_LENGTH
from haulage.kernel.driver_document import DocumentType
from haulage_adapters.sql.tables.columns import enum_checks, enum_column, identifier, instant, reference
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import Text, Whole

document_uploads = Table(
    "document_uploads",
    metadata,
    identifier(),
    reference("user_id", "users.id"),
    identifier("client_id"),
    enum_column("type", DocumentType),
    Column("file_name", Text(MAX_FILE_NAME_LENGTH), nullable=False),
    Column("octets", Whole(), nullable=False),
    instant("created_at"),
    reference("credential_id", "carrier_credentials.id", nullable=True),
    Column("received", Whole(), nullable=False),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("user_id", "client_id"),
    *enum_checks(type=DocumentType),
    CheckConstraint("(type = 'carrier_credential') = (credential_id IS NOT NULL)", name="credential"),
    CheckConstraint("received BETWEEN 0 AND octets", name="received"),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "created_at"),
)

PERSONAL_DATA = (
    Section(
        "document_uploads",
        document_uploads,
        lambda who: document_uploads.c.user_id == who.user_id,
        removed=True,
    ),
)
