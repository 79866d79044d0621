"""Indexes in the order of the lists that administrators page through."""

from alembic import op

revision = "0053_list_indexes"
down_revision = "0052_retention"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_jobs_state_created_at_id"), "jobs", ["state", "created_at", "id"])
    op.create_index(op.f("ix_payments_created_at_id"), "payments", ["created_at", "id"])
    op.create_index(
        op.f("ix_payment_splits_status_created_at_id"), "payment_splits", ["status", "created_at", "id"]
    )
