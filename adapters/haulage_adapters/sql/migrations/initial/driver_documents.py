"""What applicants and drivers hand in."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

from haulage_adapters.sql.migrations.initial.columns import TIME, create_table, where


def create() -> None:
    present = "stored_at IS NOT NULL AND replaced_at IS NULL"
    alone = f"{present} AND credential_id IS NULL"
    create_table(
        "driver_documents",
        Column("id", String(64), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("client_id", String(64), nullable=False),
        Column("type", String(32), nullable=False),
        Column("file_name", String(120), nullable=False),
        Column("octets", Integer(), nullable=False),
        Column("media_type", String(32), nullable=False),
        Column("pages", Integer(), nullable=False),
        Column("previews", Integer(), nullable=False),
        Column("scan", String(32), nullable=False),
        Column("request_hash", String(64), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("stored_at", TIME),
        Column("status", String(32), nullable=False),
        Column("number", String(40), nullable=False),
        Column("issued_on", Date()),
        Column("authority", String(100), nullable=False),
        Column("expires_on", Date()),
        Column("coverage_cents", BigInteger()),
        Column("reviewed_at", TIME),
        Column("reviewed_by", String(64)),
        Column("reason", String(500), nullable=False),
        Column("replaced_at", TIME),
        Column("reminded_days", Integer()),
        Column("credential_id", String(64), ForeignKey("carrier_credentials.id")),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("user_id", "client_id"),
        CheckConstraint(
            "type IN ('drivers_license', 'proof_of_age', 'automobile_liability_insurance', "
            "'vehicle_registration', 'profile_photo', 'vehicle_photo', 'insurance_certificate', "
            "'bank_statement', 'carrier_credential')",
            name="type",
        ),
        CheckConstraint("scan IN ('clean', 'not_scanned')", name="scan"),
        CheckConstraint("status IN ('pending', 'approved', 'rejected')", name="status"),
        CheckConstraint("coverage_cents BETWEEN 0 AND 10000000000", name="coverage_cents"),
        CheckConstraint("(status = 'pending') = (reviewed_at IS NULL)", name="reviewed_at"),
        CheckConstraint("(reviewed_at IS NULL) = (reviewed_by IS NULL)", name="reviewed_by"),
        CheckConstraint("(type = 'carrier_credential') = (credential_id IS NOT NULL)", name="credential"),
        CheckConstraint("version >= 1", name="version"),
        Index(
            "uq_driver_documents_approved",
            "user_id",
            "type",
            unique=True,
            **where(f"{alone} AND status = 'approved'"),
        ),
        Index(
            "uq_driver_documents_unapproved",
            "user_id",
            "type",
            unique=True,
            **where(f"{alone} AND status <> 'approved'"),
        ),
        Index(
            "uq_driver_documents_credential",
            "credential_id",
            unique=True,
            **where(f"{present} AND credential_id IS NOT NULL"),
        ),
        Index(
            "ix_driver_documents_undecided",
            "created_at",
            "id",
            **where(f"{alone} AND status = 'pending'"),
        ),
        Index(
            "ix_driver_documents_expiring",
            "expires_on",
            **where(f"{alone} AND status = 'approved' AND expires_on IS NOT NULL"),
        ),
        Index("ix_driver_documents_unfinished", "created_at", **where("stored_at IS NULL")),
        Index("ix_driver_documents_replaced", "replaced_at", **where("replaced_at IS NOT NULL")),
        Index(
            "ix_driver_documents_credential",
            "credential_id",
            "created_at",
            **where("credential_id IS NOT NULL"),
        ),
        Index(None, "user_id", "created_at"),
        Index(None, "created_at"),
    )
    create_table(
        "document_uploads",
        Column("id", String(64), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("client_id", String(64), nullable=False),
        Column("type", String(32), nullable=False),
        Column("file_name", String(120), nullable=False),
        Column("octets", Integer(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("credential_id", String(64), ForeignKey("carrier_credentials.id")),
        Column("received", Integer(), nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("user_id", "client_id"),
        CheckConstraint(
            "type IN ('drivers_license', 'proof_of_age', 'automobile_liability_insurance', "
            "'vehicle_registration', 'profile_photo', 'vehicle_photo', 'insurance_certificate', "
            "'bank_statement', 'carrier_credential')",
            name="type",
        ),
        CheckConstraint("received BETWEEN 0 AND octets", name="received"),
        CheckConstraint("(type = 'carrier_credential') = (credential_id IS NOT NULL)", name="credential"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "created_at"),
    )
