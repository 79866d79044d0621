"""Transfers that gave drivers back what withdrawn refunds had taken."""

import sqlalchemy as sa
from alembic import op

from haulage_adapters.sql.types import UtcTime

revision = "0058_returned_shares"
down_revision = "0057_balances_by_index"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "returned_shares",
        sa.Column("refund_id", sa.String(64), nullable=False),
        sa.Column("split_id", sa.String(64), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("transfer_id", sa.String(200), nullable=False),
        sa.Column("sent_at", UtcTime(), nullable=False),
        sa.CheckConstraint(
            "amount_cents BETWEEN 1 AND 10000000000", name=op.f("ck_returned_shares_amount_cents")
        ),
        sa.ForeignKeyConstraint(["refund_id"], ["refunds.id"], name=op.f("fk_returned_shares_refund_id")),
        sa.ForeignKeyConstraint(
            ["split_id"], ["payment_splits.id"], name=op.f("fk_returned_shares_split_id")
        ),
        sa.PrimaryKeyConstraint("refund_id", name=op.f("pk_returned_shares")),
        sa.UniqueConstraint("transfer_id", name=op.f("uq_returned_shares_transfer_id")),
    )
    op.create_index(op.f("ix_returned_shares_split_id"), "returned_shares", ["split_id"])
