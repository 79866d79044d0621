"""Refunds are rows with jobs of their own: nobody looks for payments that owe one any more."""

from alembic import op

revision = "0028_without_refunds_due"
down_revision = "0027_failed_deliveries"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_payments_refund_due", "payments")
