"""Passkeys, and the questions that their signatures answer."""

import sqlalchemy as sa
from alembic import op

revision = "0009_passkeys"
down_revision = "0008_identities"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("account_id", sa.String(64), nullable=False),
        sa.Column("credential_id", sa.String(1400), nullable=False),
        sa.Column("public_key", sa.String(2000), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("backed_up", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("sign_count >= 0", name=op.f("ck_passkeys_sign_count")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_passkeys_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    op.create_index(op.f("ix_passkeys_account_id"), "passkeys", ["account_id"], unique=False)
    op.create_table(
        "passkey_challenges",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account_id", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_passkey_challenges_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_passkey_challenges")),
    )
    op.create_index(
        op.f("ix_passkey_challenges_created_at"), "passkey_challenges", ["created_at"], unique=False
    )
