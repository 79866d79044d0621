"""Codes, second factors, flows, wishes for mail, shared limits, and an address to be confirmed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0006_sign_in"
down_revision = "0005_headings"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")
PURPOSES = "'signup', 'magiclink', 'recovery', 'email_change', 'reauthentication'"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("new_email", sa.String(320), nullable=True))
    _one_time_codes()
    _auth_flows()
    _mail_wishes()
    _rate_limits()
    _factors()


def _one_time_codes() -> None:
    op.create_table(
        "one_time_codes",
        sa.Column("account_id", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(32), nullable=False),
        sa.Column("email", sa.String(320), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wrong_guesses", sa.Integer(), nullable=False),
        sa.Column("flow_id", sa.String(64), nullable=True),
        sa.CheckConstraint(f"purpose IN ({PURPOSES})", name=op.f("ck_one_time_codes_purpose")),
        sa.CheckConstraint("wrong_guesses >= 0", name=op.f("ck_one_time_codes_wrong_guesses")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_one_time_codes_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "purpose", name=op.f("pk_one_time_codes")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_one_time_codes_link_hash")),
    )


def _auth_flows() -> None:
    op.create_table(
        "auth_flows",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("challenge", sa.String(128), nullable=False),
        sa.Column("challenge_method", sa.String(32), nullable=False),
        sa.Column("method", sa.String(32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account_id", sa.String(64), nullable=True),
        sa.Column("code_hash", sa.String(64), nullable=True),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "challenge_method IN ('s256', 'plain')", name=op.f("ck_auth_flows_challenge_method")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_auth_flows_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_auth_flows")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_auth_flows_code_hash")),
    )
    op.create_index(op.f("ix_auth_flows_created_at"), "auth_flows", ["created_at"], unique=False)


def _mail_wishes() -> None:
    op.create_table(
        "mail_wishes",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wish", JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_wishes")),
    )
    op.create_index(op.f("ix_mail_wishes_created_at"), "mail_wishes", ["created_at"], unique=False)


def _rate_limits() -> None:
    op.create_table(
        "rate_limits",
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_rate_limits")),
    )
    op.create_index(op.f("ix_rate_limits_due"), "rate_limits", ["due"], unique=False)


def _factors() -> None:
    op.create_table(
        "factors",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("account_id", sa.String(64), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("friendly_name", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(2000), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("last_step", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("type IN ('totp')", name=op.f("ck_factors_type")),
        sa.CheckConstraint("status IN ('unverified', 'verified')", name=op.f("ck_factors_status")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_factors_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_factors")),
    )
    op.create_index(op.f("ix_factors_account_id"), "factors", ["account_id"], unique=False)
    op.create_table(
        "factor_challenges",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("factor_id", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["factor_id"], ["factors.id"], name=op.f("fk_factor_challenges_factor_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_factor_challenges")),
    )
    op.create_index(op.f("ix_factor_challenges_factor_id"), "factor_challenges", ["factor_id"], unique=False)
