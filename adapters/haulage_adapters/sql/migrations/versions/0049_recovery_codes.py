"""Recovery codes, the mails about second factors, and which session asked to link a provider."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.migrations.respelling import add_words

revision = "0049_recovery_codes"
down_revision = "0048_refunds_payable"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("account_id", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_recovery_codes_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_recovery_codes")),
    )
    op.create_index(op.f("ix_recovery_codes_account_id"), "recovery_codes", ["account_id"], unique=False)
    # A link that is under way has no session to go on with: it begins anew.
    op.execute("DELETE FROM social_flows WHERE account_id IS NOT NULL")
    for table in ("social_flows", "auth_flows"):
        op.add_column(table, sa.Column("session_id", sa.String(64), nullable=True))
    add_words(
        "mails",
        "kind",
        "factor_guessed",
        "factors_reset",
        "recovery_codes_made",
        "recovery_code_used",
        after="factor_removed",
    )
