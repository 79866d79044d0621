"""Mails with receipts, and what goes with a mail that waits."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.migrations.respelling import respell

revision = "0016_mailed_receipts"
down_revision = "0015_jobs"
branch_labels = None
depends_on = None

MAILS = (
    "confirm_signup",
    "recovery",
    "magic_link",
    "email_change",
    "email_change_current",
    "reauthentication",
    "password_changed",
    "email_changed",
    "receipt",
    "identity_linked",
    "identity_unlinked",
    "factor_added",
    "factor_removed",
    "passkey_added",
    "passkey_removed",
)


def upgrade() -> None:
    respell("mails", "kind", MAILS)
    op.create_table(
        "mail_attachments",
        sa.Column("mail_id", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("media_type", sa.String(100), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("place >= 1", name=op.f("ck_mail_attachments_place")),
        sa.PrimaryKeyConstraint("mail_id", "place", name=op.f("pk_mail_attachments")),
    )
