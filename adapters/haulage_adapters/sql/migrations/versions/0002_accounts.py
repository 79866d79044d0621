"""Accounts and their users, sessions with their refresh tokens, and the server's keys."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002_accounts"
down_revision = "0001_orders"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    _accounts()
    _users()
    _sessions()
    _refresh_tokens()
    _server_keys()


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("email", sa.String(320), nullable=False),
        sa.Column("password_hash", sa.String(255), nullable=True),
        sa.Column("user_metadata", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("email_confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_sign_in_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("email = lower(email)", name=op.f("ck_accounts_email")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_accounts_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("email", name=op.f("uq_accounts_email")),
    )


def _users() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("auth_id", sa.String(64), nullable=False),
        sa.Column("email", sa.String(320), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("phone", sa.String(32), nullable=False),
        sa.Column("user_type", sa.String(32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("user_type IN ('customer', 'driver', 'admin')", name=op.f("ck_users_user_type")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_users_version")),
        sa.ForeignKeyConstraint(["auth_id"], ["accounts.id"], name=op.f("fk_users_auth_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("auth_id", name=op.f("uq_users_auth_id")),
        sa.UniqueConstraint("email", name=op.f("uq_users_email")),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("account_id", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("refreshed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proofs", JSON, nullable=False),
        sa.Column("assurance", sa.String(32), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("assurance IN ('aal1', 'aal2')", name=op.f("ck_sessions_assurance")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_sessions_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_account_id"), "sessions", ["account_id"], unique=False)


def _refresh_tokens() -> None:
    op.create_table(
        "refresh_tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("session_id", sa.String(64), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("generation >= 0", name=op.f("ck_refresh_tokens_generation")),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_refresh_tokens_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_refresh_tokens")),
        sa.UniqueConstraint("session_id", "generation", name=op.f("uq_refresh_tokens_session_id_generation")),
    )


def _server_keys() -> None:
    op.create_table(
        "server_keys",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("material", sa.String(2000), nullable=False),
        sa.CheckConstraint("purpose IN ('access', 'refresh')", name=op.f("ck_server_keys_purpose")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_server_keys_number")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_server_keys")),
        sa.UniqueConstraint("purpose", "number", name=op.f("uq_server_keys_purpose_number")),
    )
