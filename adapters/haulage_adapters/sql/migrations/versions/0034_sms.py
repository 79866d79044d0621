"""What became of text messages, and which incoming ones have had their effect."""

import sqlalchemy as sa
from alembic import op

revision = "0034_sms"
down_revision = "0033_messages"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
STATES = "'queued', 'trying', 'sent', 'delivered', 'failed', 'unknown'"


def upgrade() -> None:
    op.create_table(
        "sms_sendings",
        sa.Column("message_id", sa.String(64), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("tried_at", TIME, nullable=True),
        sa.Column("sent_at", TIME, nullable=True),
        sa.Column("settled_at", TIME, nullable=True),
        sa.Column("reference", sa.String(128), nullable=True),
        sa.Column("reason", sa.String(200), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("(reference IS NULL) = (sent_at IS NULL)", name=op.f("ck_sms_sendings_sent")),
        sa.CheckConstraint(f"state IN ({STATES})", name=op.f("ck_sms_sendings_state")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_sms_sendings_version")),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name=op.f("fk_sms_sendings_message_id_messages"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_sms_sendings")),
        sa.UniqueConstraint("reference", name=op.f("uq_sms_sendings_reference")),
    )
    op.create_table(
        "sms_heard",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("heard_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sms_heard")),
    )
