"""Carrier credentials of drivers, as they recorded them and administrators decided."""

from sqlalchemy import CheckConstraint, Column, Date, Index, PrimaryKeyConstraint, Table, text

from haulage.authority import CredentialStatus
from haulage.authority.credential import MAX_ISSUER, MAX_NOTE, MAX_NUMBER
from haulage.kernel.carrier import CredentialKind
from haulage_adapters.sql.tables.columns import (
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
from haulage_adapters.sql.types import MAX_ID, Text, Whole

LIVE = text("status IN ('recorded', 'verified')")
"""Of each kind and state a driver has one that waits and one that counts."""

VERIFIED = text("status = 'verified'")

carrier_credentials = Table(
    "carrier_credentials",
    metadata,
    identifier(),
    reference("driver_id", "drivers.id"),
    enum_column("kind", CredentialKind),
    Column("number", Text(MAX_NUMBER), nullable=False),
    Column("state", Text(2), nullable=False),
    Column("issuer", Text(MAX_ISSUER), nullable=False),
    cents("cover_cents", nullable=True),
    Column("expires_on", Date, nullable=True),
    enum_column("status", CredentialStatus),
    instant("recorded_at"),
    instant("decided_at", nullable=True),
    Column("decided_by", Text(MAX_ID), nullable=True),
    Column("note", Text(MAX_NOTE), nullable=False),
    Column("reminded_days", Whole(), nullable=True),
    Column("version", Whole(), nullable=False),
    PrimaryKeyConstraint("id"),
    *enum_checks(kind=CredentialKind, status=CredentialStatus),
    *range_checks("cover_cents"),
    CheckConstraint("(kind = 'insurance') = (cover_cents IS NOT NULL)", name="covered"),
    CheckConstraint("(kind = 'state_certificate') = (state <> '')", name="certified"),
    CheckConstraint("(status = 'recorded') = (decided_at IS NULL)", name="decided_at"),
    CheckConstraint("(decided_at IS NULL) = (decided_by IS NULL)", name="decided_by"),
    CheckConstraint("version >= 1", name="version"),
    Index(
        "uq_carrier_credentials_live",
        "driver_id",
        "kind",
        "state",
        "status",
        unique=True,
        postgresql_where=LIVE,
        sqlite_where=LIVE,
    ),
    Index(None, "driver_id", "recorded_at"),
    Index(None, "status", "recorded_at", "id"),
    Index(
        "ix_carrier_credentials_ending",
        "expires_on",
        postgresql_where=VERIFIED,
        sqlite_where=VERIFIED,
    ),
)
"""``state`` is empty where the kind has none, so that the index tells equal ones."""

PERSONAL_DATA = (
    Section(
        "carrier_credentials",
        carrier_credentials,
        lambda who: carrier_credentials.c.driver_id == who.drives_as,
        removed=True,
    ),
)
