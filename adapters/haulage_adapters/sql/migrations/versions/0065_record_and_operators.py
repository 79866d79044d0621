"""Indexes of what a driver completed, and of what operators did."""

import sqlalchemy as sa
from alembic import op

revision = "0065_record_and_operators"
down_revision = "0064_reconciliation_runs"
branch_labels = None
depends_on = None

COMPLETED = sa.text("status = 'completed'")
BY_OPERATORS = sa.text("(actor_id = 'operator' OR substr(actor_id, 1, 9) = 'operator:')")


def upgrade() -> None:
    op.create_index(
        "ix_orders_completed_by",
        "orders",
        ["driver_id", "customer_rating"],
        postgresql_where=COMPLETED,
        sqlite_where=COMPLETED,
    )
    op.create_index(
        "ix_audit_entries_by_operators",
        "audit_entries",
        ["number"],
        postgresql_where=BY_OPERATORS,
        sqlite_where=BY_OPERATORS,
    )
