"""An index of jobs by kind, and a note that no receipt is missing: lists that grow with the years."""

import sqlalchemy as sa
from alembic import op

revision = "0059_long_lists"
down_revision = "0058_returned_shares"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_jobs_kind_created_at_id"), "jobs", ["kind", "created_at", "id"])
    op.add_column(
        "operation_state",
        sa.Column("receipts_complete", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
