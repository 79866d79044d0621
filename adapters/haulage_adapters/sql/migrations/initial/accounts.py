"""Accounts, the users that they are, identities elsewhere, sessions and their keys."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    true,
)

from haulage_adapters.sql.migrations.initial.columns import JSON, TIME, create_table, where


def create() -> None:
    _accounts()
    _users()
    _former_contacts()
    _saved_addresses()
    _identities()
    _social_flows()
    _sessions()
    _known_networks()
    _refresh_tokens()
    _server_keys()


def _accounts() -> None:
    create_table(
        "accounts",
        Column("id", String(64), nullable=False),
        Column("email", String(320), nullable=False),
        Column("password_hash", String(255)),
        Column("user_metadata", JSON, nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("email_confirmed_at", TIME),
        Column("last_sign_in_at", TIME),
        Column("new_email", String(320)),
        Column("new_email_answered", String(32)),
        Column("by_email", Boolean(), nullable=False, server_default=true()),
        Column("suspended_at", TIME),
        Column("suspension_reason", String(500)),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("email"),
        CheckConstraint("email = lower(email)", name="email"),
        CheckConstraint("new_email_answered IN ('current', 'new')", name="new_email_answered"),
        CheckConstraint("version >= 1", name="version"),
        Index(
            "ix_accounts_unconfirmed",
            "updated_at",
            **where("email_confirmed_at IS NULL AND last_sign_in_at IS NULL"),
        ),
        Index("ix_accounts_suspended", "suspended_at", **where("suspended_at IS NOT NULL")),
    )


def _users() -> None:
    create_table(
        "users",
        Column("id", String(64), nullable=False),
        Column("auth_id", String(64), ForeignKey("accounts.id"), nullable=False),
        Column("email", String(320), nullable=False),
        Column("name", String(200), nullable=False),
        Column("phone", String(32), nullable=False),
        Column("user_type", String(32), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("timezone", String(64), nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("auth_id"),
        UniqueConstraint("email"),
        CheckConstraint("user_type IN ('customer', 'driver', 'admin')", name="user_type"),
        CheckConstraint("version >= 1", name="version"),
        Index(None, "created_at", "id"),
        Index(None, "user_type", "created_at", "id"),
    )


def _former_contacts() -> None:
    create_table(
        "former_contacts",
        Column("user_id", String(64), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        Column("name", String(200), nullable=False),
        Column("email", String(320), nullable=False),
        Column("phone", String(32), nullable=False),
        PrimaryKeyConstraint("user_id", "name", "email", "phone"),
    )


def _saved_addresses() -> None:
    create_table(
        "saved_addresses",
        Column("id", String(64), nullable=False),
        Column("user_id", String(64), ForeignKey("users.id"), nullable=False),
        Column("name", String(40), nullable=False),
        Column("name_key", String(200), nullable=False),
        Column("lat", Double(), nullable=False),
        Column("lng", Double(), nullable=False),
        Column("address", String(300), nullable=False),
        Column("access", JSON),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("version", Integer(), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("user_id", "name_key"),
        CheckConstraint("lat BETWEEN -90 AND 90", name="lat"),
        CheckConstraint("lng BETWEEN -180 AND 180", name="lng"),
        CheckConstraint("version >= 1", name="version"),
    )


def _identities() -> None:
    create_table(
        "identities",
        Column("id", String(64), nullable=False),
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        Column("provider", String(32), nullable=False),
        Column("subject", String(255), nullable=False),
        Column("email", String(320)),
        Column("email_verified", Boolean(), nullable=False),
        Column("data", JSON, nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("updated_at", TIME, nullable=False),
        Column("last_sign_in_at", TIME),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("provider", "subject"),
        CheckConstraint("provider IN ('email', 'google', 'facebook')", name="provider"),
        Index(None, "account_id"),
    )


def _social_flows() -> None:
    create_table(
        "social_flows",
        Column("state_hash", String(64), nullable=False),
        Column("browser_hash", String(64), nullable=False),
        Column("provider", String(32), nullable=False),
        Column("redirect_to", String(2000), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("challenge", String(128)),
        Column("challenge_method", String(32)),
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE")),
        Column("session_id", String(64)),
        PrimaryKeyConstraint("state_hash"),
        CheckConstraint("provider IN ('email', 'google', 'facebook')", name="provider"),
        CheckConstraint("challenge_method IN ('s256')", name="challenge_method"),
        CheckConstraint("(challenge IS NULL) = (challenge_method IS NULL)", name="challenge"),
        Index(None, "created_at"),
    )


def _sessions() -> None:
    create_table(
        "sessions",
        Column("id", String(64), nullable=False),
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("refreshed_at", TIME, nullable=False),
        Column("proofs", JSON, nullable=False),
        Column("assurance", String(32), nullable=False),
        Column("revoked_at", TIME),
        Column("used_at", TIME),
        Column("user_agent", String(300)),
        Column("network", String(64)),
        PrimaryKeyConstraint("id"),
        CheckConstraint("assurance IN ('aal1', 'aal2')", name="assurance"),
        Index(None, "account_id"),
    )


def _known_networks() -> None:
    create_table(
        "known_networks",
        Column("account_id", String(64), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        Column("network_hash", String(64), nullable=False),
        Column("seen_at", TIME, nullable=False),
        PrimaryKeyConstraint("account_id", "network_hash"),
        Index(None, "seen_at"),
    )


def _refresh_tokens() -> None:
    create_table(
        "refresh_tokens",
        Column("hash", String(64), nullable=False),
        Column("session_id", String(64), ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
        Column("generation", Integer(), nullable=False),
        Column("issued_at", TIME, nullable=False),
        Column("used_at", TIME),
        PrimaryKeyConstraint("hash"),
        UniqueConstraint("session_id", "generation"),
        CheckConstraint("generation >= 0", name="generation"),
    )


def _server_keys() -> None:
    create_table(
        "server_keys",
        Column("id", String(64), nullable=False),
        Column("purpose", String(32), nullable=False),
        Column("number", Integer(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("material", String(2000), nullable=False),
        PrimaryKeyConstraint("id"),
        UniqueConstraint("purpose", "number"),
        CheckConstraint("purpose IN ('access', 'refresh', 'proof')", name="purpose"),
        CheckConstraint("number >= 1", name="number"),
    )
