"""When and from where sessions were last used, where passwords were right, suspensions, and mails of both."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.migrations.respelling import add_words
from haulage_adapters.sql.types import UtcTime

revision = "0050_session_ends"
down_revision = "0049_recovery_codes"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("used_at", UtcTime(), nullable=True))
    op.add_column("sessions", sa.Column("user_agent", sa.String(300), nullable=True))
    op.add_column("sessions", sa.Column("network", sa.String(64), nullable=True))
    op.add_column("accounts", sa.Column("suspended_at", UtcTime(), nullable=True))
    op.add_column("accounts", sa.Column("suspension_reason", sa.String(500), nullable=True))
    op.create_table(
        "known_networks",
        sa.Column("account_id", sa.String(64), nullable=False),
        sa.Column("network_hash", sa.String(64), nullable=False),
        sa.Column("seen_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_known_networks_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "network_hash", name=op.f("pk_known_networks")),
    )
    op.create_index(op.f("ix_known_networks_seen_at"), "known_networks", ["seen_at"])
    add_words(
        "mails", "kind", "sessions_ended", "account_suspended", "account_reinstated", after="passkey_removed"
    )
