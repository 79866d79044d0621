"""The outbox for mails."""

import sqlalchemy as sa
from alembic import op

revision = "0004_mails"
down_revision = "0003_users"
branch_labels = None
depends_on = None

WAITING = sa.text("state = 'waiting'")


def upgrade() -> None:
    op.create_table(
        "mails",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("to", sa.String(320), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("text", sa.String(100000), nullable=False),
        sa.Column("html", sa.String(100000), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(500), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('confirm_signup', 'recovery', 'magic_link', 'email_change', 'reauthentication', "
            "'password_changed', 'email_changed')",
            name=op.f("ck_mails_kind"),
        ),
        sa.CheckConstraint("state IN ('waiting', 'sent', 'dead')", name=op.f("ck_mails_state")),
        sa.CheckConstraint("(state = 'sent') = (sent_at IS NOT NULL)", name=op.f("ck_mails_sent_once")),
        sa.CheckConstraint(
            "state <> 'sent' OR (text = '' AND html = '')", name=op.f("ck_mails_sent_is_emptied")
        ),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_mails_attempts")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_mails_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
    )
    op.create_index(op.f("ix_mails_created_at_id"), "mails", ["created_at", "id"], unique=False)
    op.create_index(
        "ix_mails_due",
        "mails",
        ["due_at", "id"],
        unique=False,
        postgresql_where=WAITING,
        sqlite_where=WAITING,
    )
    op.create_index(op.f("ix_mails_to"), "mails", ["to"], unique=False)
