"""Identities of providers, sign-ins that are away at one, and whether an address is a way in."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0008_identities"
down_revision = "0007_audit"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")
PROVIDERS = "'email', 'google', 'facebook'"


def upgrade() -> None:
    """Everybody who has an account came by their address."""
    op.add_column("accounts", sa.Column("by_email", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.create_table(
        "identities",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("account_id", sa.String(64), nullable=False),
        sa.Column("provider", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("email", sa.String(320), nullable=True),
        sa.Column("email_verified", sa.Boolean(), nullable=False),
        sa.Column("data", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_sign_in_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(f"provider IN ({PROVIDERS})", name=op.f("ck_identities_provider")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_identities_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_identities")),
        sa.UniqueConstraint("provider", "subject", name=op.f("uq_identities_provider_subject")),
    )
    op.create_index(op.f("ix_identities_account_id"), "identities", ["account_id"], unique=False)
    op.create_table(
        "social_flows",
        sa.Column("state_hash", sa.String(64), nullable=False),
        sa.Column("browser_hash", sa.String(64), nullable=False),
        sa.Column("provider", sa.String(32), nullable=False),
        sa.Column("redirect_to", sa.String(2000), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("challenge", sa.String(128), nullable=True),
        sa.Column("challenge_method", sa.String(32), nullable=True),
        sa.Column("account_id", sa.String(64), nullable=True),
        sa.CheckConstraint(f"provider IN ({PROVIDERS})", name=op.f("ck_social_flows_provider")),
        sa.CheckConstraint(
            "challenge_method IN ('s256', 'plain')", name=op.f("ck_social_flows_challenge_method")
        ),
        sa.CheckConstraint(
            "(challenge IS NULL) = (challenge_method IS NULL)", name=op.f("ck_social_flows_challenge")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_social_flows_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("state_hash", name=op.f("pk_social_flows")),
    )
    op.create_index(op.f("ix_social_flows_created_at"), "social_flows", ["created_at"], unique=False)
