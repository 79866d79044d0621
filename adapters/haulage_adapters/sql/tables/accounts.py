"""Accounts, by which people sign in, and the users of the marketplace that they are."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    text,
    true,
)

from haulage.accounts.account import EmailSide
from haulage.kernel.actor import UserType
from haulage_adapters.sql.tables.columns import (
    MAX_REASON,
    enum_checks,
    enum_column,
    identifier,
    instant,
    owned_by,
    reference,
)
from haulage_adapters.sql.tables.metadata import metadata
from haulage_adapters.sql.tables.personal_data import Section
from haulage_adapters.sql.types import MAX_EMAIL, MAX_ID, MAX_NAME, MAX_PHONE, Json, Text

MAX_HASH = 255

UNCONFIRMED = text("email_confirmed_at IS NULL AND last_sign_in_at IS NULL")
"""Accounts whose address nobody has proved, and to which nobody has ever signed in."""

SUSPENDED = text("suspended_at IS NOT NULL")
"""Accounts to which nobody can sign in; there are few."""

accounts = Table(
    "accounts",
    metadata,
    identifier(),
    Column("email", Text(MAX_EMAIL), nullable=False),
    Column("password_hash", Text(MAX_HASH), nullable=True),
    Column("user_metadata", Json, nullable=False),
    instant("created_at"),
    instant("updated_at"),
    instant("email_confirmed_at", nullable=True),
    instant("last_sign_in_at", nullable=True),
    Column("new_email", Text(MAX_EMAIL), nullable=True),
    enum_column("new_email_answered", EmailSide, nullable=True),
    Column("by_email", Boolean, nullable=False, server_default=true()),
    instant("suspended_at", nullable=True),
    Column("suspension_reason", Text(MAX_REASON), nullable=True),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("email"),
    CheckConstraint("email = lower(email)", name="email"),
    *enum_checks(new_email_answered=EmailSide),
    CheckConstraint("version >= 1", name="version"),
    Index("ix_accounts_unconfirmed", "updated_at", postgresql_where=UNCONFIRMED, sqlite_where=UNCONFIRMED),
    Index("ix_accounts_suspended", "suspended_at", postgresql_where=SUSPENDED, sqlite_where=SUSPENDED),
)

users = Table(
    "users",
    metadata,
    identifier(),
    reference("auth_id", "accounts.id"),
    Column("email", Text(MAX_EMAIL), nullable=False),
    Column("name", Text(MAX_NAME), nullable=False),
    Column("phone", Text(MAX_PHONE), nullable=False),
    enum_column("user_type", UserType),
    instant("created_at"),
    instant("updated_at"),
    Column("timezone", Text(MAX_ID), nullable=False),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("auth_id"),
    UniqueConstraint("email"),
    *enum_checks(user_type=UserType),
    CheckConstraint("version >= 1", name="version"),
    Index(None, "created_at", "id"),
    Index(None, "user_type", "created_at", "id"),
)

former_contacts = Table(
    "former_contacts",
    metadata,
    owned_by("user_id", "users.id"),
    Column("name", Text(MAX_NAME), nullable=False),
    Column("email", Text(MAX_EMAIL), nullable=False),
    Column("phone", Text(MAX_PHONE), nullable=False),
    PrimaryKeyConstraint("user_id", "name", "email", "phone"),
)
"""What users were called before: an erasure looks for it in what others wrote."""

PERSONAL_DATA = (
    Section("account", accounts, lambda who: accounts.c.id == who.account_id, frozenset({"password_hash"})),
    Section("profile", users, lambda who: users.c.id == who.user_id),
    Section(
        "former_contacts", former_contacts, lambda who: former_contacts.c.user_id == who.user_id, removed=True
    ),
)
